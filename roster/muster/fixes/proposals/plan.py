"""Fixes of the deployment plan: who rides in what, and who is split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from roster.document import DeploymentPlan, RosterDocument, SplitPart
from roster.muster.fixes import edits
from roster.muster.fixes.proposals.removals import removal, removals_of
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import AIRCRAFT, FORTIFICATION, TRANSPORT, Unit

RIDERS_TRIED = 12


def keys_of(situation: Situation, unit: Unit) -> list[str]:
    """Keys under which the plan names the unit: of all that are attached to each other, parts and wholes."""
    group = situation.army.whole_unit(unit)
    plan = situation.document.plan
    parts = [
        part.key
        for split in (plan.splits if plan else ())
        for part in split.parts
        if any(split.unit == one.key for one in group)
    ]
    return [*(one.key for one in group), *parts]


def _out(situation: Situation, riders: Sequence[Unit], transport: Unit, order: int = 0) -> Proposal:
    """Take these units out of the transport, with all that is attached to them."""
    keys = {key for rider in riders for key in keys_of(situation, rider)}
    edited = edits.with_plan(situation.document, lambda plan: edits.disembarked(plan, keys, transport.key))
    params = {"units": tuple(rider.name for rider in riders), "transport": transport.name}
    return Proposal("disembark", edited, params, order)


@mends("18.01/passengers-for-transports")
def empty_transports(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Remove the transports that must stay empty."""
    transports = situation.units_at(violation.causes)
    yield from removals_of(situation, transports, int(str(violation.params["surplus"])))


@mends("18.01/dedicated-transport-filled")
def filled(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Embark a unit that starts on the battlefield, or remove the transport."""
    transport = situation.unit_at(violation.at)
    plan = situation.army.plan
    if transport is None or plan is None:
        return
    free = [
        unit
        for unit in situation.army.units
        if unit.keywords.isdisjoint({TRANSPORT, AIRCRAFT, FORTIFICATION})
        and unit.key not in plan.transport_of
        and unit.entry.attached_to is None
        and (unit.index in plan.in_reserves) == (transport.index in plan.in_reserves)
        and unit.index not in plan.split
    ]
    for unit in free[:RIDERS_TRIED]:
        keys = [one.key for one in situation.army.whole_unit(unit)]
        edited = edits.with_plan(situation.document, partial(edits.embarked, keys=keys, transport=transport.key))
        yield Proposal("embark", edited, {"unit": unit.name, "transport": transport.name})
    yield removal(situation, [transport], is_last_resort=True)


@mends("18.01/capacity")
def capacity(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take units out of the transport, the fewest models first; all where it can carry none."""
    transport, plan = situation.unit_at(violation.at), situation.army.plan
    if transport is None or plan is None:
        return
    riders = list(plan.passengers.get(transport.index, ()))
    groups = list(dict.fromkeys(situation.army.whole_unit(rider) for rider in riders))
    if violation.message == "over":
        sizes = [sum(one.size or 0 for one in group) for group in groups]
        order = sorted(range(len(groups)), key=lambda place: sizes[place])
        yield from (_out(situation, groups[place][:1], transport, sizes[place]) for place in order)
        for place in order:
            kept = [group[0] for number, group in enumerate(groups) if number != place]
            if len(kept) > 1:
                yield _out(situation, kept, transport, sum(sizes) - sizes[place])
    yield _out(situation, riders, transport, 1_000)


@mends("18.01/passengers")
def passengers(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take the unit out of the transport."""
    rider, transports = situation.unit_at(violation.at), situation.units_at(violation.causes)
    if rider is not None and transports:
        yield _out(situation, [rider], transports[0])


@mends("18.01/embarked-once")
def embarked_once(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Let go of this seat, or of those before it."""
    place, seat = (int(step) for step in violation.at.split("/") if step.isdigit())
    plan = situation.document.plan
    if plan is None:
        return
    key = plan.embarked[place].passengers[seat]
    params = {"unit": violation.params["unit"]}
    edited = edits.with_plan(situation.document, lambda plan: edits.without_seat(plan, place, seat))
    if violation.message != "twice":
        yield Proposal("name_once", edited, params)
        return
    yield Proposal("disembark", edited, {"units": (params["unit"],), "transport": violation.params["other"]})
    former = situation.army.plan.transport_of.get(key) if situation.army.plan else None
    if former is not None:
        edited = edits.with_plan(situation.document, lambda plan: edits.disembarked(plan, {key}, former.key))
        yield Proposal("disembark", edited, {"units": (params["unit"],), "transport": former.name})


# Splits -----------------------------------------------------------------------------------------------


@mends("01.02.06/split-parts", "01.02.06/split-allowed")
def splits(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Split the unit evenly, embark a part, or keep the unit whole."""
    document, plan = situation.document, situation.document.plan
    if plan is None:
        return
    params = {"unit": violation.params["unit"]}
    if violation.message == "whole":
        yield from _named_whole(situation, violation)
        unit = situation.units_at(violation.causes)
        keys = {one.key for one in unit}
        places = [place for place, split in enumerate(plan.splits) if split.unit in keys]
    else:
        places = [int(violation.at.split("/")[3])]
    for place in places:
        if violation.message in ("not_two", "sum", "unequal"):
            even = _even(document, place, situation)
            if even is not None:
                yield Proposal("split_evenly", even, params)
        if violation.message == "not_in_transport":
            yield from _part_embarked(situation, place)
        edited = edits.with_plan(document, partial(edits.unsplit, place=place))
        yield Proposal("keep_whole", edited, params, 1)


def _named_whole(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take the whole unit out of that place of the plan."""
    _, _, where, *rest = violation.at.split("/")
    unit = situation.units_at(violation.causes)
    if where == "reserves" and unit:
        edited = edits.with_plan(situation.document, lambda plan: edits.deployed(plan, {unit[0].key}))
        yield Proposal("unname_whole", edited, {"unit": unit[0].name})
    elif unit:
        place, seat = int(rest[0]), int(rest[2])
        edited = edits.with_plan(situation.document, lambda plan: edits.without_seat(plan, place, seat))
        yield Proposal("unname_whole", edited, {"unit": unit[0].name})


def _even(document: RosterDocument, place: int, situation: Situation) -> RosterDocument | None:
    """The split in two parts that differ by one model at most; None where the unit's size is not known."""
    plan = document.plan
    if plan is None:
        return None
    split = plan.splits[place]
    unit = situation.army.units_by_key.get(split.unit)
    if unit is None or unit.size is None or unit.size < 2:
        return None
    keys = [part.key for part in split.parts][:2]
    taken = {one.key for one in document.units} | {part.key for other in plan.splits for part in other.parts}
    free = (key for number in range(1, len(taken) + 3) if (key := f"p{number}") not in taken)
    while len(keys) < 2:
        keys.append(next(free))
    halves = (unit.size - unit.size // 2, unit.size // 2)
    parts = tuple(SplitPart(key, models) for key, models in zip(keys, halves, strict=True))
    gone = {part.key for part in split.parts} - set(keys)

    def change(plan: DeploymentPlan) -> DeploymentPlan:
        all_splits = list(plan.splits)
        all_splits[place] = replace(split, parts=parts)
        return edits.deployed(edits.disembarked(replace(plan, splits=tuple(all_splits)), gone), gone)

    return edits.with_plan(document, change)


def _part_embarked(situation: Situation, place: int) -> Iterator[Proposal]:
    """Embark one part in a transport that may split the unit."""
    plan, army = situation.document.plan, situation.army
    if plan is None:
        return
    split = plan.splits[place]
    unit = army.units_by_key.get(split.unit)
    able = {rule.transport for rule in army.split_rules(unit)} if unit is not None else set()
    for transport in army.units:
        if unit is None or transport.datasheet is None or transport.datasheet.id not in able:
            continue
        for part in split.parts[:1]:
            edited = edits.with_plan(
                situation.document,
                partial(edits.embarked, keys=[part.key], transport=transport.key),
            )
            params = {"unit": unit.name, "models": part.models, "transport": transport.name}
            yield Proposal("embark_part", edited, params)
