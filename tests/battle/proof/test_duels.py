"""Duels over battle rounds beside dice."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, Who
from battle.engine.dice import dice, number
from battle.engine.measures import Measures
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule
from battle.sampling.literal import Luck
from tests.battle.proof.duels import Table

SAMPLES = 600
SETTLED = Policies(lethal=True, precise="")


def _squad(name: str, *, wounds: int = 2, fights_first: bool = False, hazardous: bool = False) -> Fighters:
    """A few models with a gun and a blade each."""
    rules = (WeaponAbility(WeaponRule.HAZARDOUS),) if hazardous else ()
    gun = Weapon(
        f"{name} gun", 24, dice(2), 3, number(4), 1, dice(1), (*rules, WeaponAbility(WeaponRule.BLAST, number(1)))
    )
    blade = Weapon(f"{name} blade", None, dice("D3"), 3, number(5), 1, dice(1), (WeaponAbility(WeaponRule.LANCE),))
    profile = Profile(name, 5, 4, 4, wounds)
    loadout = Loadout(name, 5, (WeaponUse(gun), WeaponUse(blade)))
    return Fighters(name, (profile,), (loadout,), fights_first=fights_first)


CASES = {
    "shooting and charging": (
        _squad("One"),
        _squad("Other", wounds=1),
        Duel(20, 3, Course(6), Course(0, charges=False)),
    ),
    "both charge, re-rolled": (
        _squad("One"),
        _squad("Other", fights_first=True),
        Duel(14, 2, Course(4, rerolls_charges=True), Course(2, charge_modifier=1), Who.TARGET),
    ),
    "hazardous, engaged from the start": (
        _squad("One", hazardous=True),
        _squad("Other", hazardous=True),
        Duel(2, 2),
    ),
    "hazardous at a distance": (
        _squad("One", hazardous=True),
        _squad("Other"),
        Duel(18, 2, Course(0, charges=False), Course(-2, charges=False)),
    ),
}


def _apart(exact: Measures, rolled: list[int]) -> float:
    """Standard errors between the models destroyed on average."""
    mean = exact.expected_kills
    variance = sum(chance * (dead - mean) ** 2 for dead, chance in enumerate(exact.kills))
    return abs(sum(rolled) / len(rolled) - mean) / sqrt(variance / len(rolled))


@pytest.mark.parametrize("name", CASES)
def test_a_duel_is_as_dice_have_it(name: str) -> None:
    attacker, target, duel = CASES[name]
    exact = chain(attacker, target, duel, SETTLED)
    table = Table(attacker, target, duel, SETTLED)
    luck = Luck(random.Random(name))  # noqa: S311

    played = [table.played(luck) for _ in range(SAMPLES)]

    assert _apart(exact.end.attacker, [one[Who.ATTACKER] for one in played]) < 4
    assert _apart(exact.end.target, [one[Who.TARGET] for one in played]) < 4
    assert sum(map(sum, exact.joint)) == pytest.approx(1.0, abs=1e-12)
