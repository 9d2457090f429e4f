"""What tables come to where units do alike, have no price, or could not be computed."""

from __future__ import annotations

from battle.advice import summary
from tests.battle.advice.answers import IDLE, REFUSED, cell, comparison, matrix, unit

REDS, BLUES = unit("Reds", 5, 100), unit("Blues", 4, 80)


def test_a_target_of_which_a_pair_is_not_known_is_not_called_hard() -> None:
    answer = matrix([REDS, BLUES], [REDS, BLUES], [[REFUSED, cell(1.0, 20.0, 0.0)], [IDLE, IDLE]])
    assert "No unit of yours destroys all of Blues in more than 10 % by itself." in summary(answer)
    found = summary(matrix([REDS, BLUES], [REDS, BLUES], [[REFUSED, cell(4.0, 80.0, 0.9)], [IDLE, IDLE]]))
    assert not [said for said in found if "more than 10 %" in said]


def test_targets_without_a_price_are_named_and_no_points_are_told_of_them() -> None:
    answer = matrix([REDS], [unit("Nameless", 5, 0)], [[cell(5.0, 0.0, 1.0)]])
    assert summary(answer) == (
        "For every target there is a unit of yours that destroys all of it in more than 10 %.",
        "Without a price, so that none of your points destroyed are of them: Nameless.",
    )
    sides = [(name, [unit(name)], [[cell(models, 0.0, 0.0)]]) for name, models in (("Old", 1.0), ("New", 5.0))]
    said = summary(comparison(sides, [unit("Nameless", 5, 0)]))
    assert not [one for one in said if "points are destroyed" in one or "in all" in one]


def test_units_that_are_threatened_alike_are_named_together() -> None:
    back = [[cell(5.0, 100.0, 0.999), cell(5.0, 50.0, 1.0)]]
    answer = matrix([REDS, unit("Knives", 5, 50)], [BLUES], [[IDLE], [IDLE]], back)
    assert (
        "Most threatened of yours, as far as it means anything, are Reds and Knives: a single unit of theirs destroys "
        "100 % of the models of each on average." in summary(answer)
    )


def test_units_that_do_as_well_or_as_little_as_one_another_are_named_together() -> None:
    units = [unit(name) for name in ("A", "B", "C", "D")]
    rows = [[cell(1.0, points, 0.0)] for points in (50.0, 49.9, 0.0, 0.0)]
    answer = {**matrix(units, [unit("T", 5, 100)], rows, weights=[1]), "question": "field"}
    assert "Over all targets A and B do most for their points, 0.50 for each, and C and D least, 0." in summary(answer)
