"""The package's external references, by our ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from datasheets.catalogue.identity import EntryKind, References
from datasheets.sources import records

Rows = Iterable[tuple[str | None, tuple[records.ExternalRef, ...]]]


def references_of(
    bundle: records.Bundle, detachment_ids: Mapping[str, str], enhancement_ids: Mapping[str, str]
) -> References:
    """What other sources call the package's records; rows that make one entry give theirs together.

    ``detachment_ids`` and ``enhancement_ids`` map upstream ids to ours. Combat Patrol is left out (R-05).
    """
    return {
        EntryKind.DATASHEET: _by_id(
            (f"{row.faction_id}:{row.id}", row.external_refs) for row in bundle.units if not row.game_modes
        ),
        EntryKind.DETACHMENT: _by_id(
            (detachment_ids.get(row.id), row.external_refs) for row in bundle.detachments if not row.game_modes
        ),
        EntryKind.ENHANCEMENT: _by_id(
            (enhancement_ids.get(row.id), row.external_refs) for row in bundle.enhancements if not row.game_modes
        ),
    }


def _by_id(rows: Rows) -> dict[str, tuple[str, ...]]:
    told: dict[str, set[str]] = {}
    for entry_id, refs in rows:
        if entry_id is not None and refs:
            told.setdefault(entry_id, set()).update(_texts(refs))
    return {entry_id: tuple(sorted(texts)) for entry_id, texts in sorted(told.items())}


def _texts(refs: Iterable[records.ExternalRef]) -> Iterator[str]:
    for ref in refs:
        yield f"{ref.namespace}:{ref.id}"
