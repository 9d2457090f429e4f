"""The answer to a table joined from its rows, as plain JSON values, ``quartermaster.answer/1``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battle.scenario.answers import SCHEMA
from battle.scenario.cells import refused_cell
from battle.scenario.duels_as_json import unit_as_dict
from battle.scenario.settling import EXACT, unique
from battle.scenario.situation_shapes import unusual
from battle.scenario.switches import offers_as_dicts
from battle.scenario.tables import BACK, FORTH, AskedTable, Row, Side, View
from roster.document_faults import DocumentError

MIXED = "mixed"

Cells = list[dict[str, Any]]


def table_as_dict(asked: AskedTable, rows: Sequence[tuple[Row, dict[str, Any] | str]]) -> dict[str, Any]:
    """The table of these rows, each as it was answered, or why it could not be.

    Raises :class:`DocumentError` where no cell of it could be answered.
    """
    cells = {row: _cells(asked, row, found) for row, found in rows}
    everything = [cell for row in cells.values() for cell in row]
    if all("refused" in cell for cell in everything):
        reasons = dict.fromkeys(cell["refused"] for cell in everything)
        raise DocumentError("", f"Nothing of it could be answered. {' '.join(reasons)}")
    told = [found for _, found in rows if isinstance(found, dict)]
    turned_on = frozenset(name for view in asked.views for name in view.situation.switches)
    shape: dict[str, Any] = {
        "schema": SCHEMA,
        "question": asked.question,
        "name": asked.name,
        "method": _method(everything),
    }
    if asked.question == "comparison":
        shape["sides"] = [{"name": side.name, "units": _units(side)} for side in asked.sides]
    else:
        shape["attackers"] = _units(asked.sides[0])
    shape["targets"] = _units(asked.targets)
    if asked.weights is not None:
        shape["weights"] = list(asked.weights)
    return {
        **shape,
        "views": [_view(asked, place, view, cells) for place, view in enumerate(asked.views)],
        "not_modelled": _unique(told, "not_modelled"),
        "assumptions": list(unique(*(unit.assumptions for unit in asked.units), tuple(_unique(told, "assumptions")))),
        "switches": offers_as_dicts(asked.offers, turned_on),
    }


def _units(side: Side) -> list[dict[str, Any]]:
    return [{**unit_as_dict(unit), "place": place} for unit, place in zip(side.units, side.places, strict=True)]


def _cells(asked: AskedTable, row: Row, found: dict[str, Any] | str) -> Cells:
    if isinstance(found, str):
        return [refused_cell(found) for _ in asked.attacked_in(row)]
    cells: Cells = found["cells"]
    return cells


def _view(asked: AskedTable, place: int, view: View, cells: dict[Row, Cells]) -> dict[str, Any]:
    shape = {"name": view.name, "activity": view.activity.value, "situation": unusual(view.shape)}
    forth = [
        [cells[Row(place, FORTH, number, unit)] for unit in range(len(side.units))]
        for number, side in enumerate(asked.sides)
    ]
    if asked.question == "comparison":
        return {**shape, "sides": forth}
    back = None
    if asked.both_ways:
        back = (
            forth[0]
            if asked.is_mirrored
            else [cells[Row(place, BACK, 0, unit)] for unit in range(len(asked.targets.units))]
        )
    return {**shape, "forth": forth[0], "back": back}


def _method(cells: Cells) -> str:
    methods = {cell.get("method", EXACT) for cell in cells if "refused" not in cell}
    return methods.pop() if len(methods) == 1 else MIXED


def _unique(told: Sequence[dict[str, Any]], field: str) -> list[str]:
    return list(dict.fromkeys(words for one in told for words in one[field]))
