"""A unit printed twice counts once only where the stated total says so."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.interchange.result import LineStatus
from tests.interchange.texts import meanings, text_of, units


def test_a_unit_printed_again_under_its_section_is_folded(catalogue: Catalogue) -> None:
    result = read_text(text_of("printed_twice"), catalogue)
    assert [(unit.key, unit.datasheet.name, unit.attached_to) for unit in units(result)] == [
        ("u1", "Hive Tyrant", "u2"),
        ("u2", "Tyrant Guard", None),
        ("u3", "Termagants", None),
        ("u4", "Pyrovores", None),
        ("u5", "Pyrovores", None),
    ]
    reason = "printed twice: the same unit as in line 17; the stated total counts it once"
    assert meanings(result, LineStatus.IGNORED) == {31: reason, 32: reason, 33: reason}
    assert meanings(result, LineStatus.UNKNOWN) == {}


def test_two_units_are_two_units_where_the_total_counts_both(catalogue: Catalogue) -> None:
    text = text_of("printed_twice").replace("(495 points)", "(575 points)")
    result = read_text(text, catalogue)
    assert [unit.datasheet.name for unit in units(result)].count("Tyrant Guard") == 2
    assert meanings(result, LineStatus.IGNORED) == {}


def test_two_units_are_two_units_where_no_total_is_stated(catalogue: Catalogue) -> None:
    text = text_of("printed_twice").replace(" (495 points)", "")
    assert [unit.datasheet.name for unit in units(read_text(text, catalogue))].count("Tyrant Guard") == 2


def test_equal_units_outside_attached_units_are_never_folded(catalogue: Catalogue) -> None:
    text = (
        text_of("printed_twice")
        .replace("Attached Units\nAttached Unit 1\n", "")
        .replace("• Attached as: Bodyguard\n", "")
    )
    assert [unit.datasheet.name for unit in units(read_text(text, catalogue))].count("Tyrant Guard") == 2


def test_a_unit_in_two_attached_units_counts_once_and_keeps_both_leaders(catalogue: Catalogue) -> None:
    guard = (
        "Tyrant Guard (80 points)\n• Attached as: Bodyguard\n• 3x Tyrant Guard\n• 3x Crushing claws and rending claws\n"
    )
    tyrant = "Hive Tyrant (195 points)\n• Attached as: Leader (Character)\n• 1x Heavy venom cannon\n"
    text = (
        "Shared Guard (470 points)\nTyranids\nStrike Force (2000 points)\n\nATTACHED UNITS\n"
        f"Attached unit 1\n{tyrant}{guard}Attached unit 2\n{tyrant}{guard}"
    )
    result = read_text(text, catalogue)
    assert [(unit.key, unit.datasheet.name, unit.attached_to) for unit in units(result)] == [
        ("u1", "Hive Tyrant", "u2"),
        ("u2", "Tyrant Guard", None),
        ("u3", "Hive Tyrant", "u2"),
    ]
