"""Scenarios answered by rolling dice: asked for, or where the exact answer would not fit; and one roll to read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from battle.engine.applying import is_switched_on
from battle.engine.assumptions import Assumption
from battle.engine.attacks import Result
from battle.engine.demise import demises_of, is_near
from battle.engine.dice import Dice
from battle.engine.effects import Side
from battle.engine.exchange import Exchange, structure_of
from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.standing import attacked
from battle.engine.survivors import survivors
from battle.engine.tables import table_of
from battle.engine.vocabulary import why_not_carried
from battle.engine.work import TooLarge, refuse_in_a_hurry
from battle.sampling.choosing import chosen_plan
from battle.sampling.exchanged import ExchangeSampler
from battle.sampling.literal import Luck, Models, explosions, hazards, rolled
from battle.sampling.planning import Plan, plan_of
from battle.sampling.sampled import MOST_ATTACKS, Errors, TooMany, affordable, sampled
from battle.sampling.tracing import Trace
from battle.scenario.shapes import AttackShape, ExchangeShape, PairShape, ScenarioShape
from roster.document_faults import DocumentError

SAMPLED = "sampled"
USUAL_SAMPLES = 100_000
"""Samples where nobody says how many."""
USUAL_SEED = 1
LARGEST_SEED = 2**32 - 1

Rolled = AttackShape | ExchangeShape | PairShape
"""Questions for which dice can be rolled."""


@dataclass(frozen=True, slots=True)
class Rolls:
    """What is asked of dice: ``samples`` None: only where the exact answer would not fit; ``is_traced``: one roll."""

    samples: int | None = None
    seed: int = USUAL_SEED
    is_traced: bool = False


NO_ROLLS = Rolls()


def refuse_rolls(scenario: ScenarioShape, rolls: Rolls) -> None:
    """Raise :class:`DocumentError` for a seed that is none, and where dice are asked for that nobody rolls."""
    if not 0 <= rolls.seed <= LARGEST_SEED:
        raise DocumentError("/seed", f"{rolls.seed} is no seed; write a whole number from 0 to {LARGEST_SEED:,}.")
    if (rolls.samples is not None or rolls.is_traced) and not isinstance(scenario, Rolled):
        raise DocumentError("/question", "Dice are rolled for attacks, exchanges and pairs only.")


@dataclass(frozen=True, slots=True)
class Sampling:
    """How an answer was sampled. ``errors`` are standard errors of the attack, ``back`` of an exchange's answer.

    ``reason`` says why it was not answered exactly, empty where samples were asked for.
    """

    samples: int
    seed: int
    errors: Errors
    back: Errors | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, with what it assumes and what is not modelled, in words."""

    plan: Plan
    assumptions: tuple[str, ...]
    not_modelled: tuple[str, ...]


def sampled_attack(
    attacker: Fighters,
    target: Fighters,
    situation: Situation,
    policies: Policies,
    rolls: Rolls,
    exact: Result | TooLarge,
    most: float = MOST_ATTACKS,
) -> tuple[Result, Sampling, Plan]:
    """The attack from rolls, with the choices of the exact answer where there is one."""
    try:
        planned = laid_out(attacker, target, situation, policies, exact, most)
        samples = rolls.samples if rolls.samples is not None else min(USUAL_SAMPLES, affordable(planned.plan, most))
        found = sampled(planned.plan, samples, rolls.seed)
    except TooMany as error:
        raise refused(error, exact) from error
    told = replace(found.result, assumptions=planned.assumptions, not_modelled=planned.not_modelled)
    return told, Sampling(samples, rolls.seed, found.errors, None, why_sampled(exact)), planned.plan


def sampled_exchange(
    attacker: Fighters,
    target: Fighters,
    situations: tuple[Situation, Situation],
    policies: Policies,
    rolls: Rolls,
    exact: Exchange | TooLarge,
) -> tuple[Exchange, Sampling, Plan]:
    """The exchange from rolls; ``situations`` are those of the attack and of the answer."""
    first = exact if isinstance(exact, TooLarge) else exact.first
    known = exact if isinstance(exact, Exchange) else None
    try:
        planned = laid_out(attacker, target, situations[0], policies, first)
        sampler = ExchangeSampler(planned.plan, situations[1], policies, known)
        samples = rolls.samples if rolls.samples is not None else min(USUAL_SAMPLES, sampler.affordable)
        found = sampler.sampled(samples, rolls.seed)
    except TooMany as error:
        raise refused(error, exact) from error
    assumed = tuple(dict.fromkeys((*planned.assumptions, *found.assumptions)))
    told = replace(found.exchange.first, assumptions=assumed, not_modelled=planned.not_modelled)
    sampling = Sampling(samples, rolls.seed, found.first_errors, found.back_errors, why_sampled(exact))
    return replace(found.exchange, first=told), sampling, planned.plan


def traced(plan: Plan, seed: int, answer: tuple[Situation, Policies] | None = None) -> tuple[str, ...]:
    """One roll of the attack in sentences, hazard rolls with it, and of the ``answer`` of whoever survives it."""
    trace = Trace()
    luck = Luck(random.Random(seed))  # noqa: S311
    models = rolled(plan, luck, trace=trace)
    trace.left(plan.structure, models.state())
    situation = plan.situation if answer is None else answer[0]
    attackers = Models(structure := structure_of(plan.attacker, situation), structure.start)
    order = next(iter(structure.orders()))
    wrecks = [] if answer is None else list(_wrecks(plan, models))
    if wrecks:
        trace.explosions(*explosions(wrecks, structure, order, attackers, luck))
    if plan.hazards:
        hurts = HAZARD_HURTS_MONSTERS if plan.attacker.hazards_hurt_more else HAZARD_HURTS
        trace.hazards(hazards(plan.hazards, hurts, structure, order, attackers, luck), hurts)
    if wrecks or plan.hazards:
        trace.left(structure, attackers.state())
    rest = survivors(plan.target, plan.structure, models.state())
    is_left = not structure.is_destroyed(attackers.state())
    if answer is not None and is_left and rest is not None and rest.weapons:
        trace.say(f"What is left of {plan.target.name} strikes back.")
        is_hurt = attackers.state() != structure.start
        victim = attacked(plan.attacker, structure, attackers.state(), enemy=rest) if is_hurt else plan.attacker
        back, _ = chosen_plan(rest, victim, *answer)
        trace.left(back.structure, rolled(back, luck, attackers, trace).state())
    return tuple(trace.ended())


def _wrecks(plan: Plan, models: Models) -> Iterator[Dice]:
    """The Deadly Demise of each destroyed model that is near enough to whoever destroyed it (24.08)."""
    if is_near(plan.situation):
        for place, dice in demises_of(plan.target, plan.structure).items():
            yield from [dice] * (plan.structure.groups[place].models - len(models.groups[place]))


def plan_for(attacker: Fighters, target: Fighters, situation: Situation, policies: Policies, exact: Result) -> Plan:
    """What is rolled where an exact answer made the choices."""
    return laid_out(attacker, target, situation, policies, exact).plan


def laid_out(
    attacker: Fighters,
    target: Fighters,
    situation: Situation,
    policies: Policies,
    exact: Result | TooLarge,
    most: float = MOST_ATTACKS,
) -> Planned:
    """The plan of an attack, with the choices of the exact answer where there is one; ``most``: see sampling."""
    if isinstance(exact, Result):
        try:
            plan = plan_of(attacker, target, situation, policies, exact)
        except LookupError:
            # Rolled apart, attacks would be other batches: what to choose for them was never worked out.
            plan, assumed = chosen_plan(attacker, target, situation, policies, most)
            return Planned(plan, (*exact.assumptions, *assumed), exact.not_modelled)
        return Planned(plan, exact.assumptions, exact.not_modelled)
    refuse_in_a_hurry()
    plan, assumed = chosen_plan(attacker, target, situation, policies, most)
    lost = tuple(dict.fromkeys((*attacker.not_modelled, *target.not_modelled, *_not_carried(plan))))
    return Planned(plan, (*_assumptions(plan, policies), *assumed), lost)


def _assumptions(plan: Plan, policies: Policies) -> Iterator[str]:
    """What the exact engine would assume of the same attack."""
    situation, structure = plan.situation, plan.structure
    found = {
        one
        for step in plan.steps
        for one in table_of(
            step.batch.encounters[0],
            step.batch.target,
            toughness=step.batch.target.toughness(structure.start),
            choice=step.choice,
        ).assumptions
    }
    found |= {
        assumption
        for assumption, is_so in (
            (Assumption.DISTANCE, situation.distance is None and not situation.is_melee),
            (Assumption.ORDER, len(structure.groups) > 1),
            (Assumption.SELECTION, plan.had_selection and policies.weapons is None),
            (Assumption.BATCHES, len(plan.steps) > 1),
        )
        if is_so
    }
    yield from (one.value for one in Assumption if one in found)


def _not_carried(plan: Plan) -> Iterator[str]:
    """Effects that are on and that no table carries, in words."""
    for fighters, side in ((plan.attacker, Side.MADE), (plan.target, Side.SUFFERED)):
        for effect in fighters.effects:
            reason = why_not_carried(effect) if effect.side is side else None
            if reason is not None and is_switched_on(effect, plan.situation):
                yield f"{effect.source}: {reason}."


def why_sampled(exact: object) -> str:
    """Why it is not answered exactly; empty where it could be."""
    return f"The exact answer would not fit: {exact}." if isinstance(exact, TooLarge) else ""


def refused(error: TooMany, exact: object) -> DocumentError:
    """The refusal of what can be neither answered exactly nor sampled."""
    reason = why_sampled(exact)
    words = f"{str(error)[0].upper()}{str(error)[1:]}."
    return DocumentError("", f"{reason} {words}" if reason else words)
