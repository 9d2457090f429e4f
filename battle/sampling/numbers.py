"""Characteristics that are rolled for and changed, as dice and the changes to them (02.02.01, 02.02.03)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from battle.engine.changing import OPERATIONS, ignores, worsens
from battle.engine.dice import Dice
from battle.engine.effects import Effect, Moment, Part
from battle.engine.modifiers import Characteristic, Modifier, Operation, modified, refuse_many_ways

Roll = Callable[[Dice], int]
"""Rolls dice and adds them up."""

Numbers = NDArray[Any]
"""Whole numbers, one for each sample or event."""


@dataclass(frozen=True, slots=True)
class Altered:
    """One change to a number; what it is changed by may be rolled for. ``source`` names the rule."""

    operation: Operation
    by: Dice
    source: str

    def modifier(self, value: int) -> Modifier:
        """The change once its value is known."""
        return Modifier(self.operation, value, self.source)


@dataclass(frozen=True, slots=True)
class Rolled:
    """A characteristic as its profile has it, and the changes to it in the order in which rules make them.

    ``again`` are results of its own roll that are rolled again, once (01.05.02).
    """

    characteristic: Characteristic
    printed: Dice
    changes: tuple[Altered, ...] = ()
    again: frozenset[int] = frozenset()

    def value(self, roll: Roll, more: Sequence[Modifier] = ()) -> int:
        """The number, everything rolled for; ``more`` are further changes that are known already."""
        printed = roll(self.printed)
        if printed in self.again:
            printed = roll(self.printed)
        changes = [change.modifier(roll(change.by)) for change in self.changes]
        return self.changed(printed, (*changes, *more))

    def changed(self, printed: int, modifiers: Sequence[Modifier]) -> int:
        """The number that was rolled once everything has changed it; a number that nothing changes stays as it is."""
        if not modifiers:
            return printed
        return modified(self.characteristic, printed, modifiers).value

    @property
    def is_plain(self) -> bool:
        """Whether nothing is rolled for it."""
        return not self.printed.is_random and not any(change.by.is_random for change in self.changes)

    def values(self, size: int, luck: np.random.Generator, more: Sequence[Modifier] = ()) -> Numbers:
        """``size`` such numbers, each rolled for by itself."""
        if self.is_plain:
            fixed = [change.modifier(change.by.bonus) for change in self.changes]
            return np.full(size, self.changed(self.printed.minimum, (*fixed, *more)), dtype=np.int32)
        printed = sums(self.printed, size, luck)
        if self.again:
            repeated = np.flatnonzero(np.isin(printed, list(self.again)))
            printed[repeated] = sums(self.printed, len(repeated), luck)
        if not self.changes and not more:
            return printed
        result = np.zeros(size, dtype=np.int32)
        by = [sums(change.by, size, luck) for change in self.changes]
        # As few different numbers come up, each is changed once and looked up.
        for way in product(*(range(change.by.minimum, change.by.maximum + 1) for change in self.changes)):
            here = np.ones(size, dtype=bool)
            for column, value in zip(by, way, strict=True):
                here &= column == value
            modifiers = [change.modifier(value) for change, value in zip(self.changes, way, strict=True)]
            table = [self.changed(value, (*modifiers, *more)) for value in range(self.printed.maximum + 1)]
            result[here] = np.array(table)[printed[here]]
        return result


def sums(dice: Dice, size: int, luck: np.random.Generator) -> Numbers:
    """``size`` rolls of these dice, added up, below 0 as 0; a D3 is half a D6, rounded up (01.05)."""
    total = np.full(size, dice.bonus, dtype=np.int32)
    for _ in range(dice.count):
        faces = luck.integers(1, 7, size=size, dtype=np.int8)
        total += (faces + 1) // 2 if dice.sides == 3 else faces
    return np.maximum(total, 0)


def changes_of(
    effects: Iterable[Effect], part: Part, moments: frozenset[Moment], characteristic: Characteristic, printed: float
) -> tuple[Altered, ...]:
    """What effects change of a part of attacks whose rolls were critical in these ways.

    Changes for the worse that the side whose number it is may ignore are left out (02.02.02).
    """
    effects = tuple(effects)
    is_ignoring = ignores(effects, part)
    found = []
    for effect in effects:
        if effect.part is not part or effect.change not in OPERATIONS or effect.value is None:
            continue
        if effect.moment is not Moment.ALWAYS and effect.moment not in moments:
            continue
        change = Altered(OPERATIONS[effect.change], effect.value, effect.source)
        if not (is_ignoring and worsens(change.modifier(round(effect.value.mean)), characteristic, printed)):
            found.append(change)
    refuse_many_ways(part, (_values(change.by) for change in found))
    return tuple(found)


def _values(dice: Dice) -> int:
    return dice.maximum - dice.minimum + 1


def fixed(changes: Iterable[Altered]) -> tuple[Modifier, ...]:
    """Changes that nothing is rolled for, as modifiers."""
    return tuple(change.modifier(change.by.bonus) for change in changes)
