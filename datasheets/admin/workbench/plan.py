"""What a page shows of an entry: its sections, and the fields that no section names, by their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, replace
from enum import StrEnum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from datasheets.admin.workbench import columns as c
from datasheets.admin.workbench.columns import Column
from datasheets.admin.workbench.names import Unreadable
from datasheets.admin.workbench.rows import MOST_ROWS, Row
from datasheets.catalogue.entries import value_type


@dataclass(frozen=True)
class Part:
    """A field that is a row, or rows, of values of its own."""

    field: str
    title: str
    columns: tuple[Column, ...]
    kind: type[Any]
    spread: Callable[[Any], Sequence[Any]] | None = None
    """The rows of the field's value; None: the value is a tuple of them."""
    gather: Callable[[Any, Sequence[Row]], Any] | None = None
    """The field's value from what it was and the rows as typed; None: a tuple of them."""
    extra: int = 1
    most: int = MOST_ROWS
    note: str = ""

    def rows(self, value: Any) -> Sequence[Any]:
        """The rows of the field's ``value``."""
        return self.spread(value) if self.spread else tuple(value)

    def value(self, before: Any, rows: Sequence[Row]) -> Any:
        """What the field holds after the rows were typed."""
        return self.gather(before, rows) if self.gather else tuple(made(self.kind, row) for row in rows)


def made(kind: type[Any], row: Row) -> Any:
    """The value of a row: the one it began with and what was typed over it."""
    return kind(**row.typed) if row.value is None else replace(row.value, **row.typed)


def at_most_one(kind: type[Any], nothing: Any) -> dict[str, Any]:
    """How a field that holds one value, or ``nothing``, is edited as a row."""

    def spread(value: Any) -> Sequence[Any]:
        return () if value is None or value == nothing else (value,)

    def gather(before: Any, rows: Sequence[Row]) -> Any:
        return made(kind, rows[0]) if rows else nothing

    return {"spread": spread, "gather": gather, "most": 1, "kind": kind}


@dataclass(frozen=True)
class Section:
    """A part of the page: single fields first, then rows."""

    title: str
    columns: tuple[Column, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Plan:
    """The sections of a collection's entries. ``hidden`` are fields that are not edited by hand."""

    collection: str
    sections: tuple[Section, ...]
    hidden: frozenset[str] = frozenset()
    key: tuple[Column, ...] = ()
    """Fields that name the entry; they are asked for a new one only."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Every single field."""
        return tuple(column for section in self.sections for column in section.columns)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every field that has rows."""
        return tuple(part for section in self.sections for part in section.parts)


def complete(plan: Plan) -> Plan:
    """``plan`` with a last section for the fields that it does not name: none is out of reach."""
    known = {column.name for column in (*plan.columns, *plan.key)} | {part.field for part in plan.parts} | plan.hidden
    kind = value_type(plan.collection)
    hints = get_type_hints(kind)
    rest = [field for field in fields(kind) if field.name not in known]
    if not rest:
        return plan
    derived = tuple(derived_column(field, hints[field.name]) for field in rest)
    return replace(plan, sections=(*plan.sections, Section("More", derived)))


def derived_column(field: Field[Any], hint: Any) -> Column:
    """A column for a field by its type alone; what has no simple text stands there as JSON."""
    label = field.name.replace("_", " ").capitalize()
    is_optional = get_origin(hint) in (Union, UnionType) and type(None) in get_args(hint)
    plain = next((each for each in get_args(hint) if each is not type(None)), hint) if is_optional else hint
    empty = _default(field)
    if plain is bool:
        return c.maybe(field.name, label) if is_optional else c.flag(field.name, label)
    if plain is int:
        needed = not is_optional and field.default is MISSING
        return c.whole(field.name, label, required=needed, least=-LARGEST, empty=None if is_optional else empty)
    if plain is str:
        return c.text(field.name, label, required=field.default is MISSING, maybe=is_optional)
    if isinstance(plain, type) and issubclass(plain, StrEnum) and not is_optional:
        return c.choice(field.name, label, plain, empty or next(iter(plain)))
    if get_origin(plain) is tuple and get_args(plain) == (str, Ellipsis):
        return c.lines(field.name, label)
    return c.coded(field.name, label, lambda names: AsJson(hint), empty=empty, lines=2, help_text="As JSON.")


LARGEST = 100_000


class AsJson:
    """A value of any type as JSON."""

    def __init__(self, hint: Any) -> None:
        self.hint = hint

    def write(self, value: Any) -> str:
        return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() if value is not None else ""

    def read(self, text: str) -> Any:
        try:
            return msgspec.json.decode(text.encode(), type=self.hint)
        except (msgspec.DecodeError, msgspec.ValidationError) as problem:
            raise Unreadable(f"That does not fit: {problem}.") from problem


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else None


def blank(collection: str, known: Mapping[str, Any]) -> Any:
    """A new entry of a collection: ``known`` fields, nothing in the others."""
    kind = value_type(collection)
    hints = get_type_hints(kind)
    values = dict(known)
    for field in fields(kind):
        if field.name in values or field.default is not MISSING or field.default_factory is not MISSING:
            continue
        values[field.name] = _nothing(hints[field.name])
    return kind(**values)


def _nothing(hint: Any) -> Any:
    if get_origin(hint) is tuple:
        return ()
    if hint is str:
        return ""
    if hint is int:
        return 0
    if hint is bool:
        return False
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return next(iter(hint))
    return None
