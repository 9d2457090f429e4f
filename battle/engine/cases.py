"""One attack after another: the cases in which earlier ones left a unit, as far as the next attack differs by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from battle.engine.attacks import Result, resolve
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.standing import attacked, is_attacked_alike
from battle.engine.target import State, Target
from battle.engine.work import spend

WORK_OF_A_CASE = 40_000
"""Units of work that it takes to prepare the attacks at one case of a unit, by the time both take."""

Cases = Mapping[Fighters | None, Mapping[State, float]]
"""States with their chances by what the unit then is to whoever attacks it; None: nothing is left of it."""


def cases_of(fighters: Fighters, structure: Target, states: Mapping[State, float], *, enemy: Fighters) -> Cases:
    """The states of the unit by how ``enemy`` finds it when it selects its targets (19.03, 19.04, 24.05, 24.06)."""
    if is_attacked_alike(fighters, enemy):
        return {fighters: states}
    found: defaultdict[Fighters | None, dict[State, float]] = defaultdict(dict)
    for state, chance in states.items():
        destroyed = structure.is_destroyed(state)
        found[None if destroyed else attacked(fighters, structure, state, enemy=enemy)][state] = chance
    return found


def struck(
    attacker: Fighters, cases: Cases, situation: Situation, policies: Policies
) -> Iterator[tuple[Result | None, Mapping[State, float], float]]:
    """For each case the result of the attacks, the states after them, and how likely it is; no result: none is made.

    Chances of a case's states sum to 1. Raises :class:`~battle.engine.work.TooLarge` where they do not fit.
    """
    for victim, states in cases.items():
        weight = sum(states.values())
        if not weight:
            continue
        start = {state: chance / weight for state, chance in states.items()}
        if victim is None:
            yield None, start, weight
            continue
        if len(cases) > 1:
            spend(WORK_OF_A_CASE)
        result = resolve(attacker, victim, situation, policies, start)
        yield result, result.states, weight
