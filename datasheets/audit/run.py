"""Running the audit: over a whole catalogue, or over some entries of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import AuditKind, all_kinds
from datasheets.audit.report import AuditReport, Fault
from datasheets.audit.words import fill
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import COLLECTIONS, EntryRef, Value, ref_of


def audit(data: CatalogueData, kinds: Iterable[AuditKind] | None = None) -> AuditReport:
    """Every fault of every entry, of all kinds or of some."""
    chosen = tuple(all_kinds() if kinds is None else kinds)
    lookup = Lookup(data)
    by_collection = _by_collection(chosen)
    faults = [
        fault
        for collection, its_kinds in by_collection.items()
        for value in getattr(data, collection)
        for fault in _faults_of(collection, value, its_kinds, lookup)
    ]
    entries = sum(len(getattr(data, collection)) for collection in by_collection)
    return AuditReport(_in_order(faults), entries, len(chosen), _quarantined(data))


def audit_entries(
    data: CatalogueData, refs: Iterable[EntryRef], kinds: Iterable[AuditKind] | None = None
) -> tuple[Fault, ...]:
    """The faults of these entries of ``data``; references that it does not have are passed over."""
    wanted = set(refs)
    by_collection = _by_collection(all_kinds() if kinds is None else kinds)
    lookup = Lookup(data)
    faults = [
        fault
        for collection in {ref.collection for ref in wanted} & by_collection.keys()
        for key, value in zip(lookup.keys(collection), getattr(data, collection), strict=True)
        if (collection, key) in wanted
        for fault in _faults_of(collection, value, by_collection[collection], lookup)
    ]
    return _in_order(faults)


def refs_about(data: CatalogueData, datasheet: str) -> tuple[EntryRef, ...]:
    """The entries an editor of one datasheet works on: itself, its prices, whom it may join and its weapons."""
    sheets = [sheet for sheet in data.datasheets if sheet.id == datasheet]
    items = {item for sheet in sheets for item in sheet.items}
    return (
        *(ref_of("datasheets", sheet) for sheet in sheets),
        *(ref_of("prices", table) for table in data.prices if table.datasheet == datasheet),
        *(ref_of("attachments", row) for row in data.attachments if row.joining == datasheet),
        *(ref_of("items", item) for item in data.items if item.id in items),
    )


def _quarantined(data: CatalogueData) -> int:
    """Entries that are not offered, and parts of datasheets that are not (R-11)."""
    withheld = [sheet.not_offered for sheet in data.datasheets]
    withheld += [detachment.not_offered for detachment in data.detachments]
    withheld += [enhancement.not_offered for enhancement in data.enhancements]
    return sum(map(bool, withheld)) + sum(len(sheet.quarantined) for sheet in data.datasheets)


def _by_collection(kinds: Iterable[AuditKind]) -> Mapping[str, tuple[AuditKind, ...]]:
    groups: defaultdict[str, list[AuditKind]] = defaultdict(list)
    for kind in kinds:
        for collection in kind.collections:
            groups[collection].append(kind)
    return {collection: tuple(group) for collection, group in groups.items()}


def _faults_of(collection: str, value: Value, kinds: Iterable[AuditKind], lookup: Lookup) -> Iterator[Fault]:
    ref = ref_of(collection, value)
    for kind in kinds:
        for place in kind.function(value, lookup):
            message, hint = fill(kind.message, place.params), fill(kind.hint, place.params)
            yield Fault(kind.id, kind.severity, ref, place.pointer, place.params, message, hint)


def _in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Each once: what is said of two entries under one reference is said of that reference."""
    once = {(fault.ref, fault.kind, fault.pointer, fault.message): fault for fault in faults}
    return tuple(sorted(once.values(), key=_order))


def _order(fault: Fault) -> tuple[int, str, str, list[tuple[int, str]], str]:
    place = [(int(part), "") if part.isdigit() else (-1, part) for part in fault.pointer.split("/")]
    return COLLECTIONS.index(fault.ref.collection), fault.ref.key, fault.kind, place, fault.message
