"""The differences between two releases, sorted into factions and topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from datasheets.catalogue.attachment import Attachment
from datasheets.catalogue.catalogue import Catalogue, CatalogueData
from datasheets.catalogue.entries import COLLECTIONS, EntryChange, Value, changes_between
from datasheets.catalogue.points import PriceTable
from datasheets.releases.drill import differences, of_field
from datasheets.releases.names import Names, words
from datasheets.releases.prices import price_steps
from datasheets.releases.report import (
    NO_FACTION,
    NO_FACTION_NAME,
    Change,
    FactionChanges,
    ReleaseDiff,
    Topic,
)

COMPARED = tuple(name for name in COLLECTIONS if name != "past_prices")
"""What older manuals asked is not news of a release."""

_DATASHEET_TOPICS: Mapping[str, Topic] = {
    "profiles": Topic.STATS,
    "items": Topic.WARGEAR,
    "options": Topic.WARGEAR,
    "budgets": Topic.WARGEAR,
    "kinds": Topic.UNITS,
    "tiers": Topic.UNITS,
    "minimum_models": Topic.UNITS,
    "maximum_models": Topic.UNITS,
    "keywords": Topic.UNITS,
    "faction_keywords": Topic.UNITS,
    "conditional_keywords": Topic.UNITS,
}
_LOADOUT = words("default_items")
_LIFETIME = {
    "datasheets": "datasheet",
    "detachments": "detachment",
    "enhancements": "enhancement",
    "missions": "mission",
    "stratagems": "stratagem",
}
"""Kinds of entries that are told as new or gone."""


def release_diff(before: Catalogue, after: Catalogue) -> ReleaseDiff:
    """Every difference between two releases; factions by name, subjects by name within a topic."""
    names = Names(before.data, after.data)
    sorted_out: dict[str, dict[Topic, list[Change]]] = {}
    for change in changes_of(before.data, after.data, names):
        sorted_out.setdefault(change.faction, {}).setdefault(change.topic, []).append(change)
    factions = [
        FactionChanges(
            faction,
            names.name(faction) if faction else NO_FACTION_NAME,
            {topic: tuple(sorted(topics[topic], key=_order)) for topic in Topic if topic in topics},
        )
        for faction, topics in sorted_out.items()
    ]
    factions.sort(key=lambda each: (each.id == NO_FACTION, each.name, each.id))
    return ReleaseDiff(before.stamp, after.stamp, tuple(factions))


def changes_of(before: CatalogueData, after: CatalogueData, names: Names | None = None) -> Iterator[Change]:
    """Every difference between two states of the catalogue, as people read it."""
    names = names or Names(before, after)
    for entry in changes_between(before, after, COMPARED):
        told = _TELLERS.get(entry.ref.collection, _other)
        yield from told(entry, names)


def _either(entry: EntryChange) -> Value:
    """The entry as it is now, or as it was where it went."""
    return entry.before if entry.after is None else entry.after


def _order(change: Change) -> tuple[str, str, str]:
    return (change.subject.casefold(), change.what, str(change.ref))


def _datasheet(entry: EntryChange, names: Names) -> Iterator[Change]:
    if entry.before is None or entry.after is None:
        yield _lifetime(entry, names)
        return
    sheet = entry.after
    if "is_legends" in entry.fields:
        told = "now Legends" if sheet.is_legends else "no longer Legends"
        yield Change(Topic.LEGENDS, sheet.faction, sheet.name, told, None, None, entry.ref)
    for name, change in entry.fields.items():
        if name == "is_legends":
            continue
        for step in of_field(name, change.before, change.after, names):
            topic = _DATASHEET_TOPICS.get(name, Topic.OTHERS)
            if name == "kinds" and _LOADOUT in step.path:
                topic = Topic.WARGEAR
            path = step.path
            if name == "profiles" and len(path) > 1 and len(sheet.profiles) == 1:
                path = path[1:]
            if name != "profiles":
                path = (words(name), *path)
            what = ", ".join(path)
            yield Change(topic, sheet.faction, sheet.name, what, step.before, step.after, entry.ref)


def _prices(entry: EntryChange, names: Names) -> Iterator[Change]:
    table: PriceTable = _either(entry)
    block = f" ({table.block or 'as guests'})" if table.allied or table.block else ""
    subject = f"{names.name(table.datasheet)}{block}"
    for step in price_steps(entry.before, entry.after, names):
        yield Change(
            Topic.PRICES,
            table.price_list,
            subject,
            step.what,
            step.before,
            step.after,
            entry.ref,
            unit="points",
            also=step.also,
        )


def _item(entry: EntryChange, names: Names) -> Iterator[Change]:
    item = _either(entry)
    faction = names.faction_of(item.id)
    if entry.before is None or entry.after is None:
        told = "new weapon or wargear" if entry.before is None else "no longer there"
        yield Change(Topic.WARGEAR, faction, item.name, told, None, None, entry.ref)
        return
    for name, change in entry.fields.items():
        for step in of_field(name, change.before, change.after, names):
            path = step.path
            if name == "profiles":
                path = path[1:] if len(path) > 1 and len(item.profiles) == 1 else path
            else:
                path = (words(name), *path)
            topic = Topic.STATS if name == "profiles" else Topic.WARGEAR
            yield Change(topic, faction, item.name, ", ".join(path), step.before, step.after, entry.ref)


def _detachment(entry: EntryChange, names: Names) -> Iterator[Change]:
    detachment = _either(entry)
    owner = names.faction_of(detachment.id)
    if entry.before is None or entry.after is None:
        yield _lifetime(entry, names)
        return
    offers = {offer.faction: offer for offer in entry.before.offers}, {o.faction: o for o in entry.after.offers}
    for faction in dict.fromkeys((*offers[0], *offers[1])):
        was, now = offers[0].get(faction), offers[1].get(faction)
        if was is None or now is None:
            told = "now offered" if was is None else "no longer offered"
            yield Change(Topic.DETACHMENTS, faction, detachment.name, told, None, None, entry.ref)
        else:
            for step in differences(was, now, names):
                is_cost = step.path == ("points",)
                what = "" if is_cost else ", ".join(step.path)
                unit = "DP" if is_cost else ""
                yield Change(
                    Topic.DETACHMENTS, faction, detachment.name, what, step.before, step.after, entry.ref, unit
                )
    for name, change in entry.fields.items():
        if name != "offers":
            for step in of_field(name, change.before, change.after, names):
                what = ", ".join((words(name), *step.path))
                yield Change(Topic.DETACHMENTS, owner, detachment.name, what, step.before, step.after, entry.ref)


def _enhancement(entry: EntryChange, names: Names) -> Iterator[Change]:
    enhancement = _either(entry)
    subject = f"{enhancement.name} ({names.name(enhancement.detachment)})"
    if entry.before is None or entry.after is None:
        yield _lifetime(entry, names)
        return
    owner = names.faction_of(enhancement.detachment)
    prices = (
        {row.faction: row.points for row in entry.before.prices},
        {row.faction: row.points for row in entry.after.prices},
    )
    for faction in dict.fromkeys((*prices[0], *prices[1])):
        was, now = prices[0].get(faction), prices[1].get(faction)
        if was != now:
            yield Change(Topic.PRICES, faction, subject, "", was, now, entry.ref, unit="points")
    for name, change in entry.fields.items():
        if name != "prices":
            for step in of_field(name, change.before, change.after, names):
                what = ", ".join((words(name), *step.path))
                yield Change(Topic.DETACHMENTS, owner, subject, what, step.before, step.after, entry.ref)


def _attachment(entry: EntryChange, names: Names) -> Iterator[Change]:
    row: Attachment = _either(entry)
    faction = names.faction_of(row.joining)
    with_detachment = f" with {names.name(row.required_detachment)}" if row.required_detachment else ""
    pair = f"{names.name(row.bodyguard)} as {row.role}{with_detachment}"
    subject = names.name(row.joining)
    if entry.before is None or entry.after is None:
        told = "may now join" if entry.before is None else "may no longer join"
        yield Change(Topic.ATTACHMENTS, faction, subject, f"{told} {pair}", None, None, entry.ref)
        return
    for name, change in entry.fields.items():
        for step in of_field(name, change.before, change.after, names):
            what = ", ".join((f"joining {pair}", words(name), *step.path))
            yield Change(Topic.ATTACHMENTS, faction, subject, what, step.before, step.after, entry.ref)


def _other(entry: EntryChange, names: Names) -> Iterator[Change]:
    value = _either(entry)
    kind = words(entry.ref.collection)
    faction = names.faction_of(entry.ref.key)
    name = getattr(value, "name", "") or names.name(entry.ref.key)
    if entry.before is None or entry.after is None:
        if entry.ref.collection in _LIFETIME:
            yield _lifetime(entry, names)
            return
        told = "new" if entry.before is None else "gone"
        yield Change(Topic.OTHERS, faction, name, f"{told} among {kind}", None, None, entry.ref)
        return
    for field, change in entry.fields.items():
        for step in of_field(field, change.before, change.after, names):
            what = ", ".join((kind, words(field), *step.path))
            yield Change(Topic.OTHERS, faction, name, what, step.before, step.after, entry.ref)


def _lifetime(entry: EntryChange, names: Names) -> Change:
    value = _either(entry)
    topic = Topic.NEW if entry.before is None else Topic.GONE
    kind = _LIFETIME[entry.ref.collection]
    if entry.ref.collection == "enhancements":
        kind = f"enhancement of {names.name(value.detachment)}"
    faction = getattr(value, "faction", None) or names.faction_of(value.id)
    return Change(topic, faction, value.name, kind, None, None, entry.ref)


_TELLERS: Mapping[str, Callable[[EntryChange, Names], Iterator[Change]]] = {
    "datasheets": _datasheet,
    "prices": _prices,
    "items": _item,
    "detachments": _detachment,
    "enhancements": _enhancement,
    "attachments": _attachment,
}
