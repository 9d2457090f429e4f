"""Who attacks whom so that units do not spend their attacks on what others destroy already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from battle.advice.figures import number, points_in_words
from battle.advice.measures import Measure
from battle.advice.reading import once
from battle.advice.tables import Table, Unit, forth
from roster.muster.words import counted, listed

MOST_ROUNDS_OF_MOVES = 20
WORTH_A_MOVE = 1e-9
NOTHING_GAINED = 0.005

ASSUMES = (
    "It assumes that each unit attacks once, as in this view, that it can reach every target, and that attacks on one "
    "target add up in turn: each destroys of what is left the same part that it destroys of a fresh unit; wounds that "
    "destroy no model count for nothing. Starting from the largest gain, units are moved and pairs of them changed "
    "about for as long as that gains more; nothing proves that no other way is better."
)


@dataclass(frozen=True, slots=True)
class Assigned:
    """A unit and its target. ``gain`` is what it destroys on average of what those before it have left."""

    unit: Unit
    target: Unit
    gain: float


@dataclass(frozen=True, slots=True)
class Allocation:
    """Who attacks whom. Gains are points destroyed (R-28), or models where not every target has a price.

    ``assigned`` goes target by target, in each by gain. ``spare`` are units that gain next to nothing anywhere,
    ``unknown`` those of which the same would be said, had all their pairs been computed.
    """

    assigned: tuple[Assigned, ...]
    spare: tuple[Unit, ...]
    unknown: tuple[Unit, ...]
    is_in_points: bool
    total: float
    sentences: tuple[str, ...]


def allocation(answer: Mapping[str, Any], view: int, *, side: int = 0) -> Allocation:
    """Targets for all attackers, or for all units of a side of a comparison, taken together."""
    table = forth(answer, view, side)
    return once(answer, ("allocation", view, side), lambda: _allocation(table))


def _allocation(table: Table) -> Allocation:
    is_in_points = all(target.points > 0 for target in table.targets)
    worth = [target.points if is_in_points else float(target.models) for target in table.targets]
    parts = _parts(table, worth, Measure.POINTS if is_in_points else Measure.MODELS)
    chosen = _improved(parts, worth, _greedy(parts, worth))
    assigned, idle = _assigned(table, parts, worth, chosen)
    total = sum(one.gain for one in assigned)
    unknown = tuple(unit for unit in idle if any(cell.refused for cell in table.cells[unit.position]))
    spare = tuple(unit for unit in idle if unit not in unknown)
    sentences = tuple(_in_words(assigned, spare, unknown, is_in_points, total))
    return Allocation(assigned, spare, unknown, is_in_points, total, sentences)


def _parts(table: Table, worth: Sequence[float], measure: Measure) -> list[list[float]]:
    """Which part of each target each unit destroys on average, from 0 to 1."""
    return [
        [min(1.0, max(0.0, cell.value(measure) / most)) if most else 0.0 for cell, most in zip(row, worth, strict=True)]
        for row in table.cells
    ]


def _greedy(parts: Sequence[Sequence[float]], worth: Sequence[float]) -> list[int | None]:
    """The pair that gains most, again and again, until every unit has a target or gains nothing."""
    left = list(worth)
    chosen: list[int | None] = [None] * len(parts)
    waiting = set(range(len(parts)))
    while waiting and worth:
        gain, unit, target = max(
            (parts[unit][target] * left[target], -unit, -target) for unit in waiting for target in range(len(worth))
        )
        if gain <= 0:
            break
        unit, target = -unit, -target
        chosen[unit] = target
        left[target] *= 1 - parts[unit][target]
        waiting.discard(unit)
    return chosen


def _improved(parts: Sequence[Sequence[float]], worth: Sequence[float], chosen: list[int | None]) -> list[int | None]:
    """Units are moved, and pairs of them changed about, until neither gains anything."""
    for _ in range(MOST_ROUNDS_OF_MOVES):
        moved = _moved(parts, worth, chosen)
        swapped = _swapped(parts, worth, chosen)
        if not moved and not swapped:
            break
    return chosen


def _moved(parts: Sequence[Sequence[float]], worth: Sequence[float], chosen: list[int | None]) -> bool:
    """Each unit in turn goes where it gains most beside all others; whether any went."""
    went = False
    for unit, row in enumerate(parts):
        left = _left(parts, worth, chosen, without=(unit,))
        here = chosen[unit]
        kept = row[here] * left[here] if here is not None else 0.0
        best = max(range(len(worth)), key=lambda target: (row[target] * left[target], -target), default=None)
        if best is not None and row[best] * left[best] > kept + WORTH_A_MOVE * max(1.0, kept):
            chosen[unit] = best
            went = True
    return went


def _swapped(parts: Sequence[Sequence[float]], worth: Sequence[float], chosen: list[int | None]) -> bool:
    """Pairs of units change targets where both together gain by it; whether any did."""
    went = False
    for one, other in combinations(range(len(parts)), 2):
        here, there = chosen[one], chosen[other]
        if here is None or there is None or here == there:
            continue
        left = _left(parts, worth, chosen, without=(one, other))
        kept = parts[one][here] * left[here] + parts[other][there] * left[there]
        if parts[one][there] * left[there] + parts[other][here] * left[here] > kept + WORTH_A_MOVE * max(1.0, kept):
            chosen[one], chosen[other] = there, here
            went = True
    return went


def _left(
    parts: Sequence[Sequence[float]], worth: Sequence[float], chosen: Sequence[int | None], *, without: tuple[int, ...]
) -> list[float]:
    left = list(worth)
    for unit, target in enumerate(chosen):
        if target is not None and unit not in without:
            left[target] *= 1 - parts[unit][target]
    return left


def _assigned(
    table: Table, parts: Sequence[Sequence[float]], worth: Sequence[float], chosen: Sequence[int | None]
) -> tuple[tuple[Assigned, ...], tuple[Unit, ...]]:
    assigned: list[Assigned] = []
    spare = [unit for unit, target in zip(table.attackers, chosen, strict=True) if target is None]
    for target in table.targets:
        place = target.position
        on_it = [unit for unit, found in zip(table.attackers, chosen, strict=True) if found == place]
        left = worth[place]
        for unit in sorted(on_it, key=lambda unit: (-parts[unit.position][place], unit.position)):
            gain = left * parts[unit.position][place]
            left -= gain
            if gain < NOTHING_GAINED:
                spare.append(unit)
            else:
                assigned.append(Assigned(unit, target, gain))
    return tuple(assigned), tuple(sorted(spare, key=lambda unit: unit.position))


def _in_words(
    assigned: Sequence[Assigned], spare: Sequence[Unit], unknown: Sequence[Unit], is_in_points: bool, total: float
) -> Iterator[str]:
    for target in dict.fromkeys(one.target for one in assigned):
        on_it = [one for one in assigned if one.target == target]
        gain = sum(one.gain for one in on_it)
        destroyed = (
            f"{points_in_words(gain).rpartition(' ')[0]} of {target.points:,.10g} points"
            if is_in_points
            else f"{number(gain)} of {counted(target.models, 'model')}"
        )
        names = listed([one.unit.name for one in on_it])
        yield (
            f"{names} on {target.name}: together {destroyed} destroyed on average."
            if len(on_it) > 1
            else (f"{names} on {target.name}: {destroyed} destroyed on average.")
        )
    if spare:
        yield f"Next to nothing to gain anywhere: {listed([unit.name for unit in spare])}."
    if unknown:
        yield f"Left out, since not all of their pairs could be computed: {listed([unit.name for unit in unknown])}."
    if assigned:
        yield f"In all {_amount(total, is_in_points)} destroyed{' (R-28)' if is_in_points else ''}. {ASSUMES}"


def _amount(value: float, is_in_points: bool) -> str:
    return points_in_words(value) if is_in_points else f"{number(value)} models"
