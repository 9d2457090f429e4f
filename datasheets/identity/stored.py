"""The references in the database."""

from __future__ import annotations

from dataclasses import dataclass, field

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.identity import EntryKind, References
from datasheets.identity.keeping import entry_ids
from datasheets.models import ExternalReference

AT_ONCE = 500

Row = tuple[str, str, str]
"""Kind, public id, reference."""


@dataclass(frozen=True)
class StoredReferences:
    """Every stored reference with its primary key."""

    primary_keys: dict[Row, int]
    by_kind: dict[EntryKind, dict[str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class ReferenceDifference:
    """The references that the table lacks, and those it has too much."""

    created: tuple[Row, ...] = ()
    deleted: tuple[Row, ...] = ()

    @property
    def count(self) -> int:
        """Rows that differ."""
        return len(self.created) + len(self.deleted)


def read_references() -> StoredReferences:
    """Every stored reference, in one query."""
    rows = ExternalReference.objects.order_by("kind", "public_id", "reference")
    stored = StoredReferences({}, {kind: {} for kind in EntryKind})
    for primary_key, kind, public_id, reference in rows.values_list("pk", "kind", "public_id", "reference"):
        stored.primary_keys[kind, public_id, reference] = primary_key
        entries = stored.by_kind[EntryKind(kind)]
        entries[public_id] = (*entries.get(public_id, ()), reference)
    return stored


def compare_references(
    stored: StoredReferences, references: References, data: CatalogueData, after: CatalogueData
) -> ReferenceDifference:
    """What to write so that the entries of ``data`` have ``references``.

    Entries that only ``after`` has, what the tables hold then, keep theirs; what is in neither goes.
    """
    wanted: set[Row] = set()
    for kind in EntryKind:
        own = entry_ids(data, kind)
        told = {entry_id: refs for entry_id, refs in references.get(kind, {}).items() if entry_id in own}
        for entry_id in entry_ids(after, kind) - own:
            told[entry_id] = stored.by_kind[kind].get(entry_id, ())
        wanted |= {(kind.value, entry_id, reference) for entry_id, refs in told.items() for reference in refs}
    has = stored.primary_keys.keys()
    return ReferenceDifference(tuple(sorted(wanted - has)), tuple(sorted(has - wanted)))


def write_references(stored: StoredReferences, difference: ReferenceDifference) -> None:
    """Create and delete what ``difference`` asks for; wants a transaction."""
    doomed = [stored.primary_keys[row] for row in difference.deleted]
    for start in range(0, len(doomed), AT_ONCE):
        ExternalReference.objects.filter(pk__in=doomed[start : start + AT_ONCE]).delete()
    if difference.created:
        ExternalReference.objects.bulk_create(
            [
                ExternalReference(kind=kind, public_id=public_id, reference=reference)
                for kind, public_id, reference in difference.created
            ],
            batch_size=AT_ONCE,
        )
