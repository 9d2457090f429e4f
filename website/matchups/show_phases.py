"""What attacks do, in the parts a page has: outcome, groups, phases with their explanation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from website.matchups import show_numbers as numbers
from website.matchups.show_situation import activity_in_words
from website.matchups.show_stages import ShownBatch, shown_batches
from website.matchups.show_tables import Heading, ShownTable, figure, words

LEAST_SHOWN = 0.005
"""Characters that would be shown as 0.00 are not told of."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with its name, and what it is of."""

    name: str
    value: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A weapon that makes no attacks, and why."""

    weapon: str
    reason: str


@dataclass(frozen=True, slots=True)
class ShownPhase:
    """One phase of attacks, explained. ``note`` says against what, where that is not plain."""

    name: str
    slug: str
    title: str
    note: str
    order: str
    batches: tuple[ShownBatch, ...]
    left_out: tuple[LeftOut, ...]
    also: tuple[str, ...]
    contributions: ShownTable | None
    without_contributions: str


def outcome(
    measures: Mapping[str, Any],
    target: Mapping[str, Any],
    attacker: Mapping[str, Any],
    errors: Mapping[str, Any] | None,
) -> tuple[Fact, ...]:
    """The figures of what is destroyed; ``errors`` are standard errors of what was sampled."""
    facts = [
        Fact("Models destroyed", _off(numbers.mean, measures, "expected_models", errors), f"of {target['models']}"),
        Fact("All of the unit", _off(numbers.percent, measures, "whole_unit", errors)),
        Fact("Wounds lost", _off(numbers.mean, measures, "expected_wounds", errors)),
    ]
    if target["points"]:
        value = _off(numbers.points, measures, "expected_points", errors)
        facts.append(Fact("Points destroyed", value, f"of {numbers.points(target['points'])}"))
        if attacker["points"]:
            share = measures["expected_points"] / attacker["points"]
            facts.append(Fact("For each point that attacks", numbers.ratio(share), "points"))
    if measures.get("expected_characters", 0) >= LEAST_SHOWN:
        facts.append(Fact("Characters destroyed", numbers.mean(measures["expected_characters"])))
    return tuple(facts)


def _off(text: Any, measures: Mapping[str, Any], field: str, errors: Mapping[str, Any] | None) -> str:
    shown = str(text(measures[field]))
    return f"{shown} ± {text(errors[field])}" if errors and errors.get(field) else shown


def groups_table(measures: Mapping[str, Any], name: str, title: str) -> ShownTable | None:
    """What is left of each group of models; None where there is only one."""
    groups = measures["groups"]
    if len(groups) < 2:
        return None
    return ShownTable(
        name,
        title,
        (Heading("Models"), Heading("Left on average", is_number=True), Heading("None left", is_number=True)),
        tuple(
            (
                words(group["name"]),
                figure(numbers.mean(group["expected_left"]), group["expected_left"]),
                figure(numbers.percent(group["left"][0]), group["left"][0]),
            )
            for group in groups
        ),
    )


def shown_phase(result: Mapping[str, Any], name: str, slug: str, note: str = "") -> ShownPhase:
    """One result of attacks."""
    order = result["order"]
    added = result.get("contributions")
    return ShownPhase(
        name=name,
        slug=slug,
        title=activity_in_words(name) if name else "",
        note=note,
        order=f"Attacks are allocated to {', then '.join(order)}." if len(order) > 1 else "",
        batches=shown_batches(result["batches"]),
        left_out=tuple(LeftOut(one["weapon"], one["reason"]) for one in result["left_out"]),
        also=tuple(_also(result)),
        contributions=_contributions(added, f"added-{slug}") if added else None,
        without_contributions=_without_contributions(result),
    )


def _without_contributions(result: Mapping[str, Any]) -> str:
    """Why there is no table of what rules added; nothing of results that are not asked for it."""
    if "contributions" not in result:
        return ""
    return _NOT_WORKED_OUT if result["contributions"] is None else _NO_RULE


_NOT_WORKED_OUT = "What each rule added is not worked out here: that takes an exact answer without and with each rule."
_NO_RULE = "No ability or rule changed these attacks."


def _also(result: Mapping[str, Any]) -> Iterator[str]:
    if result["hazard_rolls"]:
        yield f"Hazard rolls of the attacker: {result['hazard_rolls']} (24.15)."
    for product in result["by_products"]:
        wounds = numbers.mean(numbers.mean_of(product["mortal_wounds"]))
        yield f"{product['source']}: {wounds} mortal wounds on average to each unit nearby."


def _contributions(found: list[dict[str, Any]], name: str) -> ShownTable:
    return ShownTable(
        name,
        "What each rule added",
        (
            Heading("With it instead of without"),
            Heading("Models", is_number=True),
            Heading("Wounds", is_number=True),
            Heading("Whole unit", is_number=True),
        ),
        tuple(
            (
                words(one["source"]),
                figure(numbers.signed(numbers.mean(one["models"]), one["models"]), one["models"]),
                figure(numbers.signed(numbers.mean(one["wounds"]), one["wounds"]), one["wounds"]),
                figure(_points_of_percent(one["whole_unit"]), one["whole_unit"]),
            )
            for one in found
        ),
    )


def _points_of_percent(value: float) -> str:
    """The difference of two chances: ``"+12.9 %"``."""
    return numbers.signed(f"{100 * value:.1f} %", round(value, 4))
