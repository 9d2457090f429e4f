"""Every assumption is said where it is made, and only there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle.engine.assumptions import Assumption
from battle.engine.attacks import Result
from battle.engine.dice import dice
from battle.engine.effects import Change, Part
from battle.engine.effects import Test as Asks
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import ShootingType, Situation
from tests.battle.engine.rules.citing import made, shot, suffered, when
from tests.battle.engine.units import attack, attackers, models, unit, weapon

NEAR = Situation(distance=10)
SNAP = replace(NEAR, shooting_type=ShootingType.SNAP)
SPOTTED = replace(NEAR, shooting_type=ShootingType.INDIRECT, is_stationary=True, is_spotted=True)
GUN = weapon(2, 3, 4, 1, 1)
MORTAR = weapon(2, 3, 4, 1, 1, "indirect fire")
RANDOM = replace(GUN, damage=dice("D6"), strength=dice("D6"))
TWO_GROUPS = unit(models(2, 4, 3, 2, 4, name="Shield"), models(3, 4, 3, 2))
SAVED = unit(models(2, 4, 3, 2), effects=(suffered(Part.SAVE_ROLL, Change.REROLL),))


def selecting() -> Fighters:
    """A model that has to select one of two melee weapons or of a pistol and a rifle."""
    pistol = weapon(1, 3, 4, 0, 1, "close-quarters", name="Pistol")
    return Fighters("Lord", (Profile("Lord", 1, 4, 3, 5),), (Loadout("Lord", 1, (WeaponUse(GUN), WeaponUse(pistol))),))


CASES: dict[Assumption, Result] = {
    Assumption.SNAP_NOT_CRITICAL: shot(GUN, None, SNAP),
    Assumption.SNAP_CRITICAL: shot(GUN, None, SNAP, policies=Policies(snap_hits_are_critical=True)),
    Assumption.SNAP_TORRENT: shot(weapon(1, None, 4, 0, 1, "torrent"), None, SNAP),
    Assumption.INDIRECT_SKILL: shot(MORTAR, None, SPOTTED),
    Assumption.INDIRECT_ANY_SKILL: shot(MORTAR, None, SPOTTED, policies=Policies(indirect_hits_at_any_skill=True)),
    Assumption.DISTANCE: shot(GUN, None, Situation()),
    Assumption.ORDER: shot(GUN, TWO_GROUPS, NEAR),
    Assumption.SELECTION: attack(selecting(), unit(models(1, 4, 3, 2)), NEAR),
    Assumption.BATCHES: attack(attackers(GUN, weapon(1, 3, 8, 2, 2, name="Other")), unit(models(1, 4, 3, 2)), NEAR),
    Assumption.DAMAGE_REROLLS: shot(replace(GUN, damage=dice("D6")), None, NEAR, made(Part.DAMAGE_ROLL, Change.REROLL)),
    Assumption.SAVE_REROLLS: shot(GUN, SAVED, NEAR),
    Assumption.ROLLED_ATTACKS: shot(GUN, None, NEAR, made(Part.ATTACKS, Change.ADD, "D3")),
    Assumption.ROLLED_NUMBERS: shot(
        RANDOM, None, NEAR, made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.WEAPON_STRENGTH_FROM, "4"))
    ),
}


def test_there_is_a_case_of_every_assumption() -> None:
    assert set(CASES) == set(Assumption)


@pytest.mark.parametrize("assumption", CASES, ids=[one.name.lower() for one in CASES])
def test_an_assumption_is_said_where_it_is_made(assumption: Assumption) -> None:
    assert CASES[assumption].assumptions == (assumption.value,)


def test_nothing_is_assumed_where_nothing_has_to_be() -> None:
    assert shot(GUN, None, NEAR).assumptions == ()
