"""Sizes: what is too large is refused, what is large is read with bounded effort."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.interchange.limits import MAX_CHARACTERS, MAX_LINE_CHARACTERS, MAX_LINES
from roster.interchange.reading import MAX_QUESTIONS
from roster.interchange.result import LineStatus
from roster.interchange.suggestions import MAX_LINES_WITH_SUGGESTIONS
from tests.interchange.texts import strike_force, units


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (
            "x" * (MAX_CHARACTERS + 1),
            "The text has 200,001 characters; at most 200,000 are read. Paste one army list, not a collection.",
        ),
        ("x\n" * MAX_LINES, "The text has 20,001 lines; at most 20,000 are read. Paste one army list."),
        ("x\r\n" * MAX_LINES, "The text has 20,001 lines; at most 20,000 are read. Paste one army list."),
        (
            "Orks\n" + "x" * (MAX_LINE_CHARACTERS + 1),
            "Line 2 has 4,001 characters; at most 4,000 are read in one line. Paste the list with its line breaks.",
        ),
    ],
)
def test_what_is_too_large_is_refused(catalogue: Catalogue, text: str, refusal: str) -> None:
    result = read_text(text, catalogue)
    assert (result.refusal, result.document, result.lines) == (refusal, None, ())


def test_ten_thousand_units_are_read(catalogue: Catalogue) -> None:
    result = read_text(strike_force("BATTLELINE", *["Boyz (85 pts)"] * 10_000), catalogue)
    assert len(units(result)) == 10_000
    assert result.count(LineStatus.USED) == 10_006
    assert len(result.questions) == MAX_QUESTIONS + 1
    assert result.questions[-1] == "There are 9950 more questions of this kind."


def test_names_are_suggested_for_a_bounded_number_of_lines(catalogue: Catalogue) -> None:
    result = read_text(strike_force("BATTLELINE", *["Boyzz (85 pts)"] * 1000), catalogue)
    unknown = [line for line in result.lines if line.status is LineStatus.UNKNOWN]
    assert len(unknown) == 1000
    assert sum(bool(line.suggestions) for line in unknown) == MAX_LINES_WITH_SUGGESTIONS
    assert unknown[0].meaning == 'no datasheet is called "Boyzz"'
    assert unknown[-1].meaning == (
        'no datasheet is called "Boyzz"; names are suggested for the first 50 such lines only'
    )


@pytest.mark.parametrize("letter", [" ", "(", "1", ".", "x", ":", "•", "-", "[", "+", "â", "Ã"])
def test_a_padded_line_is_accounted_for_like_any_other(catalogue: Catalogue, letter: str) -> None:
    padded = "x" + letter * (MAX_LINE_CHARACTERS - 20)
    result = read_text(strike_force("BATTLELINE", "Boyz (85 points)", padded, f"{padded} (85 points)"), catalogue)
    assert len(result.lines) == 9
    assert units(result)[0].datasheet.id == "orks:boyz"


@pytest.mark.parametrize(
    ("bracket", "datasheet"),
    [("()", "orks:boyz"), ("(((", "orks:boyz"), (")))", "orks:boyz"), ("(a)", None), ("[a]", None), ("(a) [b]", None)],
)
def test_a_name_behind_a_thousand_brackets_is_read_like_any_other(
    catalogue: Catalogue, bracket: str, datasheet: str | None
) -> None:
    name = f"Boyz {bracket * (3_900 // len(bracket))}"
    result = read_text(strike_force("BATTLELINE", "Boyz (85 points)", f"{name} (85 points)"), catalogue)
    assert len(result.lines) == 8
    assert [unit.datasheet.id for unit in units(result)] == ["orks:boyz", datasheet]


def test_up_to_three_brackets_behind_a_name_are_looked_past(catalogue: Catalogue) -> None:
    names = ["Boyz (a)", "Boyz (a) (b)", "Boyz (a) [b] (c)", "Boyz (a) (b) (c) (d)"]
    result = read_text(strike_force("BATTLELINE", *(f"{name} (85 points)" for name in names)), catalogue)
    assert [unit.datasheet.id for unit in units(result)] == ["orks:boyz", "orks:boyz", "orks:boyz", None]


def test_a_header_of_nineteen_thousand_lines_is_accounted_for(catalogue: Catalogue) -> None:
    result = read_text(strike_force(*["a (1 dp)"] * 19_000, "BATTLELINE", "Boyz (85 points)"), catalogue)
    assert (result.count(LineStatus.USED), result.count(LineStatus.UNKNOWN)) == (7, 19_000)
    assert units(result)[0].datasheet.id == "orks:boyz"
