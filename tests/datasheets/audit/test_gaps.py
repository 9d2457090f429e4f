"""Half-written entries are audited like any others: an editor has them on the screen while typing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from datasheets.audit import audit
from datasheets.catalogue import CatalogueData
from datasheets.catalogue.entries import COLLECTIONS, EntryRef, encoded, entries_of, value_type
from tests.datasheets.audit.specs import small_catalogue

GAPS: tuple[Any, ...] = (None, "", [], 0)


def _with_a_gap(entry: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of an encoded entry, from its fields inwards."""
    steps = entry.items() if isinstance(entry, dict) else enumerate(entry) if isinstance(entry, list | tuple) else ()
    for step, value in steps:
        yield (*path, step)
        yield from _with_a_gap(value, (*path, step))


def _replaced(entry: Any, path: tuple[str | int, ...], gap: Any) -> Any:
    if not path:
        return gap
    step, *rest = path
    if isinstance(entry, dict):
        return {**entry, step: _replaced(entry[step], tuple(rest), gap)}
    return [_replaced(value, tuple(rest), gap) if index == step else value for index, value in enumerate(entry)]


def _half_written(data: CatalogueData) -> Iterator[tuple[EntryRef, CatalogueData]]:
    for collection in COLLECTIONS:
        for ref, value in entries_of(data, collection).items():
            content = msgspec.json.decode(msgspec.json.encode(encoded(value)))
            for path in _with_a_gap(content):
                for gap in GAPS:
                    try:
                        changed = msgspec.convert(_replaced(content, path, gap), value_type(collection))
                    except msgspec.ValidationError:
                        continue
                    if changed != value:
                        others = entries_of(data, collection)
                        yield ref, replace(data, **{collection: tuple({**others, ref: changed}.values())})


def test_no_gap_in_an_entry_stops_the_audit() -> None:
    small = small_catalogue()
    seen = [(ref, len(audit(data).faults)) for ref, data in _half_written(small)]
    assert len(seen) > 1000
    assert {ref.collection for ref, _ in seen} == {name for name in COLLECTIONS if getattr(small, name)}
    # Most gaps are faults; none is a crash.
    assert sum(count > 0 for _, count in seen) > len(seen) / 2
