"""Who attacks whom in an answer with cells: both ways of a matrix, each side of a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.advice.tables import units_of
from website.matchups.show_situation import activity_in_words, situation_in_words

Unit = Mapping[str, Any]
Cells = Sequence[Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Way:
    """Units that attack (rows), units that are attacked (columns), and how common each column or row is.

    ``slug`` names it in addresses. ``direction`` and ``side`` are what a cell of it is asked by.
    """

    slug: str
    label: str
    attackers: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    direction: str
    side: int = 0
    row_weights: tuple[float, ...] = ()
    column_weights: tuple[float, ...] = ()


def ways_of(answer: Mapping[str, Any]) -> tuple[Way, ...]:
    """Every way that the answer has cells for."""
    targets = _told_apart(answer["targets"])
    weights = tuple(answer.get("weights") or ())
    if answer["question"] == "comparison":
        return tuple(
            Way(f"side-{place}", side["name"], _told_apart(side["units"]), targets, "forth", place)
            for place, side in enumerate(answer["sides"])
        )
    mine = _told_apart(answer["attackers"])
    found = [Way("forth", "Mine on theirs", mine, targets, "forth", column_weights=weights)]
    if any(view.get("back") is not None for view in answer["views"]):
        found.append(Way("back", "Theirs on mine", targets, mine, "back", row_weights=weights))
    return tuple(found)


def _told_apart(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units by the names that advice calls them: those that share a name are numbered."""
    return tuple({**unit, "name": told.name} for unit, told in zip(units, units_of(units), strict=True))


def way_of(ways: Sequence[Way], slug: str) -> Way | None:
    """The way of that slug, None where there is none."""
    return next((way for way in ways if way.slug == slug), None)


def cells_of(answer: Mapping[str, Any], view: int, way: Way) -> Cells:
    """The cells of a view: a row for each unit that attacks."""
    shown = answer["views"][view]
    found: Cells = shown["sides"][way.side] if answer["question"] == "comparison" else shown[way.direction]
    return found


def view_title(view: Mapping[str, Any], place: int) -> str:
    """The name its owner gave it, else what is done and in which situation."""
    return view.get("name") or view_in_words(view) or f"View {place + 1}"


def view_in_words(view: Mapping[str, Any]) -> str:
    """``"Shooting: 12″ away"``."""
    situation = situation_in_words(view["situation"])
    activity = activity_in_words(view["activity"])
    return f"{activity}: {situation}" if situation else activity
