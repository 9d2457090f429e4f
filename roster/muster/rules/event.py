"""What an event asks beyond the rules: its profile, restriction by restriction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from roster.document import Reference
from roster.muster.army import Army
from roster.muster.event import EventProfile
from roster.muster.needs import Need
from roster.muster.profiles import known_entries, names_in, not_lowered, vanished
from roster.muster.registry import (
    ILLEGAL_AT_EVENTS,
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
from roster.muster.rules.dispositions import granted_dispositions
from roster.muster.unit import as_written
from roster.muster.words import abridged, counted, listed

FAMILY = "Event"
NAMES_SHOWN = 8


def _where(restricts: Callable[[EventProfile], object], otherwise: str) -> Callable[[Army], str | None]:
    """For ``applies``: why a check has nothing to do, without an event or with one that leaves this open."""

    def reason(army: Army) -> str | None:
        if army.event is None:
            return "The roster is not judged for an event."
        return None if restricts(army.event) else f"{army.event.name} {otherwise}."

    return reason


def _event(army: Army) -> EventProfile:
    assert army.event is not None, "checks of an event apply only where there is one"
    return army.event


def _offered(field: str, army: Army) -> tuple[str, ...]:
    """Names of what the event allows, for a hint; a long list is cut."""
    return _cut(names_in(field, getattr(_event(army), field), army.catalogue), more="one of {} more")


def _cut(names: Sequence[str], more: str = "{} more") -> tuple[str, ...]:
    if len(names) <= NAMES_SHOWN:
        return tuple(names)
    return (*names[:NAMES_SHOWN], more.format(len(names) - NAMES_SHOWN))


def _none_known(field: str, army: Army) -> NotChecked | None:
    """Where not one of the ids that are allowed is in the release, nobody can say what the event allows."""
    ids = getattr(_event(army), field)
    if any(id in known_entries(field, army.catalogue) for id in ids):
        return None
    return NotChecked(f"What {_event(army).name} allows is not in this release: {abridged(ids)}.")


@muster_check(
    "event",
    "profile-current",
    family=FAMILY,
    title="The event’s profile goes with the data",
    severity=WARNING,
    messages={
        "vanished": Message(
            "The profile of {event} names {counted} that release {release} does not have: {ids}.",
            "Tell the organiser; the rest of the profile was checked.",
        ),
        "not_lowered": Message(
            "The profile of {event} asks to lower what cannot be lowered: {checks}.",
            "Tell the organiser.",
        ),
    },
    applies=_where(lambda event: True, ""),
)
def profile_current(army: Army) -> Iterator[Finding]:
    """Everything the event's profile names is in the release that judges."""
    event, release = _event(army), army.catalogue.stamp.label
    gone: defaultdict[str, list[str]] = defaultdict(list)
    for row in vanished(event, army.catalogue):
        gone[row.noun].append(row.id)
    for noun, ids in gone.items():
        words = counted(len(ids), noun)
        yield Violation("", "vanished", {"event": event.name, "counted": words, "ids": _cut(ids), "release": release})
    if checks := not_lowered(event):
        yield Violation("", "not_lowered", {"event": event.name, "checks": _cut(checks)})
    yield Found(f"Release {release} has everything that {event.name} names.")


@muster_check(
    "event",
    "battle-size",
    family=FAMILY,
    title="The battle size is the event’s",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={"other": Message("The roster is for {used}; {event} plays {wanted}.", "Muster for {wanted}.")},
    presumes=(Need.BATTLE_SIZE,),
    applies=_where(lambda event: event.battle_size, "sets no battle size"),
)
def battle_size(army: Army) -> Iterator[Finding]:
    """The roster is mustered for the battle size that the event plays."""
    event, size = _event(army), army.battle_size
    wanted = army.catalogue.battle_sizes.get(event.battle_size or "")
    if wanted is None:
        yield NotChecked(f"The battle size {event.battle_size} that {event.name} plays is not in this release.")
    elif size is not None and size.id != wanted.id:
        yield Violation("/battle_size", "other", {"event": event.name, "used": size.name, "wanted": wanted.name})
    else:
        yield Found(f"{event.name} plays {wanted.name}.")


@muster_check(
    "event",
    "points-limit",
    family=FAMILY,
    title="The army is within the event’s points limit",
    messages={"over": Message("{used} points; {event} allows {limit}.", "Remove {surplus:point|points}.")},
    needs=(Need.PRICES,),
    presumes=(Need.FACTION,),
    applies=_where(lambda event: event.points_limit is not None, "sets no points limit of its own"),
)
def points_limit(army: Army) -> Iterator[Finding]:
    """The army costs no more points than the event allows."""
    event, total = _event(army), army.points.total
    limit = event.points_limit or 0
    if total > limit:
        params = {"event": event.name, "used": total, "limit": limit, "surplus": total - limit}
        yield Violation("/units", "over", params)
    yield Found(f"{total} of the {limit} points that {event.name} allows.", total, limit)


@muster_check(
    "event",
    "minimum-points",
    family=FAMILY,
    title="The army has the points the event asks for",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "under": Message("{used} points; {event} asks for {minimum} at least.", "Add {lacking:point|points}."),
    },
    presumes=(Need.FACTION,),
    applies=_where(lambda event: event.minimum_points is not None, "asks for no minimum of points"),
)
def minimum_points(army: Army) -> Iterator[Finding]:
    """The army costs at least the points that the event asks for."""
    event, total = _event(army), army.points.total
    minimum = event.minimum_points or 0
    if total >= minimum:
        yield Found(f"{total} points, at least {minimum} as {event.name} asks.")
    elif (lack := army.lacks(Need.PRICES)) is not None:
        yield NotChecked(lack)  # What has no known price may make up for it.
    else:
        params = {"event": event.name, "used": total, "minimum": minimum, "lacking": minimum - total}
        yield Violation("/units", "under", params)


@muster_check(
    "event",
    "faction-allowed",
    family=FAMILY,
    title="The event allows the army faction",
    messages={"barred": Message("{event} does not allow {faction}.", "Choose {allowed:or}.")},
    presumes=(Need.FACTION,),
    applies=_where(lambda event: event.factions, "allows every faction"),
)
def faction_allowed(army: Army) -> Iterator[Finding]:
    """The army faction, or the faction it is a chapter of, is among those that the event allows."""
    event, faction = _event(army), army.faction
    if (unknown := _none_known("factions", army)) is not None:
        yield unknown
    elif faction is not None and set(army.lineage).isdisjoint(event.factions):
        allowed = _offered("factions", army)
        yield Violation("/faction", "barred", {"event": event.name, "faction": faction.name, "allowed": allowed})
    elif faction is not None:
        yield Found(f"{event.name} allows {faction.name}.")


@muster_check(
    "event",
    "detachments-allowed",
    family=FAMILY,
    title="The event allows each detachment",
    messages={"other": Message("{detachment} is none of the detachments that {event} allows.", "Choose {allowed:or}.")},
    needs=(Need.DETACHMENTS,),
    applies=_where(lambda event: event.detachments, "names no detachments as the only ones"),
)
def detachments_allowed(army: Army) -> Iterator[Finding]:
    """Each detachment is one of those that the event allows."""
    event = _event(army)
    if (unknown := _none_known("detachments", army)) is not None:
        yield unknown
        return
    if not army.detachments:
        yield NotApplicable("No detachment is selected.")
        return
    allowed = _offered("detachments", army)
    for chosen in army.detachments:
        if chosen.detachment is not None and chosen.detachment.id not in event.detachments:
            params = {"event": event.name, "detachment": chosen.name, "allowed": allowed}
            yield Violation(chosen.pointer, "other", params)
    yield Found(f"{event.name} allows {listed([chosen.name for chosen in army.detachments])}.")


@muster_check(
    "event",
    "detachments-barred",
    family=FAMILY,
    title="No detachment is one the event bars",
    messages={"barred": Message("{event} bars the detachment {detachment}.", "Choose another.")},
    needs=(Need.DETACHMENTS,),
    applies=_where(lambda event: event.barred_detachments, "bars no detachment"),
)
def detachments_barred(army: Army) -> Iterator[Finding]:
    """No detachment is one that the event bars."""
    event = _event(army)
    for chosen in army.detachments:
        if chosen.detachment is not None and chosen.detachment.id in event.barred_detachments:
            yield Violation(chosen.pointer, "barred", {"event": event.name, "detachment": chosen.name})
    yield Found(f"{event.name} bars none of {counted(len(army.detachments), 'detachment')}.")


@muster_check(
    "event",
    "datasheets-barred",
    family=FAMILY,
    title="No unit is one the event bars",
    messages={"barred": Message("{event} bars {unit}.", "Replace it.")},
    needs=(Need.UNITS,),
    applies=_where(lambda event: event.barred_datasheets, "bars no datasheet"),
)
def datasheets_barred(army: Army) -> Iterator[Finding]:
    """No unit is of a datasheet that the event bars."""
    event = _event(army)
    barred = frozenset(event.barred_datasheets)
    for unit in army.units:
        if unit.datasheet is not None and unit.datasheet.id in barred:
            yield Violation(unit.pointer, "barred", {"event": event.name, "unit": unit.name})
    yield Found(f"{event.name} bars none of {counted(len(army.units), 'unit')}.")


def _legends_allowed(army: Army) -> str | None:
    event = army.event
    return f"{event.name} allows Legends." if event is not None and event.allows_legends else None


@muster_check(
    "event",
    "legends",
    family=FAMILY,
    title="No unit is a Legends datasheet",
    severity=ILLEGAL_AT_EVENTS,
    messages={
        "legends": Message("{unit} is a Legends datasheet, which events bar.", "Ask your organiser, or replace it."),
        "barred": Message("{unit} is a Legends datasheet, which {event} bars.", "Replace it."),
    },
    needs=(Need.UNITS,),
    applies=_legends_allowed,
)
def legends(army: Army) -> Iterator[Finding]:
    """No unit is one that the core rules allow and events do not."""
    for unit in army.units:
        if unit.datasheet is None or not unit.datasheet.is_legends:
            continue
        if army.event is None:
            yield Violation(unit.pointer, "legends", {"unit": unit.name})
        else:
            yield Violation(unit.pointer, "barred", {"unit": unit.name, "event": army.event.name})
    yield Found(f"None of {counted(len(army.units), 'unit')} is a Legends datasheet.")


@muster_check(
    "event",
    "disposition-allowed",
    family=FAMILY,
    title="The event allows the force disposition",
    messages={"barred": Message("{event} does not allow {dispositions:or}.", "Choose {allowed:or}.")},
    needs=(Need.DISPOSITIONS,),
    applies=_where(lambda event: event.dispositions, "allows every force disposition"),
)
def disposition_allowed(army: Army) -> Iterator[Finding]:
    """The force disposition, or one of those it may still be, is among those that the event allows."""
    event = _event(army)
    if (unknown := _none_known("dispositions", army)) is not None:
        yield unknown
        return
    written = [id for _, id in army.dispositions if id is not None]
    open_to = tuple(dict.fromkeys(written or granted_dispositions(army)))
    names = names_in("dispositions", open_to, army.catalogue)
    if not open_to:
        yield NotApplicable("The roster names no force disposition, and no detachment grants one.")
    elif not set(open_to).isdisjoint(event.dispositions):
        kept = names_in("dispositions", [id for id in open_to if id in event.dispositions], army.catalogue)
        yield Found(f"{event.name} allows {listed(kept)}.")
    elif not army.dispositions or len(written) == len(army.dispositions):
        allowed = _offered("dispositions", army)
        yield Violation("/dispositions", "barred", {"event": event.name, "dispositions": names, "allowed": allowed})


@muster_check(
    "event",
    "disposition-written",
    family=FAMILY,
    title="One force disposition is written on the roster",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "none": Message("The roster names no force disposition; {event} asks for one.", "Write down the one you play."),
        "several": Message(
            "The roster names {count} force dispositions, {named}; {event} asks for one.", "Keep the one you play."
        ),
    },
    applies=_where(lambda event: event.requires_disposition, "lets the force disposition be chosen later"),
)
def disposition_written(army: Army) -> Iterator[Finding]:
    """Exactly one force disposition is written on the roster, and stays for the whole event."""
    event = _event(army)
    named = tuple(dict.fromkeys(_disposition_name(army, *pair) for pair in army.dispositions))
    if not named:
        yield Violation("/dispositions", "none", {"event": event.name})
    elif len(named) > 1:
        yield Violation("/dispositions", "several", {"event": event.name, "count": len(named), "named": named})
    else:
        yield Found(f"{named[0]}.")


def _disposition_name(army: Army, reference: Reference, id: str | None) -> str:
    return army.catalogue.dispositions[id].name if id is not None else as_written(reference)


@muster_check(
    "event",
    "plan-written",
    family=FAMILY,
    title="The roster has a deployment plan",
    severity=ILLEGAL_WHEN_FINISHED,
    messages={
        "none": Message(
            "The roster has no deployment plan; {event} asks for one.",
            "Hand it in as a roster document with its plan: a list text has no place for one.",
        ),
    },
    applies=_where(lambda event: event.requires_plan, "asks for no deployment plan"),
)
def plan_written(army: Army) -> Iterator[Finding]:
    """The roster says who starts embarked and who in reserves, as the event asks."""
    plan = army.document.plan
    if plan is None:
        yield Violation("/plan", "none", {"event": _event(army).name})
    else:
        embarked = sum(len(row.passengers) for row in plan.embarked)
        yield Found(f"{counted(embarked, 'unit')} embarked, {len(plan.reserves)} in reserves.")
