"""Modifiers in their order and with their caps, each number with its reasons (02.02.01)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product

from battle.engine.dice import LARGEST_NUMBER, Dice
from battle.engine.work import TooLarge

MOST_WAYS = 2_000
"""Ways at most in which what is rolled for a number and for its changes can come up together."""


class Operation(StrEnum):
    """What a modifier does, in the order in which modifiers apply (02.02.01)."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    SET = "set"
    MULTIPLY = "multiply"
    ADD = "add"
    DIVIDE = "divide"
    SUBTRACT = "subtract"


_ORDER = tuple(Operation)


class Characteristic(StrEnum):
    """What can be modified: characteristics of weapons and models, and the rolls of an attack."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    ATTACKS = "A"
    SKILL = "BS/WS"
    STRENGTH = "S"
    ARMOUR_PENETRATION = "AP"
    DAMAGE = "D"
    TOUGHNESS = "T"
    SAVE = "Sv"
    INVULNERABLE_SAVE = "InSv"
    WOUNDS = "W"
    HIT_ROLL = "hit roll"
    WOUND_ROLL = "wound roll"
    SAVE_ROLL = "save roll"
    CHARGE_ROLL = "charge roll"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Within what a characteristic stays once all modifiers applied; None: without end (02.02.01)."""

    least: int | None = None
    most: int | None = None

    def held(self, value: int) -> int:
        """The value within the bounds."""
        if self.least is not None and value < self.least:
            return self.least
        if self.most is not None and value > self.most:
            return self.most
        return value


BOUNDS = {
    Characteristic.ATTACKS: Bounds(least=1),
    Characteristic.SKILL: Bounds(2, 6),
    Characteristic.STRENGTH: Bounds(least=1),
    # AP stands as the number it subtracts: AP -2 is 2. It is never worse than 0.
    Characteristic.ARMOUR_PENETRATION: Bounds(least=0),
    Characteristic.DAMAGE: Bounds(least=1),
    Characteristic.TOUGHNESS: Bounds(least=1),
    Characteristic.SAVE: Bounds(least=2),
    Characteristic.INVULNERABLE_SAVE: Bounds(least=2),
    Characteristic.WOUNDS: Bounds(least=1),
    Characteristic.HIT_ROLL: Bounds(-1, 1),
    Characteristic.WOUND_ROLL: Bounds(-1, 1),
    Characteristic.SAVE_ROLL: Bounds(),
    Characteristic.CHARGE_ROLL: Bounds(most=12),
}

NEEDED_ON_A_DIE = frozenset({Characteristic.SKILL, Characteristic.SAVE, Characteristic.INVULNERABLE_SAVE})
"""Characteristics like 3+: improving them makes the number smaller (02.02.01)."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier. Of a characteristic like 3+ and of AP an addition improves and a subtraction worsens (02.02.01).

    ``source`` names the rule that gives it, for people. ``rolled`` are the dice that are rolled for its value, each
    time it is asked for (02.02.03); ``value`` is then their mean, rounded.
    """

    operation: Operation
    value: int
    source: str
    rolled: Dice | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step to a number: what was done to it, by what rule, and what it then was."""

    words: str
    source: str
    value: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and how it came about; ``printed`` is what the profile has."""

    value: int
    printed: int
    steps: tuple[Step, ...] = ()


@lru_cache(maxsize=1024)
def _unmodified(printed: int) -> Figure:
    return Figure(printed, printed)


def modified(
    characteristic: Characteristic, printed: int, modifiers: Sequence[Modifier], *, bounds: Bounds | None = None
) -> Figure:
    """The characteristic with its modifiers: set, multiply, add, divide, subtract, round up, then the caps (02.02.01).

    A number that is set to 0 is not modified further. Raises :class:`~battle.engine.work.TooLarge` beyond what
    profiles can print.
    """
    bounds = BOUNDS[characteristic] if bounds is None else bounds
    if not modifiers and bounds.held(printed) == printed:
        return _unmodified(printed)
    improves_downwards = characteristic in NEEDED_ON_A_DIE
    value = Fraction(printed)
    steps: list[Step] = []
    for operation in _ORDER:
        for modifier in modifiers:
            if modifier.operation is not operation:
                continue
            value = _applied(value, modifier, improves_downwards)
            steps.append(Step(_words(modifier), modifier.source, math.ceil(value)))
        if operation is Operation.SET and value == 0 and steps:
            return Figure(0, printed, tuple(steps))
    whole = math.ceil(value)
    if whole > LARGEST_NUMBER:
        raise TooLarge(f"{characteristic} of {_shown(whole)}; {LARGEST_NUMBER:,} is the most that is worked out")
    held = bounds.held(whole) if modifiers or bounds.held(whole) != whole else whole
    if held != whole:
        steps.append(Step("held within its bounds", "02.02.01", held))
    return Figure(held, printed, tuple(steps))


def _shown(value: int) -> str:
    return f"{value:,}" if value < 10**12 else "more than a million millions"


def _applied(value: Fraction, modifier: Modifier, improves_downwards: bool) -> Fraction:
    match modifier.operation:
        case Operation.SET:
            return Fraction(modifier.value)
        case Operation.MULTIPLY:
            return value * modifier.value
        case Operation.ADD:
            return value - modifier.value if improves_downwards else value + modifier.value
        case Operation.DIVIDE:
            return value / modifier.value
        case Operation.SUBTRACT:
            return value + modifier.value if improves_downwards else value - modifier.value


def _words(modifier: Modifier) -> str:
    signs = {
        Operation.SET: "set to {}",
        Operation.MULTIPLY: "×{}",
        Operation.ADD: "+{}",
        Operation.DIVIDE: "÷{}",
        Operation.SUBTRACT: "-{}",
    }
    return signs[modifier.operation].format(modifier.rolled or modifier.value)


def ways_rolled(modifiers: Sequence[Modifier]) -> Iterator[tuple[tuple[Modifier, ...], float]]:
    """The modifiers with every value of those that are rolled for, and how likely each way is."""
    choices = [
        [(one, 1.0)]
        if one.rolled is None
        else [
            (replace(one, value=value, rolled=None), float(chance))
            for value, chance in enumerate(one.rolled.chances)
            if chance
        ]
        for one in modifiers
    ]
    refuse_many_ways(Characteristic.DAMAGE, [len(choice) for choice in choices])
    for way in product(*choices):
        yield tuple(one for one, _ in way), math.prod(chance for _, chance in way)


def refuse_many_ways(name: str, values: Iterable[int]) -> None:
    """Raise TooLarge where numbers of so many ``values`` each can come up together in too many ways."""
    ways = math.prod(values)
    if ways > MOST_WAYS:
        raise TooLarge(f"what is rolled for {name} and its changes can come up in {_shown(ways)} ways")


def roll_modifier(characteristic: Characteristic, modifiers: Iterable[Modifier]) -> Figure:
    """What is added to a roll in all, hit and wound rolls within -1 and +1 (02.02.01)."""
    return modified(characteristic, 0, tuple(modifiers))
