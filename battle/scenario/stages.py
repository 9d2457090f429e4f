"""A batch of attacks stage by stage, for display: how many attacks, hits, wounds and saves there are on average."""

from __future__ import annotations

from dataclasses import dataclass

from battle.engine.attacks import BatchReport
from battle.engine.dice import mean
from battle.engine.modifiers import Figure
from battle.engine.target import NONE, Target


@dataclass(frozen=True, slots=True)
class Stages:
    """Means of a batch. ``hits`` has those that [SUSTAINED HITS] add; ``saved`` are wounds that go to a save roll.

    ``needed`` are what save rolls need, by group, for each ending that has them; 7: nothing saves.
    """

    attacks: float
    hits: float
    critical_hits: float
    wounds: float
    to_save: float
    mortal: float
    needed: tuple[tuple[tuple[str, int], ...], ...]


def stages_of(batch: BatchReport, target: Target) -> Stages:
    """The means of the batch, by the tables that resolved it."""
    attacks = batch.table.attacks
    number = mean(attacks.dice)
    critical = number * attacks.critical
    ordinary = number * attacks.hit + critical * mean(attacks.extra_hits)
    ends = [
        ordinary * after + critical * at_critical
        for after, at_critical in zip(attacks.after_hit, attacks.after_critical, strict=True)
    ]
    mortal = sum(count for count, ending in zip(ends, attacks.endings, strict=True) if ending.is_mortal)
    needed = tuple(
        tuple((group.name, need) for group, need in zip(target.groups, ending.saves, strict=True))
        for ending in attacks.endings
        if not ending.is_mortal
    )
    return Stages(number, ordinary + critical, critical, sum(ends), sum(ends) - mortal, mortal, needed)


def figure_in_words(name: str, figure: Figure) -> str:
    """``"BS/WS 4+ (printed 3+; -1, Benefit of Cover (13.08))"``."""
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


def needed_in_words(needed: tuple[tuple[str, int], ...]) -> str:
    """``"Trooper 5+, Captain 4+"``."""
    return ", ".join(f"{group} {f'{need}+' if need < NONE else 'none'}" for group, need in needed)
