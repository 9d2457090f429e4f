"""The rows of a spreadsheet laid over the entries there are: what they would be, and which rows are refused.

A row that is left out changes nothing, and neither does a column. A line goes only where its row says
so in the column ``remove``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from datasheets.catalogue.entries import EntryRef, Value
from datasheets.spreadsheets.cells import Cell, CellRefused, YesNo, plain_text
from datasheets.spreadsheets.layout import REMOVE, VERSION, Column, Line, Sheet

REFUSALS_TOLD = 200
"""After so many refused rows the rest is not looked at."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a file holds: its header and its rows, each with the number that a spreadsheet program shows."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class RowRefused:
    """A row that cannot be taken: where, and why. Row 0 is the file as a whole."""

    row: int
    column: str
    reason: str

    def __str__(self) -> str:
        where = f"Row {self.row}" if self.row else "The file"
        return f"{where}{', ' + self.column if self.column else ''}: {self.reason}"


@dataclass(slots=True)
class _Rows:
    """The rows about one entry."""

    ref: EntryRef
    first: int
    values: dict[str, Any]
    version: str
    lines: dict[tuple[Any, ...], tuple[int, Line, bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """The rows of a sheet by entry, before they are laid over what is there."""

    sheet: Sheet
    rows: Mapping[EntryRef, _Rows]
    refused: tuple[RowRefused, ...]

    @property
    def versions(self) -> dict[EntryRef, str]:
        """The states of the entries that were exported, of those that say so."""
        return {ref: each.version for ref, each in self.rows.items() if each.version}

    def first_row(self, ref: EntryRef) -> int:
        """The first row about an entry; 0 where there is none."""
        return self.rows[ref].first if ref in self.rows else 0

    def laid_over(self, current: Mapping[EntryRef, Value]) -> tuple[dict[EntryRef, Value], list[RowRefused]]:
        """What the entries would be, and the rows that do not go with what is there."""
        wanted: dict[EntryRef, Value] = {}
        refused: list[RowRefused] = []
        for ref, each in self.rows.items():
            try:
                wanted[ref] = _laid_over(self.sheet, each, current.get(ref))
            except _Refused as fault:
                refused.append(fault.refusal)
        return wanted, refused


class _Refused(Exception):
    def __init__(self, row: int, column: str, reason: str) -> None:
        self.refusal = RowRefused(row, column, reason)
        super().__init__(reason)


def read_sheet(sheet: Sheet, table: Table) -> Reading:
    """The rows of ``table`` by entry, with all that could not be read."""
    faults = [*_header_faults(sheet, table.header)]
    rows: dict[EntryRef, _Rows] = {}
    if faults:
        return Reading(sheet, rows, tuple(faults))
    met: dict[tuple[Any, ...], int] = {}
    for number, cells in table.rows:
        found = _read_row(sheet, table.header, number, cells)
        if isinstance(found, list):
            faults += found
        elif found is not None:
            faults += _add(sheet, rows, met, number, found)
        if len(faults) >= REFUSALS_TOLD:
            faults.append(RowRefused(number, "", f"{len(faults)} faults so far; the rows after this were not read."))
            break
    return Reading(sheet, rows, tuple(faults))


def _header_faults(sheet: Sheet, header: Sequence[str]) -> Iterable[RowRefused]:
    known = ", ".join(sheet.header)
    for name in dict.fromkeys(header):
        if not name:
            yield RowRefused(1, "", f"A column has no name; there are: {known}.")
        elif name not in sheet.header:
            yield RowRefused(1, name[:60], f"There is no such column; there are: {known}.")
        elif header.count(name) > 1:
            yield RowRefused(1, name, "The column stands twice.")
    for name in sheet.key:
        if name not in header and sheet.by_name[name].is_needed:
            yield RowRefused(1, name, "The column is missing: it says which entry a row is about.")


def _read_row(
    sheet: Sheet, header: Sequence[str], number: int, cells: Sequence[Cell]
) -> dict[str, Any] | list[RowRefused] | None:
    """The values of a row by column, what is wrong with it, or None for an empty one."""
    if all(cell is None or (isinstance(cell, str) and not cell.strip()) for cell in cells):
        return None
    values: dict[str, Any] = {}
    faults: list[RowRefused] = []
    for name, cell in zip(header, cells, strict=False):
        column = sheet.by_name.get(name)
        try:
            if column is not None:
                values[name] = column.kind.read(cell)
            elif name == REMOVE:
                values[name] = YesNo().read(cell)
            else:
                values[name] = plain_text(cell)
        except CellRefused as fault:
            faults.append(RowRefused(number, name, str(fault)))
    if len(cells) > len(header) and any(cell not in (None, "") for cell in cells[len(header) :]):
        faults.append(RowRefused(number, "", f"It has {len(cells)} cells; the header has {len(header)} columns."))
    for name in sheet.key:
        if sheet.by_name[name].is_needed and values.get(name) in (None, "") and name not in {f.column for f in faults}:
            faults.append(RowRefused(number, name, "It is empty: it says which entry the row is about."))
    return faults or values


def _add(
    sheet: Sheet, rows: dict[EntryRef, _Rows], met: dict[tuple[Any, ...], int], number: int, values: dict[str, Any]
) -> Iterable[RowRefused]:
    """Put a row with those about the same entry."""
    for name in sheet.key:
        values.setdefault(name, sheet.by_name[name].kind.read(None))
    ref = sheet.ref(values)
    own = {column.name: values[column.name] for column in sheet.columns if column.name in values}
    each = rows.setdefault(ref, _Rows(ref, number, own, values.get(VERSION, "")))
    for name, value in own.items():
        if each.values[name] != value:
            yield RowRefused(number, name, f"It says otherwise than row {each.first}, which is about the same entry.")
    if each.version != values.get(VERSION, ""):
        yield RowRefused(number, VERSION, f"It says otherwise than row {each.first}, which is about the same entry.")
    has_line = bool(sheet.line_columns) and sheet.has_line(values)
    line = {column.name: values[column.name] for column in sheet.line_columns if column.name in values}
    key = (ref, sheet.key_of(line) if has_line else None)
    if key in met:
        yield RowRefused(number, "", f"It stands twice: row {met[key]} is the same one.")
        return
    met[key] = number
    if has_line:
        each.lines[sheet.key_of(line)] = (number, line, bool(values.get(REMOVE)))
    elif any(value not in (None, "", (), False) for value in line.values()) or values.get(REMOVE):
        yield RowRefused(number, sheet.line_key[0], "It is empty: it says which line of the entry the row is about.")


def _laid_over(sheet: Sheet, rows: _Rows, current: Value | None) -> Value:
    own = {name: value for name, value in rows.values.items() if not sheet.by_name[name].is_shown_only}
    for column in sheet.columns:
        if column.is_needed and column.name in own and own[column.name] in (None, "", ()):
            raise _Refused(rows.first, column.name, "It must not be empty.")
    if current is None:
        for column in sheet.columns:
            if column.is_needed and column.name not in own:
                raise _Refused(rows.first, column.name, f"{rows.ref} is new, and the column is missing that it needs.")
        value = sheet.entry_of({name: value for name, value in own.items() if value is not None})
    else:
        value = replace(current, **{name: each for name, each in own.items() if getattr(current, name) != each})
    if not rows.lines:
        return value
    lines = {sheet.key_of(line): line for line in sheet.lines_of(value)}
    for key, (number, line, is_removed) in rows.lines.items():
        known = lines.get(key)
        if is_removed:
            if known is None:
                raise _Refused(number, REMOVE, "There is no such line to remove.")
            del lines[key]
            continue
        lines[key] = _line(sheet, number, line, known)
    return sheet.with_lines(value, list(lines.values()))


def _line(sheet: Sheet, number: int, line: Line, known: Line | None) -> Line:
    """A line with the cells of its row; raises for what a new one lacks."""
    result = dict(known or {})
    for column in sheet.line_columns:
        if column.name not in line:
            if column.is_needed and known is None:
                raise _Refused(number, column.name, "The line is new, and the column is missing that it needs.")
            continue
        value = line[column.name]
        if column.is_shown_only:
            _check_shown(column, number, value, known)
        elif column.is_needed and value in (None, "", ()):
            raise _Refused(number, column.name, "It must not be empty.")
        else:
            result[column.name] = value
    fault = sheet.line_fault(result)
    if fault is not None:
        raise _Refused(number, *fault)
    return result


def _check_shown(column: Column, number: int, value: str, known: Line | None) -> None:
    shown: Callable[[Any], Cell] = column.kind.write
    was = plain_text(shown(known[column.name])) if known is not None else ""
    if value and value != was:
        reason = "The column is there to be seen; change it on the page of the entry, and leave it here as it was."
        raise _Refused(number, column.name, reason)
