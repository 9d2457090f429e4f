"""One unit on another in one phase or in both, answered by rolling dice; and one roll of it to read."""

from __future__ import annotations

import random
from dataclasses import dataclass

from battle.engine.attacks import resolve
from battle.engine.exchange import structure_of
from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS
from battle.engine.matrix import Activity, Cell, Meeting, as_cell, situations_of
from battle.engine.measures import Measures
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.standing import attacked, striking
from battle.engine.target import State
from battle.engine.work import TooLarge
from battle.sampling.literal import Luck, Models, hazards, rolled
from battle.sampling.planning import Plan
from battle.sampling.sampled import MOST_ATTACKS, TooMany, affordable, sampled
from battle.sampling.tracing import Trace
from battle.sampling.twofold import PhasesSampler
from battle.scenario.rolling import USUAL_SAMPLES, Planned, Rolls, Sampling, laid_out, refused, why_sampled
from battle.scenario.settling import exactly, unique


@dataclass(frozen=True, slots=True)
class AfterAll:
    """What one unit does to another after all phases; ``plan`` is what was rolled in the first, None where nothing was.

    ``sampling`` None: it is exact.
    """

    cell: Cell
    measures: Measures
    not_modelled: tuple[str, ...]
    assumptions: tuple[str, ...]
    sampling: Sampling | None = None
    plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """Who attacks whom, how, and with what policies."""

    attacker: Fighters
    target: Fighters
    activity: Activity
    situation: Situation
    policies: Policies

    @property
    def situations(self) -> tuple[Situation, ...]:
        """The situation in each of the phases."""
        return situations_of(self.situation, self.activity)


def sampled_meeting(
    sides: Sides,
    rolls: Rolls,
    exact: Meeting | TooLarge,
    most_samples: int = USUAL_SAMPLES,
    most: float = MOST_ATTACKS,
) -> AfterAll:
    """The attacks from rolls, at most so many unless so many are asked for; ``most`` are attack dice of all.

    Raises :class:`~roster.document_faults.DocumentError` where a hundred rolls would take too long.
    """
    first, *others = sides.situations
    known = exact if isinstance(exact, TooLarge) else exact.first
    reason = why_sampled(exact)
    try:
        planned = laid_out(sides.attacker, sides.target, first, sides.policies, known, most)
        told = [planned]
        if others:
            second = _second(sides, exact, most)
            told.append(second)
            sampler = PhasesSampler(planned.plan, second.plan, sides.policies, most)
            samples = rolls.samples if rolls.samples is not None else min(most_samples, sampler.affordable)
            both = sampler.sampled(samples, rolls.seed)
            measures, errors, is_idle, assumed = both.measures, both.errors, both.is_idle, both.assumptions
        else:
            samples = rolls.samples if rolls.samples is not None else min(most_samples, affordable(planned.plan, most))
            one = sampled(planned.plan, samples, rolls.seed)
            measures, errors, is_idle, assumed = one.result.measures, one.errors, not planned.plan.steps, ()
    except TooMany as error:
        raise refused(error, exact) from error
    return AfterAll(
        as_cell(measures, sides.attacker, is_idle=is_idle),
        measures,
        unique(*(one.not_modelled for one in told)),
        unique(*(one.assumptions for one in told if one.plan.steps), assumed),
        Sampling(samples, rolls.seed, errors, None, reason),
        planned.plan,
    )


def _second(sides: Sides, exact: Meeting | TooLarge, most: float) -> Planned:
    """The attacks of the second phase by two units that are whole."""
    whole = (sides.attacker, sides.target, sides.situations[1], sides.policies)
    known = exact if isinstance(exact, TooLarge) else exactly(lambda: resolve(*whole))
    return laid_out(*whole, known, most)


def traced_meeting(sides: Sides, plan: Plan, seed: int) -> tuple[str, ...]:
    """One roll of every phase in sentences, hazard rolls with it; ``plan`` are the attacks of the first one."""
    trace, luck = Trace(), Luck(random.Random(seed))  # noqa: S311
    models = Models(plan.structure, plan.structure.start)
    attackers = Models(own := structure_of(plan.attacker, plan.situation), own.start)
    for place, situation in enumerate(sides.situations):
        if place:
            rest = striking(plan.attacker, own, attackers.state(), enemy=plan.target)
            if rest is None or models.are_destroyed:
                break
            trace.say(f"Then what is left of {plan.attacker.name} fights what is left of {plan.target.name}.")
            victim = attacked(plan.target, plan.structure, models.state(), enemy=plan.attacker)
            plan = _plan_at(rest, victim, situation, sides.policies, models.state())
        rolled(plan, luck, models, trace)
        trace.left(plan.structure, models.state())
        if plan.hazards:
            hurts = HAZARD_HURTS_MONSTERS if plan.attacker.hazards_hurt_more else HAZARD_HURTS
            order = next(iter(own.orders()))
            trace.hazards(hazards(plan.hazards, hurts, own, order, attackers, luck), hurts)
            trace.left(own, attackers.state())
    return tuple(trace.ended())


_WORK_OF_A_TRACED_CHOICE = 1e8


def _plan_at(rest: Fighters, victim: Fighters, situation: Situation, policies: Policies, state: State) -> Plan:
    """The attacks of the second phase as they are best for what is left, by pilot rolls where that would not fit."""
    sides = (rest, victim, situation, policies)
    return laid_out(*sides, exactly(lambda: resolve(*sides, {state: 1.0}), _WORK_OF_A_TRACED_CHOICE)).plan
