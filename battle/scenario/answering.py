"""What comes of a scenario: the question it asks, answered by the engine."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.attacks import Result, resolve
from battle.engine.exchange import Exchange, exchange
from battle.engine.explaining import Contribution, contributions
from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.engine.work import TooLarge
from battle.scenario.crossing import MatrixAnswer, matrix_answer
from battle.scenario.dueling import ChainAnswer, chain_answer
from battle.scenario.fielding import one_unit
from battle.scenario.rolling import SAMPLED, Rolls, Sampling, plan_for, sampled_attack, sampled_exchange, traced
from battle.scenario.settling import (
    exactly,
    policies_of,
    refuse_unknown_groups,
    refuse_unknown_weapons,
    situation_of,
    too_large,
    unique,
)
from battle.scenario.shapes import AttackShape, ChainShape, ExchangeShape, MatrixShape, ScenarioShape
from battle.scenario.switches import refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

EXACT = "exact"

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
        return unique(self.attacker.assumptions, self.target.assumptions, self.result.assumptions)


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
        return unique(self.attacker.assumptions, self.target.assumptions, self.exchange.first.assumptions, tuple(back))


Answer = AttackAnswer | ExchangeAnswer | ChainAnswer | MatrixAnswer


def answer(scenario: ScenarioShape, catalogue: Catalogue | None = None, rolls: Rolls = NO_ROLLS) -> Answer:
    """The answer; raises :class:`DocumentError` for what cannot be, with its place in the scenario.

    ``catalogue`` is needed where units are named and not given by their profiles. ``rolls`` says what is asked
    of dice; where the exact answer would not fit it is sampled.
    """
    try:
        return _answered(scenario, catalogue, rolls)
    except TooLarge as error:
        # Not even dice can be rolled for it: what is too large is a number, and not the number of cases.
        raise too_large(
            error, "Ask with smaller numbers, fewer weapons, or fewer effects that are rolled for."
        ) from error


def _answered(scenario: ScenarioShape, catalogue: Catalogue | None, rolls: Rolls) -> Answer:
    match scenario:
        case AttackShape():
            return _attack(scenario, catalogue, rolls)
        case ExchangeShape():
            return _exchange(scenario, catalogue, rolls)
        case ChainShape():
            refuse_rolls(rolls)
            return chain_answer(scenario, catalogue)
        case MatrixShape():
            refuse_rolls(rolls)
            return matrix_answer(scenario, catalogue)


def refuse_rolls(rolls: Rolls) -> None:
    """Raise :class:`DocumentError` where dice are asked for and the question is answered exactly or not at all."""
    if rolls.samples is not None or rolls.is_traced:
        raise DocumentError("/question", "Dice are rolled for attacks and exchanges only.")


def _attack(scenario: AttackShape, catalogue: Catalogue | None, rolls: Rolls) -> AttackAnswer:
    attacker, target, situation, policies = _prepared(scenario, catalogue)
    sides = (attacker.fighters, target.fighters, situation, policies)
    exact = exactly(lambda: resolve(*sides))
    if isinstance(exact, Result):
        _refuse_idle(attacker, exact)
    if isinstance(exact, TooLarge) or rolls.samples is not None:
        result, sampling, plan = sampled_attack(*sides, rolls, exact)
        _refuse_idle(attacker, result)
        trace = traced(plan, rolls.seed) if rolls.is_traced else ()
        return AttackAnswer(scenario.name, attacker, target, situation, result, None, SAMPLED, sampling, trace)
    added = exactly(lambda: contributions(exact, *sides))
    trace = traced(plan_for(*sides, exact), rolls.seed) if rolls.is_traced else ()
    told = None if isinstance(added, TooLarge) else added
    return AttackAnswer(scenario.name, attacker, target, situation, exact, told, trace=trace)


def _exchange(scenario: ExchangeShape, catalogue: Catalogue | None, rolls: Rolls) -> ExchangeAnswer:
    attacker, target, situation, policies = _prepared(scenario, catalogue)
    back = situation_of(scenario.answer)
    units = (attacker.fighters, target.fighters)
    exact = exactly(lambda: exchange(*units, situation, back, policies))
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


def _prepared(
    scenario: AttackShape | ExchangeShape, catalogue: Catalogue | None
) -> tuple[Fielded, Fielded, Situation, Policies]:
    attacker = one_unit(scenario.attacker, "/attacker", catalogue)
    target = one_unit(scenario.target, "/target", catalogue)
    if not attacker.fighters.weapons:
        raise DocumentError("/attacker", f"{attacker.name} has no weapons, so there are no attacks.")
    policies = policies_of(scenario.policies)
    refuse_unknown_groups(policies, target)
    both = (attacker, target) if isinstance(scenario, ExchangeShape) else (attacker,)
    refuse_unknown_weapons(policies.weapons or (), both, "/policies/weapons")
    refuse_unknown_weapons(scenario.situation.spent, (attacker,), "/situation/spent")
    offers = switches_on_offer(attacker, target)
    refuse_switches(scenario.situation.switches, offers, "/situation")
    if isinstance(scenario, ExchangeShape):
        refuse_switches(scenario.answer.switches, offers, "/answer")
        refuse_unknown_weapons(scenario.answer.spent, (target,), "/answer/spent")
    return attacker, target, situation_of(scenario.situation), policies


def _refuse_idle(attacker: Fielded, result: Result) -> None:
    if result.batches:
        return
    reasons = " ".join(f"{weapon}: {reason}" for weapon, reason in result.left_out)
    raise DocumentError("/attacker", f"No weapon of {attacker.name} can attack in this situation. {reasons}")
