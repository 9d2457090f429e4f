"""Which other datasheets have a weapon: an edit of it is an edit for all of them."""

from __future__ import annotations

from collections.abc import Iterable

from datasheets import models
from datasheets.catalogue.entries import EntryRef

Sharer = tuple[int, str]
"""Primary key and name of a datasheet."""


def sharing(items: Iterable[EntryRef], main: EntryRef) -> dict[EntryRef, list[Sharer]]:
    """The datasheets, other than ``main``, whose models can carry each item; one query."""
    rows = (
        models.DatasheetItem.objects.filter(item__public_id__in=[ref.key for ref in items])
        .exclude(datasheet__public_id=main.key)
        .order_by("datasheet__name", "datasheet_id")
        .values_list("item__public_id", "datasheet_id", "datasheet__name")
    )
    found: dict[EntryRef, list[Sharer]] = {}
    for item, primary_key, name in rows:
        found.setdefault(EntryRef("items", item), []).append((primary_key, name))
    return found
