"""Strategic reserves: half the points limit, no Fortifications, all Aircraft, attached units whole (20.01, 23.01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.registry import (
    ILLEGAL_WHEN_FINISHED,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Violation
from roster.muster.rules.transports import has_plan
from roster.muster.unit import AIRCRAFT, FORTIFICATION, Unit
from roster.muster.words import counted, listed

FAMILY = "Strategic reserves"
RESERVES_PER_CENT = 50


def _cap(army: Army) -> int | None:
    """Points that may start in reserves: half the points limit, not half the army (20.01)."""
    return None if army.points_limit is None else army.points_limit * RESERVES_PER_CENT // 100


def _points(units: Sequence[Unit]) -> tuple[int, list[str]]:
    """Known points of the units, enhancements and surcharges with them, and the names of those not priced whole."""
    total = sum(part.points for unit in units for part in unit.price.parts)
    return total, [unit.name for unit in units if unit.price.points is None]


def _is_exempt(unit: Unit, army: Army) -> bool:
    """Whether its points do not count against the limit: by its own datasheet or its transport's (R-24)."""
    if unit.datasheet is not None and unit.datasheet.reserves.is_exempt:
        return True
    transport = army.plan.transport_of.get(unit.key) if army.plan else None
    return bool(transport and transport.datasheet and transport.datasheet.reserves.passengers_exempt)


def _split_in_reserves(army: Army) -> list[str]:
    """Names of units that are split, with some part in reserves."""
    return [unit.name for unit in army.units if army.plan and unit.index in army.plan.split_in_reserves]


def _reserved(army: Army) -> list[Unit]:
    """Units in reserves, passengers and whole attached units with them; none that is split (01.02.06)."""
    if army.plan is None:
        return []
    indexes = {
        member.index for unit in army.units if unit.index in army.plan.in_reserves for member in army.whole_unit(unit)
    }
    return [army.units[index] for index in sorted(indexes - army.plan.split)]


@muster_check(
    "20.01",
    "reserves-limit",
    family=FAMILY,
    title="The reserves are within half the points limit",
    messages={
        "over": Message(
            "{used} points start in strategic reserves ({units}); half of {points_limit} is {limit}.",
            "Deploy units worth {surplus:point|points} or more.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION,),
    applies=has_plan,
)
def reserves_limit(army: Army) -> Iterator[Finding]:
    """Units in strategic reserves, with their passengers, cost no more than half the points limit (20.01)."""
    cap = _cap(army)
    if cap is None or army.points_limit is None:
        yield NotChecked("The points limit is not known.")
        return
    reserved = _reserved(army)
    counting = [unit for unit in reserved if not _is_exempt(unit, army)]
    used, unpriced = _points(counting)
    if used > cap:
        params = {
            "used": used,
            "limit": cap,
            "surplus": used - cap,
            "points_limit": army.points_limit,
            "units": tuple(unit.name for unit in counting),
        }
        yield Violation("/plan/reserves", "over", params, tuple(unit.pointer for unit in counting))
    if unpriced:
        yield NotChecked(f"In reserves without a whole price: {listed(unpriced)}.")
    split = _split_in_reserves(army)
    if split:
        yield NotChecked(f"No rule says how the points of a unit that is split divide: {listed(split)}.")
    if not reserved:
        yield NotApplicable("No unit starts in reserves.")
    exempt = len(reserved) - len(counting)
    known = counted(army.catalogue.rows.exempt_from_reserves, "datasheet")
    more = f", {counted(exempt, 'unit')} exempt" if exempt else ""
    more += f" ({known} known to be exempt)"
    yield Found(f"{used} of {cap} points{more}.", used, cap)


@muster_check(
    "20.01",
    "no-fortifications",
    family=FAMILY,
    title="No Fortification is in reserves",
    messages={"fortification": Message("{unit} is a Fortification and starts in reserves.", "Deploy it.")},
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_plan,
)
def no_fortifications(army: Army) -> Iterator[Finding]:
    """No Fortification starts in strategic reserves (20.01)."""
    reserved = _reserved(army)
    for unit in reserved:
        if FORTIFICATION in unit.keywords:
            yield Violation(unit.pointer, "fortification", {"unit": unit.name})
        elif unit.might_have(FORTIFICATION):
            yield NotChecked(f"Whether {unit.name} is a Fortification is not known.")
    if not reserved:
        yield NotApplicable("No unit starts in reserves.")
    yield Found(f"{counted(len(reserved), 'unit')} in reserves, no Fortification.")


@muster_check(
    "20.01",
    "one-start",
    family=FAMILY,
    title="No unit starts in reserves and in a deployed transport",
    messages={
        "both": Message(
            "{unit} starts in reserves and in {transport}, which does not.",
            "Take it out of one of the two, or put {transport} into reserves.",
        ),
    },
    applies=has_plan,
)
def one_start(army: Army) -> Iterator[Finding]:
    """No unit in strategic reserves rides in a transport that starts on the battlefield (20.01, 18.01)."""
    if army.plan is None or army.document.plan is None:
        return
    for place, key in enumerate(army.document.plan.reserves):
        part = army.plan.parts.get(key)
        unit = part.unit if part is not None else army.units_by_key.get(key)
        transport = army.plan.transport_of.get(key)
        if unit is not None and transport is not None and transport.index not in army.plan.in_reserves:
            params = {"unit": part.name if part is not None else unit.name, "transport": transport.name}
            yield Violation(f"/plan/reserves/{place}", "both", params, (unit.pointer, transport.pointer))
    reserved = len(army.plan.in_reserves | army.plan.split_in_reserves)
    if not reserved:
        yield NotApplicable("No unit starts in reserves.")
    yield Found(f"{counted(reserved, 'unit')} in reserves, none elsewhere at the same time.")


def _all_reserved(army: Army, units: Sequence[Unit], message: str) -> Iterator[Finding]:
    if army.plan is None:
        return
    for unit in units:
        if unit.index not in army.plan.in_reserves | army.plan.split_in_reserves:
            yield Violation(unit.pointer, message, {"unit": unit.name})


@muster_check(
    "23.01",
    "aircraft-in-reserves",
    family=FAMILY,
    title="All Aircraft start in reserves",
    messages={"deployed": Message("{unit} is an Aircraft and does not start in reserves.", "Put it into reserves.")},
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_plan,
)
def aircraft_in_reserves(army: Army) -> Iterator[Finding]:
    """Every Aircraft starts in strategic reserves; Hover changes nothing (23.01, 24.17)."""
    aircraft = [unit for unit in army.units if AIRCRAFT in unit.keywords]
    yield from _all_reserved(army, aircraft, "deployed")
    for unit in army.units:
        if unit.might_have(AIRCRAFT) and army.plan is not None and unit.index not in army.plan.in_reserves:
            yield NotChecked(f"Whether {unit.name} is an Aircraft is not known.")
    if not aircraft:
        yield NotApplicable("No Aircraft.")
    yield Found(f"{counted(len(aircraft), 'Aircraft', 'Aircraft')}, all in reserves.")


def _known(army: Army) -> str:
    return f"{counted(army.catalogue.rows.must_start_in_reserves, 'datasheet')} known to"


@muster_check(
    "datasheet",
    "starts-in-reserves",
    family=FAMILY,
    title="Units that must start in reserves do",
    messages={"deployed": Message("{unit} must start in reserves, by its datasheet.", "Put it into reserves.")},
    needs=(Need.UNITS,),
    applies=has_plan,
)
def starts_in_reserves(army: Army) -> Iterator[Finding]:
    """Every unit whose datasheet makes it start in reserves does (R-24)."""
    forced = [unit for unit in army.units if unit.datasheet and unit.datasheet.reserves.must_start]
    yield from _all_reserved(army, forced, "deployed")
    if not forced:
        yield NotApplicable(f"No unit here must start in reserves by its datasheet ({_known(army)}).")
    yield Found(f"{counted(len(forced), 'unit')} that must, all in reserves ({_known(army)}).")


@muster_check(
    "23.01",
    "aircraft-within-reserves",
    family=FAMILY,
    title="Forced reserves fit half the points limit",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "over": Message(
            "{units} must start in reserves and cost {used} points; half of {points_limit} is {limit}.",
            "Replace units worth {surplus:point|points} or more.",
        ),
    },
    needs=(Need.UNITS, Need.DETACHMENTS),
    presumes=(Need.FACTION,),
)
def aircraft_within_reserves(army: Army) -> Iterator[Finding]:
    """Aircraft and other units forced into reserves cost no more than may start there (23.01, 20.01)."""
    cap = _cap(army)
    if cap is None or army.points_limit is None:
        yield NotChecked("The points limit is not known.")
        return
    forced = [
        unit
        for unit in army.units
        if unit.datasheet
        and not unit.datasheet.reserves.is_exempt
        and (AIRCRAFT in unit.keywords or unit.datasheet.reserves.must_start)
    ]
    used, unpriced = _points(forced)
    if used > cap:
        params = {
            "used": used,
            "limit": cap,
            "surplus": used - cap,
            "points_limit": army.points_limit,
            "units": tuple(unit.name for unit in forced),
        }
        yield Violation(forced[-1].pointer, "over", params, tuple(unit.pointer for unit in forced))
    if unpriced:
        yield NotChecked(f"Forced into reserves without a whole price: {listed(unpriced)}.")
    unknown = [unit for unit in army.units if unit.might_have(AIRCRAFT)]
    most = used + _points(unknown)[0]
    if most > cap:
        names = listed(list(dict.fromkeys(unit.name for unit in unknown)))
        yield NotChecked(
            f"Whether {names} is an Aircraft is not known; "
            f"with it {most} of {cap} points would be forced into reserves."
        )
    if not forced:
        yield NotApplicable("No unit is forced into reserves.")
    yield Found(f"{listed([unit.name for unit in forced])}: {used} of {cap} points.", used, cap)


@muster_check(
    "19.01",
    "attached-unit-together",
    family=FAMILY,
    title="Attached units start in one place",
    messages={
        "split": Message(
            "{units} are one attached unit and start in different places: {places}.", "Keep them together."
        ),
    },
    applies=has_plan,
)
def attached_unit_together(army: Army) -> Iterator[Finding]:
    """All units of an attached unit start together: deployed, embarked in one transport or in reserves (19.01)."""
    if army.plan is None:
        return
    groups = [group for group in army.groups if len(group) > 1]
    for group in groups:
        split = [unit.name for unit in group if unit.index in army.plan.split]
        if split:
            yield NotChecked(f"Which part of {listed(split)} the others are attached to is not said.")
            continue
        places = {unit.index: _place(unit, army) for unit in group}
        if len(set(places.values())) > 1:
            params = {
                "units": tuple(unit.name for unit in group),
                "places": tuple(f"{unit.name} {places[unit.index][1]}" for unit in group),
            }
            yield Violation(group[0].pointer, "split", params, tuple(unit.pointer for unit in group))
    if not groups:
        yield NotApplicable("No attached units.")
    yield Found(f"{counted(len(groups), 'attached unit')}, each in one place.")


def _place(unit: Unit, army: Army) -> tuple[int | None, str]:
    """Where the unit starts: the index of its transport or None, and the place in words."""
    plan = army.plan
    transport = plan.transport_of.get(unit.key) if plan else None
    if transport is not None:
        return transport.index, f"in {transport.name}"
    if plan is not None and unit.index in plan.in_reserves:
        return None, "in reserves"
    return None, "on the battlefield"
