"""Rolls of an attack as six faces: which of them succeed, and how likely each is after re-rolls (01.05.02, 05.01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from math import fsum

FACES = (1, 2, 3, 4, 5, 6)


class Fate(IntEnum):
    """What a face means."""

    __hash__ = int.__hash__

    FAILS = 0
    SUCCEEDS = 1
    CRITICAL = 2


_FATES = tuple(Fate)


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll: the fate of each unmodified face, and the chances of the faces once re-rolls are made."""

    fates: tuple[Fate, ...]
    faces: tuple[float, ...]
    _chances: tuple[float, ...] = field(init=False, compare=False, repr=False)
    """The chance of each fate."""

    def __post_init__(self) -> None:
        each = list(zip(self.faces, self.fates, strict=True))
        chances = tuple(fsum(chance for chance, found in each if found is fate) for fate in _FATES)
        object.__setattr__(self, "_chances", chances)

    def chance(self, fate: Fate) -> float:
        """The chance of this fate."""
        return self._chances[fate]


ALWAYS = Roll((Fate.SUCCEEDS,) * 6, (1 / 6,) * 6)
"""Something automatic: nothing is rolled, so nothing is critical (01.05.01)."""


@lru_cache(maxsize=1024)
def needed(
    target: int, modifier: int, critical_on: int, *, is_every_success_critical: bool = False
) -> tuple[Fate, ...]:
    """Fates of a roll that needs ``target`` after ``modifier``: 1 fails, a critical always succeeds (05.01, 05.02)."""
    success = Fate.CRITICAL if is_every_success_critical else Fate.SUCCEEDS
    return tuple(
        Fate.FAILS
        if face == 1
        else Fate.CRITICAL
        if face >= critical_on
        else success
        if face + modifier >= target
        else Fate.FAILS
        for face in FACES
    )


@lru_cache(maxsize=4096)
def rolled(fates: tuple[Fate, ...], is_rerolled: Callable[[int, Fate], bool] | None = None) -> Roll:
    """The roll; faces that ``is_rerolled`` wants are rolled again, once (01.05.02)."""
    if is_rerolled is None:
        return Roll(fates, (1 / 6,) * 6)
    again = [is_rerolled(face, fate) for face, fate in zip(FACES, fates, strict=True)]
    share = sum(again) / 6
    return Roll(fates, tuple((0.0 if repeat else 1 / 6) + share / 6 for repeat in again))


def wound_needed(strength: int, toughness: int) -> int:
    """What a wound roll needs by Strength against Toughness (05.02)."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if strength * 2 <= toughness else 5
