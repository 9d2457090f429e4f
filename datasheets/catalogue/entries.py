"""The catalogue as entries: each has a collection, a key and a value whose fields can be compared and set.

Corrections, edits, audits, differences between releases and spreadsheets all speak of entries, so that
"the points of this price table" means the same everywhere. A collection is a field of
:class:`~datasheets.catalogue.catalogue.CatalogueData`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.order import in_order

Value = Any
"""A frozen dataclass of one of the collections; which one, its collection says."""

BETWEEN = "|"
"""What stands between the parts of a key that has several."""

_KEYS: Mapping[str, Callable[[Any], tuple[str, ...]]] = {
    "prices": lambda row: (row.datasheet, row.price_list, *(("guests",) if row.allied else ())),
    "past_prices": lambda row: (
        row.subject,
        row.price_list,
        *(("guests",) if row.allied else ()),
        row.manual,
        str(row.first_copy),
        str(row.models),
        row.item,
        str(row.points),
    ),
    "attachments": lambda row: (row.joining, row.bodyguard, str(row.role), row.required_detachment or ""),
}

COLLECTIONS: tuple[str, ...] = tuple(field.name for field in fields(CatalogueData))


class EntryRef(NamedTuple):
    """Which entry: ``EntryRef("datasheets", "necrons:monolith")``."""

    collection: str
    key: str

    def __str__(self) -> str:
        return f"{self.collection}/{self.key}"


class FieldChange(NamedTuple):
    """A field's value in one state and in another."""

    before: Any
    after: Any


class NoSuchEntry(LookupError):
    """A collection, key or field that the catalogue does not have."""


@dataclass(frozen=True, slots=True)
class EntryChange:
    """How an entry differs: ``before`` is None for a new one, ``after`` for one that went."""

    ref: EntryRef
    before: Value | None
    after: Value | None
    fields: Mapping[str, FieldChange]
    """The fields that differ; empty where the entry is new or went."""


def ref_of(collection: str, value: Value) -> EntryRef:
    """The reference of ``value``, an entry of ``collection``."""
    named = _KEYS.get(collection)
    return EntryRef(collection, BETWEEN.join(named(value)).rstrip(BETWEEN) if named else value.id)


def parse_ref(text: str) -> EntryRef:
    """The reference that ``str`` made; raises :class:`NoSuchEntry` where the collection is none."""
    collection, _, key = text.partition("/")
    if collection not in COLLECTIONS or not key:
        raise NoSuchEntry(f'"{text}" names no entry: write <collection>/<key>, with one of {", ".join(COLLECTIONS)}.')
    return EntryRef(collection, key)


def entries_of(data: CatalogueData, *collections: str) -> dict[EntryRef, Value]:
    """Every entry of ``data`` by reference, of all collections or of the named ones."""
    return {
        ref_of(collection, value): value
        for collection in collections or COLLECTIONS
        for value in getattr(data, collection)
    }


def with_entries(data: CatalogueData, changes: Mapping[EntryRef, Value | None]) -> CatalogueData:
    """``data`` with entries put in place of, or beside, those it has; None takes one away. In order."""
    changed: dict[str, dict[EntryRef, Value]] = {}
    for ref, value in changes.items():
        if ref.collection not in changed:
            changed[ref.collection] = entries_of(data, ref.collection)
        if value is None:
            changed[ref.collection].pop(ref, None)
        else:
            changed[ref.collection][ref] = value
    return in_order(replace(data, **{name: tuple(entries.values()) for name, entries in changed.items()}))


def changed_fields(before: Value, after: Value) -> dict[str, FieldChange]:
    """The fields in which two values of one entry differ."""
    return {
        field.name: FieldChange(getattr(before, field.name), getattr(after, field.name))
        for field in fields(before)
        if getattr(before, field.name) != getattr(after, field.name)
    }


def changes_between(
    before: CatalogueData, after: CatalogueData, collections: Iterable[str] = COLLECTIONS
) -> Iterator[EntryChange]:
    """Every entry that is not the same in both, by collection and key."""
    for collection in collections:
        old, new = entries_of(before, collection), entries_of(after, collection)
        for ref in sorted(old.keys() | new.keys()):
            was, is_now = old.get(ref), new.get(ref)
            if was == is_now:
                continue
            differing = changed_fields(was, is_now) if was is not None and is_now is not None else {}
            yield EntryChange(ref, was, is_now, differing)


def with_field(value: Value, field: str, new: Any) -> Value:
    """``value`` with one field set; raises :class:`NoSuchEntry` where it has no such field."""
    if field not in value.__dataclass_fields__:
        raise NoSuchEntry(f"{type(value).__name__} has no field {field}.")
    return replace(value, **{field: new})


def encoded(value: Any) -> Any:
    """A value, or a field's value, as what JSON can hold."""
    return msgspec.to_builtins(value)


def decoded_entry(collection: str, content: Any) -> Value:
    """The entry that :func:`encoded` made; raises ``msgspec.ValidationError`` naming what does not fit."""
    return msgspec.convert(content, value_type(collection))


def decoded_field(collection: str, field: str, content: Any) -> Any:
    """The field's value that :func:`encoded` made; raises ``msgspec.ValidationError``."""
    kinds = _field_types(collection)
    if field not in kinds:
        raise NoSuchEntry(f"{collection} have no field {field}.")
    return msgspec.convert(content, kinds[field])


@cache
def value_type(collection: str) -> type[Any]:
    """The dataclass of a collection's entries."""
    if collection not in COLLECTIONS:
        raise NoSuchEntry(f"There is no collection {collection}.")
    found: type[Any] = get_args(get_type_hints(CatalogueData)[collection])[0]
    return found


@cache
def _field_types(collection: str) -> Mapping[str, Any]:
    return get_type_hints(value_type(collection))
