"""The question of an exchange: an attack, and what the survivors do to the attacker."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.exchange import Exchange, exchange
from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.engine.work import TooLarge
from battle.scenario.attacking import both_units, refuse_idle
from battle.scenario.rolling import SAMPLED, Rolls, Sampling, plan_for, sampled_exchange, traced
from battle.scenario.settling import (
    EXACT,
    exactly,
    policies_of,
    refuse_unknown_groups,
    refuse_unknown_weapons,
    situation_of,
    unique,
)
from battle.scenario.shapes import ExchangeShape
from battle.scenario.switches import Offer, refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue


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


@dataclass(frozen=True, slots=True)
class AskedExchange:
    """An exchange whose units are fielded and in which everything that is named exists."""

    name: str
    attacker: Fielded
    target: Fielded
    situation: Situation
    back: Situation
    policies: Policies
    offers: tuple[Offer, ...]

    @property
    def question(self) -> str:
        """Its name in documents."""
        return "exchange"

    def answer(self, rolls: Rolls) -> ExchangeAnswer:
        """The answer; raises :class:`~roster.document_faults.DocumentError` where no weapon can attack, or nothing
        would fit.
        """
        units = (self.attacker.fighters, self.target.fighters)
        exact = exactly(lambda: exchange(*units, self.situation, self.back, self.policies))
        found, sampling, plan = exact, None, None
        if isinstance(exact, Exchange):
            refuse_idle(self.attacker, exact.first)
        if isinstance(found, TooLarge) or rolls.samples is not None:
            situations = (self.situation, self.back)
            found, sampling, plan = sampled_exchange(*units, situations, self.policies, rolls, exact)
            refuse_idle(self.attacker, found.first)
        trace: tuple[str, ...] = ()
        if rolls.is_traced:
            plan = plan or plan_for(*units, self.situation, self.policies, found.first)
            trace = traced(plan, rolls.seed, (self.back, self.policies))
        method = EXACT if sampling is None else SAMPLED
        told = (self.name, self.attacker, self.target, self.situation, self.back)
        return ExchangeAnswer(*told, found, method, sampling, trace)


def asked_exchange(scenario: ExchangeShape, catalogue: Catalogue | None) -> AskedExchange:
    """The question with its units fielded; raises :class:`~roster.document_faults.DocumentError`."""
    attacker, target = both_units(scenario, catalogue)
    policies = policies_of(scenario.policies)
    refuse_unknown_groups(policies, target)
    refuse_unknown_weapons(policies.weapons or (), (attacker, target), "/policies/weapons")
    refuse_unknown_weapons(scenario.situation.spent, (attacker,), "/situation/spent")
    offers = switches_on_offer(attacker, target)
    refuse_switches(scenario.situation.switches, offers, "/situation")
    refuse_switches(scenario.answer.switches, offers, "/answer")
    refuse_unknown_weapons(scenario.answer.spent, (target,), "/answer/spent")
    situations = situation_of(scenario.situation), situation_of(scenario.answer)
    return AskedExchange(scenario.name, attacker, target, *situations, policies, offers)
