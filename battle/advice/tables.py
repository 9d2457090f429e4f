"""Tables of answers: whose units attack whom, and the cells between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice.measures import Figure, Measure
from battle.advice.reading import once
from roster.muster.words import ordinal

TABLES = frozenset({"matrix", "field", "comparison"})
"""Questions whose answers have cells."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a side. ``name`` tells it from others of its side that are called the same."""

    position: int
    name: str
    models: int
    points: float


@dataclass(frozen=True, slots=True)
class Cell:
    """What one unit does to another. ``refused`` says why there are no figures; without a price it has no points."""

    figures: Mapping[Measure, Figure | None]
    is_idle: bool
    is_sampled: bool
    refused: str

    def figure(self, measure: Measure) -> Figure | None:
        """The figure, None where there is none: the cell was refused, or one of the units has no price."""
        return self.figures[measure]

    def value(self, measure: Measure) -> float:
        """The figure, 0 where there is none."""
        found = self.figures[measure]
        return found.value if found is not None else 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """A row for each of the units that attack, a cell in it for each unit that is attacked."""

    attackers: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    cells: tuple[tuple[Cell, ...], ...]

    def every(self) -> Iterator[tuple[Unit, Unit, Cell]]:
        """All cells with their units."""
        for attacker, row in zip(self.attackers, self.cells, strict=True):
            for target, cell in zip(self.targets, row, strict=True):
                yield attacker, target, cell

    def column(self, target: Unit) -> tuple[Cell, ...]:
        """What each of the attackers does to this target."""
        return tuple(row[target.position] for row in self.cells)


def forth(answer: Mapping[str, Any], view: int, side: int = 0) -> Table:
    """What the attackers, or the units of that side of a comparison, do to the targets."""
    found = _view(answer, view)
    if answer["question"] == "comparison":
        attackers, cells = answer["sides"][side]["units"], found["sides"][side]
    else:
        attackers, cells = answer["attackers"], found["forth"]
    return once(answer, ("forth", view, side), lambda: _table(attackers, answer["targets"], cells))


def back(answer: Mapping[str, Any], view: int) -> Table | None:
    """What the targets do to the attackers, None where that was not asked."""
    cells = _view(answer, view).get("back")
    if cells is None:
        return None
    return once(answer, ("back", view), lambda: _table(answer["targets"], answer["attackers"], cells))


def view_name(answer: Mapping[str, Any], view: int) -> str:
    """What the view is called: its name, else what units do in it."""
    found = _view(answer, view)
    doing = {"shooting": "Shooting", "fight": "Fighting", "both": "Shooting, then fighting"}
    name: str = found.get("name") or doing[found["activity"]]
    return name


def _view(answer: Mapping[str, Any], view: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = answer["views"][view]
    return found


def _table(
    attackers: Sequence[Mapping[str, Any]],
    targets: Sequence[Mapping[str, Any]],
    cells: Sequence[Sequence[Mapping[str, Any]]],
) -> Table:
    attacked = units_of(targets)
    rows = (tuple(_cell(cell, target) for cell, target in zip(row, attacked, strict=True)) for row in cells)
    return Table(units_of(attackers), attacked, tuple(rows))


def units_of(units: Sequence[Mapping[str, Any]]) -> tuple[Unit, ...]:
    """The units; those that share a name are numbered: ``Intercessors (2nd)``."""
    shared = Counter(unit["name"] for unit in units)
    seen: Counter[str] = Counter()
    found = []
    for position, unit in enumerate(units):
        name = unit["name"]
        seen[name] += 1
        label = name if shared[name] == 1 else f"{name} ({ordinal(seen[name])})"
        found.append(Unit(position, label, unit["models"], float(unit["points"] or 0.0)))
    return tuple(found)


_FIELDS = tuple((measure, measure.field) for measure in Measure)


def _cell(cell: Mapping[str, Any], target: Unit) -> Cell:
    # There are thousands of them on a page: each field is looked up once.
    errors = cell.get("standard_errors") or {}
    figures: dict[Measure, Figure | None] = {}
    for measure, field in _FIELDS:
        value = cell.get(field)
        error = errors.get(field) if errors else None
        if measure.asks_for_price and not target.points:
            value = None
        figures[measure] = None if value is None else Figure(float(value), float(error or 0.0))
    return Cell(
        figures,
        is_idle=cell.get("attacks") is False,
        is_sampled=cell.get("method") == "sampled",
        refused=cell.get("refused") or "",
    )
