"""Templates become sentences: numbers with their noun, lists with their conjunction, names as they are."""

from __future__ import annotations

import pytest

from roster.muster import check_roster
from roster.muster.words import abridged, ordinal
from roster.wording import fill, violation_hint, violation_problem, violation_text
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue


@pytest.mark.parametrize(
    ("template", "params", "sentence"),
    [
        ("{count:model|models}", {"count": 1}, "1 model"),
        ("{count:model|models}", {"count": 0}, "0 models"),
        ("{count}", {"count": 7}, "7"),
        ("{names}", {"names": ("A",)}, "A"),
        ("{names}", {"names": ("A", "B", "C")}, "A, B and C"),
        ("{names:or}", {"names": ("A", "B", "C")}, "A, B or C"),
        ("{names}", {"names": ()}, ""),
        ("{name}", {"name": "{count} <b>"}, "{count} <b>"),
    ],
)
def test_template_is_filled(template: str, params: dict[str, object], sentence: str) -> None:
    assert fill(template, params) == sentence


def test_a_template_that_asks_for_more_is_an_error() -> None:
    with pytest.raises(KeyError, match="limit"):
        fill("{limit}", {"count": 1})


def test_a_violation_is_a_problem_and_a_hint() -> None:
    catalogue = spec_catalogue()
    document = roster_of({"size": "incursion", "units": [{"unit": "walker", "times": 3}]}, catalogue)
    verdict = next(one for one in check_roster(document, catalogue).verdicts if one.check == "25.03/unit-limit")
    [violation] = verdict.violations
    assert violation_problem(verdict, violation) == "3 × Walker; Incursion allows 2."
    assert violation_hint(verdict, violation) == "Remove 1."
    assert violation_text(verdict, violation) == "3 × Walker; Incursion allows 2. Remove 1."


def test_ordinals() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
    ]  # fmt: skip


def test_long_enumerations_are_cut() -> None:
    assert abridged(["A", "B", "C"]) == "A, B and C"
    assert abridged(["A", "B", "C", "D", "E"]) == "A, B, C and 2 more"
