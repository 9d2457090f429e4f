"""Sides of a comparison beside each other: for each target what each does, what it costs, and the differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from website.matchups import show_numbers as numbers
from website.matchups.show_measures import Shown
from website.matchups.show_tables import Entry, Heading, ShownTable, figure, words
from website.matchups.show_ways import Cells, Way, cells_of


def compared(answer: Mapping[str, Any], view: int, ways: Sequence[Way], shown: Shown) -> ShownTable:
    """A row for each target; of each side the mean and the best of its units, and points destroyed for its points.

    The differences are those to the first side.
    """
    cells = [cells_of(answer, view, way) for way in ways]
    return ShownTable(
        "comparison",
        f"Side by side: {shown.unit}",
        (Heading("Target"), *_headings(ways)),
        tuple(
            (words(target["name"]), *_row(place, target, ways, cells, shown))
            for place, target in enumerate(ways[0].targets)
        ),
    )


def _headings(ways: Sequence[Way]) -> Iterator[Heading]:
    first = ways[0]
    for way in ways:
        yield Heading(f"{way.label}: mean", is_number=True)
        if way is not first:
            yield Heading(f"{way.label} less {first.label}", is_number=True)
        yield Heading(f"{way.label}: best unit", is_number=True)
        yield Heading(f"{way.label}: points for a point", is_number=True)
        if way is not first:
            yield Heading(f"{way.label} less {first.label}: points for a point", is_number=True)


def _row(
    place: int, target: Mapping[str, Any], ways: Sequence[Way], cells: Sequence[Cells], shown: Shown
) -> Iterator[Entry]:
    first_mean: float | None = None
    first_share: float | None = None
    for number, (way, found) in enumerate(zip(ways, cells, strict=True)):
        column = [row[place] for row in found]
        values = [shown.of(cell, target) for cell in column]
        mean, share = _mean(values), _share(column, way) if target["points"] else None
        yield figure(shown.text(mean), mean)
        if number:
            yield _difference(mean, first_mean, shown)
        yield _best(values, way, shown)
        yield figure(numbers.ratio(share), share)
        if number:
            yield _difference(share, first_share, None)
        else:
            first_mean, first_share = mean, share


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _share(column: Sequence[Mapping[str, Any]], way: Way) -> float | None:
    """Points that the whole side destroys, each unit by itself, for each point of the side."""
    known = [
        (cell["expected_points"], unit["points"])
        for cell, unit in zip(column, way.attackers, strict=True)
        if cell.get("expected_points") is not None and unit["points"]
    ]
    cost = sum(points for _, points in known)
    return sum(destroyed for destroyed, _ in known) / cost if cost else None


def _best(values: Sequence[float | None], way: Way, shown: Shown) -> Entry:
    known = [(value, place) for place, value in enumerate(values) if value is not None]
    if not known:
        return words(numbers.NOTHING)
    value, place = max(known, key=lambda one: (one[0], -one[1]))
    return figure(shown.text(value), value, note=way.attackers[place]["name"])


def _difference(value: float | None, first: float | None, shown: Shown | None) -> Entry:
    if value is None or first is None:
        return words(numbers.NOTHING)
    difference = value - first
    text = f"{100 * difference:.1f} %" if shown is not None and shown.name == "whole" else f"{difference:.2f}"
    return figure(numbers.signed(text, round(difference, 3)), difference)
