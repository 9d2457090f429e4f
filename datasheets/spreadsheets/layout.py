"""What a sheet is: columns of the entry, which each of its rows repeats, and columns of one line of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from datasheets.catalogue.entries import EntryRef, Value
from datasheets.spreadsheets.cells import Cell, Kind, Shown

Line = dict[str, Any]
"""One line of an entry (a stat line, a price): values by column."""

VERSION = "version"
"""The column that says which state of the entry was exported, so that nobody overwrites what came since."""

REMOVE = "remove"
"""The column that takes a line away."""


@dataclass(frozen=True)
class Column:
    """A column of a sheet. ``is_needed``: a new entry or line cannot be without it."""

    name: str
    kind: Kind
    is_needed: bool = False

    @property
    def is_shown_only(self) -> bool:
        """Whether it is there to be seen and not to be changed."""
        return isinstance(self.kind, Shown)


@dataclass(frozen=True)
class Sheet:
    """How the entries of a collection stand in a spreadsheet.

    ``key`` names the columns that say which entry a row is about, ``line_key`` those that say which
    line of it. ``lines_of`` takes an entry apart, ``with_lines`` puts lines into an entry, and
    ``entry_of`` makes a new entry of the values of its columns.
    """

    name: str
    collection: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    entry_of: Callable[[Line], Value]
    line_key: tuple[str, ...] = ()
    line_columns: tuple[Column, ...] = ()
    lines_of: Callable[[Value], list[Line]] = lambda value: []
    with_lines: Callable[[Value, list[Line]], Value] = lambda value, lines: value
    line_fault: Callable[[Line], tuple[str, str] | None] = lambda line: None
    """The column of a line that is at fault, and the reason; None where the line is whole."""
    ref_from: Callable[[Mapping[str, Any]], EntryRef] | None = None

    @property
    def header(self) -> tuple[str, ...]:
        """The names of the columns in their order."""
        names = (*(column.name for column in self.columns), *(column.name for column in self.line_columns))
        return (*names, *((REMOVE,) if self.line_columns else ()), VERSION)

    @property
    def by_name(self) -> dict[str, Column]:
        """The columns by name."""
        return {column.name: column for column in (*self.columns, *self.line_columns)}

    def ref(self, values: Mapping[str, Any]) -> EntryRef:
        """The entry that a row is about."""
        if self.ref_from is not None:
            return self.ref_from(values)
        return EntryRef(self.collection, str(values[self.key[0]]))

    def key_of(self, line: Mapping[str, Any]) -> tuple[Any, ...]:
        """What tells a line of an entry from its other lines."""
        return tuple(line.get(name) or None for name in self.line_key)

    def has_line(self, values: Mapping[str, Any]) -> bool:
        """Whether a row says anything of a line."""
        return any(values.get(name) not in (None, "", ()) for name in self.line_key)

    def rows_of(self, value: Value, version: str = "") -> list[list[Cell]]:
        """The rows of an entry: one for each line, or one without a line."""
        own = [column.kind.write(_field(value, column)) for column in self.columns]
        lines = self.lines_of(value) or [{}]
        tail: list[Cell] = [*([None] if self.line_columns else []), version or None]
        return [
            [*own, *(column.kind.write(line.get(column.name)) if line else None for column in self.line_columns), *tail]
            for line in lines
        ]


def _field(value: Value, column: Column) -> Any:
    return value if column.is_shown_only else getattr(value, column.name)
