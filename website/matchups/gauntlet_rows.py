"""The targets of a gauntlet as pages show them, fielded by the release in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from battle.advice.figures import percent
from battle.gauntlets import fielded_units
from battle.models import Gauntlet
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError


@dataclass(frozen=True, slots=True)
class Target:
    """A target. ``part`` is how much of all it counts for, ``problem`` says why it cannot be fielded any more."""

    place: int
    name: str
    models: int
    points: int
    weight: float
    part: float
    reason: str
    problem: str = ""

    @property
    def part_in_words(self) -> str:
        """``12.5 %``."""
        return percent(self.part)


def targets_of(gauntlet: Gauntlet, catalogue: Catalogue) -> tuple[Target, ...]:
    """The targets in their order."""
    return tuple(_targets(gauntlet, catalogue))


def _targets(gauntlet: Gauntlet, catalogue: Catalogue) -> Iterator[Target]:
    weights = gauntlet.weights or [1] * len(gauntlet.units)
    reasons = gauntlet.reasons or [""] * len(gauntlet.units)
    total = sum(weights)
    for place, (unit, weight, reason) in enumerate(zip(gauntlet.units, weights, reasons, strict=True)):
        part = weight / total if total else 0.0
        try:
            found = fielded_units(unit, catalogue)
        except DocumentError as error:
            yield Target(place, _named(unit), 0, 0, weight, part, reason, error.message)
            continue
        yield Target(
            place,
            " and ".join(one.name for one in found),
            sum(one.fighters.models for one in found),
            round(sum(one.fighters.points for one in found)),
            weight,
            part,
            reason,
        )


def _named(unit: dict[str, Any]) -> str:
    return str(unit.get("name") or unit.get("datasheet") or "A unit of a roster")[:120]
