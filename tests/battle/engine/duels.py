"""Units and courses for tests of duels, from a few words."""

from __future__ import annotations

from dataclasses import replace

from battle.engine.courses import Course
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, WeaponUse
from battle.engine.steps import Chain
from battle.engine.weapons import Weapon
from tests.battle.engine.units import models, weapon

BLADE = weapon(1, 4, 4, 0, 1, range=None, name="Sample Blade")
RIFLE = weapon(2, 3, 4, 1, 1, name="Sample Rifle")
PLAIN = Policies()
STAND = Course(charges=False)


def squad(name: str, count: int, *weapons: Weapon, wounds: int = 1, save: int = 7, **changes: object) -> Fighters:
    """``count`` models that each carry these weapons, T 4."""
    uses = tuple(WeaponUse(one, 1, name) for one in weapons)
    unit = Fighters(name, (models(count, 4, save, wounds, name=name),), (Loadout(name, count, uses),))
    return replace(unit, **changes)  # type: ignore[arg-type]


def told(found: Chain) -> list[tuple[int, str, str, str]]:
    """The steps: round, whose turn, who acts, how."""
    return [(step.round, step.active.value, step.actor.value, step.action.value) for step in found.steps]
