"""What comes of a scenario: the question it asks, answered by the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeVar

from battle.armies import Fielded
from battle.engine.attacks import Result, resolve
from battle.engine.exchange import Exchange, exchange
from battle.engine.explaining import Contribution, contributions
from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.engine.work import TooLarge, limited
from battle.scenario.fielding import one_unit
from battle.scenario.rolling import SAMPLED, Rolls, Sampling, plan_for, sampled_attack, sampled_exchange, traced
from battle.scenario.shapes import (
    AttackShape,
    ExchangeShape,
    PoliciesShape,
    ScenarioShape,
    SituationShape,
)
from battle.scenario.switches import refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

EXACT = "exact"

Found = TypeVar("Found")

MOST_WORK = 5e8
"""What an answer may take: well below five seconds on one core of today."""


NO_ROLLS = Rolls()


@dataclass(frozen=True, slots=True)
class AttackAnswer:
    """What the attacks of one unit do to another."""

    name: str
    attacker: Fielded
    target: Fielded
    situation: Situation
    result: Result
    contributions: tuple[Contribution, ...] | None
    """What each rule at work added; None: that would take too long, or it was sampled."""
    method: str = EXACT
    sampling: Sampling | None = None
    trace: tuple[str, ...] = ()
    """One roll, in sentences."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the attacks."""
        return _unique(self.attacker.assumptions, self.target.assumptions, self.result.assumptions)


@dataclass(frozen=True, slots=True)
class ExchangeAnswer:
    """An attack, and what the survivors do to the attacker."""

    name: str
    attacker: Fielded
    target: Fielded
    situation: Situation
    answer: Situation
    exchange: Exchange
    method: str = EXACT
    sampling: Sampling | None = None
    trace: tuple[str, ...] = ()
    """One roll, in sentences."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the attacks of both."""
        back = (words for _, result, _ in self.exchange.answers for words in result.assumptions)
        return _unique(self.attacker.assumptions, self.target.assumptions, self.exchange.first.assumptions, tuple(back))


Answer = AttackAnswer | ExchangeAnswer


def answer(scenario: ScenarioShape, catalogue: Catalogue | None = None, rolls: Rolls = NO_ROLLS) -> Answer:
    """The answer; raises :class:`DocumentError` for what cannot be, with its place in the scenario.

    ``catalogue`` is needed where units are named and not given by their profiles. ``rolls`` says what is asked
    of dice; where the exact answer would not fit it is sampled.
    """
    match scenario:
        case AttackShape():
            return _attack(scenario, catalogue, rolls)
        case ExchangeShape():
            return _exchange(scenario, catalogue, rolls)
        case _:
            raise DocumentError("/question", "This version answers the questions attack and exchange.")


def _attack(scenario: AttackShape, catalogue: Catalogue | None, rolls: Rolls) -> AttackAnswer:
    attacker, target, situation, policies = _prepared(scenario, catalogue)
    sides = (attacker.fighters, target.fighters, situation, policies)
    exact = _exact(lambda: resolve(*sides))
    if isinstance(exact, Result):
        _refuse_idle(attacker, exact)
    if isinstance(exact, TooLarge) or rolls.samples is not None:
        result, sampling, plan = sampled_attack(*sides, rolls, exact)
        _refuse_idle(attacker, result)
        trace = traced(plan, rolls.seed) if rolls.is_traced else ()
        return AttackAnswer(scenario.name, attacker, target, situation, result, None, SAMPLED, sampling, trace)
    added = _exact(lambda: contributions(exact, *sides))
    trace = traced(plan_for(*sides, exact), rolls.seed) if rolls.is_traced else ()
    told = None if isinstance(added, TooLarge) else added
    return AttackAnswer(scenario.name, attacker, target, situation, exact, told, trace=trace)


def _exchange(scenario: ExchangeShape, catalogue: Catalogue | None, rolls: Rolls) -> ExchangeAnswer:
    attacker, target, situation, policies = _prepared(scenario, catalogue)
    back = situation_of(scenario.answer)
    units = (attacker.fighters, target.fighters)
    exact = _exact(lambda: exchange(*units, situation, back, policies))
    found, sampling, plan = exact, None, None
    if isinstance(exact, Exchange):
        _refuse_idle(attacker, exact.first)
    if isinstance(found, TooLarge) or rolls.samples is not None:
        found, sampling, plan = sampled_exchange(*units, (situation, back), policies, rolls, exact)
        _refuse_idle(attacker, found.first)
    trace: tuple[str, ...] = ()
    if rolls.is_traced:
        plan = plan or plan_for(*units, situation, policies, found.first)
        trace = traced(plan, rolls.seed, (back, policies))
    method = EXACT if sampling is None else SAMPLED
    return ExchangeAnswer(scenario.name, attacker, target, situation, back, found, method, sampling, trace)


def _exact(work: Callable[[], Found]) -> Found | TooLarge:
    """What comes of the work, or why it would not fit."""
    try:
        with limited(MOST_WORK):
            return work()
    except TooLarge as error:
        return error


def _prepared(
    scenario: AttackShape | ExchangeShape, catalogue: Catalogue | None
) -> tuple[Fielded, Fielded, Situation, Policies]:
    attacker = one_unit(scenario.attacker, "/attacker", catalogue)
    target = one_unit(scenario.target, "/target", catalogue)
    if not attacker.fighters.weapons:
        raise DocumentError("/attacker", f"{attacker.name} has no weapons, so there are no attacks.")
    policies = policies_of(scenario.policies)
    _refuse_unknown_groups(policies, target)
    offers = switches_on_offer(attacker, target)
    refuse_switches(scenario.situation.switches, offers, "/situation")
    if isinstance(scenario, ExchangeShape):
        refuse_switches(scenario.answer.switches, offers, "/answer")
    return attacker, target, situation_of(scenario.situation), policies


def _refuse_idle(attacker: Fielded, result: Result) -> None:
    if result.batches:
        return
    reasons = " ".join(f"{weapon}: {reason}" for weapon, reason in result.left_out)
    raise DocumentError("/attacker", f"No weapon of {attacker.name} can attack in this situation. {reasons}")


def _refuse_unknown_groups(policies: Policies, target: Fielded) -> None:
    """Groups that policies name are those of the target."""
    names = [profile.name for profile in target.fighters.profiles]
    for place, name in enumerate(policies.order or ()):
        if name not in names:
            raise DocumentError(f"/policies/order/{place}", f"The target has no “{name}”; it has {', '.join(names)}.")
    if policies.precise and policies.precise not in names:
        characters = [profile.name for profile in target.fighters.profiles if profile.is_character]
        there = f"CHARACTERs are {', '.join(characters)}" if characters else "it has no CHARACTER"
        raise DocumentError("/policies/precise", f"The target has no “{policies.precise}”; {there}.")


def situation_of(shape: SituationShape) -> Situation:
    """The situation for the engine."""
    values = {field.name: getattr(shape, field.name) for field in fields(Situation)}
    return Situation(
        **{**values, "spent": frozenset(shape.spent), "switches": frozenset(shape.switches)},
    )


def policies_of(shape: PoliciesShape) -> Policies:
    """The policies for the engine."""
    return Policies(**{field.name: getattr(shape, field.name) for field in fields(Policies)})


def _unique(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words for group in groups for words in group))
