"""Numbers that may be rolled, and how likely each of their values is (01.05, 02.02.03)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Chances = NDArray[np.float64]
"""Chances by value, from 0 upwards; they sum to 1."""

LARGEST_NUMBER = 1000
MOST_DICE = 20
MOST_PRODUCTS = 1_000_000
"""Products at most that a sum of two numbers is worked out by."""
MOST_KEPT = 40
"""Values of a number, and times that it is rolled, at most for their sum to be remembered."""
MOST_KEPT_SUM = 300
"""The largest sum at most for it to be remembered."""
_WRITTEN = re.compile(
    r"(?:(?P<count>\d{0,3})\s*[dD](?P<sides>[36])\s*(?:(?P<sign>[+-])\s*(?P<bonus>\d{1,4}))?|(?P<fixed>\d{1,4}))"
)


class NotDice(ValueError):
    """What is written is no number and no dice; the message says what may be written."""


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` sides and ``bonus``, as a characteristic has it: 2D6+3. Without dice a plain number.

    The bonus is part of the characteristic and no modifier (02.02.03).
    """

    count: int = 0
    sides: int = 6
    bonus: int = 0

    def __str__(self) -> str:
        if not self.count:
            return str(self.bonus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}{self.bonus:+d}" if self.bonus else dice

    @property
    def is_random(self) -> bool:
        """Whether anything is rolled for it."""
        return self.count > 0

    @property
    def minimum(self) -> int:
        """The least it can be; below 0 counts as 0."""
        return max(0, self.count + self.bonus)

    @property
    def maximum(self) -> int:
        """The most it can be."""
        return max(0, self.count * self.sides + self.bonus)

    @property
    def chances(self) -> Chances:
        """Chances of each value, from 0 to :attr:`maximum`."""
        return _chances(self.count, self.sides, self.bonus)

    @property
    def mean(self) -> float:
        """What it is on average."""
        if self.count + self.bonus >= 0:
            return self.count * (self.sides + 1) / 2 + self.bonus
        return mean(self.chances)


def number(value: int) -> Dice:
    """A plain number as dice."""
    return Dice(0, 6, value)


@lru_cache(maxsize=4096)
def dice(written: str | int) -> Dice:
    """``3``, ``"D6"``, ``"2D3+1"`` as :class:`Dice`; raises :class:`NotDice` for anything else or out of bounds."""
    if isinstance(written, int):
        written = str(written)
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise NotDice(f"“{written[:40]}” is neither a number nor dice. Write a number, or dice like D3, 2D6 or D6+1.")
    if found["fixed"] is not None:
        value = Dice(0, 6, int(found["fixed"]))
    else:
        bonus = int(f"{found['sign']}{found['bonus']}") if found["bonus"] else 0
        value = Dice(int(found["count"] or 1), int(found["sides"]), bonus)
    if value.count > MOST_DICE or value.maximum > LARGEST_NUMBER:
        raise NotDice(f"“{written[:40]}” is too large: at most {MOST_DICE} dice, and {LARGEST_NUMBER} in all.")
    return value


@lru_cache(maxsize=1024)
def _chances(count: int, sides: int, bonus: int) -> Chances:
    chances = np.ones(1)
    die = np.full(sides + 1, 1 / sides)
    die[0] = 0.0
    for _ in range(count):
        chances = np.convolve(chances, die)
    if bonus > 0:
        chances = np.concatenate([np.zeros(bonus), chances])
    elif bonus < 0:
        below, rest = chances[:-bonus], chances[-bonus:]
        chances = rest.copy() if len(rest) else np.zeros(1)
        chances[0] += below.sum()
    chances.flags.writeable = False
    return chances


def mean(chances: Chances) -> float:
    """The mean of a distribution over 0, 1, 2 ..."""
    return float(np.arange(len(chances)) @ chances)


def mapped(chances: Chances, values: list[int]) -> Chances:
    """The distribution of ``values[k]`` where k is distributed as ``chances``."""
    result = np.zeros(max(values) + 1)
    np.add.at(result, values, chances)
    return result


def convolved(one: Chances, other: Chances) -> Chances:
    """The distribution of the sum of two independent numbers; long ones by Fourier transform, or it takes minutes."""
    if float(len(one)) * len(other) <= MOST_PRODUCTS:
        return np.convolve(one, other)
    length = len(one) + len(other) - 1
    size = 1 << (length - 1).bit_length()
    found: Chances = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)[:length]
    return np.clip(found, 0.0, None)


def sum_of(parts: list[Chances]) -> Chances:
    """The distribution of the sum of independent numbers."""
    total = np.ones(1)
    for part in parts:
        total = convolved(total, part)
    return total


def repeated(chances: Chances, times: int) -> Chances:
    """The distribution of the sum of ``times`` independent numbers, by squaring."""
    if times == 1:
        return chances
    if len(chances) <= MOST_KEPT and times <= MOST_KEPT:
        return _short(chances.tobytes(), times)
    return _repeated(chances, times)


@lru_cache(maxsize=2048)
def _short(chances: bytes, times: int) -> Chances:
    found = _repeated(np.frombuffer(chances), times)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=2048)
def added(first: Dice, others: tuple[tuple[Dice, int], ...], times: int) -> Chances:
    """The distribution of a sum of numbers, each of the others so many times, and all of that ``times``; remembered.

    It is for sums of up to :data:`MOST_KEPT_SUM`.
    """
    chances = first.chances
    for other, count in others:
        chances = convolved(chances, repeated(other.chances, count))
    found = repeated(chances, times)
    found.flags.writeable = False
    return found


def _repeated(chances: Chances, times: int) -> Chances:
    result, power = np.ones(1), chances
    while times:
        if times & 1:
            result = convolved(result, power)
        times >>= 1
        if times:
            power = convolved(power, power)
    return result
