"""What happens to an entry that a person edits in the admin."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Model, QuerySet

from datasheets.models.aggregate import EDITED_HERE, Aggregate, aggregate_of


def mark_edited(row: Model) -> None:
    """Keep the import from overwriting the entry that ``row`` is, or is a part of."""
    aggregate = aggregate_of(row)
    type(aggregate)._default_manager.filter(pk=aggregate.pk).update(is_edited=True)


def sign(rows: Iterable[Model]) -> None:
    """Say in the source of each of ``rows`` that its values were entered here; they are saved by the caller."""
    for row in rows:
        if hasattr(row, "source"):
            row.source = EDITED_HERE


def give_back(entries: QuerySet[Aggregate]) -> int:
    """Let the next import set ``entries`` to what the sources have; how many they were."""
    return entries.filter(is_edited=True).update(is_edited=False)
