"""Questions as plain JSON values of all that determines their answers, and the question of one cell of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from battle.scenario.shapes import SCHEMA, ComparisonShape, FieldShape, MatrixShape, ScenarioShape
from battle.scenario.tables import views_of

_UNITS = ("attacker", "target", "attackers", "targets")


def canonical(scenario: ScenarioShape) -> dict[str, Any]:
    """The scenario with every field, but without the names that people give to questions and rosters.

    It is a scenario itself. Questions whose canonical forms are equal have the same answer; raises
    :class:`~roster.document_faults.DocumentError` for views that stand beside an activity or a situation.
    """
    if isinstance(scenario, MatrixShape | FieldShape | ComparisonShape):
        views = views_of(scenario)
        scenario = msgspec.structs.replace(scenario, views=views, activity=msgspec.UNSET, situation=msgspec.UNSET)
    # By way of a text: everything is then as a text would hold it.
    shape: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(scenario))
    shape["name"] = ""
    for field in _UNITS:
        found = shape.get(field, ())
        for unit in found if isinstance(found, list) else [found]:
            _forget_name(unit)
    for side in shape.get("sides", ()):
        for unit in side["units"]:
            _forget_name(unit)
    return shape


def _forget_name(unit: Any) -> None:
    if isinstance(unit, dict) and unit.get("from") == "roster":
        unit["roster"].pop("name", None)


def cell_question(
    question: Mapping[str, Any],
    *,
    view: int,
    direction: Literal["forth", "back"],
    row: int,
    column: int,
    side: int = 0,
    answer: Mapping[str, Any],
) -> dict[str, Any]:
    """The scenario of one cell of a table as a pair, from the table's canonical question and its answer.

    ``row`` is the place of the unit that attacks, of the attackers or of that ``side`` of a comparison; ``column`` that
    of its target. With the direction ``back`` the targets attack. Raises :class:`LookupError` for a cell that is not
    there.
    """
    if "sides" in question:
        attackers = question["sides"][_place(side, question["sides"])]["units"], answer["sides"][side]["units"]
    else:
        if side:
            raise LookupError(f"There is no side {side}; only comparisons have several.")
        attackers = question["attackers"], answer["attackers"]
    targets = question["targets"], answer["targets"]
    seen = question["views"][_place(view, question["views"])]
    if direction == "back":
        if not question.get("both_ways"):
            raise LookupError("The table was not answered both ways.")
        attackers, targets = targets, attackers
    return {
        "schema": SCHEMA,
        "question": "pair",
        "name": "",
        "attacker": _unit(*attackers, row),
        "target": _unit(*targets, column),
        "activity": seen["activity"],
        "situation": seen["situation"],
        "policies": question["policies"],
        "is_cell": True,
    }


def _unit(shapes: list[dict[str, Any]], units: list[dict[str, Any]], place: int) -> dict[str, Any]:
    """The one unit of the side, as the question of a pair names it."""
    unit = units[_place(place, units)]
    shape = shapes[unit["place"]]
    return {**shape, "units": unit["keys"][:1]} if shape["from"] == "roster" else shape


def _place(place: int, there: list[Any]) -> int:
    if not 0 <= place < len(there):
        raise LookupError(f"There is no {place}; there are 0 to {len(there) - 1}.")
    return place
