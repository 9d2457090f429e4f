"""The answer to a matrix: every unit of one side on every unit of the other."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.matrix import Activity, Matrix, matrix
from battle.engine.situation import Phase, Situation
from battle.engine.work import TooLarge
from battle.scenario.fielding import units_of
from battle.scenario.settling import exactly, policies_of, refuse_unknown_weapons, situation_of, too_large, unique
from battle.scenario.shapes import MatrixShape, Side_
from battle.scenario.switches import refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

MOST_UNITS_OF_A_SIDE = 40
MOST_WORK_OF_A_MATRIX = 1e9
"""What a matrix may take: forty units on forty in both phases, below five seconds on one core of today."""


@dataclass(frozen=True, slots=True)
class MatrixAnswer:
    """What every unit does to every unit of the other side."""

    name: str
    attackers: tuple[Fielded, ...]
    targets: tuple[Fielded, ...]
    activity: Activity
    situation: Situation
    matrix: Matrix
    method: str = "exact"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the attacks."""
        units = (unit.assumptions for unit in (*self.attackers, *self.targets))
        return unique(*units, self.matrix.assumptions)


def matrix_answer(scenario: MatrixShape, catalogue: Catalogue | None) -> MatrixAnswer:
    """The answer; raises :class:`DocumentError` for what cannot be, with its place in the scenario."""
    attackers = _side(scenario.attackers, "/attackers", catalogue)
    targets = _side(scenario.targets, "/targets", catalogue)
    policies = policies_of(scenario.policies)
    for name in ("order", "precise"):
        if getattr(policies, name) is not None:
            raise DocumentError(f"/policies/{name}", "It names groups of one target, and a matrix has many.")
    if scenario.situation.phase is not Phase.SHOOTING:
        raise DocumentError("/situation/phase", "The activity of a matrix says in which phases units attack.")
    refuse_switches(scenario.situation.switches, switches_on_offer(*attackers, *targets), "/situation")
    everybody = (*attackers, *targets)
    refuse_unknown_weapons(policies.weapons or (), everybody, "/policies/weapons")
    refuse_unknown_weapons(scenario.situation.spent, everybody, "/situation/spent")
    situation = situation_of(scenario.situation)
    one, other = ([unit.fighters for unit in side] for side in (attackers, targets))
    found = exactly(lambda: matrix(one, other, scenario.activity, situation, policies), MOST_WORK_OF_A_MATRIX)
    if isinstance(found, TooLarge):
        raise too_large(found, "Ask with fewer units, models or weapons.")
    return MatrixAnswer(scenario.name, attackers, targets, scenario.activity, situation, found)


def _side(shapes: Side_, pointer: str, catalogue: Catalogue | None) -> tuple[Fielded, ...]:
    found: list[Fielded] = []
    for place, shape in enumerate(shapes):
        found += units_of(shape, f"{pointer}/{place}", catalogue)
    if not found:
        raise DocumentError(pointer, "No unit stands on this side.")
    if len(found) > MOST_UNITS_OF_A_SIDE:
        raise DocumentError(pointer, f"{len(found)} units on this side; a matrix has at most {MOST_UNITS_OF_A_SIDE}.")
    return tuple(found)
