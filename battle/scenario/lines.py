"""What lines of all answers have in common: who is who, chances, and what is assumed and not modelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battle.armies import Fielded
from roster.muster.words import counted

NEGLIGIBLE = 5e-5
"""Chances that would be shown as 0.00 %."""


def unit_in_words(unit: Fielded) -> str:
    """The unit with its models and points."""
    return named(unit.name, unit.fighters.models, unit.fighters.points)


def named(name: str, models: int, points: float) -> str:
    """``"Riflemen (10 models, 150 points)"``."""
    worth = f", {points:g} points" if points else ""
    return f"{name} ({counted(models, 'model')}{worth})"


def percent(chance: float) -> str:
    """A chance as people read it."""
    return f"{100 * chance:.2f} %"


def lost_and_assumed(assumptions: Sequence[str], not_modelled: Sequence[str]) -> Iterator[str]:
    """What was taken to be so, and what might matter and is not applied."""
    for words in assumptions:
        yield f"Assumed: {words}"
    if not_modelled:
        yield f"Not modelled, though it might matter: {'; '.join(one.rstrip('.') for one in not_modelled)}."
