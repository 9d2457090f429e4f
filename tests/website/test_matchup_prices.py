"""What pages show of units that no price is known of: no points, which is not the same as none (R-28)."""

from __future__ import annotations

import pytest

from tests.battle.advice.answers import cell, comparison, matrix, unit
from website.matchups import show_numbers as numbers
from website.matchups.show_address import Wanted
from website.matchups.show_comparison import compared
from website.matchups.show_matrix import heat_map
from website.matchups.show_measures import measure_of
from website.matchups.show_ways import cells_of, ways_of

TARGETS = [unit("Nameless", 5, 0), unit("Blues", 4, 80)]
ROW = [cell(5.0, 0.0, 1.0), cell(1.0, 20.0, 0.1)]


@pytest.mark.parametrize(
    ("measure", "texts", "mean"),
    [
        ("models", ["5.00", "1.00"], "3.00"),
        ("whole", ["100 %", "10.0 %"], "55.0 %"),
        ("share", ["no price", "0.20"], "0.20"),
        ("points", ["no price", "20"], "20"),
    ],
)
def test_a_target_without_a_price_has_no_figure_in_points(measure: str, texts: list[str], mean: str) -> None:
    answer = matrix([unit("Reds")], TARGETS, [ROW])
    (way,) = ways_of(answer)
    heat = heat_map(cells_of(answer, 0, way), way, measure_of(measure), Wanted(), 0)
    assert ([one.text for one in heat.rows[0].cells], heat.rows[0].mean) == (texts, mean)


def test_sides_are_not_compared_by_points_of_a_target_without_a_price() -> None:
    answer = comparison([("Old", [unit("Reds")], [ROW]), ("New", [unit("Greens")], [ROW])], TARGETS)
    table = compared(answer, 0, ways_of(answer), measure_of("share"))
    nameless, blues = ([entry.text for entry in row[1:]] for row in table.rows)
    assert set(nameless) == {numbers.NOTHING}
    assert blues == ["0.20", "0.20", "0.20", "0.20", "0.00", "0.20", "0.20", "0.00"]


@pytest.mark.parametrize(
    ("words", "value", "shown"),
    [("0.45", 0.45, "+0.45"), ("-0.45", -0.45, "−0.45"), ("0.00", 0.0, "0.00"), ("-0.00", -1e-9, "0.00")],
)
def test_differences_have_a_sign_where_there_is_one(words: str, value: float, shown: str) -> None:
    assert numbers.signed(words, value) == shown
