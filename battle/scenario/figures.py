"""Numbers with their reasons in words, for display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battle.engine.attacks import BatchReport
from battle.engine.modifiers import Figure
from battle.engine.profiles import Fighters


def mean_of(chances: Sequence[float]) -> float:
    """The mean of chances by number, from 0."""
    return sum(number * chance for number, chance in enumerate(chances))


def rolled_for(batch: BatchReport, attacker: Fighters) -> Mapping[str, str]:
    """The characteristics of the batch that are dice, as its weapons print them: ``{"D": "D6+1"}``.

    The figures of a batch have the mean of such a number, rounded.
    """
    names = {words.split(" × ", 1)[-1] for words in batch.weapons}
    found: dict[str, dict[str, None]] = {}
    for use in attacker.weapons:
        weapon = use.weapon
        if weapon.name in names:
            for name, value in (("A", weapon.attacks), ("S", weapon.strength), ("D", weapon.damage)):
                if value.is_random:
                    found.setdefault(name, {})[str(value)] = None
    return {name: " or ".join(values) for name, values in found.items()}


def figure_in_words(name: str, figure: Figure, dice: str = "") -> str:
    """``"BS/WS 4+ (printed 3+; -1, Benefit of Cover (13.08))"``; ``dice``: what is rolled for it, if anything."""
    if dice and not figure.steps:
        return f"{name} {dice}"
    if dice:
        steps = "; ".join(f"{step.words}, {step.source}" for step in figure.steps)
        return f"{name} about {_number(name, figure.value)} (printed {dice}; {steps})"
    if not figure.steps:
        return f"{name} {_number(name, figure.value)}"
    steps = "; ".join(f"{step.words}, {step.source}" for step in figure.steps)
    printed = "" if name.endswith("roll") else f"printed {_number(name, figure.printed)}; "
    return f"{name} {_number(name, figure.value)} ({printed}{steps})"


def _number(name: str, value: int) -> str:
    if name == "BS/WS":
        return f"{value}+"
    if name == "AP":
        return f"-{value}" if value else "0"
    return f"{value:+d}" if name.endswith("roll") and value else str(value)
