"""Transports: capacity, who may ride, and no Dedicated Transport without passengers (18.01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datasheets.catalogue.transport import Transport
from roster.muster.army import Army
from roster.muster.matching import pairing
from roster.muster.needs import Need
from roster.muster.registry import (
    ILLEGAL_WHEN_FINISHED,
    WARNING,
    Finding,
    Found,
    Message,
    NotApplicable,
    NotChecked,
    muster_check,
)
from roster.muster.report import Usage, Violation
from roster.muster.stowage import Room, capacity_of, is_spoken_of, keeps_out, most_capacity, stow
from roster.muster.unit import AIRCRAFT, DEDICATED_TRANSPORT, FORTIFICATION, TRANSPORT, Unit
from roster.muster.words import counted, listed

FAMILY = "Transports"


def has_plan(army: Army) -> str | None:
    """Who rides in what stands in the deployment plan (R-23)."""
    return None if army.plan is not None else "The roster has no deployment plan."


def _dedicated(army: Army) -> list[Unit]:
    return [unit for unit in army.units if DEDICATED_TRANSPORT in unit.keywords]


def _loads(army: Army) -> Iterator[tuple[Unit, Transport, tuple[Unit, ...]]]:
    """Each transport in use, with all units of the attached units that ride in it."""
    if army.plan is None:
        return
    for index, passengers in army.plan.passengers.items():
        transport = army.units[index]
        if transport.datasheet is None or transport.datasheet.transport is None:
            continue
        riding = {rider.index: rider for passenger in passengers for rider in _riding_with(passenger, army)}
        riding.pop(index, None)
        yield transport, transport.datasheet.transport, tuple(riding[place] for place in sorted(riding))


def _riding_with(passenger: Unit, army: Army) -> tuple[Unit, ...]:
    """The whole attached unit; the passenger alone where one of it is split, as nobody says who is in which part."""
    group = army.whole_unit(passenger)
    is_split = army.plan is not None and any(unit.index in army.plan.split for unit in group)
    return (passenger,) if is_split else group


def _sizes_in(transport: Unit, riders: Sequence[Unit], army: Army) -> list[int | None]:
    """Models of each rider in the transport: of a unit that is split, those of the parts there."""
    aboard = army.plan.models_aboard if army.plan else {}
    return [aboard.get((transport.index, rider.index), rider.size) for rider in riders]


def _terms_are_known(transport: Transport) -> bool:
    """Whether the catalogue has who may ride; without it slot costs are not known either (R-09)."""
    return bool(transport.required_keywords or transport.passengers)


@muster_check(
    "18.01",
    "passengers-for-transports",
    family=FAMILY,
    title="There are passengers for every Dedicated Transport",
    severity=WARNING,
    messages={
        "too_few": Message(
            "{transports:Dedicated Transport|Dedicated Transports} and {riders:unit|units} that could ride: "
            "{empty} must stay empty and will be destroyed before the battle.",
            "Remove {surplus:transport|transports}, or add units that can ride.",
        ),
    },
    needs=(Need.DETACHMENTS,),
    presumes=(Need.UNITS,),
)
def passengers_for_transports(army: Army) -> Iterator[Finding]:
    """Every Dedicated Transport can have a unit of its own to carry (18.01)."""
    transports = _dedicated(army)
    if not transports:
        yield NotApplicable("No Dedicated Transports.")
        return
    groups = _groups_that_could_ride(army)
    kinds = {unit.datasheet.id: unit.datasheet.transport for unit in transports if unit.datasheet}
    riders_by_kind = {
        kind: [place for place, (group, sizes) in enumerate(groups) if _could_ride(group, sizes, terms)]
        for kind, terms in kinds.items()
    }
    choices = [riders_by_kind[unit.datasheet.id] for unit in transports if unit.datasheet]
    filled = pairing(choices)
    riders = len({place for options in choices for place in options})
    if len(filled) < len(transports):
        params = {
            "transports": len(transports),
            "riders": riders,
            "surplus": len(transports) - len(filled),
            "empty": tuple(unit.name for place, unit in enumerate(transports) if place not in filled),
        }
        causes = tuple(unit.pointer for unit in transports)
        first = next(unit for place, unit in enumerate(transports) if place not in filled)
        yield Violation(first.pointer, "too_few", params, causes)
    yield Found(
        f"{counted(len(transports), 'Dedicated Transport')}, {counted(riders, 'unit')} that could ride.",
        len(transports),
        riders,
    )


def _groups_that_could_ride(army: Army) -> list[tuple[tuple[Unit, ...], list[int | None]]]:
    """Attached units with their sizes; a unit that something here may split, or the plan splits, as its two parts."""
    groups: list[tuple[tuple[Unit, ...], list[int | None]]] = []
    for group in army.groups:
        unit = group[0]
        if len(group) == 1 and unit.size is not None and unit.size > 1 and army.can_split(unit):
            groups += [((unit,), [unit.size // 2]), ((unit,), [unit.size - unit.size // 2])]
        else:
            groups.append((group, [one.size for one in group]))
    return groups


def _could_ride(group: Sequence[Unit], sizes: Sequence[int | None], terms: Transport | None) -> bool:
    """Whether nothing that is known keeps the whole attached unit, or the part, out."""
    if any(not unit.keywords.isdisjoint({TRANSPORT, AIRCRAFT, FORTIFICATION}) for unit in group):
        return False
    if terms is None:
        return True
    if not all(keeps_out(unit, group, terms) is None or is_spoken_of(unit, group, terms) for unit in group):
        return False
    return not any(room.surplus for room in stow(group, sizes, 1, most_capacity(terms), terms))


@muster_check(
    "18.01",
    "dedicated-transport-filled",
    family=FAMILY,
    title="No Dedicated Transport starts empty",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "empty": Message(
            "{transport} starts without passengers and will be destroyed before the battle.", "Embark a unit in it."
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_plan,
)
def dedicated_transport_filled(army: Army) -> Iterator[Finding]:
    """A unit starts the battle embarked in every Dedicated Transport (18.01)."""
    if army.plan is None:
        return
    transports = _dedicated(army)
    for unit in transports:
        if not army.plan.passengers.get(unit.index):
            yield Violation(unit.pointer, "empty", {"transport": unit.name})
    for unit in army.units:
        if unit.might_have(DEDICATED_TRANSPORT) and not army.plan.passengers.get(unit.index):
            yield NotChecked(f"Whether {unit.name} is a Dedicated Transport is not known.")
    if not transports:
        yield NotApplicable("No Dedicated Transports.")
    yield Found(f"{counted(len(transports), 'Dedicated Transport')}, each with passengers.")


@muster_check(
    "18.01",
    "capacity",
    family=FAMILY,
    title="No transport carries more than it can",
    messages={
        "over": Message(
            "{transport} carries {passengers}, {used:slot|slots} in all; its capacity is {limit}.",
            "Embark {surplus:slot|slots} less.",
        ),
        "over_units": Message(
            "{transport} carries {used:unit|units} ({passengers}); it has room for {limit}.",
            "Disembark {surplus:unit|units}.",
        ),
        "over_hold": Message(
            "{transport} carries {passengers}, {used:model|models} in all, where it has room for {limit}.",
            "Disembark {surplus:model|models}.",
        ),
        "no_transport": Message(
            "{transport} has no transport capacity; {passengers} would ride in it.", "Disembark them."
        ),
    },
    needs=(Need.UNITS,),
    applies=has_plan,
)
def capacity(army: Army) -> Iterator[Finding]:
    """The units embarked in a transport fit its capacity, attached units as a whole (18.01)."""
    if army.plan is None:
        return
    for index, passengers in army.plan.passengers.items():
        transport = army.units[index]
        if transport.datasheet is not None and transport.datasheet.transport is None:
            params = {"transport": transport.name, "passengers": tuple(unit.name for unit in passengers)}
            if transport.keywords_are_known:
                yield Violation(transport.pointer, "no_transport", params, tuple(unit.pointer for unit in passengers))
            else:
                yield NotChecked(f"The transport capacity of {transport.name} is not known.")
    words = []
    for transport, terms, riders in _loads(army):
        beside = [rider for rider in riders if is_spoken_of(rider, army.whole_unit(rider), terms)]
        riders = tuple(rider for rider in riders if rider not in beside)
        units = len({army.whole_unit(rider) for rider in riders})
        rooms = stow(riders, _sizes_in(transport, riders, army), units, capacity_of(transport, terms), terms)
        if beside:
            yield NotChecked(f"{transport.name}: {terms.conditions}")
        for room in rooms:
            yield from _room(transport, terms, room, is_whole=not beside)
        words.append(f"{transport.name}: {', '.join(_used(room) for room in rooms)}")
    if not army.plan.passengers:
        yield NotApplicable("Nobody is embarked.")
    yield Found(f"{'; '.join(words)}.")


def _room(transport: Unit, terms: Transport, room: Room, *, is_whole: bool) -> Iterator[Finding]:
    """What is to be said of the capacity or a hold; ``is_whole``: nobody else could be in it."""
    at = tuple(unit.pointer for unit in room.riders)
    if room.used is not None and is_whole and _terms_are_known(terms):
        yield Usage(transport.name, room.used, room.limit, at)
    if room.used is None:
        yield NotChecked(f"The number of models in {transport.name} is not known.")
    elif room.surplus:
        over = {
            "transport": transport.name,
            "passengers": tuple(unit.name for unit in room.riders),
            "used": room.used,
            "limit": room.limit,
            "surplus": room.surplus,
        }
        message = "over_units" if room.counts_units else "over" if room.hold is None else "over_hold"
        yield Violation(transport.pointer, message, over, at)
    elif not _terms_are_known(terms):
        yield NotChecked(f"How many slots a model takes in {transport.name} is not known.")


def _used(room: Room) -> str:
    return f"{room.used} of {room.limit}{' beside' if room.hold is not None else ''}"


@muster_check(
    "18.01",
    "passengers",
    family=FAMILY,
    title="Every passenger may ride in its transport",
    messages={
        "excluded": Message("{transport} does not carry {keywords:or}; {unit} is embarked.", "Disembark {unit}."),
        "lacking": Message("{transport} carries {keywords:or}, which {unit} is not.", "Disembark {unit}."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_plan,
)
def passengers_allowed(army: Army) -> Iterator[Finding]:
    """Every unit embarked in a transport is of a type it carries (18.01)."""
    if army.plan is None:
        return
    count, unknown = 0, []
    for transport, terms, riders in _loads(army):
        if not _terms_are_known(terms):
            unknown.append(transport.name)
        elif terms.conditions:
            yield NotChecked(f"{transport.name}: {terms.conditions}")
        for rider in riders:
            count += 1
            group = army.whole_unit(rider)
            kept_out = keeps_out(rider, group, terms)
            if is_spoken_of(rider, group, terms):
                continue  # The condition is told above.
            if kept_out is not None and (kept_out[0] == "excluded" or rider.keywords_are_known):
                params = {"transport": transport.name, "unit": rider.name, "keywords": kept_out[1]}
                yield Violation(rider.pointer, kept_out[0], params, (transport.pointer,))
            elif kept_out is not None and rider.datasheet is not None:
                yield NotChecked(f"The keywords of {rider.name} are not known.")
    if unknown:
        yield NotChecked(f"Who may ride in {listed(list(dict.fromkeys(unknown)))} is not known.")
    if not army.plan.passengers:
        yield NotApplicable("Nobody is embarked.")
    known = counted(army.catalogue.rows.transports_with_terms, "transport")
    yield Found(f"{counted(count, 'unit')} embarked, each of a type its transport carries ({known} known to say whom).")


@muster_check(
    "18.01",
    "embarked-once",
    family=FAMILY,
    title="No unit is embarked twice",
    messages={
        "twice": Message("{unit} is embarked in {transport} and in {other}.", "Keep one."),
        "again": Message("{unit} is embarked in {transport} twice.", "Name it once."),
        "itself": Message("{unit} is embarked in itself.", "Embark it elsewhere, or not at all."),
    },
    applies=has_plan,
)
def embarked_once(army: Army) -> Iterator[Finding]:
    """Every unit of the plan is embarked in one transport at most, and not in itself (18.01)."""
    if army.plan is None:
        return
    seats: dict[str, Unit] = {}
    for place, embarkation in enumerate(army.document.plan.embarked if army.document.plan else ()):
        transport = army.units_by_key.get(embarkation.transport)
        for seat, key in enumerate(embarkation.passengers):
            unit, part = army.units_by_key.get(key), army.plan.parts.get(key)
            name = part.name if part is not None else unit.name if unit is not None else None
            if transport is None or name is None:
                continue
            pointer = f"/plan/embarked/{place}/passengers/{seat}"
            first = seats.get(key)
            if unit is transport:
                yield Violation(pointer, "itself", {"unit": name})
            elif first is transport:
                yield Violation(pointer, "again", {"unit": name, "transport": transport.name})
            elif first is not None:
                params = {"unit": name, "transport": first.name, "other": transport.name}
                yield Violation(pointer, "twice", params, (first.pointer, transport.pointer))
            seats.setdefault(key, transport)
    if not seats:
        yield NotApplicable("Nobody is embarked.")
    yield Found(f"{counted(len(seats), 'unit')} embarked, each once.")
