"""Two phases by rolling dice: what the exact engine says of the same, within the error of the samples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle.engine.dice import number
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.matrix import Activity, meeting, situations_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, WeaponUse
from battle.engine.situation import Situation
from battle.engine.weapons import Weapon
from battle.sampling.choosing import chosen_plan
from battle.sampling.sampled import TooMany
from battle.sampling.twofold import PhasesSampler
from tests.battle.engine.units import ability, character, models, weapon

PLAIN = Policies()
NEAR = Situation(distance=6)
SAMPLES = 20_000


def squad(name: str, count: int, *weapons: Weapon, save: int = 4, wounds: int = 2) -> Fighters:
    """``count`` models of T 4 that each carry these weapons."""
    uses = tuple(WeaponUse(one, 1, name) for one in weapons)
    return Fighters(name, (models(count, 4, save, wounds, name=name, points=10),), (Loadout(name, count, uses),))


def _sampler(attacker: Fighters, target: Fighters, most: float = 3e7) -> PhasesSampler:
    shots, fight = situations_of(NEAR, Activity.BOTH)
    (first, _), (second, _) = (chosen_plan(attacker, target, one, PLAIN) for one in (shots, fight))
    return PhasesSampler(first, second, PLAIN, most)


BLADE = weapon(2, 3, 5, 1, 1, range=None, name="Blade")
PLASMA = weapon(1, 3, 7, 2, 2, "hazardous", name="Plasma")
GUARD = replace(models(4, 4, 6, 1, name="Guard"), component="guards")
CAPTAIN = replace(character(4, 4, 3), component="captain")
SHIELD = Effect("Shield wall", Side.SUFFERED, Part.WOUND_ROLL, Change.SUBTRACT, number(1), component="guards")
LED = Fighters("Led", (GUARD, CAPTAIN), effects=(SHIELD,), is_attached=True)
SWEEP = weapon(1, 3, 5, 1, 1, ability("cleave", 1), range=None, name="Sweep")

CASES = {
    "alike whatever is left": (squad("Shots", 6, weapon(2, 3, 4, 0, 1), BLADE), squad("Target", 5)),
    "lost to their own hazards": (squad("Burnt", 5, PLASMA, BLADE, wounds=1), squad("Target", 10)),
    "a rule that ends with its unit": (squad("Shots", 6, weapon(2, 3, 4, 0, 1), BLADE), LED),
    "attacks by the models left": (squad("Sweepers", 5, weapon(2, 3, 4, 0, 1), SWEEP), squad("Target", 12)),
    "hazards and models left": (squad("Burnt", 5, PLASMA, SWEEP, wounds=1), LED),
    "nothing to shoot with": (squad("Blades", 6, BLADE), squad("Target", 5)),
}


@pytest.mark.parametrize("case", CASES)
def test_both_phases_come_to_what_the_exact_engine_says(case: str) -> None:
    attacker, target = CASES[case]
    exact = meeting(attacker, target, Activity.BOTH, NEAR, PLAIN).measures

    found = _sampler(attacker, target).sampled(SAMPLES, 3)

    assert (found.samples, found.is_idle) == (SAMPLES, False)
    for rolled, expected, error in (
        (found.measures.expected_kills, exact.expected_kills, found.errors.kills),
        (found.measures.wounds, exact.wounds, found.errors.wounds),
        (found.measures.points, exact.points, found.errors.points),
        (found.measures.destroyed, exact.destroyed, found.errors.destroyed),
    ):
        assert abs(rolled - expected) <= 4 * error + 1e-3
    for share, chance in zip(found.measures.kills, exact.kills, strict=True):
        assert abs(share - chance) <= 0.02


def test_the_same_seed_gives_the_same_rolls() -> None:
    attacker, target = CASES["hazards and models left"]
    rolled = [_sampler(attacker, target).sampled(500, seed).measures for seed in (1, 1, 2)]

    assert rolled[0] == rolled[1] != rolled[2]


def test_who_never_attacks_is_idle() -> None:
    assert _sampler(squad("Nobody", 1), squad("Target", 5)).sampled(200, 1).is_idle


def test_cases_that_are_rolled_apart_leave_fewer_samples() -> None:
    kinds = Fighters("Kinds", tuple(models(20, 4, 4, wounds, name=f"Kind {wounds}") for wounds in (1, 2, 3)))
    sweepers, _ = CASES["attacks by the models left"]
    shooters, _ = CASES["alike whatever is left"]

    alike, apart = (_sampler(attacker, kinds, most=3e6).affordable for attacker in (shooters, sweepers))

    assert alike > 10 * apart


def test_more_samples_than_there_is_time_for_are_refused() -> None:
    sampler = _sampler(*CASES["alike whatever is left"], most=1e5)

    with pytest.raises(TooMany, match="would take too long"):
        sampler.sampled(SAMPLES, 1)
