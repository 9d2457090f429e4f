"""Fixes of attached units: who joins whom and as what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.attachment import AttachmentRole
from roster.document import Reference, RosterDocument
from roster.muster.attached import Way, hosts_in_army, ways_of
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.detachments import dropped
from roster.muster.fixes.proposals.removals import removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import Unit

HOSTS_TRIED = 10


def hosts(situation: Situation, unit: Unit, ways: Sequence[Way] | None = None) -> list[Unit]:
    """Units that the unit can join and has not, those with fewest attached first; only under a key of their own."""
    army = situation.army
    found = hosts_in_army(unit, ways_of(unit, army) if ways is None else ways, army)
    crowd = {one.bodyguard.index: len(one.joined) for one in army.attached_units}
    free = [host for host in found if host is not army.bodyguard_of(unit) and army.units_by_key.get(host.key) is host]
    return sorted(free, key=lambda host: (crowd.get(host.index, 0), host.entry.attached_to is not None))[:HOSTS_TRIED]


def _role(situation: Situation, unit: Unit, host: Unit, ways: Sequence[Way] | None = None) -> str | None:
    """The role to write: the one it has there, none where it has a choice."""
    every = ways_of(unit, situation.army) if ways is None else ways
    roles = {way.role for way in every if host.datasheet is not None and way.bodyguard == host.datasheet.id}
    return next(iter(roles)).value if len(roles) == 1 else None


def attachments(situation: Situation, unit: Unit, ways: Sequence[Way] | None = None) -> Iterator[Proposal]:
    """Attach the unit to another one, or detach it where it is attached."""
    for place, host in enumerate(hosts(situation, unit, ways)):
        document = _joined(situation, unit, host, ways)
        yield Proposal("attach", document, {"unit": unit.name, "bodyguard": host.name}, place)
    if unit.entry.attached_to is not None:
        edited = edits.attached(situation.document, unit.index, None)
        yield Proposal("detach", edited, {"units": (unit.name,)}, HOSTS_TRIED)


def _joined(situation: Situation, unit: Unit, host: Unit, ways: Sequence[Way] | None = None) -> RosterDocument:
    role = _role(situation, unit, host, ways)
    document = edits.attached(situation.document, unit.index, host.key, role)
    return edits.with_plan(document, lambda plan: edits.together(plan, unit.key, host.key))


@mends(
    "19.01/role",
    "19.01/bodyguard",
    "19.01/no-chain",
    "19.01/attachment-detachment",
    "19.01/attachment-enhancement",
    "19.01/attachment-keyword",
    "datasheet/joiner-led",
)
def joined(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Attach it in the role it has there, or elsewhere, or detach it."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    roles = violation.params.get("roles")
    for role in roles if isinstance(roles, tuple) else ():
        edited = edits.attached(situation.document, unit.index, unit.entry.attached_to, role)
        yield Proposal("attach_as", edited, {"unit": unit.name, "role": role})
    if unit.entry.attached_as is not None:
        edited = edits.attached(situation.document, unit.index, unit.entry.attached_to, None)
        yield Proposal("forget_role", edited, {"unit": unit.name, "role": unit.entry.attached_as})
    yield from attachments(situation, unit)
    yield removal(situation, [unit], is_last_resort=True)


@mends("19.01/attachment-detachment", "19.01/attachment-enhancement")
def opened(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Select the detachment that lets it join; or drop the one that does not, where others are left."""
    army, params = situation.army, violation.params
    named = params.get("detachments", params.get("detachment"))
    names = named if isinstance(named, tuple) else (named,)
    for detachment in situation.catalogue.data.detachments:
        offer = detachment.offer_to(*army.lineage)
        if detachment.name in names and offer is not None and offer.points is not None:
            if detachment.id in army.detachment_ids:
                continue
            reference = Reference(detachment.id, detachment.name)
            edited = edits.with_detachment(situation.document, None, reference)
            yield Proposal("select_detachment", edited, {"detachment": detachment.name, "points": offer.points})
    places = [place for place, one in enumerate(army.detachments) if one.name in names]
    if places and len(places) < len(army.detachments):
        yield dropped(situation, places, is_last_resort=True)


@mends("24.22/one-leader", "24.34/one-support", "datasheet/joiner-once")
def crowded(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Attach one of them elsewhere, or detach it; where more are too many, all but one."""
    units = situation.units_at(violation.causes)
    if len(units) == 2:
        for unit in reversed(units):
            yield from attachments(situation, unit)
    for kept in units:
        others = [unit for unit in units if unit is not kept]
        document = situation.document
        for unit in others:
            document = edits.attached(document, unit.index, None)
        yield Proposal("detach", document, {"units": tuple(unit.name for unit in others)}, HOSTS_TRIED)
        yield removal(situation, others, is_last_resort=True)


@mends("25.04/support-attached")
def support(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Attach it; make room for it by attaching another elsewhere; or remove it."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    yield from attachments(situation, unit)
    if violation.message == "make_room":
        yield from _room(situation, unit, situation.units_at(violation.causes))
    yield removal(situation, [unit])


def _room(situation: Situation, unit: Unit, causes: Sequence[Unit]) -> Iterator[Proposal]:
    """Attach what is there elsewhere, and the unit in its place."""
    if len(causes) != 2:
        return
    host, occupant = causes
    for elsewhere in hosts(situation, occupant):
        moved = Situation(_joined(situation, occupant, elsewhere), situation.catalogue, situation.event)
        document = _joined(moved, moved.army.units[unit.index], moved.army.units[host.index])
        params = {"unit": unit.name, "bodyguard": host.name, "other": occupant.name, "elsewhere": elsewhere.name}
        yield Proposal("make_room", document, params)


@mends("datasheet/joiner-joined", "datasheet/joiner-has-place")
def joiner(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Join it to another unit, or remove it."""
    unit = situation.unit_at(violation.at)
    if unit is None:
        return
    ways = [way for way in ways_of(unit, situation.army) if way.role is AttachmentRole.JOINER]
    if violation.message == "alone":
        yield from attachments(situation, unit, ways)
    yield removal(situation, [unit])
