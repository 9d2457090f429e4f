"""One unit on each unit of the other side: a row of a table as plain JSON values.

What a row takes is bounded, counted in work and not in seconds: so every machine answers the same cells exactly,
samples the same, and refuses the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battle.engine.matrix import Activity, Cell, meeting
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.work import TooLarge, limited
from battle.scenario.rolling import SAMPLED, Rolls
from battle.scenario.rolling_phases import AfterAll, Sides, sampled_meeting
from roster.document_faults import DocumentError

WORK_OF_EVERY_CELL = 2.5e7
"""What every cell may take: about a tenth of a second on one core of today."""
MOST_WORK_OF_A_CELL = 2.5e8
"""What one cell may take as long as its row has more left."""
MORE_WORK_OF_A_ROW = 1e9
"""What the cells of a row may take together beyond what every cell may."""
WORK_OF_A_SAMPLED_CELL = 2e8
"""What it takes to sample a cell, pilot rolls with it, by the time both take."""
ATTACKS_OF_A_CELL = 3e6
"""Attack dice of all samples of a cell at most."""
SAMPLES_OF_A_CELL = 20_000

FIGURES = ("expected_models", "expected_wounds", "expected_points", "whole_unit", "points_for_a_point")

ALONE = "Ask for this pair by itself."


class Terms:
    """How all cells of a row are to be answered, and how much work there is for those that take more than others."""

    def __init__(self, activity: Activity, situation: Situation, policies: Policies, seed: int) -> None:
        self.activity = activity
        self.situation = situation
        self.policies = policies
        self.seed = seed
        self.more = MORE_WORK_OF_A_ROW

    def cell(self, attacker: Fighters, target: Fighters) -> tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]:
        """The cell as plain JSON values, what is not modelled in it, and what was assumed."""
        try:
            with limited(min(MOST_WORK_OF_A_CELL, WORK_OF_EVERY_CELL + self.more)) as allowance:
                found = meeting(attacker, target, self.activity, self.situation, self.policies)
        except TooLarge as error:
            self._take(allowance.spent)
            return self._sampled(attacker, target, error)
        self._take(allowance.spent)
        return cell_as_dict(found.cell), found.not_modelled, found.assumptions

    def _take(self, spent: float) -> None:
        self.more -= max(0.0, spent - WORK_OF_EVERY_CELL)

    def _sampled(
        self, attacker: Fighters, target: Fighters, error: TooLarge
    ) -> tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]:
        if self.more < WORK_OF_A_SAMPLED_CELL:
            return refused_cell(f"Other cells of the row take too long already. {ALONE}"), (), ()
        self.more -= WORK_OF_A_SAMPLED_CELL
        sides = Sides(attacker, target, self.activity, self.situation, self.policies)
        try:
            found = sampled_meeting(sides, Rolls(seed=self.seed), error, SAMPLES_OF_A_CELL, ATTACKS_OF_A_CELL)
        except DocumentError as refusal:
            return refused_cell(f"{refusal.message} {ALONE}"), (), ()
        except TooLarge as refusal:
            return refused_cell(f"Not even dice can be rolled for it: {refusal}."), (), ()
        return _sampled_as_dict(found, attacker), found.not_modelled, found.assumptions


def row_as_dict(attacker: Fighters, targets: Sequence[Fighters], terms: Terms) -> dict[str, Any]:
    """A cell for each of the targets, and what is said of all of them together."""
    cells: list[dict[str, Any]] = []
    not_modelled: dict[str, None] = {}
    assumptions: dict[str, None] = {}
    for target in targets:
        cell, lost, assumed = terms.cell(attacker, target)
        cells.append(cell)
        not_modelled.update(dict.fromkeys(lost))
        assumptions.update(dict.fromkeys(assumed))
    return {"cells": cells, "not_modelled": list(not_modelled), "assumptions": list(assumptions)}


def cell_as_dict(cell: Cell) -> dict[str, Any]:
    """The figures of a cell."""
    values = (cell.models, cell.wounds, cell.points, cell.destroyed, cell.share)
    return {**dict(zip(FIGURES, values, strict=True)), "attacks": not cell.is_idle}


def refused_cell(reason: str) -> dict[str, Any]:
    """A cell that cannot be had, and why."""
    return {**dict.fromkeys(FIGURES), "attacks": None, "refused": reason}


def _sampled_as_dict(found: AfterAll, attacker: Fighters) -> dict[str, Any]:
    sampling = found.sampling
    assert sampling is not None, "it was sampled"
    errors = sampling.errors
    share = errors.points / attacker.points if attacker.points else None
    return {
        **cell_as_dict(found.cell),
        "method": SAMPLED,
        "samples": sampling.samples,
        "seed": sampling.seed,
        "reason": sampling.reason,
        "standard_errors": dict(
            zip(FIGURES, (errors.kills, errors.wounds, errors.points, errors.destroyed, share), strict=True)
        ),
    }
