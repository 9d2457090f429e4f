"""The document itself: small enough to check, keys that name one unit, everything recognised."""

from __future__ import annotations

from collections.abc import Iterator, Set

from roster.document import DeploymentPlan, ItemCount, UnitEntry
from roster.muster.army import MAXIMUM_DETACHMENTS, MAXIMUM_UNITS, Army
from roster.muster.registry import ADVICE, WARNING, Finding, Found, Message, NotApplicable, muster_check
from roster.muster.report import Violation
from roster.muster.unit import as_written
from roster.muster.words import counted

FAMILY = "Document"


@muster_check(
    "app",
    "roster-size",
    family=FAMILY,
    title="The roster is small enough to check",
    messages={
        "too_many_units": Message(
            "The roster has {count} units; rosters of up to {limit} are checked.",
            "Split it, or remove {surplus:unit|units}: every battle size is full long before.",
        ),
        "too_many_detachments": Message(
            "The roster has {count} detachments; rosters of up to {limit} are checked.",
            "Remove {surplus:detachment|detachments}.",
        ),
    },
)
def roster_size(army: Army) -> Iterator[Finding]:
    """The roster is not larger than any army can be."""
    for pointer, message, count, limit in (
        ("/units", "too_many_units", len(army.document.units), MAXIMUM_UNITS),
        ("/detachments", "too_many_detachments", len(army.document.detachments), MAXIMUM_DETACHMENTS),
    ):
        if count > limit:
            yield Violation(pointer, message, {"count": count, "limit": limit, "surplus": count - limit})
    units = len(army.document.units)
    yield Found(f"{counted(units, 'unit')}; up to {MAXIMUM_UNITS} are checked.", units, MAXIMUM_UNITS)


@muster_check(
    "app",
    "unit-keys",
    family=FAMILY,
    title="Every key names one unit",
    messages={
        "missing": Message("{unit} has no key.", "Give it a key of its own, like “{suggestion}”."),
        "duplicate": Message(
            "{unit} has the key “{key}”, which {other} has already.", "Give it a key of its own, like “{suggestion}”."
        ),
        "unknown_bodyguard": Message(
            "{unit} is attached to “{key}”, and no unit has that key.",
            "Attach it to a unit of this roster, or detach it.",
        ),
        "unknown_transport": Message(
            "The deployment plan fills a transport “{key}”, and no unit has that key.", "Name a unit of this roster."
        ),
        "unknown_passenger": Message(
            "The deployment plan embarks “{key}”, and no unit has that key.", "Name a unit of this roster."
        ),
        "unknown_reserve": Message(
            "The deployment plan puts “{key}” into reserves, and no unit has that key.", "Name a unit of this roster."
        ),
        "unknown_split": Message(
            "The deployment plan splits “{key}”, and no unit has that key.", "Name a unit of this roster."
        ),
        "part_duplicate": Message(
            "A part of a split unit has the key “{key}”, which is in use already.", "Give it a key of its own."
        ),
    },
)
def unit_keys(army: Army) -> Iterator[Finding]:
    """Keys are unique, and whatever refers to a key finds its unit."""
    by_key = army.units_by_key
    for unit in army.units:
        if not unit.key:
            params = {"unit": unit.name, "suggestion": _free_key(army, unit.index)}
            yield Violation(unit.pointer, "missing", params)
        elif by_key[unit.key] is not unit:
            first = by_key[unit.key]
            suggestion = _free_key(army, unit.index)
            params = {"unit": unit.name, "key": unit.key, "other": first.name, "suggestion": suggestion}
            yield Violation(unit.pointer, "duplicate", params, (first.pointer,))
        bodyguard = unit.entry.attached_to
        if bodyguard is not None and bodyguard not in by_key:
            yield Violation(unit.pointer, "unknown_bodyguard", {"unit": unit.name, "key": bodyguard})
    if army.document.plan is not None:
        yield from _plan_keys(army.document.plan, by_key.keys())
    yield Found(f"{counted(len(army.units), 'unit')}, each with a key of its own.")


def _plan_keys(plan: DeploymentPlan, units: Set[str]) -> Iterator[Violation]:
    """Keys of the plan that name nothing, and keys of parts that are in use."""
    known = set(units)
    for place, split in enumerate(plan.splits):
        pointer = f"/plan/splits/{place}"
        if split.unit not in units:
            yield Violation(f"{pointer}/unit", "unknown_split", {"key": split.unit})
        for index, part in enumerate(split.parts):
            if part.key in known:
                yield Violation(f"{pointer}/parts/{index}/key", "part_duplicate", {"key": part.key})
            known.add(part.key)
    for place, embarkation in enumerate(plan.embarked):
        pointer = f"/plan/embarked/{place}"
        if embarkation.transport not in units:
            yield Violation(f"{pointer}/transport", "unknown_transport", {"key": embarkation.transport})
        for seat, key in enumerate(embarkation.passengers):
            if key not in known:
                yield Violation(f"{pointer}/passengers/{seat}", "unknown_passenger", {"key": key})
    for place, key in enumerate(plan.reserves):
        if key not in known:
            yield Violation(f"/plan/reserves/{place}", "unknown_reserve", {"key": key})


def _free_key(army: Army, index: int) -> str:
    number = index + 1
    while f"u{number}" in army.units_by_key:
        number += len(army.units)
    return f"u{number}"


@muster_check(
    "data",
    "recognised",
    family=FAMILY,
    title="Everything written down is in the catalogue",
    severity=WARNING,
    messages={
        "faction": Message("{name} is no army faction of {release}.", "Choose an army faction from the catalogue."),
        "detachment": Message("The detachment {name} is not in {release}.", "Choose a detachment from the catalogue."),
        "disposition": Message(
            "The force disposition {name} is not in {release}.", "Choose a force disposition from the catalogue."
        ),
        "unit": Message("The unit {name} is not in {release}.", "Choose a datasheet from the catalogue."),
        "enhancement": Message(
            "The enhancement {name} of {unit} is not in {release}.", "Choose an enhancement from the catalogue."
        ),
        "wargear": Message(
            "{unit} carries {name}, which is not in {release}.", "Choose an item that {unit} can carry."
        ),
    },
)
def recognised(army: Army) -> Iterator[Finding]:
    """The faction, detachments, units, enhancements and wargear of the roster are all in the release."""
    release, items = army.catalogue.stamp.label, army.catalogue.items
    count = 0
    if army.document.faction is not None:
        count += 1
        if army.faction is None:
            yield Violation("/faction", "faction", {"name": as_written(army.document.faction), "release": release})
    for chosen in army.detachments:
        count += 1
        if chosen.detachment is None:
            yield Violation(chosen.pointer, "detachment", {"name": chosen.name, "release": release})
    for place, (reference, identifier) in enumerate(army.dispositions):
        count += 1
        if identifier is None:
            yield Violation(
                f"/dispositions/{place}", "disposition", {"name": as_written(reference), "release": release}
            )
    for unit in army.units:
        count += 1
        if unit.datasheet is None:
            yield Violation(unit.pointer, "unit", {"name": unit.name, "release": release})
        for held in unit.enhancements:
            count += 1
            if held.enhancement is None:
                params = {"name": held.name, "unit": unit.name, "release": release}
                yield Violation(held.pointer, "enhancement", params)
        for path, rows in _carried(unit.entry):
            count += len(rows)
            for place, carried in enumerate(rows):
                if carried.item.id is None or carried.item.id not in items:
                    params = {"name": as_written(carried.item), "unit": unit.name, "release": release}
                    yield Violation(f"{unit.pointer}/{path}/{place}", "wargear", params)
    if not count:
        yield NotApplicable("The roster names nothing.")
    yield Found(f"{counted(count, 'name')}, all in {release}.")


def _carried(entry: UnitEntry) -> Iterator[tuple[str, tuple[ItemCount, ...]]]:
    """The rows of wargear of the entry, with where they stand in it."""
    yield "items", entry.items
    for kind, model in enumerate(entry.models):
        yield f"models/{kind}/items", model.items


@muster_check(
    "data",
    "release",
    family=FAMILY,
    title="The roster was built on the release it is checked against",
    severity=ADVICE,
    messages={
        "other": Message(
            "The roster was built on {built}; it is checked against {checked}.",
            "Look at the prices again before you play.",
        ),
    },
)
def same_release(army: Army) -> Iterator[Finding]:
    """The release that judges is the one the roster was built on (R-27)."""
    built, checked = army.document.release, army.catalogue.stamp.label
    if built is None:
        yield NotApplicable("The roster does not say on which release it was built.")
    elif built != checked:
        yield Violation("/release", "other", {"built": built, "checked": checked})
    yield Found(f"Built on and checked against {checked}.")
