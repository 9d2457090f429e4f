"""Attached units: who joins whom, one leader and one support each, support units never alone (19.01, 24.22, 24.34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from datasheets.catalogue.attachment import AttachmentRole
from roster.muster.army import Army
from roster.muster.attached import (
    Joined,
    bodyguard_names,
    hosts_in_army,
    is_gated,
    is_listed_bodyguard,
    ways_of,
    who_would_do,
    written_role,
)
from roster.muster.matching import pairing
from roster.muster.needs import Need
from roster.muster.permissions import SharedRole
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
from roster.muster.unit import Unit
from roster.muster.words import counted, listed

FAMILY = "Attached units"


def attachments(army: Army) -> list[tuple[Unit, Joined]]:
    """Every bodyguard with a unit attached to it."""
    return [(attached.bodyguard, joined) for attached in army.attached_units for joined in attached.joined]


@muster_check(
    "19.01",
    "role",
    family=FAMILY,
    title="Only leaders and support units are attached",
    messages={
        "no_role": Message(
            "{unit} is neither a leader nor a support unit here; it is attached to {bodyguard}.", "Detach it."
        ),
        "other_role": Message("{unit} joins {bodyguard} as {roles:or}, not as {role}.", "Attach it as {roles:or}."),
        "unknown_role": Message("{unit} is attached as “{role}”, which is no role.", "Attach it as {roles:or}."),
    },
    needs=(Need.UNITS, Need.ENHANCEMENTS),
    presumes=(Need.DETACHMENTS,),
)
def attached_role(army: Army) -> Iterator[Finding]:
    """Every attached unit is a leader or support unit, in the role it has with that bodyguard (19.01, R-13)."""
    attached = attachments(army)
    for bodyguard, joined in attached:
        unit, ways = joined.unit, ways_of(joined.unit, army)
        roles = tuple(
            dict.fromkeys(
                way.role.value for way in ways if bodyguard.datasheet and way.bodyguard == bodyguard.datasheet.id
            )
        )
        written = unit.entry.attached_as
        if unit.datasheet is None:
            continue
        if written and written_role(unit) is None:
            every = roles or tuple(role.value for role in AttachmentRole)
            yield Violation(unit.pointer, "unknown_role", {"unit": unit.name, "role": written, "roles": every})
        elif not ways and is_gated(unit, bodyguard, army):
            continue
        elif not ways and any(held.enhancement is None for held in unit.enhancements):
            yield NotChecked(f"What {unit.name} may join can depend on an enhancement that is not recognised.")
        elif not ways:
            params = {"unit": unit.name, "bodyguard": bodyguard.name}
            yield Violation(unit.pointer, "no_role", params, (bodyguard.pointer,))
        elif roles and joined.way is None and written:
            other = {"unit": unit.name, "bodyguard": bodyguard.name, "role": written, "roles": roles}
            yield Violation(unit.pointer, "other_role", other, (bodyguard.pointer,))
    if not attached:
        yield NotApplicable("No unit is attached.")
    words = [f"{joined.unit.name} ({joined.role.value})" for _, joined in attached if joined.role is not None]
    yield Found(f"{listed(words)}.")


@muster_check(
    "19.01",
    "bodyguard",
    family=FAMILY,
    title="Units join bodyguards they may join",
    messages={
        "not_listed": Message("{unit} cannot join {bodyguard}.", "It can join {choices:or}."),
        "nobody": Message("{unit} cannot join {bodyguard}, nor anything else that is known.", "Detach it."),
    },
    needs=(Need.UNITS, Need.ENHANCEMENTS),
    presumes=(Need.DETACHMENTS,),
)
def bodyguard(army: Army) -> Iterator[Finding]:
    """Every attached unit has its bodyguard on its own list, or on that of an enhancement it could bear (19.01)."""
    attached = attachments(army)
    for host, joined in attached:
        unit, ways = joined.unit, ways_of(joined.unit, army)
        if unit.datasheet is None or host.datasheet is None or not ways:
            continue
        if any(way.bodyguard == host.datasheet.id for way in ways) or is_gated(unit, host, army):
            continue
        if any(held.enhancement is None for held in unit.enhancements):
            yield NotChecked(f"What {unit.name} may join can depend on an enhancement that is not recognised.")
            continue
        choices = who_would_do(unit, ways, army)
        params = {"unit": unit.name, "bodyguard": host.name}
        if choices:
            yield Violation(unit.pointer, "not_listed", {**params, "choices": choices}, (host.pointer,))
        else:
            yield Violation(unit.pointer, "nobody", params, (host.pointer,))
    if not attached:
        yield NotApplicable("No unit is attached.")
    yield Found(f"{listed([f'{joined.unit.name} with {host.name}' for host, joined in attached])}.")


def _one_in_role(army: Army, role: AttachmentRole) -> Iterator[Finding]:
    count = 0
    for attached in army.attached_units:
        joined = [one for one in attached.joined if one.role is role]
        count += bool(joined)
        if len(joined) > 1 and not army.permits(SharedRole(joined, attached.bodyguard)):
            params = {
                "bodyguard": attached.bodyguard.name,
                "count": len(joined),
                "units": tuple(one.unit.name for one in joined),
            }
            causes = tuple(one.unit.pointer for one in joined)
            yield Violation(attached.bodyguard.pointer, "several", params, causes)
    if not count:
        yield NotApplicable(f"No unit is attached as {role.value}.")
    known = counted(army.catalogue.rows.beside_another, "pair")
    yield Found(
        f"{counted(count, 'bodyguard unit')}, each with the {role.value} it may have "
        f"({known} known to be made beside another)."
    )


@muster_check(
    "24.22",
    "one-leader",
    family=FAMILY,
    title="No bodyguard unit has two leaders",
    messages={
        "several": Message("{bodyguard} has {count} leaders: {units}.", "Keep one, and attach the others elsewhere."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def one_leader(army: Army) -> Iterator[Finding]:
    """Every bodyguard unit has one leader unit at most, unless a datasheet says otherwise (24.22)."""
    yield from _one_in_role(army, AttachmentRole.LEADER)


@muster_check(
    "24.34",
    "one-support",
    family=FAMILY,
    title="No bodyguard unit has two support units",
    messages={
        "several": Message(
            "{bodyguard} has {count} support units: {units}.", "Keep one, and attach the others elsewhere."
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def one_support(army: Army) -> Iterator[Finding]:
    """Every bodyguard unit has one support unit at most, unless a datasheet says otherwise (24.34)."""
    yield from _one_in_role(army, AttachmentRole.SUPPORT)


@muster_check(
    "25.04",
    "support-attached",
    family=FAMILY,
    title="Every support unit is attached",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "attach": Message("{unit} is a support unit and stands alone.", "Attach it to {hosts:or}."),
        "no_room": Message(
            "{unit} is a support unit and stands alone; {hosts} cannot take {supports:support unit|support units}.",
            "Add {choices:or}, or remove {unit}.",
        ),
        "make_room": Message(
            "{unit} is a support unit and stands alone; {hosts} has a support unit already.",
            "Attach {occupants} to {elsewhere:or} instead, and {unit} in its place.",
        ),
        "no_host": Message(
            "{unit} is a support unit and stands alone; nothing in the army can be its bodyguard.",
            "Add {choices:or}, or remove {unit}.",
        ),
        "nobody": Message("{unit} is a support unit and stands alone.", "Remove it."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def support_attached(army: Army) -> Iterator[Finding]:
    """Every unit that can only be support is attached to a bodyguard unit (25.04, R-13)."""
    supports = [unit for unit in army.units if _is_only_support(unit, army)]
    alone = [unit for unit in supports if army.bodyguard_of(unit) in (None, unit)]
    occupants = {
        attached.bodyguard.index: tuple(one.unit for one in attached.joined if one.role is AttachmentRole.SUPPORT)
        for attached in army.attached_units
    }
    taken = {index for index, units in occupants.items() if units}
    hosts = [hosts_in_army(unit, ways_of(unit, army), army) for unit in alone]
    free = [[host.index for host in choices if host.index not in taken] for choices in hosts]
    placed = pairing(free)
    kept = taken.union(placed.values())
    for place, unit in enumerate(alone):
        choices = bodyguard_names(ways_of(unit, army), army)
        if place in placed:
            names = tuple(dict.fromkeys(army.units[index].name for index in free[place]))
            causes = tuple(f"/units/{index}" for index in free[place])
            yield Violation(unit.pointer, "attach", {"unit": unit.name, "hosts": names}, causes)
        elif (move := _room_made(hosts[place], occupants, kept, army)) is not None:
            host, occupant, elsewhere = move
            occupants = {**occupants, host.index: (unit, occupant)}
            kept.add(elsewhere[0].index)
            names = tuple(dict.fromkeys(one.name for one in elsewhere))
            params = {"unit": unit.name, "hosts": (host.name,), "occupants": (occupant.name,), "elsewhere": names}
            yield Violation(unit.pointer, "make_room", params, (host.pointer, occupant.pointer))
        elif hosts[place]:
            names = tuple(host.name for host in hosts[place])
            mine = {host.index for host in hosts[place]}
            rivals = sum(len(occupants.get(index, ())) for index in mine)
            rivals += sum(not mine.isdisjoint(host.index for host in others) for others in hosts)
            crowd = {"unit": unit.name, "hosts": names, "supports": rivals, "choices": choices}
            yield Violation(unit.pointer, "no_room", crowd, tuple(host.pointer for host in hosts[place]))
        elif choices:
            yield Violation(unit.pointer, "no_host", {"unit": unit.name, "choices": choices})
        else:
            yield Violation(unit.pointer, "nobody", {"unit": unit.name})
    if not supports:
        yield NotApplicable("No support units.")
    yield Found(f"{counted(len(supports), 'support unit')} attached: {listed([unit.name for unit in supports])}.")


def _is_only_support(unit: Unit, army: Army) -> bool:
    if unit.datasheet is None:
        return False
    roles = {way.role for way in army.ways_by_datasheet[unit.datasheet.id]}
    return roles == {AttachmentRole.SUPPORT}


def _room_made(
    hosts: Sequence[Unit], occupants: Mapping[int, tuple[Unit, ...]], kept: set[int], army: Army
) -> tuple[Unit, Unit, list[Unit]] | None:
    """A host whose only support unit could as well stand elsewhere: the host, that unit and the places for it."""
    for host in hosts:
        if len(occupants.get(host.index, ())) != 1:
            continue
        [occupant] = occupants[host.index]
        ways = [way for way in ways_of(occupant, army) if way.role is AttachmentRole.SUPPORT]
        elsewhere = [other for other in hosts_in_army(occupant, ways, army) if other.index not in kept]
        if elsewhere:
            return host, occupant, elsewhere
    return None


@muster_check(
    "19.01",
    "no-chain",
    family=FAMILY,
    title="No bodyguard is itself attached unless it is listed as one",
    messages={
        "itself": Message("{unit} is attached to itself.", "Attach it to another unit, or detach it."),
        "chain": Message(
            "{unit} is attached to {bodyguard}, which is itself attached to {next}.",
            "Attach {unit} to a unit that stands alone.",
        ),
    },
)
def no_chain(army: Army) -> Iterator[Finding]:
    """No unit is attached to itself, nor to one that is attached further unless it is on its list (19.01)."""
    count = chains = 0
    for unit in army.units:
        host = army.bodyguard_of(unit)
        if host is None:
            continue
        count += 1
        further = army.bodyguard_of(host)
        if host is unit:
            yield Violation(unit.pointer, "itself", {"unit": unit.name})
        elif further is not None and further is not host:
            chains += 1
            is_circle = _leads_back(unit, army)
            if host.datasheet is None and not is_circle:
                yield NotChecked(
                    f"Whether {host.name} may be attached and have {unit.name} attached to it is not known."
                )
            elif is_circle or not is_listed_bodyguard(unit, host, army):
                params = {"unit": unit.name, "bodyguard": host.name, "next": further.name}
                yield Violation(unit.pointer, "chain", params, (host.pointer, further.pointer))
    if not count:
        yield NotApplicable("No unit is attached.")
    more = " or that is listed as its own" if chains else ""
    yield Found(f"{counted(count, 'unit')} attached, each to a bodyguard that stands for itself{more}.")


def _leads_back(unit: Unit, army: Army) -> bool:
    """Whether the bodyguards of its bodyguards come back to the unit."""
    seen = {unit.index}
    host = army.bodyguard_of(unit)
    while host is not None and host.index not in seen:
        seen.add(host.index)
        host = army.bodyguard_of(host)
    return host is unit
