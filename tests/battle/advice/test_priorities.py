"""Which targets come first, and what threatens whom."""

from __future__ import annotations

from typing import Any

import pytest

from battle.advice import Measure, priorities, threats
from tests.battle.advice.answers import IDLE, REFUSED, cell, comparison, matrix, unit

TERMINATORS, RHINO, BOYZ = unit("Terminators", 5, 200), unit("Rhino", 1, 80), unit("Boyz", 10, 85)
MELTA = unit("Melta", 5, 100)


def one_row(*cells: dict[str, Any]) -> dict[str, Any]:
    return matrix([MELTA], [TERMINATORS, RHINO, BOYZ][: len(cells)], [cells])


def test_targets_are_ranked_by_points_for_a_point_and_it_is_said_why() -> None:
    answer = one_row(cell(1.0, 40.0, 0.01), cell(0.7, 56.0, 0.7), cell(2.0, 17.0, 0.0))
    (found,) = priorities(answer, 0)
    assert [(one.place, one.unit.name, one.figure.value) for one in found.ranked] == [
        (1, "Rhino", 0.56),
        (2, "Terminators", 0.4),
        (3, "Boyz", 0.17),
    ]
    assert found.sentence == (
        "Melta: Rhino first, 0.56 points destroyed for each point (0.70 of 1 model, 56 points of 80, 70.0 % to destroy "
        "all of it). Then Terminators: 0.40 points destroyed for each point."
    )


@pytest.mark.parametrize(
    ("measure", "order"),
    [
        (Measure.MODELS, ["Boyz", "Terminators", "Rhino"]),
        (Measure.POINTS, ["Rhino", "Terminators", "Boyz"]),
        (Measure.WHOLE_UNIT, ["Rhino", "Terminators", "Boyz"]),
    ],
)
def test_each_measure_ranks_in_its_own_way(measure: Measure, order: list[str]) -> None:
    answer = one_row(cell(1.0, 40.0, 0.01), cell(0.7, 56.0, 0.7), cell(2.0, 17.0, 0.0))
    (found,) = priorities(answer, 0, measure=measure)
    assert [one.unit.name for one in found.ranked] == order


def test_exact_figures_within_a_hundredth_are_called_the_same() -> None:
    (found,) = priorities(one_row(cell(1.0, 40.0, 0.0), cell(0.5, 40.3, 0.5)), 0)
    assert [one.place for one in found.ranked] == [1, 1]
    assert found.sentence == (
        "Melta: Rhino or Terminators first, alike as far as it means anything: 0.40 points destroyed for each point."
    )
    (found,) = priorities(one_row(cell(1.0, 40.0, 0.0), cell(0.5, 40.41, 0.5)), 0)
    assert [one.place for one in found.ranked] == [1, 2]
    assert found.sentence.endswith(" Then Terminators, hardly less.")


def test_sampled_figures_within_two_standard_errors_are_called_the_same() -> None:
    (found,) = priorities(one_row(cell(1.0, 40.0, 0.0, error=1.0), cell(0.5, 42.0, 0.5, error=1.0)), 0)
    assert [one.place for one in found.ranked] == [1, 1]
    (found,) = priorities(one_row(cell(1.0, 40.0, 0.0, error=1.0), cell(0.5, 43.0, 0.5, error=1.0)), 0)
    assert [(one.place, one.why.endswith(", sampled")) for one in found.ranked] == [(1, True), (2, True)]


def test_chances_that_differ_by_less_than_half_of_a_hundredth_are_the_same() -> None:
    answer = one_row(cell(1.0, 40.0, 0.104), cell(0.5, 40.0, 0.1))
    (found,) = priorities(answer, 0, measure=Measure.WHOLE_UNIT)
    assert [one.place for one in found.ranked] == [1, 1]


def test_what_cannot_be_attacked_and_what_was_refused_are_told_apart() -> None:
    (found,) = priorities(one_row(cell(1.0, 40.0, 0.0), IDLE, REFUSED), 0)
    assert [one.name for one in found.idle] == ["Rhino"]
    assert [(one.name, why) for one, why in found.unknown] == [
        ("Boyz", "It is too large. Ask for this pair by itself.")
    ]
    assert found.sentence.endswith(" It cannot attack Rhino. Not ranked: Boyz.")


def test_a_unit_that_can_attack_nobody_says_so() -> None:
    (found,) = priorities(one_row(IDLE, IDLE), 0)
    assert found.sentence == "Melta can attack none of 2 targets here."


def test_where_everything_was_refused_the_reason_is_given() -> None:
    (found,) = priorities(one_row(REFUSED, REFUSED), 0)
    assert found.sentence == "Melta: nothing can be said. It is too large. Ask for this pair by itself."


def test_next_to_nothing_is_no_priority() -> None:
    (found,) = priorities(one_row(cell(0.01, 0.4, 0.0), cell(0.001, 0.1, 0.0)), 0)
    assert found.sentence == (
        "Melta can do next to nothing to any target here: at best less than 0.01 points destroyed for each point."
    )


def test_a_unit_without_a_price_has_no_points_for_a_point() -> None:
    answer = matrix([unit("Melta", 5, 0)], [RHINO], [[cell(0.5, 40.0, 0.5, price=0)]])
    (found,) = priorities(answer, 0)
    assert (found.ranked, found.sentence) == ((), "Melta: nothing can be said. The unit that attacks has no price.")
    (found,) = priorities(answer, 0, measure=Measure.MODELS)
    assert found.ranked[0].unit.name == "Rhino"


def test_a_target_without_a_price_has_no_points_to_lose() -> None:
    """R-28: its models are worth no points known, which is not the same as nothing."""
    targets = [unit("Nameless", 5, 0), RHINO]
    answer = matrix([MELTA], targets, [[cell(5.0, 0.0, 1.0), cell(0.1, 8.0, 0.1)]])
    (found,) = priorities(answer, 0)
    assert [one.unit.name for one in found.ranked] == ["Rhino"]
    assert [(one.name, why) for one, why in found.unknown] == [("Nameless", "The unit that is attacked has no price.")]
    assert found.sentence.endswith(" Not ranked: Nameless.")
    (found,) = priorities(matrix([MELTA], targets[:1], [[cell(5.0, 0.0, 1.0)]]), 0)
    assert found.sentence == "Melta: nothing can be said. The unit that is attacked has no price."
    (found,) = priorities(answer, 0, measure=Measure.MODELS)
    assert [one.unit.name for one in found.ranked] == ["Nameless", "Rhino"]


def test_what_is_one_is_one_point() -> None:
    assert Measure.POINTS_FOR_A_POINT.in_words(1.0) == "1 point destroyed for each point"
    assert Measure.POINTS_FOR_A_POINT.in_words(0.0) == "0 points destroyed for each point"


def test_threats_that_could_not_be_computed_are_named() -> None:
    answer = matrix([MELTA], [RHINO, unit("Tank", 1, 150)], [[IDLE, IDLE]], [[cell(1.0, 20.0, 0.0)], [REFUSED]])
    (found,) = threats(answer, 0)
    assert found.sentence.endswith(" Not ranked: Tank.")


def test_units_of_one_name_are_numbered() -> None:
    answer = matrix([MELTA, MELTA], [RHINO], [[cell(0.5, 40.0, 0.5)], [cell(0.5, 40.0, 0.5)]])
    assert [one.unit.name for one in priorities(answer, 0)] == ["Melta (1st)", "Melta (2nd)"]


def test_a_side_of_a_comparison_has_priorities_too() -> None:
    answer = comparison(
        [("A", [MELTA], [[cell(0.1, 8.0, 0.1)]]), ("B", [unit("Las")], [[cell(0.5, 40.0, 0.5)]])], [RHINO]
    )
    (found,) = priorities(answer, 0, side=1)
    assert (found.unit.name, found.ranked[0].figure.value) == ("Las", 0.4)


def test_threats_rank_those_who_attack_one_of_mine() -> None:
    mine, other = unit("Guard", 10, 60), unit("Tank", 1, 150)
    back = [[cell(2.0, 12.0, 0.0), cell(0.1, 15.0, 0.1)], [cell(6.0, 36.0, 0.2), IDLE], [cell(0.5, 3.0, 0.0), IDLE]]
    answer = matrix([mine, other], [TERMINATORS, RHINO, BOYZ], [[IDLE] * 3, [IDLE] * 3], back)
    first, second = threats(answer, 0)
    assert [one.unit.name for one in first.ranked] == ["Rhino", "Terminators", "Boyz"]
    assert first.sentence == (
        "Guard: most to fear from Rhino, 36 points destroyed (6 of 10 models, 20.0 % to destroy all of it)."
    )
    assert [one.name for one in second.idle] == ["Rhino", "Boyz"]


def test_threats_that_are_none_are_called_none() -> None:
    answer = matrix([MELTA], [RHINO, BOYZ], [[IDLE, IDLE]], [[IDLE], [IDLE]])
    assert threats(answer, 0)[0].sentence == "Nothing of theirs can attack Melta here."
    answer = matrix([MELTA], [RHINO], [[IDLE]], [[cell(0.0, 0.01, 0.0)]])
    assert threats(answer, 0)[0].sentence == "Melta: next to nothing to fear, at worst less than 0.1 points destroyed."


def test_without_the_way_back_there_are_no_threats() -> None:
    assert threats(matrix([MELTA], [RHINO], [[IDLE]]), 0) == ()
