"""Choices made by pilot rolls: the same as the exact answer's where they matter."""

from __future__ import annotations

import pytest

from battle.engine.effects import Change, Effect, Moment, Part, Side
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, WeaponUse
from battle.engine.situation import Situation
from battle.sampling.choosing import CHOSEN, chosen_plan
from battle.sampling.planning import plan_of
from tests.battle.engine.units import MELEE, attack, attackers, character, dice, models, unit, weapon

SHIELDS = unit(models(2, 4, 3, 2, 4, name="Shield"), models(8, 4, 3, 2))


def _choices(attacker: Fighters, target: Fighters, policies: Policies | None = None) -> list[tuple[object, ...]]:
    plan, _ = chosen_plan(attacker, target, MELEE, policies or Policies())
    return [(step.choice.lethal, step.choice.fish_hits, step.precise, step.pools) for step in plan.steps]


def test_the_better_order_of_allocation_is_found() -> None:
    attacker = attackers(weapon(24, 3, 8, 3, 2))

    plan, assumed = chosen_plan(attacker, SHIELDS, Situation(), Policies())

    assert tuple(plan.structure.groups[place].name for place in plan.order) == ("Trooper", "Shield")
    assert assumed == (CHOSEN,)


def test_what_is_settled_is_not_tried() -> None:
    attacker = attackers(weapon(24, 3, 8, 3, 2))

    plan, assumed = chosen_plan(attacker, SHIELDS, Situation(), Policies(order=("Shield", "Trooper")))

    assert (plan.order, assumed) == ((0, 1), ())


@pytest.mark.parametrize("penetration", [0, 2])
def test_lethal_hits_are_used_where_that_is_better(penetration: int) -> None:
    """24.23: against Sv 3+ it is at AP -2 and is not at AP 0, where devastating wounds do more."""
    blade = weapon(20, 3, 4, penetration, 1, "lethal hits", "devastating wounds", range=None)
    target = unit(models(10, 4, 3, 1))

    exact = attack(attackers(blade), target)

    assert [one[0] for one in _choices(attackers(blade), target)] == [exact.batches[0].choice.lethal]


def test_precision_and_pools_are_chosen_as_the_exact_answer_does() -> None:
    sharper = Effect("Edge", Side.MADE, Part.ARMOUR_PENETRATION, Change.ADD, dice(3), moment=Moment.CRITICAL_HIT)
    blade = weapon(12, 3, 6, 0, 2, "precision", range=None)
    attacker = attackers(blade, effects=(sharper,))
    target = unit(models(4, 4, 4, 2), character(4, 3, 4))
    policies = Policies(order=("Trooper", "Captain"))

    exact = attack(attacker, target, MELEE, policies)
    plan = plan_of(attacker, target, MELEE, policies, exact)

    assert _choices(attacker, target, policies) == [
        (step.choice.lethal, step.choice.fish_hits, step.precise, step.pools) for step in plan.steps
    ]
    assert exact.batches[0].precise is None
    assert len(exact.batches[0].pools) == 2


def test_the_weapon_that_does_most_is_selected() -> None:
    """04.01: one melee weapon each; many weak attacks do less here than few that wound."""
    slow = weapon(2, 3, 10, 3, 3, range=None, name="Hammer")
    quick = weapon(5, 3, 3, 0, 1, range=None, name="Knife")
    profile = models(5, 4, 3, 2, name="Bearer")
    loadout = Loadout("Bearer", 5, (WeaponUse(quick), WeaponUse(slow)))
    attacker = Fighters("Bearers", (profile,), (loadout,))
    target = unit(models(5, 8, 2, 3))

    plan, assumed = chosen_plan(attacker, target, MELEE, Policies())
    named, _ = chosen_plan(attacker, target, MELEE, Policies(weapons=("Knife",)))

    assert [step.batch.weapons for step in plan.steps] == [("5 × Hammer",)]
    assert [step.batch.weapons for step in named.steps] == [("5 × Knife",)]
    assert assumed == (CHOSEN,)
