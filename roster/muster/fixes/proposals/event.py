"""Fixes of what an event asks for beyond the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from roster.document import DeploymentPlan, Reference
from roster.muster.fixes.proposals.additions import additions
from roster.muster.fixes.proposals.army import points_limit
from roster.muster.fixes.proposals.detachments import dropped, place_of, selections
from roster.muster.fixes.proposals.enhancements import gifts
from roster.muster.fixes.proposals.removals import removal
from roster.muster.fixes.proposals.sizes import enlarged
from roster.muster.fixes.register import Proposal, Situation, is_left_to_the_player, mends
from roster.muster.report import Violation

EACH = 6
"""Enhancements and sizes that are proposed where points are lacking."""

is_left_to_the_player("event/profile-current", "It is the organiser's profile that has to change, not the roster.")


@mends("event/battle-size")
def size(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose the battle size of the event."""
    wanted = situation.catalogue.battle_sizes.get((situation.event.battle_size if situation.event else "") or "")
    if wanted is None:
        return
    edited = replace(situation.document, battle_size=Reference(wanted.id, wanted.name))
    yield Proposal("choose_size", edited, {"size": wanted.name, "points": wanted.points_limit})


@mends("event/points-limit")
def points(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop enhancements or remove units worth the surplus."""
    yield from points_limit(situation, violation)


@mends("event/minimum-points")
def minimum(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Add what is lacking: an enhancement, models, or a unit, of datasheets that are in the army first."""
    army, lacking = situation.army, int(str(violation.params["lacking"]))
    limits = [limit for limit in (army.points_limit, situation.event and situation.event.points_limit) if limit]
    worth = range(lacking, min(limits) - army.points.total + 1) if limits else range(lacking, sys.maxsize)
    present = {unit.datasheet.id for unit in army.units if unit.datasheet is not None}
    yield from islice(gifts(situation, worth), EACH)
    yield from islice(enlarged(situation), EACH)
    yield from additions(situation, lambda sheet: sheet.id in present, worth=worth)
    yield from additions(situation, lambda sheet: sheet.id not in present, worth=worth)


@mends("event/faction-allowed")
def faction(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Choose a faction that the event allows."""
    for id in situation.event.factions if situation.event else ():
        known = situation.catalogue.factions.get(id)
        if known is not None:
            edited = replace(situation.document, faction=Reference(id, known.name))
            yield Proposal("choose_faction", edited, {"faction": known.name})


@mends("event/detachments-allowed", "event/detachments-barred")
def detachment(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop the detachment, or take one that the event allows in its place."""
    place = place_of(violation.at)
    if len(situation.army.detachments) > 1:
        yield dropped(situation, [place])
    yield from selections(situation, place)


@mends("event/datasheets-barred")
def datasheet(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the unit."""
    unit = situation.unit_at(violation.at)
    if unit is not None:
        yield removal(situation, [unit])


@mends("event/plan-written")
def plan(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Write a plan in which everybody starts on the battlefield; who must not is mended after."""
    yield Proposal("write_plan", replace(situation.document, plan=DeploymentPlan()))


@mends("event/disposition-allowed")
def granting(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take a detachment that grants a disposition the event allows, beside the others or in place of one."""
    army, event = situation.army, situation.event
    allowed = frozenset(event.dispositions if event is not None else ())
    granting = {
        detachment.name
        for detachment in situation.catalogue.data.detachments
        if (offer := detachment.offer_to(*army.lineage)) is not None and not allowed.isdisjoint(offer.dispositions)
    }
    for place in (None, *range(len(army.detachments))):
        for proposal in selections(situation, place, is_last_resort=True):
            if proposal.params["detachment"] in granting:
                document = replace(proposal.document, dispositions=())
                yield Proposal(proposal.kind, document, proposal.params, proposal.loss, is_last_resort=True)
