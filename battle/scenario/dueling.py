"""The answer to a duel: two units over battle rounds."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, Who
from battle.engine.policies import Policies
from battle.engine.situation import ShootingType, Situation
from battle.engine.steps import Chain
from battle.engine.work import TooLarge
from battle.scenario.fielding import Armies, one_unit
from battle.scenario.rolling import Rolls
from battle.scenario.settling import (
    EXACT,
    exactly,
    policies_of,
    refuse_unknown_groups,
    refuse_unknown_weapons,
    too_large,
    unique,
)
from battle.scenario.shapes import ChainShape, CircumstancesShape, CourseShape
from battle.scenario.switches import Offer, refuse_switches, switches_on_offer
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError


@dataclass(frozen=True, slots=True)
class ChainAnswer:
    """A duel of two units, step by step."""

    name: str
    attacker: Fielded
    target: Fielded
    duel: Duel
    chain: Chain
    switches: frozenset[str]
    """Those that are on in any step."""
    method: str = EXACT

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the duel."""
        return unique(self.attacker.assumptions, self.target.assumptions, self.chain.assumptions)


@dataclass(frozen=True, slots=True)
class AskedDuel:
    """A duel whose units are fielded and in which everything that is named exists."""

    name: str
    attacker: Fielded
    target: Fielded
    duel: Duel
    policies: Policies
    switches: frozenset[str]
    offers: tuple[Offer, ...]

    @property
    def question(self) -> str:
        """Its name in documents."""
        return "chain"

    def answer(self, _: Rolls) -> ChainAnswer:
        """The answer, in which no dice are rolled; raises :class:`DocumentError` where it would not fit."""
        found = exactly(lambda: chain(self.attacker.fighters, self.target.fighters, self.duel, self.policies))
        if isinstance(found, TooLarge):
            raise too_large(found, "Ask for fewer rounds, models or weapons.")
        if not found.steps:
            raise DocumentError(
                "", "Nothing happens: neither unit can shoot, charge or fight the other on these courses."
            )
        return ChainAnswer(self.name, self.attacker, self.target, self.duel, found, self.switches)


def asked_duel(scenario: ChainShape, catalogue: Catalogue | None) -> AskedDuel:
    """The question with its units fielded; raises :class:`DocumentError`, with its place in the scenario."""
    armies: Armies = {}
    attacker = one_unit(scenario.attacker, "/attacker", catalogue, armies)
    target = one_unit(scenario.target, "/target", catalogue, armies)
    if not attacker.fighters.weapons and not target.fighters.weapons:
        raise DocumentError("/attacker", "Neither unit has weapons, so nothing happens.")
    policies = policies_of(scenario.policies)
    refuse_unknown_groups(policies, attacker, target)
    refuse_unknown_weapons(policies.weapons or (), (attacker, target), "/policies/weapons")
    offers = switches_on_offer(attacker, target)
    switches: set[str] = set()
    for name in ("attacker_course", "target_course"):
        for part in ("shooting", "fighting"):
            turned_on = getattr(getattr(scenario, name), part).switches
            refuse_switches(turned_on, offers, f"/{name}/{part}")
            switches.update(turned_on)
            spent = getattr(getattr(scenario, name), part).spent
            refuse_unknown_weapons(spent, (attacker if name == "attacker_course" else target,), f"/{name}/{part}/spent")
    duel = Duel(
        scenario.distance,
        scenario.rounds,
        _course(scenario.attacker_course),
        _course(scenario.target_course),
        Who(scenario.first),
    )
    return AskedDuel(scenario.name, attacker, target, duel, policies, frozenset(switches), offers)


def _course(shape: CourseShape) -> Course:
    return Course(
        approach=shape.approach,
        keep=shape.keep,
        advances=shape.advances,
        charges=shape.charges,
        charge_modifier=shape.charge_modifier,
        rerolls_charges=shape.rerolls_charges,
        shooting=_circumstances(shape.shooting),
        fighting=_circumstances(shape.fighting),
    )


def _circumstances(shape: CircumstancesShape) -> Situation:
    values = {name: getattr(shape, name) for name in shape.__struct_fields__ if name != "is_indirect"}
    return Situation(
        **{
            **values,
            "shooting_type": ShootingType.INDIRECT if shape.is_indirect else ShootingType.NORMAL,
            "spent": frozenset(shape.spent),
            "switches": frozenset(shape.switches),
        }
    )
