"""Which entries of the catalogue a roster rests on: what it names, and what prices and joins it. Plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import EntryRef, ref_of
from roster.document import ItemCount, Reference, RosterDocument, UnitEntry


def references_of(document: RosterDocument, catalogue: Catalogue) -> frozenset[EntryRef]:
    """The entries that the roster uses, of those that ``catalogue`` has."""
    return frozenset(_references(document, catalogue))


def _references(document: RosterDocument, catalogue: Catalogue) -> Iterator[EntryRef]:
    if document.faction:
        # The lineage: a chapter's army rests on its parent's lists too.
        yield from (EntryRef("factions", faction) for faction in catalogue.lineage(document.faction.id or ""))
    yield from _known("battle_sizes", (document.battle_size,), catalogue)
    yield from _known("detachments", document.detachments, catalogue)
    yield from _known("dispositions", document.dispositions, catalogue)
    faction = (document.faction.id or "") if document.faction else ""
    datasheets = {unit.key: unit.datasheet.id for unit in document.units}
    for unit in document.units:
        yield from _known("datasheets", (unit.datasheet,), catalogue)
        yield from _known("enhancements", unit.enhancements, catalogue)
        yield from _known("items", (row.item for row in _carried(unit)), catalogue)
        yield from _known("allegiances", (row.allegiance for row in unit.choices), catalogue)
        if unit.datasheet.id and (table := catalogue.price_table(unit.datasheet.id, faction)) is not None:
            yield ref_of("prices", table)
        host = datasheets.get(unit.attached_to or "")
        if host:
            for row in catalogue.attachments.get(unit.datasheet.id or "", ()):
                if row.bodyguard == host:
                    yield ref_of("attachments", row)


def _carried(unit: UnitEntry) -> Iterator[ItemCount]:
    yield from unit.items
    for entry in unit.models:
        yield from entry.items


def _known(collection: str, references: Iterable[Reference | None], catalogue: Catalogue) -> Iterator[EntryRef]:
    entries = getattr(catalogue, collection)
    for reference in references:
        if reference is not None and reference.id is not None and reference.id in entries:
            yield EntryRef(collection, reference.id)
