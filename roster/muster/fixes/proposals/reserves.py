"""Fixes of strategic reserves, and of where attached units start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from roster.muster.fixes import edits
from roster.muster.fixes.proposals.plan import keys_of
from roster.muster.fixes.proposals.removals import enough, points_of, removal
from roster.muster.fixes.register import Proposal, Situation, mends
from roster.muster.report import Violation
from roster.muster.unit import Unit


def _deploy(situation: Situation, units: Sequence[Unit]) -> Proposal:
    """Take these units out of reserves, with what is attached to them; out of a transport that is there."""
    keys = {key for unit in units for key in keys_of(situation, unit)}
    plan = situation.army.plan
    riding = {
        key
        for key in keys
        if plan is not None and (ride := plan.transport_of.get(key)) and ride.index in plan.in_reserves
    }
    edited = edits.with_plan(situation.document, lambda plan: edits.disembarked(edits.deployed(plan, keys), riding))
    points = sum(points_of(unit) for unit in units)
    return Proposal("deploy", edited, {"units": tuple(unit.name for unit in units), "points": points}, points)


@mends("20.01/reserves-limit")
def limit(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Deploy units worth the surplus, as few points as will do: whole attached units, transports with their riders."""
    army, units = situation.army, situation.units_at(violation.causes)
    if army.plan is None:
        return
    named = [
        unit for unit in units if unit.key in (situation.document.plan.reserves if situation.document.plan else ())
    ]
    groups = list(dict.fromkeys(army.whole_unit(unit) for unit in [*named, *units]))
    weights = []
    for group in groups:
        riders = [rider for one in group for rider in army.plan.passengers.get(one.index, ())]
        weights.append(sum(points_of(one) for one in {*group, *riders} if one in units))
    for places in enough(weights, int(str(violation.params["surplus"]))):
        yield _deploy(situation, [one for place in places for one in groups[place]])


@mends("20.01/no-fortifications")
def fortification(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Deploy it."""
    unit = situation.unit_at(violation.at)
    if unit is not None:
        yield _deploy(situation, [unit])


@mends("20.01/one-start")
def one_start(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Take the unit out of reserves, or out of the transport; or put the transport into reserves."""
    units, place = situation.units_at(violation.causes), int(violation.at.rpartition("/")[2])
    document, plan = situation.document, situation.document.plan
    if plan is None or len(units) < 2:
        return
    unit, transport = units[0], units[-1]
    key, params = plan.reserves[place], {"units": (violation.params["unit"],)}
    edited = edits.with_plan(document, lambda plan: edits.deployed(plan, {key}))
    yield Proposal("unreserve", edited, params)
    keys = {key, *(keys_of(situation, unit) if key == unit.key else ())}
    edited = edits.with_plan(document, lambda plan: edits.disembarked(plan, keys, transport.key))
    yield Proposal("disembark", edited, {**params, "transport": transport.name})
    yield _reserve(situation, transport)


def _reserve(situation: Situation, unit: Unit) -> Proposal:
    """Put the unit into reserves, with what is attached to it."""
    keys = [one.key for one in situation.army.whole_unit(unit)]
    edited = edits.with_plan(situation.document, lambda plan: edits.reserved(plan, keys))
    return Proposal("reserve", edited, {"unit": unit.name, "points": points_of(unit)})


@mends("23.01/aircraft-in-reserves", "datasheet/starts-in-reserves")
def into_reserves(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Put it into reserves."""
    unit = situation.unit_at(violation.at)
    if unit is not None:
        yield _reserve(situation, unit)
        yield removal(situation, [unit], is_last_resort=True)


@mends("19.01/attached-unit-together")
def together(situation: Situation, violation: Violation) -> Iterator[Proposal]:
    """Let all of them start where one of them does, or detach who starts elsewhere."""
    group = situation.units_at(violation.causes)
    places = violation.params["places"]
    for unit, place in zip(group, places if isinstance(places, tuple) else (), strict=False):
        document = situation.document
        for other in group:
            if other is not unit:
                document = edits.with_plan(document, partial(edits.together, key=other.key, other=unit.key))
        others = tuple(other.name for other in group if other is not unit)
        yield Proposal("start_together", document, {"units": others, "place": str(place)})
    for unit in group:
        if unit.entry.attached_to is not None:
            edited = edits.attached(situation.document, unit.index, None)
            yield Proposal("detach", edited, {"units": (unit.name,)}, 1)
