"""How far what was rolled is from what is exact, in standard errors."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from battle.engine.attacks import Result, resolve
from battle.engine.target import State
from battle.sampling.literal import Luck, rolled
from battle.sampling.planning import Plan, plan_of
from tests.battle.proof.cases import Case

LEAST_EVENTS = 10
"""Events, and others, that are expected at least where a chance is compared: else its sampling is far from normal."""


@dataclass(frozen=True)
class Distance:
    """Standard errors between rolled and exact: of models destroyed, and of the chance that a CHARACTER is."""

    kills: float | None
    character: float | None


def resolved(case: Case) -> tuple[Result, Plan]:
    """The exact answer, and the plan that rolls it with the same choices."""
    found = resolve(case.attacker, case.target, case.situation, case.policies)
    return found, plan_of(case.attacker, case.target, case.situation, case.policies, found)


def rolled_literally(plan: Plan, samples: int, seed: int) -> Counter[State]:
    """States of so many literal rolls."""
    luck = Luck(random.Random(seed))  # noqa: S311
    return Counter(rolled(plan, luck).state() for _ in range(samples))


def distance(exact: Result, counts: Mapping[State, int]) -> Distance:
    """How far the counts are from the exact chances; None where nothing, or next to nothing, can vary."""
    target, samples = exact.target, sum(counts.values())

    def dead(state: State) -> int:
        return target.models - sum(target.models_left(state, group) for group in range(len(target.groups)))

    mean = sum(chance * dead(state) for state, chance in exact.states.items())
    variance = sum(chance * (dead(state) - mean) ** 2 for state, chance in exact.states.items())
    average = sum(count * dead(state) for state, count in counts.items()) / samples
    kills = (average - mean) / sqrt(variance / samples) if variance * samples > LEAST_EVENTS else None
    leader = next(place for place, group in enumerate(target.groups) if group.is_character)
    likely = sum(chance for state, chance in exact.states.items() if not state[leader])
    share = sum(count for state, count in counts.items() if not state[leader]) / samples
    is_normal = samples * min(likely, 1 - likely) > LEAST_EVENTS
    character = (share - likely) / sqrt(likely * (1 - likely) / samples) if is_normal else None
    return Distance(kills, character)
