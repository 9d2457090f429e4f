"""The ranking of units beside a matrix: what it shows, and what of it can be taken away."""

from __future__ import annotations

import pytest

from tests.battle.advice.answers import IDLE, cell, comparison, matrix, unit
from website.matchups.show_ranking import ranking_chart
from website.matchups.show_ways import ways_of

MELTA, LAS, BLUES = unit("Melta", 5, 100), unit("Las", 5, 50), unit("Blues", 4, 80)
FORTH = [[cell(1.0, 20.0, 0.1)], [cell(1.5, 30.0, 0.1, price=50)]]


def test_units_are_ranked_by_what_each_point_of_them_destroys() -> None:
    answer = matrix([MELTA, LAS], [BLUES], FORTH, [[cell(1.0, 10.0, 0.0, price=80), IDLE]])
    forth, back = (ranking_chart(answer, 0, way).chart for way in ways_of(answer))
    assert forth.title == "Mine on theirs: points destroyed for each point over all targets"
    assert forth.table.rows == (("Las", "0.60"), ("Melta", "0.20"))
    assert back.table.rows == (("Blues", "0.06"),)
    assert forth.key != back.key


def test_without_prices_points_count_and_weights_are_said() -> None:
    answer = matrix([unit("Melta", 5, 0)], [BLUES, BLUES], [[cell(1, 20, 0, price=0), IDLE]], weights=[3, 1])
    chart = ranking_chart({**answer, "question": "field"}, 0, ways_of({**answer, "question": "field"})[0]).chart
    assert chart.title == "Mine on theirs: points destroyed over all targets, weighted"
    assert chart.table.rows == (("Melta", "15"),)


@pytest.mark.parametrize(("place", "name"), [(0, "Melta"), (1, "Las")])
def test_a_side_of_a_comparison_has_its_own(place: int, name: str) -> None:
    answer = comparison([("A", [MELTA], FORTH[:1]), ("B", [LAS], FORTH[1:])], [BLUES])
    (row,) = ranking_chart(answer, 0, ways_of(answer)[place]).chart.table.rows
    assert row[0] == name
