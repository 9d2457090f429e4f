"""The answer to a duel: two units over battle rounds."""

from __future__ import annotations

from dataclasses import dataclass

from battle.armies import Fielded
from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, Who
from battle.engine.situation import ShootingType, Situation
from battle.engine.steps import Chain
from battle.engine.work import TooLarge
from battle.scenario.fielding import one_unit
from battle.scenario.settling import (
    exactly,
    policies_of,
    refuse_unknown_groups,
    refuse_unknown_weapons,
    too_large,
    unique,
)
from battle.scenario.shapes import ChainShape, CircumstancesShape, CourseShape
from battle.scenario.switches import refuse_switches, switches_on_offer
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
    method: str = "exact"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was taken to be so, of the units and in the duel."""
        return unique(self.attacker.assumptions, self.target.assumptions, self.chain.assumptions)


def chain_answer(scenario: ChainShape, catalogue: Catalogue | None) -> ChainAnswer:
    """The answer; raises :class:`DocumentError` for what cannot be, with its place in the scenario."""
    attacker = one_unit(scenario.attacker, "/attacker", catalogue)
    target = one_unit(scenario.target, "/target", catalogue)
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
    found = exactly(lambda: chain(attacker.fighters, target.fighters, duel, policies))
    if isinstance(found, TooLarge):
        raise too_large(found, "Ask for fewer rounds, models or weapons.")
    if not found.steps:
        raise DocumentError("", "Nothing happens: neither unit can shoot, charge or fight the other on these courses.")
    return ChainAnswer(scenario.name, attacker, target, duel, found, frozenset(switches))


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
