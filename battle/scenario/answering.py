"""What comes of a scenario: the question it asks, answered by the engine."""

from __future__ import annotations

from dataclasses import dataclass, fields

from battle.armies import Fielded
from battle.engine.attacks import Result, resolve
from battle.engine.exchange import Exchange, exchange
from battle.engine.explaining import Contribution, contributions
from battle.engine.policies import Policies
from battle.engine.situation import Situation
from battle.engine.work import TooLarge, limited
from battle.scenario.fielding import one_unit
from battle.scenario.shapes import (
    AttackShape,
    ExchangeShape,
    PoliciesShape,
    ScenarioShape,
    SituationShape,
)
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

EXACT = "exact"

MOST_WORK = 5e8
"""What an answer may take: well below five seconds on one core of today."""


@dataclass(frozen=True, slots=True)
class AttackAnswer:
    """What the attacks of one unit do to another."""

    name: str
    attacker: Fielded
    target: Fielded
    situation: Situation
    result: Result
    contributions: tuple[Contribution, ...] | None
    """What each rule at work added; None: that would take too long."""
    method: str = EXACT

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

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the attacks of both."""
        back = (words for _, result, _ in self.exchange.answers for words in result.assumptions)
        return _unique(self.attacker.assumptions, self.target.assumptions, self.exchange.first.assumptions, tuple(back))


Answer = AttackAnswer | ExchangeAnswer


def answer(scenario: ScenarioShape, catalogue: Catalogue | None = None) -> Answer:
    """The answer; raises :class:`DocumentError` for what cannot be, with its place in the scenario.

    ``catalogue`` is needed where units are named and not given by their profiles.
    """
    match scenario:
        case AttackShape():
            return _attack(scenario, catalogue)
        case ExchangeShape():
            return _exchange(scenario, catalogue)
        case _:
            raise DocumentError("/question", "This version answers the questions attack and exchange.")


def _attack(scenario: AttackShape, catalogue: Catalogue | None) -> AttackAnswer:
    attacker, target, situation, policies = _prepared(scenario, catalogue)
    try:
        with limited(MOST_WORK):
            result = resolve(attacker.fighters, target.fighters, situation, policies)
    except TooLarge as error:
        raise _too_large(error) from error
    _refuse_idle(attacker, result)
    added: tuple[Contribution, ...] | None
    try:
        with limited(MOST_WORK):
            added = contributions(result, attacker.fighters, target.fighters, situation, policies)
    except TooLarge:
        added = None
    return AttackAnswer(scenario.name, attacker, target, situation, result, added)


def _exchange(scenario: ExchangeShape, catalogue: Catalogue | None) -> ExchangeAnswer:
    attacker, target, situation, policies = _prepared(scenario, catalogue)
    back = situation_of(scenario.answer)
    try:
        with limited(MOST_WORK):
            found = exchange(attacker.fighters, target.fighters, situation, back, policies)
    except TooLarge as error:
        raise _too_large(error) from error
    _refuse_idle(attacker, found.first)
    return ExchangeAnswer(scenario.name, attacker, target, situation, back, found)


def _prepared(
    scenario: AttackShape | ExchangeShape, catalogue: Catalogue | None
) -> tuple[Fielded, Fielded, Situation, Policies]:
    attacker = one_unit(scenario.attacker, "/attacker", catalogue)
    target = one_unit(scenario.target, "/target", catalogue)
    if not attacker.fighters.weapons:
        raise DocumentError("/attacker", f"{attacker.name} has no weapons, so there are no attacks.")
    policies = policies_of(scenario.policies)
    _refuse_unknown_groups(policies, target)
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


def _too_large(error: TooLarge) -> DocumentError:
    return DocumentError("", f"The exact answer would not fit: {error}. Ask with fewer models, weapons or dice.")


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
