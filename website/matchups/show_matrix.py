"""A matrix as a heat map: sorted rows and columns, an intensity and words for every cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roster.muster.words import counted
from website.matchups import show_numbers as numbers
from website.matchups.show_address import Wanted, turned
from website.matchups.show_measures import STEPS, Shown
from website.matchups.show_tables import Entry, Heading, ShownTable, figure, words
from website.matchups.show_ways import Cells, Way

IDLE = "none"
REFUSED = "no answer"
UNPRICED = "no price"


@dataclass(frozen=True, slots=True)
class HeatCell:
    """What stands in a cell, how intense it is (0 to 9, ``"none"`` where there is no figure) and where it leads."""

    text: str
    step: int | str
    says: str
    path: str


@dataclass(frozen=True, slots=True)
class Side:
    """The heading of a row or a column: the unit, and what sorting by it asks for."""

    name: str
    facts: str
    query: str
    sorted: str
    key: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A unit that attacks with its cells."""

    unit: Side
    mean: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One intensity of the legend, from which figure on."""

    step: int
    starts: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The matrix as it stands. ``notes`` say what cells without a figure are; ``order_in_words`` how it is sorted."""

    corner: tuple[Side, ...]
    columns: tuple[Side, ...]
    rows: tuple[HeatRow, ...]
    means: tuple[str, ...]
    mean_word: str
    legend: tuple[Step, ...]
    notes: tuple[str, ...]
    order_in_words: str
    table: ShownTable


def heat_map(cells: Cells, way: Way, shown: Shown, wanted: Wanted, view: int) -> HeatMap:
    """The cells of a way in one view, by the measure ``shown``, sorted as the address asks."""
    figures = [[shown.of(cell, target) for cell, target in zip(row, way.targets, strict=True)] for row in cells]
    largest = max((value for row in figures for value in row if value is not None), default=0.0)
    row_means = [_mean(row, way.column_weights) for row in figures]
    column_means = [_mean([row[place] for row in figures], way.row_weights) for place in range(len(way.targets))]
    rows, order = _sorted(wanted.order, way.attackers, row_means, figures, "t")
    turned_figures = [[row[place] for row in figures] for place in range(len(way.targets))]
    columns, column_order = _sorted(wanted.columns, way.targets, column_means, turned_figures, "a")
    path = f"{view}/{way.slug}/"
    return HeatMap(
        corner=tuple(
            _side(label, "", name, "order", order, wanted, is_number=name != "name")
            for name, label in (("name", "Unit"), ("points", "Points"), ("mean", _mean_word(way.column_weights)))
        ),
        columns=tuple(
            _side(
                way.targets[place]["name"],
                _facts(way.targets[place], way.column_weights[place : place + 1]),
                f"t{place}",
                "order",
                order,
                wanted,
            )
            for place in columns
        ),
        rows=tuple(
            HeatRow(
                unit=_side(
                    way.attackers[row]["name"],
                    _facts(way.attackers[row], way.row_weights[row : row + 1]),
                    f"a{row}",
                    "columns",
                    column_order,
                    wanted,
                ),
                mean=shown.text(row_means[row]),
                cells=tuple(
                    _cell(
                        cells[row][column],
                        way.attackers[row],
                        way.targets[column],
                        shown,
                        largest,
                        f"{path}{row}/{column}/",
                    )
                    for column in columns
                ),
            )
            for row in rows
        ),
        means=tuple(shown.text(column_means[column]) for column in columns),
        mean_word=_mean_word(way.row_weights),
        legend=_legend(shown, largest),
        notes=_notes(cells),
        order_in_words=_in_words(order, column_order, way),
        table=_table(cells, figures, way, shown, rows, columns),
    )


# Order ------------------------------------------------------------------------------------------------------


def _sorted(
    order: str,
    units: Sequence[Mapping[str, Any]],
    means: Sequence[float | None],
    figures: Sequence[Sequence[float | None]],
    letter: str,
) -> tuple[list[int], str]:
    """Places of units in the order asked for, and that order; one nobody knows is the order of the roster.

    ``letter`` and a number ask for the figures of one unit of the other side.
    """
    places = list(range(len(units)))
    name = order.removeprefix("-")
    is_falling = order.startswith("-")
    other = name.removeprefix(letter)
    if name == "name":
        places.sort(key=lambda place: units[place]["name"].casefold(), reverse=is_falling)
    elif name == "points":
        places = _by_figure(places, lambda place: units[place]["points"], is_falling=is_falling)
    elif name == "mean":
        places = _by_figure(places, lambda place: means[place], is_falling=is_falling)
    elif name.startswith(letter) and other.isascii() and other.isdecimal() and int(other) < len(figures[0]):
        places = _by_figure(places, lambda place: figures[place][int(other)], is_falling=is_falling)
    else:
        order = ""
    return places, order


def _by_figure(places: list[int], value: Callable[[int], float | None], *, is_falling: bool) -> list[int]:
    """Those without a figure stand last both ways."""
    known = [place for place in places if value(place) is not None]
    known.sort(key=lambda place: value(place) or 0.0, reverse=is_falling)
    return known + [place for place in places if value(place) is None]


def _side(
    name: str, facts: str, key: str, field: str, standing: str, wanted: Wanted, *, is_number: bool = True
) -> Side:
    order, now = turned(key, standing, is_number=is_number)
    return Side(name, facts, wanted.query(**{field: order}), now, key)


def _in_words(order: str, column_order: str, way: Way) -> str:
    parts = [
        f"{what} sorted by {by}, {'falling' if one.startswith('-') else 'rising'}"
        for what, one, units in (("rows", order, way.targets), ("columns", column_order, way.attackers))
        if one and (by := _by_in_words(one.removeprefix("-"), units))
    ]
    return f"{'; '.join(parts).capitalize()}." if parts else ""


def _by_in_words(name: str, units: Sequence[Mapping[str, Any]]) -> str:
    return name if name in ("name", "points", "mean") else f"what stands for {units[int(name[1:])]['name']}"


# Cells ------------------------------------------------------------------------------------------------------


def _cell(
    cell: Mapping[str, Any],
    attacker: Mapping[str, Any],
    target: Mapping[str, Any],
    shown: Shown,
    largest: float,
    path: str,
) -> HeatCell:
    who = f"{attacker['name']} on {target['name']}"
    value = shown.of(cell, target)
    if cell.get("refused"):
        return HeatCell(REFUSED, "none", f"{REFUSED}: {who}", path)
    if not cell["attacks"]:
        return HeatCell(IDLE, "none", f"{IDLE}, no weapon can attack: {who}", path)
    if value is None:
        return HeatCell(UNPRICED, "none", f"{UNPRICED}: {who}", path)
    text = f"≈ {shown.text(value)}" if cell.get("method") == "sampled" else shown.text(value)
    return HeatCell(text, shown.step(value, target, largest), f"{text} {shown.unit}: {who}", path)


def _mean(values: Sequence[float | None], weights: Sequence[float]) -> float | None:
    """The mean of what there is, by the weights where there are any."""
    known = [(value, weights[place] if weights else 1.0) for place, value in enumerate(values) if value is not None]
    total = sum(weight for _, weight in known)
    return sum(value * weight for value, weight in known) / total if total else None


def _mean_word(weights: Sequence[float]) -> str:
    return "Weighted mean" if weights else "Mean"


def _facts(unit: Mapping[str, Any], weights: Sequence[float]) -> str:
    facts = [counted(unit["models"], "model")]
    if unit["points"]:
        facts.append(f"{numbers.points(unit['points'])} pts")
    facts += [f"weight {weight:g}" for weight in weights]
    return ", ".join(facts)


def _legend(shown: Shown, largest: float) -> tuple[Step, ...]:
    if shown.name == "points":
        return tuple(Step(step, numbers.points(round(largest * step / STEPS, 1))) for step in range(STEPS))
    if shown.name == "share":
        return tuple(Step(step, f"{step / STEPS:.1f}") for step in range(STEPS))
    return tuple(Step(step, f"{step * 100 // STEPS} %") for step in range(STEPS))


def _notes(cells: Cells) -> tuple[str, ...]:
    """What cells are that have no exact figure; refusals with their reason and how many they are."""
    everything = [cell for row in cells for cell in row]
    notes = []
    if idle := sum(not cell["attacks"] and not cell.get("refused") for cell in everything):
        notes.append(f"“{IDLE}” ({counted(idle, 'cell')}): no weapon of the unit can attack there.")
    if sampled := sum(cell.get("method") == "sampled" for cell in everything):
        notes.append(
            f"“≈” ({counted(sampled, 'cell')}): the exact answer does not fit, so dice were rolled; opened by itself a "
            "cell is rolled more often and says how far its figures may be off."
        )
    reasons = Counter(cell["refused"] for cell in everything if cell.get("refused"))
    notes += [f"“{REFUSED}” ({counted(count, 'cell')}): {reason}" for reason, count in reasons.most_common()]
    return tuple(notes)


def _table(
    cells: Cells,
    figures: Sequence[Sequence[float | None]],
    way: Way,
    shown: Shown,
    rows: Sequence[int],
    columns: Sequence[int],
) -> ShownTable:
    """The matrix as a file has it."""
    return ShownTable(
        "matrix",
        shown.label,
        (
            Heading("Unit"),
            Heading("Models", is_number=True),
            Heading("Points", is_number=True),
            *(Heading(way.targets[column]["name"], is_number=True) for column in columns),
        ),
        tuple(
            (
                words(way.attackers[row]["name"]),
                figure("", way.attackers[row]["models"]),
                figure("", way.attackers[row]["points"]),
                *(_in_file(cells[row][column], figures[row][column]) for column in columns),
            )
            for row in rows
        ),
    )


def _in_file(cell: Mapping[str, Any], value: float | None) -> Entry:
    return words(REFUSED) if cell.get("refused") else figure("", value)
