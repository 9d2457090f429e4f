"""Every unit of one side against every unit of the other, both ways: what each does to each by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from battle.engine.attacks import Result, resolve
from battle.engine.cases import cases_of, struck
from battle.engine.exchange import after_hazards, structure_of
from battle.engine.measures import Measures, joined, measures_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Phase, Situation
from battle.engine.standing import striking
from battle.engine.target import State
from battle.engine.work import spend

WORK_OF_A_CELL = 30_000
"""Units of work that it takes to bring one unit against another, by the time both take."""


class Activity(StrEnum):
    """With what units attack: in one phase, or in both one after the other."""

    SHOOTING = "shooting"
    FIGHT = "fight"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one unit does to another. All but ``destroyed``, the chance that nothing is left, are means.

    ``points`` are those of the models destroyed (R-28), ``share`` the same by a point of the attacker, None where
    it has no price. ``is_idle``: no weapon can attack.
    """

    models: float
    wounds: float
    points: float
    destroyed: float
    share: float | None
    is_idle: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """``forth`` has a row for each unit of the first side, with a cell for each of the second; ``back`` the reverse."""

    forth: tuple[tuple[Cell, ...], ...]
    back: tuple[tuple[Cell, ...], ...]
    not_modelled: tuple[str, ...]
    assumptions: tuple[str, ...]


def matrix(
    one: Sequence[Fighters], other: Sequence[Fighters], activity: Activity, situation: Situation, policies: Policies
) -> Matrix:
    """Every unit on every unit of the other side, both ways, each fresh and in the same situation.

    Raises :class:`~battle.engine.work.TooLarge` where a cell does not fit or all together take too long.
    """
    told = _Told()
    forth = tuple(tuple(_cell(mine, theirs, activity, situation, policies, told) for theirs in other) for mine in one)
    if list(one) == list(other):
        back = forth
    else:
        back = tuple(
            tuple(_cell(theirs, mine, activity, situation, policies, told) for mine in one) for theirs in other
        )
    return Matrix(forth, back, tuple(told.not_modelled), tuple(told.assumptions))


class _Told:
    """What is said of all cells together, each once."""

    def __init__(self) -> None:
        self.not_modelled: dict[str, None] = {}
        self.assumptions: dict[str, None] = {}

    def add(self, result: Result) -> None:
        self.not_modelled.update(dict.fromkeys(result.not_modelled))
        if result.batches:
            self.assumptions.update(dict.fromkeys(result.assumptions))


def _cell(
    attacker: Fighters, target: Fighters, activity: Activity, situation: Situation, policies: Policies, told: _Told
) -> Cell:
    spend(WORK_OF_A_CELL)
    first, *others = (_in_phase(situation, phase, activity) for phase in _PHASES[activity])
    result = resolve(attacker, target, first, policies)
    told.add(result)
    measures, has_attacked = result.measures, bool(result.batches)
    if others:
        results, measures = _after(result, attacker, target, others[0], policies)
        for one in results:
            told.add(one)
            has_attacked = has_attacked or bool(one.batches)
    return _as_cell(measures, attacker, is_idle=not has_attacked)


def _after(
    first: Result, attacker: Fighters, target: Fighters, situation: Situation, policies: Policies
) -> tuple[list[Result], Measures]:
    """What is left of the attacker after its hazard rolls attacks what is left of the target (19.04, 24.05, 24.15)."""
    results: list[Result] = []
    parts: list[tuple[Mapping[State, float], float]] = []
    cases = cases_of(target, first.target, first.states, enemy=attacker)
    for rest, chance in _left(first, attacker, target, situation):
        if rest is None:
            parts.append((first.states, chance))
            continue
        for result, states, weight in struck(rest, cases, situation, policies):
            parts.append((states, chance * weight))
            if result is not None:
                results.append(result)
    return results, measures_of(first.target, joined(parts))


def _left(
    first: Result, attacker: Fighters, target: Fighters, situation: Situation
) -> Iterator[tuple[Fighters | None, float]]:
    """The attacker as its own hazard rolls leave it, None: destroyed, and how likely that is."""
    if not first.hazards:
        yield attacker, 1.0
        return
    structure = structure_of(attacker, situation)
    found: defaultdict[Fighters | None, float] = defaultdict(float)
    for state, chance in after_hazards({structure.start: 1.0}, attacker, structure, first.hazards).items():
        found[striking(attacker, structure, state, enemy=target)] += chance
    yield from found.items()


def _in_phase(situation: Situation, phase: Phase, activity: Activity) -> Situation:
    """The situation in one of the phases: who fights is engaged, and nobody has charged before they shoot."""
    if phase is Phase.FIGHT:
        return replace(situation, phase=phase, distance=None)
    if activity is Activity.BOTH:
        return replace(situation, phase=phase, has_charged=False, was_charged=False)
    return replace(situation, phase=phase)


_PHASES = {
    Activity.SHOOTING: (Phase.SHOOTING,),
    Activity.FIGHT: (Phase.FIGHT,),
    Activity.BOTH: (Phase.SHOOTING, Phase.FIGHT),
}


def _as_cell(measures: Measures, attacker: Fighters, *, is_idle: bool) -> Cell:
    return Cell(
        models=measures.expected_kills,
        wounds=measures.wounds,
        points=measures.points,
        destroyed=measures.destroyed,
        share=measures.points / attacker.points if attacker.points else None,
        is_idle=is_idle,
    )
