"""Effects as modifiers of a number, and which of them a side may ignore (02.02.01, 02.02.02)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from battle.engine.dice import Chances, mapped
from battle.engine.effects import Change, Effect, Moment, Part
from battle.engine.modifiers import (
    NEEDED_ON_A_DIE,
    Characteristic,
    Modifier,
    Operation,
    modified,
    refuse_many_ways,
)
from battle.engine.vocabulary import OWNED

OPERATIONS = {
    Change.SET: Operation.SET,
    Change.MULTIPLY: Operation.MULTIPLY,
    Change.ADD: Operation.ADD,
    Change.DIVIDE: Operation.DIVIDE,
    Change.SUBTRACT: Operation.SUBTRACT,
}
REROLLS = frozenset({Change.REROLL, Change.REROLL_ONES})

Ways = Sequence[tuple[tuple[Modifier, ...], float]]
"""Modifiers with their chance: several where what an effect changes a number by is rolled for."""

_UNCHANGED: Ways = (((), 1.0),)
_CHARACTERISTICS = {
    Part.ATTACKS: Characteristic.ATTACKS,
    Part.SKILL: Characteristic.SKILL,
    Part.STRENGTH: Characteristic.STRENGTH,
    Part.ARMOUR_PENETRATION: Characteristic.ARMOUR_PENETRATION,
    Part.DAMAGE: Characteristic.DAMAGE,
    Part.TOUGHNESS: Characteristic.TOUGHNESS,
    Part.SAVE: Characteristic.SAVE,
    Part.INVULNERABLE_SAVE: Characteristic.INVULNERABLE_SAVE,
    Part.HIT_ROLL: Characteristic.HIT_ROLL,
    Part.WOUND_ROLL: Characteristic.WOUND_ROLL,
    Part.SAVE_ROLL: Characteristic.SAVE_ROLL,
}


def changed(chances: Chances, characteristic: Characteristic, modifiers: tuple[Modifier, ...]) -> Chances:
    """The distribution of a characteristic with its modifiers."""
    if not modifiers:
        return chances
    return mapped(
        chances,
        [modified(characteristic, value, modifiers).value if chance else 0 for value, chance in enumerate(chances)],
    )


def changed_in_ways(chances: Chances, characteristic: Characteristic, ways: Ways) -> Chances:
    """The same where the modifiers themselves are rolled for."""
    if ways is _UNCHANGED:
        return chances
    refuse_many_ways(characteristic, (len(ways), int(np.count_nonzero(chances))))
    parts = [(changed(chances, characteristic, modifiers), chance) for modifiers, chance in ways]
    if len(parts) == 1:
        return parts[0][0]
    total = np.zeros(max(len(part) for part, _ in parts))
    for part, chance in parts:
        total[: len(part)] += chance * part
    return total


def modifiers_of(
    effects: Iterable[Effect], part: Part, moments: frozenset[Moment] = frozenset(), *, printed: float = 0.0
) -> tuple[Modifier, ...]:
    """The modifiers that effects make of a part; those bound to a moment only where it has come.

    What is rolled for stands with its mean, rounded: see :func:`ways_of`. Those that the side whose number it
    is may ignore and that make it worse than ``printed`` are left out (02.02.02).
    """
    return ways_of(effects, part, moments, printed=printed, by_mean=True)[0][0] if effects else ()


def ways_of(
    effects: Iterable[Effect],
    part: Part,
    moments: frozenset[Moment] = frozenset(),
    *,
    printed: float = 0.0,
    by_mean: bool = False,
) -> Ways:
    """The modifiers of a part with their chances; every value where an effect's is rolled for (02.02.03)."""
    if not effects:
        return _UNCHANGED
    effects = tuple(effects)
    if not any(effect.part is part for effect in effects):
        return _UNCHANGED
    choices: list[list[tuple[Modifier, float]]] = []
    ignoring = ignores(effects, part)
    for effect in effects:
        if effect.part is not part or effect.change not in OPERATIONS or effect.value is None:
            continue
        if effect.moment is not Moment.ALWAYS and effect.moment not in moments:
            continue
        operation = OPERATIONS[effect.change]
        if by_mean or not effect.value.is_random:
            values = [(round(effect.value.mean), 1.0)]
        else:
            values = [(value, float(chance)) for value, chance in enumerate(effect.value.chances) if chance]
        found = [(Modifier(operation, value, effect.source), chance) for value, chance in values]
        if ignoring and worsens(found[0][0], _CHARACTERISTICS[part], printed):
            continue
        choices.append(found)
    refuse_many_ways(part, map(len, choices))
    ways = []
    for way in product(*choices):
        chance = 1.0
        for _, share in way:
            chance *= share
        ways.append((tuple(modifier for modifier, _ in way), chance))
    return ways


def ignores(effects: Iterable[Effect], part: Part) -> bool:
    """Whether the side whose number it is may ignore modifiers of this part, or of all (02.02.02)."""
    if not effects:
        return False
    side = OWNED.get(part)
    return any(
        effect.change is Change.IGNORE and effect.side is side and effect.part in (Part.MODIFIERS, part)
        for effect in effects
    )


def worsens(modifier: Modifier, characteristic: Characteristic, printed: float) -> bool:
    """Whether a modifier makes the number worse for the side whose it is."""
    match modifier.operation:
        case Operation.ADD | Operation.MULTIPLY:
            return modifier.value < 0
        case Operation.SUBTRACT | Operation.DIVIDE:
            return modifier.value > 0
        case Operation.SET:
            is_larger = modifier.value > printed
            return is_larger if characteristic in NEEDED_ON_A_DIE else modifier.value < printed
