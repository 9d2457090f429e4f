"""What each of one's units should attack first, and what threatens it most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice.figures import number, percent, points_in_words
from battle.advice.measures import Figure, Measure
from battle.advice.tables import Cell, Table, Unit, back, forth
from roster.muster.words import abridged, counted, listed


@dataclass(frozen=True, slots=True)
class Ranked:
    """A unit in a ranking, with the figures that put it there.

    ``place`` counts from 1; what cannot be told apart from the best shares its place. ``figure`` is the one ranked
    by, ``why`` the others in words.
    """

    place: int
    unit: Unit
    figure: Figure
    why: str

    @property
    def is_first(self) -> bool:
        """Whether nothing is better by so much that it means something."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class UnitPriorities:
    """The targets of one of my units, the best first, and what that comes to in a sentence.

    ``idle`` are targets that it cannot attack, ``unknown`` those without a figure, each with the reason.
    """

    unit: Unit
    ranked: tuple[Ranked, ...]
    idle: tuple[Unit, ...]
    unknown: tuple[tuple[Unit, str], ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class UnitThreats:
    """The units that attack one of mine, the most dangerous first, and what that comes to in a sentence."""

    unit: Unit
    ranked: tuple[Ranked, ...]
    idle: tuple[Unit, ...]
    unknown: tuple[tuple[Unit, str], ...]
    sentence: str


def priorities(
    answer: Mapping[str, Any], view: int, *, measure: Measure = Measure.POINTS_FOR_A_POINT, side: int = 0
) -> tuple[UnitPriorities, ...]:
    """For each of the attackers, or of the units of a side of a comparison, its targets ranked."""
    table = forth(answer, view, side)
    found = []
    for unit, row in zip(table.attackers, table.cells, strict=True):
        ranked, idle, unknown = _ranked(table.targets, row, measure)
        sentence = _priority_in_words(unit, ranked, idle, unknown, table.targets, measure)
        found.append(UnitPriorities(unit, ranked, idle, unknown, sentence))
    return tuple(found)


def threats(answer: Mapping[str, Any], view: int, *, measure: Measure = Measure.POINTS) -> tuple[UnitThreats, ...]:
    """For each of the attackers what the targets do to it, ranked; nothing where that was not asked."""
    table = back(answer, view)
    return () if table is None else tuple(_threats(table, measure))


def _threats(table: Table, measure: Measure) -> Iterator[UnitThreats]:
    for unit in table.targets:
        ranked, idle, unknown = _ranked(table.attackers, table.column(unit), measure, attacked=unit)
        sentence = _threat_in_words(unit, ranked, idle, unknown, measure)
        yield UnitThreats(unit, ranked, idle, unknown, sentence)


def _ranked(
    units: Sequence[Unit], cells: Sequence[Cell], measure: Measure, *, attacked: Unit | None = None
) -> tuple[tuple[Ranked, ...], tuple[Unit, ...], tuple[tuple[Unit, str], ...]]:
    """The units by what stands in their cells; ``attacked``: the unit in all of them, else each is its own."""
    known: list[tuple[Unit, Cell, Figure]] = []
    idle, unknown = [], []
    for unit, cell in zip(units, cells, strict=True):
        figure = cell.figure(measure)
        if figure is None:
            unknown.append((unit, cell.refused or _without_price(cell)))
        elif cell.is_idle:
            idle.append(unit)
        else:
            known.append((unit, cell, figure))
    # What is equal in the figure goes by points destroyed, then as the units stand.
    known.sort(key=lambda one: (-one[2].value, -one[1].value(Measure.POINTS), one[0].position))
    ranked: list[Ranked] = []
    is_chance = measure is Measure.WHOLE_UNIT
    for place, (unit, cell, figure) in enumerate(known, 1):
        is_like_first = bool(ranked) and ranked[0].figure.is_like(figure, is_chance=is_chance)
        ranked.append(Ranked(1 if is_like_first else place, unit, figure, _why(cell, attacked or unit, measure)))
    return tuple(ranked), tuple(idle), tuple(unknown)


def _without_price(cell: Cell) -> str:
    who = "is attacked" if cell.figure(Measure.POINTS) is None else "attacks"
    return f"The unit that {who} has no price."


def _why(cell: Cell, target: Unit, measure: Measure) -> str:
    said = []
    if measure is not Measure.MODELS:
        said.append(f"{number(cell.value(Measure.MODELS))} of {counted(target.models, 'model')}")
    if measure is not Measure.POINTS and target.points:
        said.append(f"{points_in_words(cell.value(Measure.POINTS))} of {target.points:,.10g}")
    if measure is not Measure.WHOLE_UNIT:
        said.append(f"{percent(cell.value(Measure.WHOLE_UNIT))} to destroy all of it")
    if cell.is_sampled:
        said.append("sampled")
    return ", ".join(said)


def _priority_in_words(
    unit: Unit,
    ranked: Sequence[Ranked],
    idle: Sequence[Unit],
    unknown: Sequence[tuple[Unit, str]],
    targets: Sequence[Unit],
    measure: Measure,
) -> str:
    if not ranked:
        if unknown:
            return f"{unit.name}: nothing can be said. {unknown[0][1]}"
        return f"{unit.name} can attack none of {counted(len(targets), 'target')} here."
    first = [one for one in ranked if one.is_first]
    best = ranked[0]
    if best.figure.value <= _next_to_nothing(measure):
        said = f"{unit.name} can do next to nothing to any target here: at best {measure.in_words(best.figure.value)}."
    elif len(first) == 1:
        said = f"{unit.name}: {best.unit.name} first, {measure.in_words(best.figure.value)} ({best.why})."
        if len(ranked) > 1 and ranked[1].figure.value > _next_to_nothing(measure):
            words = measure.in_words(ranked[1].figure.value)
            is_close = words == measure.in_words(best.figure.value)
            said += f" Then {ranked[1].unit.name}{', hardly less' if is_close else f': {words}'}."
    else:
        names = [one.unit.name for one in first]
        said = (
            f"{unit.name}: {_any_of(names)} first, alike as far as it means anything: "
            f"{measure.in_words(best.figure.value)}."
        )
    if idle:
        said += f" It cannot attack {abridged([one.name for one in idle])}."
    return said + _not_ranked(unknown)


def _not_ranked(unknown: Sequence[tuple[Unit, str]]) -> str:
    return f" Not ranked: {abridged([unit.name for unit, _ in unknown])}." if unknown else ""


def _threat_in_words(
    unit: Unit,
    ranked: Sequence[Ranked],
    idle: Sequence[Unit],
    unknown: Sequence[tuple[Unit, str]],
    measure: Measure,
) -> str:
    if not ranked:
        if unknown:
            return f"{unit.name}: nothing can be said. {unknown[0][1]}"
        return f"Nothing of theirs can attack {unit.name} here."
    first = [one for one in ranked if one.is_first]
    best = ranked[0]
    if best.figure.value <= _next_to_nothing(measure):
        said = f"{unit.name}: next to nothing to fear, at worst {measure.in_words(best.figure.value)}."
    elif len(first) == 1:
        said = f"{unit.name}: most to fear from {best.unit.name}, {measure.in_words(best.figure.value)} ({best.why})."
    else:
        said = (
            f"{unit.name}: most to fear from {_any_of([one.unit.name for one in first])}, alike as far as it means "
            f"anything: {measure.in_words(best.figure.value)}."
        )
    return said + _not_ranked(unknown)


def _next_to_nothing(measure: Measure) -> float:
    """The figure up to which nothing is gained: a twentieth of a model or point, else a two-hundredth."""
    return 0.05 if measure in (Measure.MODELS, Measure.POINTS) else 0.005


def _any_of(names: Sequence[str]) -> str:
    if len(names) > 3:
        return f"{', '.join(names[:3])} or {len(names) - 3} more"
    return listed(names, conjunction="or")
