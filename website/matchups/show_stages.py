"""How attacks went, batch by batch: figures with their reasons, and what is left after each stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.engine.target import NONE
from website.matchups import show_numbers as numbers

NEGLIGIBLE = 5e-3
"""Wounds that would be shown as 0.00."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What changed a figure, by which rule, and what it was then."""

    words: str
    source: str
    value: str


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A number of an attack; ``printed`` where it is other than the value, or is rolled for."""

    name: str
    value: str
    printed: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """What is left after a stage, on average, and how it came about."""

    name: str
    value: float
    text: str
    how: str


@dataclass(frozen=True, slots=True)
class ShownBatch:
    """Attacks that are alike: the weapons that make them, their figures, stages and what was chosen."""

    weapons: str
    abilities: tuple[str, ...]
    figures: tuple[ShownFigure, ...]
    stages: tuple[Stage, ...]
    chosen: tuple[str, ...]
    so_far: str


def shown_batches(batches: Sequence[Mapping[str, Any]]) -> tuple[ShownBatch, ...]:
    """Each batch of a result."""
    return tuple(_batch(batch) for batch in batches)


def _batch(batch: Mapping[str, Any]) -> ShownBatch:
    return ShownBatch(
        weapons=", ".join(batch["weapons"]),
        abilities=tuple(batch["abilities"]),
        figures=tuple(
            _figure(name, figure)
            for name, figure in sorted(batch["figures"].items(), key=_place)
            if figure["value"] or figure["steps"]
        ),
        stages=tuple(_stages(batch["stages"])),
        chosen=tuple(_chosen(batch["chosen"])),
        so_far=numbers.mean(batch["expected_models_so_far"]),
    )


# Figures ----------------------------------------------------------------------------------------------------


def _figure(name: str, figure: Mapping[str, Any]) -> ShownFigure:
    value, dice = _number(name, figure["value"]), figure["dice"]
    printed = dice or _number(name, figure["printed"])
    is_roll = name.endswith("roll")
    steps = figure["steps"]
    return ShownFigure(
        name=_FIGURES.get(name, name),
        value=(f"about {value}" if steps else dice) if dice else value,
        printed=printed if steps and not is_roll else "",
        reasons=tuple(Reason(step["words"], step["source"], _number(name, step["value"])) for step in steps),
    )


def _place(named: tuple[str, Any]) -> tuple[int, str]:
    """Where a figure stands: in the order in which dice are rolled; databases keep no order of names."""
    name = named[0]
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)


_ORDER = ("A", "BS/WS", "hit roll", "S", "T", "wound roll", "AP", "Sv", "InSv", "save roll", "D", "damage roll")
_FIGURES = {"hit roll": "Hit roll", "wound roll": "Wound roll", "save roll": "Save roll", "damage roll": "Damage roll"}


def _number(name: str, value: float) -> str:
    if name == "BS/WS":
        return f"{value}+"
    if name == "AP":
        return f"−{value}" if value else "0"
    text = f"{value:+d}" if name.endswith("roll") and value and isinstance(value, int) else f"{value:g}"
    return text.replace("-", "−")


# Stages -----------------------------------------------------------------------------------------------------


def _stages(stages: Mapping[str, Any]) -> Iterator[Stage]:
    hits, wounds = stages["hits"], stages["wounds"]
    critical = f", {numbers.percent(stages['critical_hit'])} critically" if stages["critical_hit"] else ""
    yield Stage("Attacks", stages["attacks"], numbers.mean(stages["attacks"]), "dice on average")
    yield Stage("Hits", hits, numbers.mean(hits), f"{numbers.percent(stages['hit'])} of attacks hit{critical}")
    of_critical = stages["wound_of_critical"]
    other = (
        f", of a critical hit {numbers.percent(of_critical)}"
        if stages["critical_hit"] and abs(of_critical - stages["wound"]) > 1e-9
        else ""
    )
    yield Stage("Wounds", wounds, numbers.mean(wounds), f"of a hit {numbers.percent(stages['wound'])}{other}")
    for ending in stages["endings"]:
        groups = ending["groups"]
        for group in groups:
            yield from _against(ending["count"], group, is_alone=len(groups) == 1)


def _against(count: float, group: Mapping[str, Any], *, is_alone: bool) -> Iterator[Stage]:
    """How attacks end against one group; of several it is as if all were allocated to it."""
    name = group["group"]
    if_all = "" if is_alone else f"if all go to {name}: "
    through = count * group["through"]
    if group["saved_on"] is None:
        yield Stage("Mortal wounds", count, numbers.mean(count), f"{if_all}end without a save roll")
    else:
        saves = f"{name} saves on {group['saved_on']}+" if group["saved_on"] < NONE else f"{name} has no save"
        how = f"{if_all}{saves}, {numbers.percent(group['through'])} get through"
        yield Stage("Unsaved", through, numbers.mean(through), how)
    lost = f", {numbers.mean(group['wasted'])} of its damage is lost" if group["wasted"] > NEGLIGIBLE else ""
    damage = through * group["wounds"]
    how = f"{if_all}each takes {numbers.mean(group['wounds'])} wounds from a fresh model{lost}"
    yield Stage("Damage", damage, numbers.mean(damage), how)


def _chosen(chosen: Mapping[str, Any]) -> Iterator[str]:
    if not chosen["lethal"]:
        yield "Critical hits roll to wound (24.23)."
    if chosen["fish"]:
        yield "Successes that are not critical are rolled again too."
    if chosen["precise"]:
        yield f"[PRECISION] picks {chosen['precise']} (24.28)."
