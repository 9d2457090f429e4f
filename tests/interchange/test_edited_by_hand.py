"""A list that a person edited: everything is accounted for, nothing is guessed."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.document import Reference
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from tests.interchange.texts import meanings, suggestions, text_of, units


@pytest.fixture(scope="module")
def result(catalogue: Catalogue) -> ReadResult:
    return read_text(text_of("edited_by_hand"), catalogue)


def test_what_is_known_is_read(result: ReadResult) -> None:
    assert result.document is not None
    assert result.document.name == "Forwarded from the club chat Teeth & Other Opinions"
    assert result.document.detachments == (
        Reference("tyranids:vanguard-onslaught", "Vanguard Onslaught"),
        Reference(None, "Synaptic Nexis"),
    )
    assert (result.document.stated_points, result.document.points_limit) == (705, 1500)
    assert [(unit.datasheet.id, unit.datasheet.name, unit.stated_points) for unit in units(result)] == [
        ("tyranids:hive-tyrant", "Hive Tyrant", 195),
        (None, "Genstealers", 75),
        (None, "Norn Emissary - the big one", 270),
        ("tyranids:pyrovores", "Pyrovores", None),
        ("tyranids:pyrovores", "Pyrovores", 40),
        (None, "<script>alert(1)</script>", 1),
    ]


def test_what_is_not_known_is_said_line_by_line(result: ReadResult) -> None:
    assert meanings(result, LineStatus.UNKNOWN) == {
        7: ('detachments: Vanguard Onslaught (3 Detachment Points stated); not a known detachment: "Synaptic Nexis"'),
        15: 'Hive Tyrant has neither models nor wargear called "Heavy venom canon"',
        18: 'no datasheet is called "Genstealers"',
        19: 'wargear: 5 × Genestealer, under a unit that is not known ("Genstealers")',
        20: 'wargear: 5 × Genestealers claws and talons, under a unit that is not known ("Genstealers")',
        21: "not understood",
        23: 'no datasheet is called "Norn Emissary - the big one"',
        24: 'wargear: 1 × Monstrous rending claws, under a unit that is not known ("Norn Emissary - the big one")',
        25: 'a choice "Bio-morph", which the catalogue does not know',
        31: 'a count of 0 of "Flamespurt" says nothing',
        37: 'no datasheet is called "<script>alert(1)</script>"',
        38: (
            'wargear: 4 × Robert\'); DROP TABLE units;--, under a unit that is not known ("<script>alert(1)</script>")'
        ),
    }


def test_what_comes_near_is_suggested(result: ReadResult) -> None:
    assert suggestions(result) == {
        7: ("Synaptic Nexus",),
        15: ("Heavy venom cannon",),
        18: ("Genestealers",),
        23: ("Norn Emissary",),
    }


def test_what_is_left_out_has_a_reason(result: ReadResult) -> None:
    leaked = "an error of the exporting program, printed into the list"
    assert meanings(result, LineStatus.IGNORED) == {3: "a note above the faction", 26: leaked, 27: leaked}


def test_a_negative_price_is_left_out_and_asked_about(result: ReadResult) -> None:
    assert result.questions == (
        'Line 29 states "-30" points for Pyrovores, which no unit costs; the figure was left out.',
    )


def test_the_original_of_every_line_is_kept(result: ReadResult) -> None:
    printed = {number: text for number, text in enumerate(text_of("edited_by_hand").split("\n"), start=1) if text}
    assert {line.number: line.text for line in result.lines} == printed


def test_lines_belong_to_their_units(result: ReadResult) -> None:
    assert {line.number: line.unit for line in result.lines if line.unit in ("u2", "u6")} == {
        18: "u2",
        19: "u2",
        20: "u2",
        21: "u2",
        37: "u6",
        38: "u6",
    }


@pytest.mark.parametrize(
    ("lines", "meaning"),
    [
        (["Exported with App Version: v2.6.0 (3), Data Version: v960", "see you there"], "below the end of the list"),
        (["Created with a tool of ours", "see you there"], "below the end of the list"),
    ],
)
def test_words_below_the_footer_are_ignored(catalogue: Catalogue, lines: list[str], meaning: str) -> None:
    result = read_text("\n".join(["A (1 points)", "Orks", "CHARACTERS", "Warboss (100 points)", *lines]), catalogue)
    assert meanings(result, LineStatus.IGNORED)[6] == meaning


def test_a_second_list_below_the_footer_is_not_mixed_in(catalogue: Catalogue) -> None:
    result = read_text(text_of("dialect_a") + text_of("dialect_a"), catalogue)
    assert len(units(result)) == 11
    below = "stands below the end of the list; check a second list by itself"
    assert set(meanings(result, LineStatus.UNKNOWN).values()) == {below}
    assert len(meanings(result, LineStatus.UNKNOWN)) == 14


def test_the_sum_of_an_attached_unit_is_no_unit(catalogue: Catalogue) -> None:
    text = "A (185 points)\nOrks\nATTACHED UNITS\nWarboss + Boyz (185 points)\nWarboss (100 points)\nBoyz (85 points)\n"
    result = read_text(text, catalogue)
    assert [unit.datasheet.name for unit in units(result)] == ["Warboss", "Boyz"]
    assert meanings(result, LineStatus.IGNORED) == {4: "the sum of the units that follow"}
