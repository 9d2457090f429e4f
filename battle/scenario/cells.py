"""One unit on each unit of the other side: a row of a table as plain JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battle.engine.matrix import Activity, Cell, meeting
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.work import TooLarge, limited

MOST_WORK_OF_A_CELL = 1e8
"""What a cell may take: about half a second on one core of today."""

FIGURES = ("expected_models", "expected_wounds", "expected_points", "whole_unit", "points_for_a_point")


@dataclass(frozen=True, slots=True)
class Terms:
    """How all cells of a row are to be answered."""

    activity: Activity
    situation: Situation
    policies: Policies
    seed: int


def row_as_dict(attacker: Fighters, targets: Sequence[Fighters], terms: Terms) -> dict[str, Any]:
    """A cell for each of the targets, and what is said of all of them together."""
    cells, not_modelled, assumptions = [], dict[str, None](), dict[str, None]()
    for target in targets:
        try:
            with limited(MOST_WORK_OF_A_CELL):
                found = meeting(attacker, target, terms.activity, terms.situation, terms.policies)
        except TooLarge as error:
            cells.append(refused_cell(f"The exact answer would not fit: {error}."))
            continue
        cells.append(cell_as_dict(found.cell))
        not_modelled.update(dict.fromkeys(found.not_modelled))
        assumptions.update(dict.fromkeys(found.assumptions))
    return {"cells": cells, "not_modelled": list(not_modelled), "assumptions": list(assumptions)}


def cell_as_dict(cell: Cell) -> dict[str, Any]:
    """The figures of a cell."""
    values = (cell.models, cell.wounds, cell.points, cell.destroyed, cell.share)
    return {**dict(zip(FIGURES, values, strict=True)), "attacks": not cell.is_idle}


def refused_cell(reason: str) -> dict[str, Any]:
    """A cell that cannot be had, and why."""
    return {**dict.fromkeys(FIGURES), "attacks": None, "refused": reason}
