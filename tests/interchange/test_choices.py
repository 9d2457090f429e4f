"""Marks and allegiances as lists print them."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.document import Reference, UnitChoice
from roster.interchange import read_text
from roster.interchange.result import LineStatus
from tests.interchange.texts import meanings, models, only_unit, strike_force, suggestions

PACTBOUND = "Pactbound Zealots (3 Detachment Points)"
MARK, PRINCE = "chaos-space-marines:mark", "chaos-space-marines:daemonic-allegiance"


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("  • Mark: Khorne", "Khorne"),
        ("  • Mark of Chaos: Chaos Undivided", "Chaos Undivided"),
        ("  • Mark of Chaos: Mark of Nurgle", "Nurgle"),
        ("  • MARK OF TZEENTCH", "Tzeentch"),
        ("  • 1x Mark of Slaanesh", "Slaanesh"),
    ],
)
def test_a_mark_is_a_choice_however_it_is_printed(catalogue: Catalogue, line: str, chosen: str) -> None:
    result = read_text(
        strike_force("CHARACTERS", "Warpsmith (70 points)", line, faction="Chaos Space Marines", detachments=PACTBOUND),
        catalogue,
    )
    assert only_unit(result).choices == (UnitChoice(Reference(MARK, "Mark"), chosen),)
    assert meanings(result, LineStatus.USED)[10] == f"choice: Mark, {chosen}"
    assert meanings(result, LineStatus.UNKNOWN) == {}


def test_a_daemonic_allegiance_is_the_datasheets_own(catalogue: Catalogue) -> None:
    text = strike_force(
        "CHARACTERS",
        "Heretic Astartes Daemon Prince (165 points)",
        "  • Daemonic Allegiance: Tzeentch",
        faction="Chaos Space Marines",
        detachments=PACTBOUND,
    )
    assert only_unit(read_text(text, catalogue)).choices == (
        UnitChoice(Reference(PRINCE, "Daemonic allegiance"), "Tzeentch"),
    )


def test_a_choice_is_read_without_its_detachment_too(catalogue: Catalogue) -> None:
    text = strike_force("Warpsmith (70 points)", "  • Mark: Khorne", faction="Chaos Space Marines", detachments="")
    assert only_unit(read_text(text, catalogue)).choices == (UnitChoice(Reference(MARK, "Mark"), "Khorne"),)


def test_a_choice_named_twice_is_one(catalogue: Catalogue) -> None:
    text = strike_force(
        "Warpsmith (70 points)",
        "  • Mark: Khorne",
        "  • Mark of Khorne",
        faction="Chaos Space Marines",
        detachments=PACTBOUND,
    )
    result = read_text(text, catalogue)
    assert len(only_unit(result).choices) == 1
    assert meanings(result, LineStatus.IGNORED)[10] == "choice Khorne, named before"


def test_a_god_that_an_allegiance_does_not_have_is_kept_and_told(catalogue: Catalogue) -> None:
    text = strike_force(
        "Warpsmith (70 points)", "  • Mark: Tzench", faction="Chaos Space Marines", detachments=PACTBOUND
    )
    result = read_text(text, catalogue)
    assert only_unit(result).choices == (UnitChoice(Reference(MARK, "Mark"), "Tzench"),)
    assert meanings(result, LineStatus.UNKNOWN) == {9: 'Mark has no choice "Tzench"'}
    assert suggestions(result) == {9: ("Tzeentch",)}


@pytest.mark.parametrize("line", ["  • Mark: Khorne", "  • Mark of Khorne", "  • Mark of Malal"])
def test_what_is_no_choice_of_the_unit_stays_unknown(catalogue: Catalogue, line: str) -> None:
    result = read_text(strike_force("Gretchin (45 points)", line), catalogue)
    assert only_unit(result).choices == ()
    assert list(meanings(result, LineStatus.UNKNOWN)) == [9]


def test_a_choice_the_catalogue_does_not_know_is_not_taken_for_gear(catalogue: Catalogue) -> None:
    result = read_text(strike_force("Warboss (100 points)", "• 1x Power klaw", "• Clan: Goffs"), catalogue)
    assert models(only_unit(result)) == {"Warboss": (1, {"Power klaw": 1})}
    assert meanings(result, LineStatus.UNKNOWN) == {10: 'a choice "Clan", which the catalogue does not know'}
