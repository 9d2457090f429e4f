"""What answers come to in sentences: those of small answers whose right words are known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battle.advice import Measure, allocation, priorities, summary, threats, totals
from battle.advice.dueling import ends_of
from tests.battle.advice.answers import IDLE, REFUSED, cell, comparison, destroyed, matrix, result, unit

REDS, BLUES = unit("Reds", 5, 100), unit("Blues", 4, 80)


# Tables -------------------------------------------------------------------------------------------------


def test_a_matrix_says_who_trades_better_what_is_hard_and_who_is_threatened() -> None:
    answer = matrix(
        [REDS, unit("Knives", 5, 50)],
        [BLUES, unit("Tank", 1, 200)],
        [[cell(2.0, 40.0, 0.12), cell(0.1, 20.0, 0.1)], [IDLE, IDLE]],
        [[cell(1.0, 20.0, 0.0, price=80), cell(2.0, 20.0, 0.02, price=80)], [cell(1.5, 30.0, 0.01, price=200), IDLE]],
        not_modelled=["Oath of the Reds: not judged; it may help.", "Luck."],
    )
    assert summary(answer) == (
        "Each attacking an average target, your units destroy 30 points (R-28) for 150 points of their own, 0.20 for "
        "each; theirs destroy 0.12 for each. Point for point yours attack better.",
        "The best trade is Reds on Blues: 0.40 points destroyed for each point, 2 of 4 models, all of it in 12.0 %.",
        "No unit of yours destroys all of Tank in more than 10 % by itself.",
        "Most threatened of yours: Knives, by Blues, which by itself destroys 2 of 5 models, 20 points, all of it in "
        "2.0 %.",
        "Most dangerous of theirs: Blues, 20 points destroyed of an average unit of yours. Most against it does Reds: "
        "2 of 4 models, all of it in 12.0 %.",
        "Without a weapon for this, of your units: Knives.",
        "Not in these figures, though it might matter: Oath of the Reds and Luck.",
    )


def test_a_matrix_of_equals_names_no_winner() -> None:
    row = [[cell(1.0, 20.0, 0.2)]]
    found = summary(matrix([REDS], [REDS], row, row))
    assert found[0].endswith("Point for point neither side attacks better by so much that it means anything.")
    assert found[2] == "For every target there is a unit of yours that destroys all of it in more than 10 %."


def test_a_matrix_says_what_was_sampled_and_what_could_not_be_had() -> None:
    answer = matrix([REDS], [BLUES, REDS, BLUES], [[cell(1.0, 20.0, 0.0, error=1.0), REFUSED, cell(1.0, 20.0, 0.0)]])
    assert summary(answer)[-2:] == (
        "1 of 3 pairs of your units and their targets could not be computed and count nowhere. It is too large. "
        "Ask for this pair by itself.",
        "1 of 3 pairs of your units and their targets were sampled; what differs by less than two standard errors is "
        "called the same.",
    )


def test_a_matrix_with_nothing_in_it_claims_nothing() -> None:
    answer = matrix([REDS], [BLUES], [[REFUSED]], [[REFUSED]])
    found = " ".join(summary(answer))
    for claim in ("best trade", "more than 10 %", "next to nothing", "threatened"):
        assert claim not in found


def test_several_targets_that_several_units_of_theirs_destroy_are_named() -> None:
    back = [[cell(5.0, 100.0, 0.9)], [cell(4.0, 80.0, 0.6)]]
    answer = matrix([REDS], [BLUES, unit("Greens")], [[IDLE, IDLE]], back)
    assert "2 units of theirs each destroy Reds more often than not." in summary(answer)


def test_the_most_dangerous_of_theirs_is_named_only_where_there_is_one() -> None:
    back = [[cell(1.0, 20.0, 0.0)], [cell(1.0, 20.1, 0.0)], [cell(1.0, 20.0, 0.0)]]
    answer = matrix([REDS], [BLUES, unit("Greens"), unit("Greys")], [[IDLE, IDLE, IDLE]], back)
    assert not [said for said in summary(answer) if said.startswith("Most dangerous")]
    answer = matrix([REDS], [BLUES, unit("Greens")], [[IDLE, IDLE]], back[:2])
    assert (
        "Most dangerous of theirs: Greens and Blues, 20.1 points destroyed of an average unit of yours. None of yours "
        "does more than next to nothing to Greens here."
    ) in summary(answer)


def test_units_share_targets_out() -> None:
    answer = matrix([REDS, REDS], [BLUES, BLUES], [[cell(4, 80, 1.0), cell(2, 40, 0.0)]] * 2)
    assert (
        "Shared out so that units do not destroy the same models twice, yours destroy 120 points on average, on "
        "2 targets."
    ) in summary(answer)


def test_a_field_says_who_does_most_and_counts_targets_by_their_weights() -> None:
    answer = matrix(
        [REDS, unit("Las", 5, 100)],
        [BLUES, unit("Tank", 1, 200)],
        [[cell(2.0, 40.0, 0.2), cell(0.0, 0.0, 0.0)], [cell(0.5, 10.0, 0.0), cell(0.5, 100.0, 0.5)]],
        weights=[3, 1],
    )
    found = summary({**answer, "question": "field"})
    assert found[0] == (
        "Each attacking an average target, targets counted as common as they are, your units destroy 62.5 points "
        "(R-28) for 200 points of their own, 0.31 for each."
    )
    assert found[2] == "Over all targets Las does most for its points, 0.33 for each, and Reds least, 0.30."


def test_a_comparison_says_which_side_is_better_and_where() -> None:
    targets = [BLUES, unit("Tank", 1, 200)]
    answer = comparison(
        [
            ("Old", [REDS], [[cell(1.0, 20.0, 0.3), cell(0.1, 20.0, 0.1)]]),
            ("New", [unit("Las", 5, 200)], [[cell(0.5, 10.0, 0.0, price=200), cell(0.4, 80.0, 0.4, price=200)]]),
        ],
        targets,
    )
    assert summary(answer) == (
        "Old: each of its units attacking an average target, 20 points are destroyed (R-28) for 100 points of its own, "
        "0.20 for each.",
        "New: each of its units attacking an average target, 45 points are destroyed (R-28) for 200 points of its own, "
        "0.23 for each.",
        "New does better point for point, by 12.5 %.",
        "New does better in all, by 125.0 %.",
        "Old has the unit that destroys Blues most often.",
        "New has the unit that destroys Tank most often.",
    )


def test_sides_that_differ_by_less_than_a_hundredth_do_equally_well() -> None:
    answer = comparison(
        [("Old", [REDS], [[cell(1.0, 20.0, 0.3)]]), ("New", [REDS], [[cell(1.0, 20.1, 0.302)]])], [BLUES]
    )
    assert summary(answer)[2:] == (
        "New and Old do equally well point for point, as far as it means anything.",
        "New and Old do equally well in all, as far as it means anything.",
    )


def test_views_are_called_by_their_names_where_there_are_several() -> None:
    answer = matrix([REDS], [BLUES], [[IDLE]])
    two = {**answer, "views": [{**answer["views"][0], "name": "Near"}, {**answer["views"][0], "activity": "both"}]}
    assert {said.split(":")[0] for said in summary(two)} == {"Near", "Shooting, then fighting"}
    assert summary(two, 0) == summary(answer)


# Attacks ------------------------------------------------------------------------------------------------


def of_two(question: str, **more: Any) -> dict[str, Any]:
    return {"question": question, "name": "", "method": "exact", "attacker": REDS, "target": BLUES, **more}


CHANCES = (0.1, 0.4, 0.3, 0.15, 0.05)


def test_an_attack_says_what_it_does_what_it_is_worth_and_why() -> None:
    answer = of_two(
        "attack",
        **result(
            destroyed(CHANCES, points=20),
            order=["Troopers", "Sergeant"],
            contributions=[
                {"source": "Oath", "models": 0.4, "wounds": 0.8, "whole_unit": 0.0},
                {"source": "Heavy", "models": 0.2, "wounds": 0.4, "whole_unit": 0.0},
                {"source": "Nothing", "models": 0.001, "wounds": 0.0, "whole_unit": 0.0},
            ],
            left_out=[
                {"weapon": "Fist", "reason": "It is a melee weapon."},
                {"weapon": "Melta", "reason": "The target is out of range."},
            ],
            not_modelled=["Luck."],
        ),
    )
    assert summary(answer) == (
        "Reds on Blues: 1.65 of 4 models destroyed on average, most likely 1 (40.0 %); 2 or more in 50.0 %, "
        "all of it in 5.0 %.",
        "That is 33 points of 80 (R-28), 0.33 for each point of Reds.",
        "12 attacks make 6 hits and 3 wounds on average.",
        "Oath (0.40 models) and Heavy (0.20 models) add most, each beside all others.",
        "The defender allocates to Troopers, then Sergeant: as was settled, else so that the fewest models are lost, "
        "then the fewest points (R-29).",
        "Not used: Melta (the target is out of range).",
        "Not in these figures, though it might matter: Luck.",
    )


def test_a_single_model_is_destroyed_or_not() -> None:
    answer = of_two("attack", **result(destroyed((0.7, 0.3), points=200, wounds=6.5)))
    answer["target"] = unit("Tank", 1, 200)
    assert summary(answer)[0] == "Reds on Tank: destroyed in 30.0 % of cases, 6.50 wounds lost on average."


def test_a_sampled_attack_says_so() -> None:
    answer = of_two("attack", **result(destroyed(CHANCES, points=20)))
    answer["sampling"] = {
        "samples": 100_000,
        "seed": 1,
        "standard_errors": {"expected_models": 0.05},
        "reason": "It does not fit.",
    }
    assert summary(answer)[-1] == (
        "These figures come from 100,000 rolls of the dice, not from all cases: it does not fit; models destroyed are "
        "off by chance, mostly by less than 0.10 (two standard errors), and what never came up may still happen."
    )


def test_how_far_sampled_figures_are_off_is_never_rounded_down() -> None:
    answer = of_two("attack", **result(destroyed(CHANCES, points=20)))
    answer["sampling"] = {"samples": 20_000, "seed": 1, "standard_errors": {"expected_models": 0.007}, "reason": None}
    assert "mostly by less than 0.02 (two standard errors)" in summary(answer)[-1]


def test_units_without_prices_have_no_points() -> None:
    answer = of_two("attack", **result(destroyed(CHANCES, points=0)))
    answer |= {"attacker": unit("Reds", 5, 0), "target": unit("Blues", 4, 0)}
    assert "points" not in " ".join(summary(answer))


def test_a_pair_has_both_phases() -> None:
    phases = [
        {"phase": "shooting", "note": None, **result(destroyed((0.5, 0.5, 0.0), points=20))},
        {"phase": "fight", "note": "Fresh.", **result(destroyed((0.75, 0.25, 0.0), points=20))},
    ]
    answer = of_two("pair", destroyed=destroyed(CHANCES, points=20), phases=phases, not_modelled=[])
    assert summary(answer)[2:] == (
        "Shooting: 0.50 models are destroyed by this alone. 12 attacks make 6 hits and 3 wounds on average.",
        "Fighting: 0.25 models are destroyed by this alone, if the target were fresh. 12 attacks make 6 hits and "
        "3 wounds on average.",
    )


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ((0.9, 0.1, 0, 0, 0, 0.0), "Reds: 33 points destroyed and 2 points lost on average (R-28), 31 points up."),
        ((0.0, 0.0, 0, 0, 1.0, 0.0), "Reds: 33 points destroyed and 80 points lost on average (R-28), 47 points down."),
        (
            (0.0, 0.35, 0.65, 0, 0, 0.0),
            "Reds: 33 points destroyed and 33 points lost on average (R-28), as far as it means anything an even "
            "trade.",
        ),
    ],
)
def test_an_exchange_says_who_trades_better(lost: tuple[float, ...], words: str) -> None:
    first = result(destroyed(CHANCES, points=20), not_modelled=["Luck."])
    answer = of_two("exchange", first=first, back=destroyed(lost, points=20), answers=[], joint=[])
    found = summary(answer)
    assert found[1].startswith("What is left of Blues on Reds: ")
    assert found[2] == "In 5.0 % of cases nothing is left that could answer."
    assert found[3:] == (words, "Not in these figures, though it might matter: Luck.")


def test_units_of_one_name_are_told_apart_in_an_exchange() -> None:
    first = result(destroyed(CHANCES, points=20))
    answer = of_two("exchange", first=first, back=destroyed(CHANCES, points=20), answers=[], joint=[])
    found = summary({**answer, "target": {**BLUES, "name": "Reds"}})
    assert found[0].startswith("Reds (attacker) on Reds (target): ")
    assert found[1].startswith("What is left of Reds (target) on Reds (attacker): ")
    assert found[3].startswith("Reds (attacker): 33 points destroyed")


# Duels --------------------------------------------------------------------------------------------------


def duel(joint: list[list[float]], rounds: list[tuple[float, float]], **more: Any) -> dict[str, Any]:
    ends = [
        {
            "round": number,
            "distance": 1.0,
            "engaged": 1.0,
            "attacker": {
                "left": [],
                "expected_models_destroyed": 1.0,
                "expected_points_destroyed": 20.0,
                "whole_unit": mine,
            },
            "target": {
                "left": [],
                "expected_models_destroyed": 1.0,
                "expected_points_destroyed": 40.0,
                "whole_unit": theirs,
            },
        }
        for number, (mine, theirs) in enumerate(rounds, 1)
    ]
    return of_two("chain", first="attacker", steps=[], rounds=ends, joint=joint, not_modelled=[], **more)


def test_a_duel_says_who_wins_by_when_and_what_hangs_on_the_charge() -> None:
    answer = duel(
        [[0.1, 0.1], [0.7, 0.1]],
        [(0.1, 0.4), (0.2, 0.8)],
    )
    answer["steps"] = [
        {"action": "charge", "unit": "attacker", "round": 1, "distance": 7.0, "charge_succeeds": 7 / 12},
        {"action": "charge", "unit": "attacker", "round": 2, "distance": 7.0, "charge_succeeds": 0.9},
    ]
    assert summary(answer) == (
        "After 2 battle rounds: Reds alone is left in 70.0 % of cases, Blues alone in 10.0 %, both in 10.0 %, neither "
        "in 10.0 %. Most often Reds will win.",
        "Blues: destroyed by the end of round 2 in 80.0 % of cases.",
        "The first charge of Reds, in round 1 over 7 inches, succeeds in 58.3 % of the cases in which it is declared.",
        "Reds: 40 points destroyed and 20 points lost on average (R-28), 20 points up.",
    )


@pytest.mark.parametrize(
    ("joint", "words"),
    [
        ([[0.1, 0.6], [0.2, 0.1]], "Most often Blues will win."),
        ([[0.6, 0.1], [0.3, 0.0]], "Most often nothing is decided; else the odds are with Reds."),
        ([[0.2, 0.3], [0.4, 0.1]], "The odds are with Reds."),
        ([[0.4, 0.3], [0.302, 0.0]], "Neither has an edge that means anything."),
    ],
)
def test_the_odds_of_a_duel_are_named_for_what_they_are(joint: list[list[float]], words: str) -> None:
    assert summary(duel(joint, [(0.1, 0.1)]))[0].endswith(words)


def test_the_ends_of_a_duel_are_all_there_is() -> None:
    ends = ends_of(duel([[0.1, 0.05, 0.05], [0.2, 0.1, 0.1], [0.2, 0.1, 0.1]], [(0.0, 0.0)]))
    found = (ends.attacker_wins, ends.target_wins, ends.both_destroyed, ends.both_left)
    assert found == pytest.approx((0.3, 0.15, 0.1, 0.45))


def test_two_of_one_name_are_told_apart() -> None:
    answer = {**duel([[0.1, 0.1], [0.7, 0.1]], [(0.1, 0.4)]), "target": REDS}
    assert "Reds (attacker) alone is left in 70.0 % of cases, Reds (target) alone" in summary(answer)[0]


# Whatever the answer ------------------------------------------------------------------------------------


def any_cell(luck: Random, target: dict[str, Any], price: float) -> dict[str, Any]:
    kind = luck.random()
    if kind < 0.15:
        return IDLE
    if kind < 0.25:
        return REFUSED
    part = luck.random() ** 2
    error = luck.random() * 5 if kind < 0.5 else 0.0
    return cell(part * target["models"], part * target["points"], part**3, price=price, error=error)


@pytest.mark.parametrize("seed", range(40))
def test_sentences_of_any_matrix_are_whole_and_rankings_are_in_order(seed: int) -> None:
    luck = Random(seed)  # noqa: S311  (seeded, not secret)
    sides = [
        [unit(f"{side}{luck.randrange(3)}", luck.randrange(1, 20), luck.choice([0, 0, 90, 200])) for _ in range(count)]
        for side, count in (("M", luck.randrange(1, 6)), ("T", luck.randrange(1, 6)))
    ]
    ways = [
        [[any_cell(luck, target, one["points"]) for target in theirs] for one in mine]
        for mine, theirs in (sides, sides[::-1])
    ]
    answer = matrix(sides[0], sides[1], ways[0], ways[1] if luck.random() < 0.7 else None)
    for said in summary(answer):
        assert said.endswith(".")
        assert not {"nan", "inf", "None", "-0"} & set(said.replace(",", " ").split())
    for measure in Measure:
        rankings = [one.ranked for one in priorities(answer, 0, measure=measure)]
        for ranked in (*rankings, *(one.ranked for one in threats(answer, 0, measure=measure))):
            values = [one.figure.value for one in ranked]
            assert values == sorted(values, reverse=True)
            assert not ranked or ranked[0].is_first
    for one in priorities(answer, 0):
        assert len(one.ranked) + len(one.idle) + len(one.unknown) == len(sides[1])
    plan = allocation(answer, 0)
    placed = [one.unit.position for one in plan.assigned]
    placed += [one.position for one in (*plan.spare, *plan.unknown)]
    assert sorted(placed) == list(range(len(sides[0])))
    for target in {one.target for one in plan.assigned}:
        most = target.points if plan.is_in_points else target.models
        assert sum(one.gain for one in plan.assigned if one.target == target) <= most + 1e-9
    for side in totals(answer, 0):
        assert side.points.value >= 0
        assert all(0 <= best.value <= 1 for best in side.best)
