"""One unit against another, in one phase or in both: what stands in a cell of a table of units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
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
class Meeting:
    """One unit on another: the ``cell``, what is destroyed of the target after all, and the attacks of each phase.

    Of a second phase there is a result for each case in which the first one left both.
    """

    cell: Cell
    measures: Measures
    first: Result
    second: tuple[Result, ...] = ()

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """What might matter and is not applied, each once."""
        return tuple(dict.fromkeys(words for one in (self.first, *self.second) for words in one.not_modelled))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so in attacks that are made, each once."""
        made = (one for one in (self.first, *self.second) if one.batches)
        return tuple(dict.fromkeys(words for one in made for words in one.assumptions))


def meeting(
    attacker: Fighters, target: Fighters, activity: Activity, situation: Situation, policies: Policies
) -> Meeting:
    """What one unit does to another that is fresh.

    Raises :class:`~battle.engine.work.TooLarge` where it does not fit.
    """
    spend(WORK_OF_A_CELL)
    first, *others = situations_of(situation, activity)
    result = resolve(attacker, target, first, policies)
    if not others:
        return Meeting(as_cell(result.measures, attacker, is_idle=not result.batches), result.measures, result)
    results, measures = _after(result, attacker, target, others[0], policies)
    is_idle = not result.batches and not any(one.batches for one in results)
    return Meeting(as_cell(measures, attacker, is_idle=is_idle), measures, result, tuple(results))


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


def situations_of(situation: Situation, activity: Activity) -> tuple[Situation, ...]:
    """The situation in each of the phases in which the units attack."""
    return tuple(_in_phase(situation, phase, activity) for phase in _PHASES[activity])


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


def as_cell(measures: Measures, attacker: Fighters, *, is_idle: bool) -> Cell:
    """The cell of which these are the measures."""
    return Cell(
        models=measures.expected_kills,
        wounds=measures.wounds,
        points=measures.points,
        destroyed=measures.destroyed,
        share=measures.points / attacker.points if attacker.points else None,
        is_idle=is_idle,
    )
