"""Fixes of allies: their detachment, their numbers, and what they stand beside."""

from __future__ import annotations

from collections.abc import Iterator

from roster.document import Reference
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.removals import enough, points_of, removal, removals_of
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import BATTLELINE


@mends("ally/required-detachment")
def locked(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Select a detachment that lets it in, beside the others or in place of one; or remove the unit."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    army, document = situation.army, situation.document
    wanted = dict.fromkeys(id for rule in army.allied_rules(unit) for id in rule.detachments)
    for id in wanted:
        known = army.catalogue.detachments.get(id)
        offer = known.offer_to(*army.lineage) if known is not None else None
        if known is None or offer is None or offer.points is None:
            continue
        params: dict[str, object] = {"detachment": known.name, "points": offer.points}
        reference = Reference(known.id, known.name)
        yield Proposal("select_detachment", edits.with_detachment(document, None, reference), params)
        for place, chosen in enumerate(army.detachments):
            edited = edits.with_detachment(document, place, reference)
            yield Proposal("swap_detachment", edited, {**params, "former": chosen.name}, 1)
    yield removal(situation, [unit])


@mends("ally/points-limit", "23.01/aircraft-within-reserves")
def points(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove units worth the surplus, as few points as will do."""
    units = situation.units_at(violation.causes)
    for places in enough([points_of(unit) for unit in units], int(str(violation.params["surplus"]))):
        yield removal(situation, [units[place] for place in places])


@mends("ally/count-limit")
def count(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove as many as are too many."""
    units = situation.units_at(violation.causes)
    yield from removals_of(situation, units, int(str(violation.params["surplus"])))


@mends("ally/all-models-keyword")
def beside(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit, or the allies that do not stand beside it."""
    unit, allies = situation.unit_at(violation.at), situation.units_at(violation.causes)
    if unit is not None:
        yield removal(situation, [unit])
    if allies:
        yield removal(situation, allies)


@mends("ally/exclusive-bucket")
def exclusive(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Keep the allies of one kind."""
    units, sides = situation.units_at(violation.causes), violation.params["sides"]
    for side in sides if isinstance(sides, tuple) else ():
        own = [unit for unit in units if unit.has(str(side))]
        if own and len(own) < len(units):
            yield removal(situation, own)
            yield removal(situation, [unit for unit in units if unit not in own])
    for rule, guests in situation.army.guests.values():
        if isinstance(sides, tuple) and rule.name in sides:
            own = [unit for unit in units if unit in guests]
            if own and len(own) < len(units):
                yield removal(situation, own)


@mends("ally/battleline-ratio")
def ratio(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove as many of those without Battleline as are too many."""
    others = [unit for unit in situation.units_at(violation.causes) if BATTLELINE not in unit.keywords]
    surplus = int(str(violation.params["surplus"]))
    yield from removals_of(situation, others, surplus)
