"""Edits of roster documents, each whole: whatever named what is gone names it no longer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from roster.document import (
    DeploymentPlan,
    Embarkation,
    Reference,
    RosterDocument,
    UnitEntry,
)


def with_unit(document: RosterDocument, index: int, **changes: Any) -> RosterDocument:  # Any: fields of the entry
    """The document with these fields of one unit replaced."""
    return with_units(document, {index: replace(document.units[index], **changes)})


def with_units(document: RosterDocument, entries: Mapping[int, UnitEntry]) -> RosterDocument:
    """The document with the units at these places replaced."""
    units = tuple(entries.get(place, unit) for place, unit in enumerate(document.units))
    return replace(document, units=units)


# Units ------------------------------------------------------------------------------------------------


def without_units(document: RosterDocument, indexes: Collection[int]) -> RosterDocument:
    """The document without these units: what was attached to them stands alone, the plan knows them no longer."""
    left = [unit for place, unit in enumerate(document.units) if place not in indexes]
    kept = {unit.key for unit in left}
    gone = {unit.key for place, unit in enumerate(document.units) if place in indexes} - kept
    units = tuple(
        replace(unit, attached_to=None, attached_as=None) if unit.attached_to in gone else unit for unit in left
    )
    return replace(document, units=units, plan=_plan_without(document.plan, gone))


def _plan_without(plan: DeploymentPlan | None, gone: Collection[str]) -> DeploymentPlan | None:
    if plan is None:
        return None
    parts = {part.key for split in plan.splits if split.unit in gone for part in split.parts}
    missing = {*gone, *parts}
    embarked = (
        Embarkation(row.transport, tuple(key for key in row.passengers if key not in missing))
        for row in plan.embarked
        if row.transport not in gone
    )
    return DeploymentPlan(
        embarked=tuple(row for row in embarked if row.passengers),
        reserves=tuple(key for key in plan.reserves if key not in missing),
        splits=tuple(split for split in plan.splits if split.unit not in gone),
    )


def with_warlord(document: RosterDocument, index: int | None, model: str | None = None) -> RosterDocument:
    """The document with this unit the Warlord's, and no other; None: none is."""
    units = tuple(
        replace(unit, is_warlord=True, warlord_model=model)
        if place == index
        else replace(unit, is_warlord=False, warlord_model=None)
        if unit.is_warlord or unit.warlord_model is not None
        else unit
        for place, unit in enumerate(document.units)
    )
    return replace(document, units=units)


def with_key(document: RosterDocument, index: int, key: str) -> RosterDocument:
    """The document with another key for one unit; whoever names the former key means the other unit that has it."""
    return with_unit(document, index, key=key)


def attached(document: RosterDocument, index: int, to: str | None, as_role: str | None = None) -> RosterDocument:
    """The document with the unit attached to the unit of that key, or standing alone."""
    return with_unit(document, index, attached_to=to, attached_as=as_role if to is not None else None)


# Enhancements -----------------------------------------------------------------------------------------


def without_enhancements(document: RosterDocument, places: Collection[tuple[int, int]]) -> RosterDocument:
    """The document without the enhancements at these (unit, place) pairs; a unit left with none names no bearer."""
    entries: dict[int, UnitEntry] = {}
    for index in {index for index, _ in places}:
        unit = document.units[index]
        left = tuple(one for place, one in enumerate(unit.enhancements) if (index, place) not in places)
        entries[index] = replace(unit, enhancements=left, bearer=unit.bearer if left else None)
    return with_units(document, entries)


def moved_enhancement(document: RosterDocument, index: int, place: int, to: int) -> RosterDocument:
    """The document with one enhancement on another unit."""
    moved = document.units[index].enhancements[place]
    without = without_enhancements(document, {(index, place)})
    host = without.units[to]
    return with_unit(without, to, enhancements=(*host.enhancements, moved))


def with_enhancement(document: RosterDocument, index: int, place: int | None, enhancement: Reference) -> RosterDocument:
    """The document with another enhancement in that place of the unit; None: one more."""
    written = list(document.units[index].enhancements)
    if place is None:
        written.append(enhancement)
    else:
        written[place] = enhancement
    return with_unit(document, index, enhancements=tuple(written))


# Detachments and dispositions ---------------------------------------------------------------------------


def without_detachments(
    document: RosterDocument, places: Collection[int], enhancements: Collection[str] = ()
) -> RosterDocument:
    """The document without the detachments at these places, nor the enhancements with these ids."""
    left = tuple(one for place, one in enumerate(document.detachments) if place not in places)
    owned = {
        (index, place)
        for index, unit in enumerate(document.units)
        for place, one in enumerate(unit.enhancements)
        if one.id is not None and one.id in enhancements
    }
    return without_enhancements(replace(document, detachments=left), owned)


def with_detachment(document: RosterDocument, place: int | None, detachment: Reference) -> RosterDocument:
    """The document with another detachment in that place; None: one more."""
    written = list(document.detachments)
    if place is None:
        written.append(detachment)
    else:
        written[place] = detachment
    return replace(document, detachments=tuple(written))


# The plan ---------------------------------------------------------------------------------------------


def with_plan(document: RosterDocument, change: Callable[[DeploymentPlan], DeploymentPlan]) -> RosterDocument:
    """The document with its plan changed; one without a plan is left alone."""
    return replace(document, plan=change(document.plan)) if document.plan is not None else document


def disembarked(plan: DeploymentPlan, keys: Collection[str], transport: str | None = None) -> DeploymentPlan:
    """The plan with these passengers out of that transport; None: out of all."""
    rows = (
        Embarkation(row.transport, tuple(key for key in row.passengers if key not in keys))
        if transport in (None, row.transport)
        else row
        for row in plan.embarked
    )
    return replace(plan, embarked=tuple(row for row in rows if row.passengers))


def embarked(plan: DeploymentPlan, keys: Sequence[str], transport: str) -> DeploymentPlan:
    """The plan with these units in that transport, and nowhere else."""
    left = deployed(disembarked(plan, keys), keys)
    rows = list(left.embarked)
    for place, row in enumerate(rows):
        if row.transport == transport:
            rows[place] = Embarkation(transport, (*row.passengers, *keys))
            break
    else:
        rows.append(Embarkation(transport, tuple(keys)))
    return replace(left, embarked=tuple(rows))


def deployed(plan: DeploymentPlan, keys: Collection[str]) -> DeploymentPlan:
    """The plan with these units out of reserves."""
    return replace(plan, reserves=tuple(key for key in plan.reserves if key not in keys))


def reserved(plan: DeploymentPlan, keys: Sequence[str]) -> DeploymentPlan:
    """The plan with these units in reserves, and in no transport that is not."""
    more = tuple(key for key in keys if key not in plan.reserves)
    return replace(disembarked(plan, keys), reserves=(*plan.reserves, *more))


def without_seat(plan: DeploymentPlan, place: int, seat: int) -> DeploymentPlan:
    """The plan without one seat: the passenger at ``seat`` of the embarkation at ``place``."""
    rows = list(plan.embarked)
    passengers = rows[place].passengers
    rows[place] = Embarkation(rows[place].transport, (*passengers[:seat], *passengers[seat + 1 :]))
    return replace(plan, embarked=tuple(row for row in rows if row.passengers))


def unsplit(plan: DeploymentPlan, place: int) -> DeploymentPlan:
    """The plan with the split at ``place`` undone: the unit is whole, and its parts are named no longer."""
    split = plan.splits[place]
    left = tuple(one for number, one in enumerate(plan.splits) if number != place)
    parts = {part.key for part in split.parts} - {part.key for one in left for part in one.parts}
    return deployed(disembarked(replace(plan, splits=left), parts), parts)


def together(plan: DeploymentPlan, key: str, other: str) -> DeploymentPlan:
    """The plan with the unit where the other one starts: in its transport, in reserves, or on the battlefield."""
    transport = next((row.transport for row in plan.embarked if other in row.passengers), None)
    left = deployed(disembarked(plan, {key}), {key})
    if transport is not None:
        return embarked(left, [key], transport)
    return reserved(left, [key]) if other in plan.reserves else left
