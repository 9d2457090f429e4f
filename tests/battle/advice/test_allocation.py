"""Who attacks whom, so that units do not destroy the same models twice."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from battle.advice import Allocation, allocation
from tests.battle.advice.answers import IDLE, REFUSED, cell, matrix, unit


def table(worth: list[float], points: list[list[float]]) -> dict[str, Any]:
    """Targets of so many points, and what each unit destroys of each on average."""
    targets = [unit(f"T{place}", 1, value) for place, value in enumerate(worth)]
    rows = [[cell(value / most, value, value / most) for value, most in zip(row, worth, strict=True)] for row in points]
    return matrix([unit(f"U{place}") for place in range(len(points))], targets, rows)


def pairs(found: Allocation) -> list[tuple[str, str, float]]:
    return [(one.unit.name, one.target.name, round(one.gain, 9)) for one in found.assigned]


def test_two_units_are_not_both_sent_where_one_is_enough() -> None:
    found = allocation(table([100, 80], [[100, 60], [100, 50]]), 0)
    assert pairs(found) == [("U1", "T0", 100), ("U0", "T1", 60)]
    assert found.sentences[:2] == (
        "U1 on T0: 100 of 100 points destroyed on average.",
        "U0 on T1: 60 of 80 points destroyed on average.",
    )
    assert found.sentences[2].startswith("In all 160 points destroyed (R-28). It assumes that each unit attacks once,")


def test_units_add_up_on_a_target_of_what_others_left() -> None:
    found = allocation(table([100], [[50], [40]]), 0)
    assert pairs(found) == [("U0", "T0", 50), ("U1", "T0", 20)]
    assert found.sentences[0] == "U0 and U1 on T0: together 70 of 100 points destroyed on average."
    assert found.total == pytest.approx(70)


def test_a_unit_that_gains_nothing_is_spare() -> None:
    targets = [unit("Tank", 1, 200)]
    answer = matrix([unit("Las"), unit("Knives"), unit("Far")], targets, [[cell(1, 200, 1)], [IDLE], [REFUSED]])
    found = allocation(answer, 0)
    assert ([one.name for one in found.spare], [one.name for one in found.unknown]) == (["Knives"], ["Far"])
    assert found.sentences[1:3] == (
        "Next to nothing to gain anywhere: Knives.",
        "Left out, since not all of their pairs could be computed: Far.",
    )


def test_nobody_with_anything_to_gain_leaves_no_plan() -> None:
    found = allocation(matrix([unit("Knives")], [unit("Tank", 1, 200)], [[IDLE]]), 0)
    assert (found.assigned, found.total) == ((), 0)
    assert found.sentences == ("Next to nothing to gain anywhere: Knives.",)


def test_without_prices_models_count() -> None:
    answer = matrix([unit("U")], [unit("A", 10, 0), unit("B", 5, 100)], [[cell(4, 0, 0), cell(1, 20, 0)]])
    found = allocation(answer, 0)
    assert (found.is_in_points, found.sentences[0]) == (False, "U on A: 4 of 10 models destroyed on average.")


def value_of(choice: tuple[int, ...], worth: list[float], points: list[list[float]]) -> float:
    left = list(worth)
    for unit_place, target in enumerate(choice):
        left[target] *= 1 - points[unit_place][target] / worth[target]
    return sum(worth) - sum(left)


@pytest.mark.parametrize("seed", range(25))
def test_no_unit_could_do_better_elsewhere_and_the_best_plan_is_near(seed: int) -> None:
    luck = Random(seed)  # noqa: S311  (seeded, not secret)
    worth = [float(luck.randrange(50, 300)) for _ in range(luck.randrange(1, 5))]
    points = [[luck.random() * most for most in worth] for _ in range(luck.randrange(1, 6))]
    found = allocation(table(worth, points), 0)
    chosen = {one.unit.position: one.target.position for one in found.assigned}
    places = range(len(worth))
    mine = tuple(chosen.get(place, 0) for place in range(len(points)))
    assert sorted(chosen) == list(range(len(points)))
    assert found.total == pytest.approx(value_of(mine, worth, points))
    for place, target in product(range(len(points)), places):
        moved = (*mine[:place], target, *mine[place + 1 :])
        assert value_of(moved, worth, points) <= found.total + 1e-6
    best = max(value_of(choice, worth, points) for choice in product(places, repeat=len(points)))
    assert found.total >= 0.95 * best
