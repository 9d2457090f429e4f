"""How tests cite paragraphs of the core rules, and attacks small enough to be worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battle.engine.applying import Encounter
from battle.engine.attacks import Result
from battle.engine.choices import Choice
from battle.engine.dice import dice
from battle.engine.effects import Change, Condition, Effect, Part, Side, Test
from battle.engine.groups import target_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.situation import Situation
from battle.engine.tables import Table, table_of
from battle.engine.weapons import Weapon
from tests.battle.engine.units import MELEE, attack, attackers, models, unit

SHOOTING = Situation()
SURE = Fraction(5, 6)
"""What needs 2+."""


def rule(*numbers: str) -> pytest.MarkDecorator:
    """``@rule("05.04", "05.04.01")``: the test proves these paragraphs."""
    return pytest.mark.rule(*numbers)


def lone(wounds: int = 1, toughness: int = 4, save: int = 7, *, keywords: tuple[str, ...] = ()) -> Fighters:
    """One model alone; without more said nothing saves it and one wound destroys it."""
    return unit(models(1, toughness, save, wounds), keywords=keywords)


def table(
    gun: Weapon,
    target: Fighters | None = None,
    situation: Situation | None = None,
    *effects: Effect,
    count: int = 1,
    keywords: tuple[str, ...] = (),
    choice: Choice | None = None,
) -> Table:
    """One weapon's attacks as tables."""
    attacker = attackers((count, gun), keywords=keywords, effects=effects)
    target = target or lone()
    situation = situation or (MELEE if gun.is_melee else SHOOTING)
    encounter = Encounter(attacker, target, WeaponUse(gun, count), situation)
    structure = target_of(encounter)
    toughness = structure.toughness(structure.start)
    return table_of(encounter, structure, toughness=toughness, choice=choice or Choice())


def hits(found: Table) -> float:
    """The chance that one attack hits."""
    return found.attacks.hit + found.attacks.critical


def wounds(found: Table) -> float:
    """The chance that a hit that is not critical wounds."""
    return sum(found.attacks.after_hit)


def destroyed(
    gun: Weapon | tuple[int, Weapon],
    target: Fighters | None = None,
    situation: Situation | None = None,
    *effects: Effect,
    keywords: tuple[str, ...] = (),
    policies: Policies | None = None,
) -> float:
    """The chance that the target is destroyed by all attacks of the weapon."""
    return shot(gun, target, situation, *effects, keywords=keywords, policies=policies).measures.destroyed


def shot(
    gun: Weapon | tuple[int, Weapon],
    target: Fighters | None = None,
    situation: Situation | None = None,
    *effects: Effect,
    keywords: tuple[str, ...] = (),
    policies: Policies | None = None,
) -> Result:
    """What all attacks of the weapon do."""
    weapon = gun[1] if isinstance(gun, tuple) else gun
    situation = situation or (MELEE if weapon.is_melee else SHOOTING)
    return attack(attackers(gun, keywords=keywords, effects=effects), target or lone(), situation, policies)


def kills(found: Result) -> list[float]:
    """The chances of the number of models destroyed, from 0."""
    return list(found.measures.kills)


def chances(*values: Fraction | int) -> object:
    """These chances, exactly but for rounding."""
    return pytest.approx([float(value) for value in values], abs=1e-12)


def chance(value: Fraction | int) -> object:
    """This chance, exactly but for rounding."""
    return pytest.approx(float(value), abs=1e-12)


def made(part: Part, change: Change, value: object = None, *conditions: Condition, **more: object) -> Effect:
    """An effect on the attacks that its unit makes."""
    return effect(Side.MADE, part, change, value, *conditions, **more)


def suffered(part: Part, change: Change, value: object = None, *conditions: Condition, **more: object) -> Effect:
    """An effect on the attacks that target its unit."""
    return effect(Side.SUFFERED, part, change, value, *conditions, **more)


def effect(
    side: Side, part: Part, change: Change, value: object = None, *conditions: Condition, **more: object
) -> Effect:
    """An effect with its value as it is written."""
    worth = None if value is None else dice(str(value))
    return Effect("Sample Rule", side, part, change, worth, conditions=conditions, **more)  # type: ignore[arg-type]


def when(test: Test, *values: str, is_negated: bool = False) -> Condition:
    """A condition."""
    return Condition(test, values, is_negated)
