"""Joiners: units that join another before the battle without being leader or support (R-13)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from datasheets.catalogue.attachment import AttachmentRole
from roster.muster.army import Army
from roster.muster.attached import Joined, Way, bodyguard_names, hosts_in_army, ways_of
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
from roster.muster.report import Violation
from roster.muster.rules.attached_units import FAMILY
from roster.muster.rules.transports import has_plan
from roster.muster.unit import Unit
from roster.muster.words import counted, listed


def _mandatory_ways(unit: Unit, army: Army) -> list[Way]:
    return [way for way in ways_of(unit, army) if way.is_mandatory]


def _obliged(army: Army) -> list[Unit]:
    """Units that must join another."""
    return [unit for unit in army.units if _mandatory_ways(unit, army)]


def _joiners(joined: Sequence[Joined]) -> Iterator[tuple[Unit, Way]]:
    for one in joined:
        if one.role is AttachmentRole.JOINER and one.way is not None:
            yield one.unit, one.way


def _pairs(army: Army) -> str:
    return f"{counted(army.catalogue.rows.joiners, 'pair')} of joiners known"


@muster_check(
    "datasheet",
    "joiner-has-place",
    family=FAMILY,
    title="There is a place for every unit that must join another",
    severity=WARNING,
    messages={
        "no_host": Message(
            "{unit} must join another unit before the battle, and the army has none that it can join: "
            "it will count as destroyed.",
            "Add {choices:or}, or remove {unit}.",
        ),
        "no_room": Message(
            "{unit} must join another unit before the battle, and with {hosts} there is room for {room} of "
            "{rivals}: it will count as destroyed.",
            "Add {choices:or}, or remove {unit}.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def joiner_has_place(army: Army) -> Iterator[Finding]:
    """Every unit that its datasheet makes join another finds one in the army with room for it (R-13)."""
    obliged = _obliged(army)
    groups: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in obliged:
        groups[_mandatory_ways(unit, army)[0].joiner_group].append(unit)
    for group, units in groups.items():
        hosts = {unit.index: hosts_in_army(unit, _mandatory_ways(unit, army), army) for unit in units}
        placed = pairing([[host.index for host in hosts[unit.index]] for unit in units])
        for place, unit in enumerate(units):
            if hosts[unit.index] and (place in placed or not group):
                continue
            yield _without_place(unit, hosts[unit.index], units, army)
    if not obliged:
        yield NotApplicable(f"No unit here must join another ({_pairs(army)}).")
    yield Found(f"A place for {listed([unit.name for unit in obliged])} ({_pairs(army)}).")


def _without_place(unit: Unit, hosts: Sequence[Unit], rivals: Sequence[Unit], army: Army) -> Violation:
    params: Mapping[str, object] = {
        "unit": unit.name,
        "choices": bodyguard_names(_mandatory_ways(unit, army), army),
    }
    if not hosts:
        return Violation(unit.pointer, "no_host", params)
    crowd = {
        "hosts": tuple(dict.fromkeys(host.name for host in hosts)),
        "room": len(hosts),
        "rivals": tuple(dict.fromkeys(rival.name for rival in rivals)),
    }
    return Violation(unit.pointer, "no_room", {**params, **crowd}, tuple(host.pointer for host in hosts))


@muster_check(
    "datasheet",
    "joiner-joined",
    family=FAMILY,
    title="Units that must join another have",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "alone": Message("{unit} must join another unit before the battle and has not.", "Join it to {hosts:or}."),
        "no_host": Message(
            "{unit} must join another unit before the battle, and the army has none that it can join.",
            "Add {choices:or}, or remove {unit}.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
    applies=has_plan,
)
def joiner_joined(army: Army) -> Iterator[Finding]:
    """In a roster with a deployment plan, every unit that must join another before the battle has (R-13)."""
    obliged = _obliged(army)
    for unit in obliged:
        if army.bodyguard_of(unit) not in (None, unit):
            continue
        hosts = hosts_in_army(unit, _mandatory_ways(unit, army), army)
        if hosts:
            names = tuple(dict.fromkeys(host.name for host in hosts))
            causes = tuple(host.pointer for host in hosts)
            yield Violation(unit.pointer, "alone", {"unit": unit.name, "hosts": names}, causes)
        else:
            choices = bodyguard_names(_mandatory_ways(unit, army), army)
            yield Violation(unit.pointer, "no_host", {"unit": unit.name, "choices": choices})
    if not obliged:
        yield NotApplicable(f"No unit here must join another ({_pairs(army)}).")
    yield Found(f"{listed([unit.name for unit in obliged])} joined ({_pairs(army)}).")


@muster_check(
    "datasheet",
    "joiner-once",
    family=FAMILY,
    title="No unit has two joiners of which it may have one",
    messages={
        "several": Message(
            "{bodyguard} is joined by {units}; it may have one {group}.", "Keep one, and join the others elsewhere."
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def joiner_once(army: Army) -> Iterator[Finding]:
    """Of the joiners of one group, like Support Weapons, a unit has one at most (R-13)."""
    count = 0
    for attached in army.attached_units:
        groups: defaultdict[str, list[Unit]] = defaultdict(list)
        for unit, way in _joiners(attached.joined):
            count += 1
            if way.joiner_group:
                groups[way.joiner_group].append(unit)
        for group, units in groups.items():
            if len(units) > 1:
                params = {
                    "bodyguard": attached.bodyguard.name,
                    "units": tuple(unit.name for unit in units),
                    "group": group,
                }
                yield Violation(units[1].pointer, "several", params, tuple(unit.pointer for unit in units))
    if not count:
        yield NotApplicable(f"No unit has joined another ({_pairs(army)}).")
    yield Found(f"{counted(count, 'unit')} joined, none beside another of its group ({_pairs(army)}).")


@muster_check(
    "datasheet",
    "joiner-led",
    family=FAMILY,
    title="Joiners are in units that are led as they ask",
    messages={
        "not_led": Message(
            "{unit} can join {bodyguard} only where a {keyword} leads it, and none does.",
            "Attach a {keyword} to {bodyguard}, or detach {unit}.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.DETACHMENTS,),
)
def joiner_led(army: Army) -> Iterator[Finding]:
    """Where a joiner may only join a unit led by some keyword, a leader or support unit there has it (R-13)."""
    words = []
    for attached in army.attached_units:
        leading = [one.unit for one in attached.joined if one.role is not AttachmentRole.JOINER]
        for unit, way in _joiners(attached.joined):
            if way.led_by is None:
                continue
            words.append(f"{unit.name} with {attached.bodyguard.name}")
            if any(one.has(way.led_by) for one in leading):
                continue
            doubtful = [one.name for one in leading if not one.keywords_are_known]
            if doubtful:
                yield NotChecked(f"Whether {listed(doubtful)} has the keyword {way.led_by} is not known.")
                continue
            params = {"unit": unit.name, "bodyguard": attached.bodyguard.name, "keyword": way.led_by}
            yield Violation(unit.pointer, "not_led", params, (attached.bodyguard.pointer,))
    if not words:
        yield NotApplicable(f"No joiner here asks for a certain leader ({_pairs(army)}).")
    yield Found(f"{listed(words)} ({_pairs(army)}).")
