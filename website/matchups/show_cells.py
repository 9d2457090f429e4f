"""Where a cell stands in its table: who attacks whom, in which view, and the cells before and after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from website.matchups.show_address import Wanted
from website.matchups.show_ways import Way, view_in_words, view_title, way_of, ways_of


class NoSuchCell(Exception):
    """The table has no cell at this place."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another cell of the same view and way."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell by its place. ``query`` shows the matrix that it stands in."""

    view: int
    direction: Literal["forth", "back"]
    side: int
    row: int
    column: int
    path: str
    query: str
    title: str
    where: str
    before: Neighbour | None
    after: Neighbour | None


def cell_place(answer: Mapping[str, Any] | None, view: int, slug: str, row: int, column: int) -> CellPlace:
    """The cell of the answer at this place; raises :class:`NoSuchCell`."""
    if answer is None or "views" not in answer or view >= len(answer["views"]):
        raise NoSuchCell
    way = way_of(ways_of(answer), slug)
    if way is None or row >= len(way.attackers) or column >= len(way.targets):
        raise NoSuchCell
    shown = answer["views"][view]
    number = row * len(way.targets) + column
    return CellPlace(
        view=view,
        direction="back" if way.direction == "back" else "forth",
        side=way.side,
        row=row,
        column=column,
        path=_path(view, way, row, column),
        query=Wanted(view=str(view), side=way.slug).query(),
        title=_who(way, number),
        where=". ".join(dict.fromkeys((view_title(shown, view), view_in_words(shown)))),
        before=_neighbour(view, way, number - 1),
        after=_neighbour(view, way, number + 1),
    )


def _neighbour(view: int, way: Way, number: int) -> Neighbour | None:
    """The cell of that number, counted row by row; None beyond either end."""
    if not 0 <= number < len(way.attackers) * len(way.targets):
        return None
    row, column = divmod(number, len(way.targets))
    return Neighbour(_who(way, number), _path(view, way, row, column))


def _who(way: Way, number: int) -> str:
    row, column = divmod(number, len(way.targets))
    return f"{way.attackers[row]['name']} on {way.targets[column]['name']}"


def _path(view: int, way: Way, row: int, column: int) -> str:
    return f"{view}/{way.slug}/{row}/{column}/"
