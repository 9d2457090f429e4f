"""The question of one cell of a table in full: one unit on another, in one phase or in both."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.attacks import resolve
from battle.engine.matrix import Activity, as_cell, meeting
from battle.engine.situation import Phase, Situation
from battle.engine.work import TooLarge
from battle.sampling.sampled import MOST_ATTACKS
from battle.scenario.attacking import WorkedOut, worked_out
from battle.scenario.fielding import Armies, one_unit
from battle.scenario.rolling import SAMPLED, Rolls, Sampling, plan_for
from battle.scenario.rolling_phases import AfterAll, Sides, sampled_meeting, traced_meeting
from battle.scenario.settling import (
    EXACT,
    exactly,
    policies_of,
    refuse_unknown_groups,
    refuse_unknown_weapons,
    situation_of,
    unique,
)
from battle.scenario.shapes import PairShape
from battle.scenario.situation_shapes import SituationShape
from battle.scenario.switches import Offer, refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

FRESH = "Worked out against a target that is fresh; what both phases do together is told before."
"""What is said of a second phase."""
ATTACKS_OF_A_PHASE = MOST_ATTACKS / 3
"""Attack dice of all samples at most, of each of the three figures of two phases: together as many as of an answer."""


@dataclass(frozen=True, slots=True)
class PairPhase:
    """The attacks of one phase at a target that is fresh."""

    phase: Phase
    found: WorkedOut


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """What one unit does to another after all phases, and each of them explained."""

    name: str
    attacker: Fielded
    target: Fielded
    activity: Activity
    situation: Situation
    shape: SituationShape
    offers: tuple[Offer, ...]
    after: AfterAll
    phases: tuple[PairPhase, ...]
    trace: tuple[str, ...] = ()
    """One roll, in sentences."""

    @property
    def sampling(self) -> Sampling | None:
        """How what happens after all phases was sampled, None where it is exact."""
        return self.after.sampling

    @property
    def method(self) -> str:
        """Whether what happens after all phases is exact or sampled."""
        return EXACT if self.sampling is None else SAMPLED

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the attacks."""
        return unique(self.attacker.assumptions, self.target.assumptions, self.after.assumptions)


@dataclass(frozen=True, slots=True)
class AskedPair:
    """A pair whose units are fielded and in which everything that is named exists."""

    name: str
    attacker: Fielded
    target: Fielded
    sides: Sides
    shape: SituationShape
    offers: tuple[Offer, ...]

    @property
    def question(self) -> str:
        """Its name in documents."""
        return "pair"

    def answer(self, rolls: Rolls) -> PairAnswer:
        """The answer; raises :class:`DocumentError` where nothing would fit."""
        sides = self.sides
        is_one = len(sides.situations) == 1
        most = MOST_ATTACKS if is_one else ATTACKS_OF_A_PHASE
        phases = tuple(self._phase(situation, rolls, most) for situation in sides.situations)
        found = _of_one(sides, phases[0].found) if is_one else self._after_both(rolls, most)
        trace: tuple[str, ...] = ()
        if rolls.is_traced and not found.cell.is_idle:
            attack = (sides.attacker, sides.target, sides.situations[0], sides.policies)
            trace = traced_meeting(sides, found.plan or plan_for(*attack, phases[0].found.result), rolls.seed)
        told = (self.name, self.attacker, self.target, sides.activity, sides.situation, self.shape, self.offers)
        return PairAnswer(*told, found, phases, trace)

    def _phase(self, situation: Situation, rolls: Rolls, most: float) -> PairPhase:
        """The attacks of one phase at a target that is fresh."""
        sides = (self.sides.attacker, self.sides.target, situation, self.sides.policies)
        return PairPhase(situation.phase, worked_out(sides, exactly(lambda: resolve(*sides)), rolls, most))

    def _after_both(self, rolls: Rolls, most: float) -> AfterAll:
        sides = self.sides
        exact = exactly(lambda: meeting(sides.attacker, sides.target, sides.activity, sides.situation, sides.policies))
        if isinstance(exact, TooLarge) or rolls.samples is not None:
            return sampled_meeting(sides, rolls, exact, most=most)
        return AfterAll(exact.cell, exact.measures, exact.not_modelled, exact.assumptions)


def _of_one(sides: Sides, found: WorkedOut) -> AfterAll:
    result = found.result
    cell = as_cell(result.measures, sides.attacker, is_idle=not result.batches)
    assumed = result.assumptions if result.batches else ()
    return AfterAll(cell, result.measures, result.not_modelled, assumed, found.sampling, found.plan)


def asked_pair(scenario: PairShape, catalogue: Catalogue | None) -> AskedPair:
    """The question with its units fielded; raises :class:`DocumentError`, with its place in the scenario."""
    armies: Armies = {}
    attacker = one_unit(scenario.attacker, "/attacker", catalogue, armies)
    target = one_unit(scenario.target, "/target", catalogue, armies)
    if scenario.situation.phase is not Phase.SHOOTING:
        raise DocumentError("/situation/phase", "The activity says in which phases units attack.")
    policies = policies_of(scenario.policies)
    refuse_unknown_groups(policies, target)
    offers = switches_on_offer(attacker, target)
    if not scenario.is_cell:
        refuse_unknown_weapons(policies.weapons or (), (attacker,), "/policies/weapons")
        refuse_unknown_weapons(scenario.situation.spent, (attacker,), "/situation/spent")
        refuse_switches(scenario.situation.switches, offers, "/situation")
    sides = Sides(attacker.fighters, target.fighters, scenario.activity, situation_of(scenario.situation), policies)
    return AskedPair(scenario.name, attacker, target, sides, scenario.situation, offers)
