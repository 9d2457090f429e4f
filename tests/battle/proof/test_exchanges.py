"""Exchanges beside dice: whoever survives strikes back, after the attacker's hazard rolls."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from battle.engine.dice import dice, number
from battle.engine.exchange import Exchange, exchange
from battle.engine.measures import Measures
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Situation
from battle.engine.weapons import Weapon, WeaponAbility, WeaponRule
from battle.sampling.exchanged import ExchangeSampler
from battle.sampling.planning import plan_of

SAMPLES = 20_000
SITUATION = Situation(distance=12)


def _side(luck: random.Random, name: str) -> Fighters:
    """Some models with a gun each and a CHARACTER with another."""
    kind = Profile(f"{name} kind", luck.randint(2, 5), luck.randint(3, 6), luck.randint(3, 5), luck.randint(1, 3))
    leader = Profile(
        f"{name} leader", 1, 4, 3, 4, 4, feel_no_pain=5, is_character=True, is_bodyguard=False, component="leader"
    )
    hazardous = (WeaponAbility(WeaponRule.HAZARDOUS),) if luck.random() < 0.5 else ()
    guns = [
        Weapon(
            f"{name} gun {place}",
            24,
            dice(luck.choice([2, "D3", 4])),
            luck.randint(3, 4),
            number(luck.randint(4, 7)),
            luck.randint(0, 3),
            dice(luck.choice([1, 2, "D3"])),
            (*hazardous, WeaponAbility(WeaponRule.RAPID_FIRE, number(1))),
        )
        for place in range(2)
    ]
    loadouts = (
        Loadout(kind.name, kind.models, (WeaponUse(guns[0]),)),
        Loadout(leader.name, 1, (WeaponUse(guns[1]),)),
    )
    return Fighters(name, (kind, leader), loadouts, is_attached=True)


def _policies(one: Fighters, other: Fighters) -> Policies:
    """One order for both sides: names of the other side are passed over."""
    return Policies(order=tuple(profile.name for fighters in (one, other) for profile in fighters.profiles))


def _apart(exact: Measures, found: Measures) -> float:
    """Standard errors between the models destroyed on average."""
    mean = exact.expected_kills
    variance = sum(chance * (dead - mean) ** 2 for dead, chance in enumerate(exact.kills))
    return abs(found.expected_kills - mean) / sqrt(variance / SAMPLES)


@pytest.mark.parametrize("seed", range(8))
def test_an_exchange_is_as_dice_have_it(seed: int) -> None:
    luck = random.Random(seed)  # noqa: S311
    one, other = _side(luck, "One"), _side(luck, "Other")
    policies = _policies(one, other)

    exact: Exchange = exchange(one, other, SITUATION, SITUATION, policies)
    plan = plan_of(one, other, SITUATION, policies, exact.first)
    found = ExchangeSampler(plan, SITUATION, policies).sampled(SAMPLES, seed).exchange

    assert _apart(exact.first.measures, found.first.measures) < 4
    assert _apart(exact.back, found.back) < 4
    for row, rolled in zip(exact.joint, found.joint, strict=True):
        assert rolled == pytest.approx(row, abs=4 * sqrt(0.25 / SAMPLES))
