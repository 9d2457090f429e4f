"""One roll by dice that are known: every rule of the sequence, in the order in which it is played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from battle.engine.effects import Change, Effect, Moment, Part, Side
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.target import State
from battle.sampling.literal import Luck, Models, hazards, rolled
from battle.sampling.planning import plan_of
from battle.sampling.tracing import Trace
from tests.battle.engine.units import MELEE, ability, attackers, character, dice, models, unit, weapon


class Known(Luck):
    """Dice that fall as they are told, and no others."""

    def __init__(self, *faces: int) -> None:
        self.faces: Iterator[int] = iter(faces)

    def d6(self) -> int:
        return next(self.faces)

    def are_used_up(self) -> bool:
        """Whether all of them were rolled."""
        return next(self.faces, None) is None


def played(
    attacker: Fighters,
    target: Fighters,
    *faces: int,
    policies: Policies | None = None,
    situation: Situation = MELEE,
    trace: Trace | None = None,
) -> State:
    """What is left after these dice; all of them have to be rolled."""
    luck = Known(*faces)
    plan = plan_of(attacker, target, situation, policies or Policies())
    left = rolled(plan, luck, trace=trace).state()
    assert luck.are_used_up()
    return left


BLADE = weapon(3, 3, 4, 1, 2, range=None)


@pytest.mark.rule("05.03", "05.04")
def test_save_rolls_are_applied_from_the_lowest_to_the_highest() -> None:
    """Sv 5+ and AP -1: 1 to 5 inflict on bodyguards, 1 to 4 on the captain, whose turn comes last."""
    target = unit(models(1, 4, 5, 2), character(4, 3, 4))

    left = played(attackers(BLADE), target, 3, 4, 5, 4, 5, 6, 5, 4, 2)

    # 2 destroys the bodyguard; then 4 and 5 meet the captain, who saves both on 4+.
    assert left == (0, 4, 0)


@pytest.mark.rule("05.01", "05.02")
def test_ones_fail_and_sixes_are_critical_whatever_is_needed() -> None:
    blade = weapon(4, 2, 3, 0, 1, range=None)

    left = played(attackers(blade), unit(models(5, 8, 6, 1)), 1, 2, 3, 6, 5, 6, 1, 1)

    # Three hits; S 3 against T 8 needs a 6, of which there is one; its save roll is a 1.
    assert left == (4, 0)


@pytest.mark.rule("24.36", "24.23")
def test_further_hits_are_not_critical_and_lethal_hits_wound_unrolled() -> None:
    blade = weapon(2, 3, 4, 0, 1, ability("sustained hits", 2), "lethal hits", range=None)

    # A 6 and a miss; two more hits roll to wound (a 4 and a 3); the critical one wounds by itself; two saves fail.
    left = played(attackers(blade), unit(models(5, 4, 6, 1)), 6, 2, 4, 3, 1, 5)

    assert left == (3, 0)


@pytest.mark.rule("24.10", "06.02")
def test_devastating_wounds_come_after_normal_damage_and_hurt_one_model_each() -> None:
    blade = weapon(2, 2, 4, 0, 3, "devastating wounds", range=None)

    # Both hit, one wounds and one critically; the save roll fails: a model of W 2 dies of D 3, then another.
    left = played(attackers(blade), unit(models(3, 4, 6, 2)), 2, 2, 4, 6, 5)

    assert left == (2, 0)


@pytest.mark.rule("24.12")
def test_feel_no_pain_is_rolled_for_every_wound_until_the_model_is_destroyed() -> None:
    # D 2 at a model of W 1: once the first wound is lost nothing more is rolled.
    left = played(attackers(weapon(1, 2, 4, 0, 2, range=None)), unit(models(2, 4, 6, 1, 7, 5)), 3, 4, 1, 4)

    assert left == (1, 0)


@pytest.mark.rule("24.28")
def test_precision_picks_a_character_until_it_is_destroyed() -> None:
    blade = weapon(2, 2, 4, 0, 2, "precision", range=None)
    target = unit(models(2, 4, 6, 1), character(4, 6, 2))

    left = played(attackers(blade), target, 3, 3, 4, 4, 5, 5, policies=Policies(precise="Captain"))

    assert left == (1, 0, 0)


@pytest.mark.rule("01.05.02")
def test_a_die_is_rolled_again_once() -> None:
    again = Effect("Oath", Side.MADE, Part.HIT_ROLL, Change.REROLL)
    blade = weapon(2, 4, 4, 0, 1, range=None)

    # 2 and 3 fail and are rolled again: 1 and 6; the 1 stays. One wound roll, one save roll.
    left = played(attackers(blade, effects=(again,)), unit(models(2, 4, 6, 1)), 2, 3, 1, 6, 4, 1)

    assert left == (1, 0)


@pytest.mark.rule("02.02.03")
def test_each_weapon_rolls_its_attacks_and_each_attack_its_damage() -> None:
    blade = weapon("D3", 2, 4, 0, "D6", range=None)

    # 2 and 1 attacks (dice of 4 and 2); all hit and wound; saves 1, 1, 6; D 1 and 5.
    left = played(attackers((2, blade)), unit(models(3, 4, 6, 4)), 4, 2, 2, 2, 2, 4, 4, 4, 1, 1, 6, 1, 5)

    assert left == (8, 0)


@pytest.mark.rule("19.02")
def test_the_toughness_of_bodyguards_counts_while_one_lives() -> None:
    target = unit(models(1, 4, 6, 1), character(8, 6, 3))
    blade = weapon(1, 2, 4, 0, 1, range=None)
    other = weapon(1, 2, 4, 0, 2, range=None, name="Other")

    # The first destroys the bodyguard on a wound roll of 4; the second then needs 6 against T 8.
    left = played(attackers(blade, other), target, 2, 4, 1, 2, 5)

    assert left == (0, 3, 0)


@pytest.mark.rule("5.3.2")
def test_attacks_that_their_rolls_changed_are_a_pool_of_their_own() -> None:
    better = Effect("Edge", Side.MADE, Part.ARMOUR_PENETRATION, Change.ADD, dice(3), moment=Moment.CRITICAL_WOUND)
    blade = weapon(2, 2, 4, 0, 1, range=None)

    # Wound rolls 4 and 6: two pools with a save roll of 4 each. Sv 4+ holds against AP 0 and not against AP -3.
    left = played(attackers(blade, effects=(better,)), unit(models(3, 4, 4, 1)), 2, 2, 4, 6, 4, 4)

    assert left == (2, 0)


def test_the_first_damage_can_be_ignored() -> None:
    shield = Effect("Shield", Side.SUFFERED, Part.FIRST_DAMAGE, Change.SET, dice(1))
    blade = weapon(2, 2, 4, 0, 1, range=None)

    left = played(attackers(blade), unit(models(3, 4, 6, 1), effects=(shield,)), 2, 2, 4, 4, 5, 5)

    assert left == (2, 0)


@pytest.mark.rule("06.03", "24.15")
def test_hazard_rolls_fail_on_ones_and_twos() -> None:
    plan = plan_of(attackers(BLADE), unit(models(2, 4, 3, 2)), MELEE, Policies())
    left = Models(plan.structure, plan.structure.start)

    faces = hazards(3, 1, plan.structure, (0,), left, Known(1, 3, 2))

    assert (faces, left.state()) == ([1, 3, 2], (2, 0))


def test_the_trace_tells_one_roll_with_its_rules() -> None:
    trace = Trace()
    blade = weapon(2, 2, 4, 0, 3, "devastating wounds", range=None, name="Blade")

    played(attackers(blade), unit(models(3, 4, 6, 2)), 2, 2, 4, 6, 5, trace=trace)

    assert trace.ended() == [
        "1 × Blade against T 4 (04.03, 05.02.01):",
        "  2 attack dice of 1 × Blade (A 2).",
        "  Hit rolls, needing 2+, critical on 6+: 2 2 (05.01).",
        "    2 hits and 0 critical hits.",
        "  Wound (hits, S 4) rolls, needing 4+, critical on 6+: 4 6 (05.02).",
        "    1 wound and 1 critical wound.",
        "  Save rolls: 5 (05.03).",
        "    5: saved on 6+, D 3: a model of Trooper loses 2, destroyed, 1 lost as excess (05.04).",
        "  [DEVASTATING WOUNDS], 3 mortal wounds: a model of Trooper loses 2, destroyed, 1 lost as excess "
        "(24.10, 06.02).",
    ]


def test_the_same_seed_rolls_the_same() -> None:
    plan = plan_of(attackers((5, BLADE)), unit(models(10, 4, 3, 2)), MELEE, Policies())

    first = [rolled(plan, Luck(Random(7))).state() for _ in range(2)]  # noqa: S311

    assert first[0] == first[1] == (14, 0)
