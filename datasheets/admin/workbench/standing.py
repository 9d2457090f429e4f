"""The whole catalogue as the tables hold it, kept in memory: the audit looks at entries among all others."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Any

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef, with_entries
from datasheets.models import Datasheet, Edit, EditGroup, ImportedSources
from datasheets.services.editing import working_data, working_entries

_LOCK = Lock()


@dataclass(frozen=True)
class _Kept:
    data: CatalogueData
    imported: Any
    edited: int
    edited_at: Any


_kept: _Kept | None = None


def standing_data() -> CatalogueData:
    """The catalogue of the tables; after an edit only what was edited is read anew, after an import everything."""
    global _kept
    imported = (
        ImportedSources.objects.order_by("-pk").values_list("pk", "at").first(),
        Datasheet.objects.order_by("-pk").values_list("pk", flat=True).first(),
    )
    newest = EditGroup.objects.order_by("-pk").values_list("pk", "at").first() or (0, None)
    with _LOCK:
        kept = _kept
        if kept is None or kept.imported != imported or newest[0] < kept.edited:
            kept = _Kept(working_data(), imported, *newest)
        elif newest[0] > kept.edited:
            kept = _Kept(with_entries(kept.data, _edited_since(kept.edited)), imported, *newest)
        elif newest[1] != kept.edited_at:
            kept = _Kept(working_data(), imported, *newest)
        _kept = kept
        return kept.data


def forget() -> None:
    """Read everything anew the next time."""
    global _kept
    with _LOCK:
        _kept = None


def _edited_since(group: int) -> dict[EntryRef, Any]:
    refs = [
        EntryRef(collection, key)
        for collection, key in Edit.objects.filter(group_id__gt=group).values_list("collection", "key").distinct()
    ]
    there = working_entries(refs)
    return {ref: there[ref].value if ref in there else None for ref in refs}
