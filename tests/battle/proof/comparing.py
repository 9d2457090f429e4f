"""How far what was rolled is from what is exact, in standard errors."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from battle.engine.attacks import Result, resolve
from battle.engine.target import State
from battle.engine.work import TooLarge, limited
from battle.sampling.literal import Luck, rolled
from battle.sampling.planning import Plan, plan_of
from battle.sampling.sampled import tally
from battle.scenario.settling import MOST_WORK
from tests.battle.proof.cases import Case, random_case

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
    leader = next(place for place, group in enumerate(target.groups) if group.is_character)
    likely = sum(chance for state, chance in exact.states.items() if not state[leader])
    share = sum(count for state, count in counts.items() if not state[leader]) / samples
    is_normal = samples * min(likely, 1 - likely) > LEAST_EVENTS
    character = (share - likely) / sqrt(likely * (1 - likely) / samples) if is_normal else None
    return Distance(kills_apart(exact, counts), character)


def kills_apart(exact: Result, counts: Mapping[State, int]) -> float | None:
    """Standard errors between the models destroyed on average; None where next to nothing can vary."""
    target, samples = exact.target, sum(counts.values())

    def dead(state: State) -> int:
        return target.models - sum(target.models_left(state, group) for group in range(len(target.groups)))

    mean = sum(chance * dead(state) for state, chance in exact.states.items())
    variance = sum(chance * (dead(state) - mean) ** 2 for state, chance in exact.states.items())
    average = sum(count * dead(state) for state, count in counts.items()) / samples
    return (average - mean) / sqrt(variance / samples) if variance * samples > LEAST_EVENTS else None


@dataclass(frozen=True)
class Summary:
    """Distances of many cases together."""

    cases: int
    mean: float
    deviation: float
    largest: float

    @property
    def words(self) -> str:
        """One line."""
        return (
            f"{self.cases} cases: mean {self.mean:+.3f}, standard deviation {self.deviation:.3f}, "
            f"largest {self.largest:.2f}"
        )


def summary(distances: Iterable[float | None]) -> Summary:
    """What is known of those that are not None."""
    found = [one for one in distances if one is not None]
    middle = sum(found) / len(found)
    deviation = sqrt(sum((one - middle) ** 2 for one in found) / len(found))
    return Summary(len(found), middle, deviation, max(map(abs, found)))


@dataclass(frozen=True)
class Compared:
    """One random case: what it is, how far the probabilities are from 1 together, and both distances."""

    seed: int
    total: float
    literal: Distance | None
    vectorised: Distance | None


def compared(seed: int, *, literal: int, vectorised: int) -> Compared | None:
    """A random case rolled so many times in both ways; None where it does not fit exactly."""
    case = random_case(random.Random(seed))  # noqa: S311
    try:
        with limited(MOST_WORK):
            exact, plan = resolved(case)
    except TooLarge:
        return None
    return Compared(
        seed,
        abs(sum(exact.states.values()) - 1.0),
        distance(exact, rolled_literally(plan, literal, seed)) if literal else None,
        distance(exact, tally(plan, vectorised, seed).states) if vectorised else None,
    )
