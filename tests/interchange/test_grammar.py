"""Lines by their shape: figures, prices, counts, labels."""

from __future__ import annotations

import pytest

from roster.interchange import grammar
from roster.interchange.labels import Label, Section


@pytest.mark.parametrize(
    ("figure", "points"),
    [
        ("65", 65),
        ("1995", 1995),
        ("1,995", 1995),
        ("1.985", 1985),
        ("1 995", 1995),
        ("1'995", 1995),
        ("1,234,567", 1234567),
        ("-30", -30),
        ("1.5", None),
        ("19,95", None),
        ("", None),
        ("9" * 12, None),
    ],
)
def test_thousands_are_read_with_any_separator(figure: str, points: int | None) -> None:
    assert grammar.points_of(figure) == points


@pytest.mark.parametrize(
    ("content", "name", "points"),
    [
        ("Azrael (140 points)", "Azrael", 140),
        ("Angels 2.0 (1995 points)", "Angels 2.0", 1995),
        ("CRISIS SUITS (1,990 Points)", "CRISIS SUITS", 1990),
        ("Scout Squad (65 pts)", "Scout Squad", 65),
        ("Commander (Blue) (100 points)", "Commander (Blue)", 100),
        ("Paladin Squad485 Points", "Paladin Squad", 485),
        ("Paladin Squad 1,485 Points", "Paladin Squad", 1485),
        ("Pyrovores (-30 points)", "Pyrovores", -30),
        ("Fire Teams [2000 points]", "Fire Teams", 2000),
    ],
)
def test_a_priced_line_gives_name_and_points(content: str, name: str, points: int) -> None:
    row = grammar.priced(content)
    assert row is not None
    assert (row.name, row.points) == (name, points)


@pytest.mark.parametrize(
    "content",
    [
        "Prototype Weapon System (+15 pts)",
        "(65 points)",
        "War Horde (3 Detachment Points)",
        "4x Power weapon",
        "points",
        "",
    ],
)
def test_other_lines_have_no_price(content: str) -> None:
    assert grammar.priced(content) is None


@pytest.mark.parametrize(
    ("content", "row"),
    [
        ("4x Power weapon", (4, "Power weapon")),
        ("4 x Power weapon", (4, "Power weapon")),
        ("10× Boy", (10, "Boy")),
        ("4 Power weapons", None),
        ("x Power weapon", None),
        ("4x", None),
    ],
)
def test_a_counted_line_gives_number_and_name(content: str, row: tuple[int, str] | None) -> None:
    assert grammar.counted(content) == row


@pytest.mark.parametrize(
    ("content", "label"),
    [
        ("Enhancement: Follow Me Ladz", Label.ENHANCEMENT),
        ("Optimisation : Follow Me Ladz", Label.ENHANCEMENT),
        ("Verbesserung(en): Follow Me Ladz", Label.ENHANCEMENT),
        ("Attachée en tant que : Meneur (Personnage)", Label.ATTACHED_AS),
        ("Dispositions des Forces : Prendre et tenir", Label.DISPOSITION),
        ("Daemonic Allegiance: Tzeentch", None),
    ],
)
def test_labels_are_known_in_several_languages(content: str, label: Label | None) -> None:
    found = grammar.labelled(content)
    assert found is not None
    assert found[0] is label


@pytest.mark.parametrize(
    ("content", "section"),
    [
        ("CHARACTERS", Section.CHARACTERS),
        ("Other Datasheets:", Section.OTHER_DATASHEETS),
        ("allied units", Section.ALLIED_UNITS),
        ("Unités Attachées", Section.ATTACHED_UNITS),
        ("Boyz", None),
    ],
)
def test_sections_are_known_in_any_case(content: str, section: Section | None) -> None:
    assert grammar.section_of(content) is section


@pytest.mark.parametrize(
    ("content", "is_heading"),
    [
        ("Attached Unit 1", True),
        ("Attached unit 12", True),
        ("Unité 1 Attachée", True),
        ("Unité Attachée 2", True),
        ("Attached Units", False),
        ("1x Attached Unit", False),
    ],
)
def test_headings_of_attached_units_are_known(content: str, is_heading: bool) -> None:
    assert grammar.is_group_heading(content) is is_heading
