"""What whole sides do on average: sums over units of what each does to a typical target."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice.measures import Figure, Measure
from battle.advice.reading import once
from battle.advice.tables import Table, Unit, back, forth


@dataclass(frozen=True, slots=True)
class UnitTotal:
    """What a unit does to the targets on average, each as common as its weight says.

    ``share`` is None where the unit has no price; pairs that could not be had are left out of the means.
    """

    unit: Unit
    points: Figure
    share: Figure | None
    whole_unit: Figure


@dataclass(frozen=True, slots=True)
class SideTotals:
    """What a side does if each of its units attacks one target of the average kind.

    ``price`` is what its units cost, ``points`` what they destroy together (R-28), ``share`` that for each point of
    the price, None where not every unit has one or no target has; units of a field that attack count as often as they
    are common. ``best`` has for each target the largest chance that a unit of this side destroys all of it. ``idle``,
    ``refused`` and ``sampled`` count pairs, of ``pairs``.
    """

    name: str
    units: tuple[UnitTotal, ...]
    price: float
    points: Figure
    share: Figure | None
    targets: tuple[Unit, ...]
    best: tuple[Figure, ...]
    idle: int
    refused: int
    sampled: int
    pairs: int


def totals(answer: Mapping[str, Any], view: int) -> tuple[SideTotals, ...]:
    """Of each side: those of a comparison; else the attackers and, where it was asked, the targets."""
    return once(answer, ("totals", view), lambda: _sides(answer, view))


def _sides(answer: Mapping[str, Any], view: int) -> tuple[SideTotals, ...]:
    if answer["question"] == "comparison":
        names = [side["name"] for side in answer["sides"]]
        return tuple(_totals(name, forth(answer, view, place), None) for place, name in enumerate(names))
    weights = answer.get("weights")
    found = [_totals("Yours", forth(answer, view), weights)]
    theirs = back(answer, view)
    if theirs is not None:
        found.append(_totals("Theirs", theirs, None, common=weights))
    return tuple(found)


def _totals(
    name: str, table: Table, weights: Sequence[float] | None, common: Sequence[float] | None = None
) -> SideTotals:
    weights = weights or [1.0] * len(table.targets)
    units = tuple(_units(table, weights))
    price = sum(unit.points for unit in table.attackers)
    points = Figure(sum(unit.points.value for unit in units), math.sqrt(sum(unit.points.error**2 for unit in units)))
    cells = [cell for row in table.cells for cell in row]
    return SideTotals(
        name=name,
        units=units,
        price=price,
        points=points,
        share=_share(units, common or [1.0] * len(units)) if any(one.points for one in table.targets) else None,
        targets=table.targets,
        best=tuple(_best(table, target) for target in table.targets),
        idle=sum(cell.is_idle for cell in cells),
        refused=sum(bool(cell.refused) for cell in cells),
        sampled=sum(cell.is_sampled for cell in cells),
        pairs=len(cells),
    )


def _share(units: Sequence[UnitTotal], common: Sequence[float]) -> Figure | None:
    """What all units destroy for each of their points, each as common as it is; None where one has no price."""
    price = sum(one.unit.points * times for one, times in zip(units, common, strict=True))
    if not price or any(one.unit.points <= 0 for one in units):
        return None
    found = sum(one.points.value * times for one, times in zip(units, common, strict=True))
    error = math.sqrt(sum((one.points.error * times) ** 2 for one, times in zip(units, common, strict=True)))
    return Figure(found / price, error / price)


def _units(table: Table, weights: Sequence[float]) -> Iterator[UnitTotal]:
    for unit, row in zip(table.attackers, table.cells, strict=True):
        known = [(cell, weight) for cell, weight in zip(row, weights, strict=True) if not cell.refused]
        points = _mean([(cell.figure(Measure.POINTS), weight) for cell, weight in known])
        whole = _mean([(cell.figure(Measure.WHOLE_UNIT), weight) for cell, weight in known])
        has_prices = unit.points > 0 and any(one.points for one in table.targets)
        share = Figure(points.value / unit.points, points.error / unit.points) if has_prices else None
        yield UnitTotal(unit, points, share, whole)


def _mean(figures: Sequence[tuple[Figure | None, float]]) -> Figure:
    known = [(figure, weight) for figure, weight in figures if figure is not None]
    total = sum(weight for _, weight in known)
    if not total:
        return Figure(0.0)
    value = sum(figure.value * weight for figure, weight in known) / total
    error = math.sqrt(sum((figure.error * weight) ** 2 for figure, weight in known)) / total
    return Figure(value, error)


def _best(table: Table, target: Unit) -> Figure:
    found = [cell.figure(Measure.WHOLE_UNIT) for cell in table.column(target)]
    return max((one for one in found if one is not None), key=lambda one: one.value, default=Figure(0.0))
