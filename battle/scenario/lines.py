"""What lines of all answers have in common: who is who, chances, and what is assumed and not modelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battle.armies import Fielded
from roster.muster.words import counted

_DOES = {"shooting": "shooting", "fight": "fighting", "both": "shooting and then fighting"}

NEGLIGIBLE = 5e-5
"""Chances that would be shown as 0.00 %."""


def unit_in_words(unit: Fielded) -> str:
    """The unit with its models and points."""
    return named(unit.name, unit.fighters.models, unit.fighters.points)


def named(name: str, models: int, points: float) -> str:
    """``"Riflemen (10 models, 150 points)"``."""
    worth = f", {points:g} points" if points else ""
    return f"{name} ({counted(models, 'model')}{worth})"


def view_in_words(activity: str, situation: Mapping[str, Any], name: str = "") -> str:
    """With what units attack, and what of the situation is other than in an unremarkable turn."""
    words = [_DOES[activity]]
    for field, value in situation.items():
        told = ", ".join(value) if isinstance(value, list) else value
        plain = field.replace("_", " ")
        if isinstance(value, bool):
            words.append(plain if value else f"not {plain}")
        else:
            words.append(f"{told:g} inches away" if field == "distance" else f"{plain}: {told}")
    line = f"{name}: {', '.join(words)}." if name else f"{', '.join(words)}."
    return f"{line[0].upper()}{line[1:]}"


def percent(chance: float) -> str:
    """A chance as people read it."""
    return f"{100 * chance:.2f} %"


def lost_and_assumed(assumptions: Sequence[str], not_modelled: Sequence[str]) -> Iterator[str]:
    """What was taken to be so, and what might matter and is not applied."""
    for words in assumptions:
        yield f"Assumed: {words}"
    if not_modelled:
        yield f"Not modelled, though it might matter: {'; '.join(one.rstrip('.') for one in not_modelled)}."
