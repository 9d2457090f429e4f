"""Units that a roster might get: one more of a kind it has, or the smallest unit of a datasheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from datasheets.catalogue.datasheet import Datasheet
from roster.document import ItemCount, ModelEntry, Reference, RosterDocument, UnitEntry
from roster.muster.loadouts import as_added


def with_newcomers(document: RosterDocument, entries: Sequence[UnitEntry]) -> RosterDocument:
    """The document with these units behind its own, each under a key that is free."""
    taken = {unit.key for unit in document.units}
    if document.plan is not None:
        taken |= {part.key for split in document.plan.splits for part in split.parts}
    keyed = []
    number = len(document.units)
    for entry in entries:
        number += 1
        while f"u{number}" in taken:
            number += 1
        keyed.append(replace(entry, key=f"u{number}"))
    return replace(document, units=(*document.units, *keyed))


def another(entry: UnitEntry) -> UnitEntry:
    """One more unit like this: as many models with the same wargear and choices; no enhancement, joined to nobody."""
    return replace(
        entry,
        enhancements=(),
        bearer=None,
        is_warlord=False,
        warlord_model=None,
        attached_to=None,
        attached_as=None,
        stated_points=None,
    )


def smallest(datasheet: Datasheet) -> UnitEntry:
    """The smallest unit of the datasheet, with the wargear its models have unless something is changed."""
    if datasheet.tiers:
        tier = min(datasheet.tiers, key=lambda tier: tier.minimum)
        counts = {row.kind: row.minimum for row in tier.counts if row.minimum}
    else:
        counts = {kind.name: kind.minimum for kind in datasheet.kinds if kind.minimum}
    carried = as_added(datasheet, [counts.get(kind.name, 0) for kind in datasheet.kinds])
    items: defaultdict[str, list[ItemCount]] = defaultdict(list)
    for (place, item), pieces in carried.items():
        if place is not None:
            items[datasheet.kinds[place].name].append(ItemCount(Reference(item), pieces))
    models = tuple(ModelEntry(kind, count, tuple(items[kind])) for kind, count in counts.items())
    return UnitEntry("", Reference(datasheet.id, datasheet.name), models)
