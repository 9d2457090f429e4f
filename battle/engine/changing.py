"""Effects as modifiers of a number (02.02.01)."""

from __future__ import annotations

from collections.abc import Iterable

from battle.engine.dice import Chances, mapped
from battle.engine.effects import Change, Effect, Moment, Part
from battle.engine.modifiers import Characteristic, Modifier, Operation, modified

OPERATIONS = {
    Change.SET: Operation.SET,
    Change.MULTIPLY: Operation.MULTIPLY,
    Change.ADD: Operation.ADD,
    Change.DIVIDE: Operation.DIVIDE,
    Change.SUBTRACT: Operation.SUBTRACT,
}
REROLLS = frozenset({Change.REROLL, Change.REROLL_ONES})


def changed(chances: Chances, characteristic: Characteristic, modifiers: tuple[Modifier, ...]) -> Chances:
    """The distribution of a characteristic with its modifiers."""
    if not modifiers:
        return chances
    return mapped(chances, [modified(characteristic, value, modifiers).value for value in range(len(chances))])


def modifiers_of(
    effects: Iterable[Effect], part: Part, moments: frozenset[Moment] = frozenset()
) -> tuple[Modifier, ...]:
    """The modifiers that effects make of a part; those bound to a moment only where it has come."""
    return tuple(
        Modifier(OPERATIONS[effect.change], round(effect.value.mean), effect.source)
        for effect in effects
        if effect.part is part
        and effect.change in OPERATIONS
        and effect.value is not None
        and (effect.moment is Moment.ALWAYS or effect.moment in moments)
    )
