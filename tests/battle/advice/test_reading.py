"""Answers that remember what was read of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from battle.advice import Measure, Reading, allocation, priorities, summary, threats, totals
from battle.advice.tables import back, forth
from tests.battle.advice.answers import cell, comparison, matrix, unit

ONE, TWO, THREE = cell(1, 20, 0.0), cell(2, 40, 0.1), cell(3, 60, 0.6)
MATRIX = matrix([unit("A"), unit("B")], [unit("X")], [[ONE], [TWO]], back=[[ONE, THREE]])
COMPARISON = comparison([("One", [unit("A")], [[ONE]]), ("Two", [unit("B")], [[TWO]])], [unit("X")])


@pytest.mark.parametrize("answer", [MATRIX, COMPARISON], ids=["matrix", "comparison"])
def test_an_answer_that_remembers_says_the_same(answer: Mapping[str, Any]) -> None:
    reading = Reading(answer)
    for _ in range(2):
        assert summary(reading, 0) == summary(answer, 0)
        assert totals(reading, 0) == totals(answer, 0)
        assert allocation(reading, 0) == allocation(answer, 0)
        assert priorities(reading, 0, measure=Measure.POINTS) == priorities(answer, 0, measure=Measure.POINTS)
    assert dict(reading) == answer
    assert len(reading) == len(answer)


def test_each_table_is_made_once_and_none_for_another() -> None:
    reading = Reading(MATRIX)
    assert forth(reading, 0) is forth(reading, 0)
    assert back(reading, 0) is back(reading, 0)
    assert totals(reading, 0) is totals(reading, 0)
    assert allocation(reading, 0) is allocation(reading, 0)
    assert [one.unit.name for one in threats(reading, 0)] == ["A", "B"]
    assert forth(MATRIX, 0) is not forth(MATRIX, 0)

    sides = Reading(COMPARISON)
    assert [forth(sides, 0, side).attackers[0].name for side in (0, 1)] == ["A", "B"]
    assert [allocation(sides, 0, side=side).assigned[0].unit.name for side in (0, 1)] == ["A", "B"]
