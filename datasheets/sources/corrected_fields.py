"""Single values of entries, as corrections have them: what no topic of its own can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from datasheets.catalogue.entries import (
    NoSuchEntry,
    Value,
    decoded_field,
    encoded,
    parse_ref,
    with_field,
)
from datasheets.sources.correction_rows import FieldRow
from datasheets.sources.corrections import Corrections, Noted
from datasheets.sources.faults import SourceFault
from datasheets.sources.origins import Gone, Ledger

NAMED_BY = ("name", "id", "keyword", "kind", "faction")
"""By which of its fields an element of a list is named in a path, in this order."""


def correct_fields(ledger: Ledger, collection: str, entries: dict[str, Value], corrections: Corrections) -> None:
    """Set the fields of ``entries`` that rows name; raises :class:`SourceFault` for a value that does not fit."""
    for note in corrections.notes("fields"):
        row: FieldRow = note.row
        try:
            ref = parse_ref(row.entry)
        except NoSuchEntry as fault:
            raise SourceFault(f"corrections/{note.place}: {fault.args[0]}") from fault
        if ref.collection != collection:
            continue
        try:
            changed = {ref.key: _with_value(ledger, note, entries.get(ref.key))}
        except Gone as gone:
            ledger.tell_gone(note, str(gone))
            continue
        ledger.keep(collection, entries, changed, note)


def _with_value(ledger: Ledger, note: Noted[FieldRow], entry: Value | None) -> Value:
    row = note.row
    if entry is None:
        raise Gone(f"There is no {row.entry}.")
    if row.field not in entry.__dataclass_fields__:
        raise SourceFault(f"corrections/{note.place}: {row.entry} has no field {row.field}.")
    before = encoded(getattr(entry, row.field))
    if row.was is not UNSET:
        found = _at(before, row.path, row)
        if found not in (row.was, row.value):
            text = f"{row.entry}, {row.field}: upstream has {found!r} by now, not {row.was!r}; look at it again."
            ledger.tell_moved(note, text)
    collection = parse_ref(row.entry).collection
    try:
        return with_field(entry, row.field, decoded_field(collection, row.field, _set(before, row.path, row)))
    except msgspec.ValidationError as fault:
        raise SourceFault(f"corrections/{note.place}: {row.entry}, {row.field}: {fault}.") from fault


def _at(value: Any, path: Sequence[str | int], row: FieldRow) -> Any:
    for step in path:
        value = value[_position(value, step, row)]
    return value


def _set(value: Any, path: Sequence[str | int], row: FieldRow) -> Any:
    """``value`` with what ``path`` leads to as the row has it."""
    if not path:
        return row.value
    position = _position(value, path[0], row)
    inner = _set(value[position], path[1:], row)
    if isinstance(value, dict):
        return {**value, position: inner}
    return [*value[:position], inner, *value[position + 1 :]]


def _position(value: Any, step: str | int, row: FieldRow) -> Any:
    if isinstance(value, dict) and step in value:
        return step
    if isinstance(value, list | tuple):
        if isinstance(step, int) and step < len(value):
            return step
        for name in NAMED_BY:
            for number, element in enumerate(value):
                if isinstance(element, dict) and element.get(name) == step:
                    return number
    raise Gone(f'{row.entry}, {row.field}: there is no "{step}".')
