"""The question what attacks do to a unit: asked strictly, and its answer."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.attacks import Result, resolve
from battle.engine.explaining import Contribution, contributions
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.work import TooLarge
from battle.sampling.planning import Plan
from battle.sampling.sampled import MOST_ATTACKS
from battle.scenario.fielding import Armies, one_unit
from battle.scenario.rolling import SAMPLED, Rolls, Sampling, plan_for, sampled_attack, traced
from battle.scenario.settling import (
    EXACT,
    exactly,
    policies_of,
    refuse_unknown_groups,
    refuse_unknown_weapons,
    situation_of,
    unique,
)
from battle.scenario.shapes import AttackShape, ExchangeShape, PairShape
from battle.scenario.switches import Offer, refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError


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
class AskedAttack:
    """An attack whose units are fielded and in which everything that is named exists."""

    name: str
    attacker: Fielded
    target: Fielded
    situation: Situation
    policies: Policies
    offers: tuple[Offer, ...]

    @property
    def question(self) -> str:
        """Its name in documents."""
        return "attack"

    def answer(self, rolls: Rolls) -> AttackAnswer:
        """The answer; raises :class:`DocumentError` where no weapon can attack, or nothing would fit."""
        sides = (self.attacker.fighters, self.target.fighters, self.situation, self.policies)
        exact = exactly(lambda: resolve(*sides))
        if isinstance(exact, Result):
            refuse_idle(self.attacker, exact)
        found = worked_out(sides, exact, rolls)
        refuse_idle(self.attacker, found.result)
        trace: tuple[str, ...] = ()
        if rolls.is_traced:
            trace = traced(found.plan or plan_for(*sides, found.result), rolls.seed)
        return AttackAnswer(
            self.name,
            self.attacker,
            self.target,
            self.situation,
            found.result,
            found.contributions,
            found.method,
            found.sampling,
            trace,
        )


Attack = tuple[Fighters, Fighters, Situation, Policies]
"""Who attacks whom, in what situation and with what policies."""


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """The result of attacks, exact or sampled; ``plan`` is what was rolled, None where nothing was."""

    result: Result
    contributions: tuple[Contribution, ...] | None
    sampling: Sampling | None = None
    plan: Plan | None = None

    @property
    def method(self) -> str:
        """Whether it is exact or sampled."""
        return EXACT if self.sampling is None else SAMPLED


def worked_out(sides: Attack, exact: Result | TooLarge, rolls: Rolls, most: float = MOST_ATTACKS) -> WorkedOut:
    """The result with what each rule added to it; sampled where that is asked for or the exact one does not fit.

    ``most`` are attack dice of all samples. Raises :class:`DocumentError` where a hundred would take too long.
    """
    if isinstance(exact, TooLarge) or rolls.samples is not None:
        result, sampling, plan = sampled_attack(*sides, rolls, exact, most)
        return WorkedOut(result, None, sampling, plan)
    added = exactly(lambda: contributions(exact, *sides))
    return WorkedOut(exact, None if isinstance(added, TooLarge) else added)


def asked_attack(scenario: AttackShape, catalogue: Catalogue | None) -> AskedAttack:
    """The question with its units fielded; raises :class:`DocumentError`, with its place in the scenario."""
    attacker, target = both_units(scenario, catalogue)
    policies = policies_of(scenario.policies)
    refuse_unknown_groups(policies, target)
    refuse_unknown_weapons(policies.weapons or (), (attacker,), "/policies/weapons")
    refuse_unknown_weapons(scenario.situation.spent, (attacker,), "/situation/spent")
    offers = switches_on_offer(attacker, target)
    refuse_switches(scenario.situation.switches, offers, "/situation")
    return AskedAttack(scenario.name, attacker, target, situation_of(scenario.situation), policies, offers)


def both_units(
    scenario: AttackShape | ExchangeShape | PairShape, catalogue: Catalogue | None
) -> tuple[Fielded, Fielded]:
    """The attacker and the target; raises :class:`DocumentError` where there are no attacks at all."""
    armies: Armies = {}
    attacker = one_unit(scenario.attacker, "/attacker", catalogue, armies)
    target = one_unit(scenario.target, "/target", catalogue, armies)
    if not attacker.fighters.weapons:
        raise DocumentError("/attacker", f"{attacker.name} has no weapons, so there are no attacks.")
    return attacker, target


def refuse_idle(attacker: Fielded, result: Result) -> None:
    """Raise :class:`DocumentError` where no weapon attacks, with the reason of each."""
    if result.batches:
        return
    reasons = " ".join(f"{weapon}: {reason}" for weapon, reason in result.left_out)
    raise DocumentError("/attacker", f"No weapon of {attacker.name} can attack in this situation. {reasons}")
