"""Fixes of which enhancements the army has: too many, twice, of a detachment that is not selected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from datasheets.catalogue.names import fold_name
from roster.document import Reference
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.removals import (
    CHOICES,
    Held,
    drop,
    enhancement_points,
    place_of,
)
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import CHARACTER, EPIC_HERO, HeldEnhancement, Unit

BEARERS_TRIED = 10


def held_at(situation: Situation, pointer: str) -> Held | None:
    """The enhancement at that place with its unit; None if the pointer leads elsewhere."""
    unit, parts = situation.unit_at(pointer), pointer.split("/")
    if unit is None or len(parts) != 5 or parts[3] != "enhancements":
        return None
    place = int(parts[4])
    return (unit, unit.enhancements[place]) if place < len(unit.enhancements) else None


def _held(situation: Situation, violation: Violation) -> list[Held]:
    """The enhancements that are the causes of a violation."""
    return [found for cause in violation.causes if (found := held_at(situation, cause)) is not None]


def moves(situation: Situation, unit: Unit, held: HeldEnhancement) -> Iterator[Proposal]:
    """Give the enhancement to another unit that bears none."""
    free = [one for one in situation.army.units if one is not unit and not one.enhancements and one.datasheet]
    enhancement = held.enhancement
    if enhancement is not None and enhancement.requires:
        fitting = [one for one in free if any(one.has_all(group) for group in enhancement.requires)]
        free = fitting or free
    for other in free[:BEARERS_TRIED]:
        edited = edits.moved_enhancement(situation.document, unit.index, place_of(held), other.index)
        params = {"enhancement": held.name, "unit": unit.name, "to": other.name}
        yield Proposal("move_enhancement", edited, params)


def gifts(situation: Situation, worth: range) -> Iterator[Proposal]:
    """Give a CHARACTER without one an enhancement that is ``worth`` so much, the cheapest first."""
    army = situation.army
    borne = {fold_name(held.name) for unit in army.units for held in unit.enhancements}
    free = [unit for unit in army.units if not unit.enhancements and unit.has(CHARACTER) and not unit.has(EPIC_HERO)]
    priced = sorted(
        (points, one.id, one)
        for detachment in army.detachment_ids
        for one in army.catalogue.enhancements_of.get(detachment, ())
        if (points := one.points_in(*army.lineage)) is not None
        and points in worth
        and not one.not_offered
        and fold_name(one.name) not in borne
    )
    for points, _, one in priced:
        for unit in free:
            if one.requires and not any(unit.has_all(group) for group in one.requires):
                continue
            edited = edits.with_enhancement(situation.document, unit.index, None, Reference(one.id, one.name))
            yield Proposal("give_enhancement", edited, {"unit": unit.name, "enhancement": one.name, "points": points})


def replacements(
    situation: Situation, unit: Unit, held: HeldEnhancement, detachments: frozenset[str], *, is_namesake: bool = False
) -> Iterator[Proposal]:
    """Take another enhancement of these detachments in its place, namesakes first, then by points."""
    army = situation.army
    own = fold_name(held.name)
    others = [
        one
        for detachment in detachments
        for one in army.catalogue.enhancements_of.get(detachment, ())
        if one.points_in(*army.lineage) is not None and not one.not_offered and one is not held.enhancement
    ]
    if is_namesake:
        others = [one for one in others if fold_name(one.name) == own]
    others.sort(key=lambda one: (fold_name(one.name) != own, one.points_in(*army.lineage) or 0, one.id))
    for one in others[:CHOICES]:
        edited = edits.with_enhancement(situation.document, unit.index, place_of(held), Reference(one.id, one.name))
        points = one.points_in(*army.lineage) or 0
        owner = army.catalogue.detachments.get(one.detachment)
        params = {
            "unit": unit.name,
            "former": held.name,
            "enhancement": one.name,
            "detachment": owner.name if owner else one.detachment,
            "points": points,
        }
        yield Proposal("replace_enhancement", edited, params, int(fold_name(one.name) != own))


@mends("25.03/enhancement-limit")
def limit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop as many as are too many, an Upgrade with all its copies, the cheapest first."""
    army, surplus = situation.army, int(str(violation.params["surplus"]))
    counting = _held(situation, violation)
    groups: list[list[Held]] = []
    for unit, held in counting:
        if held.enhancement is not None and held.enhancement.is_upgrade:
            name = fold_name(held.name)
            groups.append(
                [(one, copy) for one in army.units for copy in one.enhancements if fold_name(copy.name) == name]
            )
        else:
            groups.append([(unit, held)])
    groups.sort(key=lambda group: sum(enhancement_points(held, army) for _, held in group))
    for chosen in islice(combinations(groups, surplus), CHOICES):
        yield drop(situation, [one for group in chosen for one in group])


@mends("25.04/enhancement-once", "25.04/one-enhancement-per-unit")
def keep_one(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop all but one, or give one to another unit."""
    held = _held(situation, violation)
    if len(held) == 2 and held[0][0] is held[1][0]:
        for unit, one in held:
            yield from moves(situation, unit, one)
    for kept in held:
        yield drop(situation, [one for one in held if one is not kept])


@mends("25.04/upgrade-limit")
def upgrades(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Drop as many copies as are too many."""
    held = _held(situation, violation)
    for chosen in islice(combinations(held, int(str(violation.params["surplus"]))), CHOICES):
        yield drop(situation, list(chosen))


@mends("25.04/enhancement-detachment")
def detachment(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take the like of a selected detachment, select the detachment, or drop the enhancement."""
    found = held_at(situation, violation.at)
    if found is None:
        return
    unit, held = found
    army = situation.army
    if violation.message in ("namesake", "withdrawn"):
        is_namesake = violation.message == "namesake"
        yield from replacements(situation, unit, held, army.detachment_ids, is_namesake=is_namesake)
    else:
        owner = held.enhancement.detachment if held.enhancement else ""
        known = army.catalogue.detachments.get(owner)
        if known is not None:
            edited = edits.with_detachment(situation.document, None, Reference(known.id, known.name))
            offer = known.offer_to(*army.lineage)
            params = {"detachment": known.name, "points": offer.points if offer and offer.points is not None else 0}
            yield Proposal("select_detachment", edited, params)
    yield drop(situation, [(unit, held)])


@mends("25.04/one-enhancement-per-attached-unit")
def attached_unit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Detach one of the bearers, give one enhancement to another unit, or drop all but one."""
    held = _held(situation, violation)
    bearers = list(dict.fromkeys(unit for unit, _ in held))
    for unit in bearers:
        if unit.entry.attached_to is not None:
            edited = edits.attached(situation.document, unit.index, None)
            yield Proposal("detach", edited, {"units": (unit.name,)})
    if len(held) == 2:
        for unit, one in held:
            yield from moves(situation, unit, one)
    for kept in held:
        yield drop(situation, [one for one in held if one is not kept])
