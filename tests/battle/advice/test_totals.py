"""What sides do in all."""

from __future__ import annotations

import pytest

from battle.advice import totals
from tests.battle.advice.answers import IDLE, REFUSED, cell, comparison, matrix, unit

TARGETS = [unit("A", 5, 100), unit("B", 1, 200)]


def test_a_side_sums_what_its_units_do_to_an_average_target() -> None:
    answer = matrix(
        [unit("U", 5, 100), unit("V", 5, 50)],
        TARGETS,
        [[cell(1, 20, 0.0), cell(0.3, 60, 0.3)], [cell(2, 40, 0.1, price=50), IDLE]],
        [[cell(1, 10, 0.0), IDLE], [IDLE, REFUSED]],
    )
    mine, theirs = totals(answer, 0)
    assert [(one.unit.name, one.points.value) for one in mine.units] == [("U", 40), ("V", 20)]
    assert (mine.price, mine.points.value, mine.share and mine.share.value) == (150, 60, pytest.approx(0.4))
    assert [figure.value for figure in mine.best] == [0.1, 0.3]
    assert (mine.idle, mine.refused, mine.sampled, mine.pairs) == (1, 0, 0, 4)
    # What was refused is left out of the mean of the unit.
    assert [one.points.value for one in theirs.units] == [5, 0]
    assert (theirs.idle, theirs.refused) == (2, 1)


def test_targets_count_as_their_weights_say() -> None:
    answer = matrix([unit("U")], TARGETS, [[cell(1, 20, 0.0), cell(0.3, 60, 0.3)]], weights=[3, 1])
    (mine,) = totals({**answer, "question": "field"}, 0)
    assert mine.units[0].points.value == 30


def test_units_of_a_field_that_strike_back_count_as_often_as_they_are_common() -> None:
    back = [[cell(1, 10, 0.0)], [cell(1, 60, 0.0, price=200)]]
    answer = matrix([unit("U")], TARGETS, [[IDLE, IDLE]], back, weights=[3, 1])
    _, theirs = totals({**answer, "question": "field"}, 0)
    assert theirs.share is not None
    assert theirs.share.value == pytest.approx((3 * 10 + 60) / (3 * 100 + 200))
    _, theirs = totals(answer | {"weights": None}, 0)
    assert theirs.share is not None
    assert theirs.share.value == pytest.approx((10 + 60) / (100 + 200))


def test_nothing_is_destroyed_for_points_where_no_target_has_a_price() -> None:
    (mine,) = totals(matrix([unit("U")], [unit("A", 5, 0)], [[cell(5, 0.0, 1.0)]]), 0)
    assert (mine.share, mine.units[0].share) == (None, None)


def test_standard_errors_go_through_sums_and_means() -> None:
    row = [cell(1, 20, 0.0, error=3.0), cell(0.3, 60, 0.3, error=4.0)]
    (mine,) = totals(matrix([unit("U"), unit("V")], TARGETS, [row, row]), 0)
    assert mine.units[0].points.error == pytest.approx(2.5)
    assert mine.points.error == pytest.approx(2.5 * 2**0.5)
    assert mine.sampled == 4


def test_a_side_with_a_unit_without_a_price_has_no_share() -> None:
    (mine,) = totals(matrix([unit("U", 5, 0)], TARGETS, [[cell(1, 20, 0, price=0), IDLE]]), 0)
    assert (mine.share, mine.units[0].share) == (None, None)


def test_a_comparison_has_the_totals_of_each_side_by_name() -> None:
    answer = comparison(
        [("Old", [unit("U")], [[cell(1, 20, 0.0), IDLE]]), ("New", [unit("V")], [[cell(1, 30, 0.0), IDLE]])], TARGETS
    )
    assert [(side.name, side.points.value) for side in totals(answer, 0)] == [("Old", 10), ("New", 15)]
