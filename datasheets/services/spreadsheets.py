"""Spreadsheets out of the catalogue and into it: with a diff before anything is written, and as one change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction

from datasheets.catalogue.entries import BETWEEN, EntryChange, EntryRef, Value, entries_of
from datasheets.models import EditKind
from datasheets.services.editing import SavedChange, save_changes, working_entries
from datasheets.services.history import version_of
from datasheets.services.refusals import EditConflict, EditRefused
from datasheets.services.saving import saving
from datasheets.spreadsheets.cells import Cell
from datasheets.spreadsheets.files import FileRefused, Format, read_file, write_csv, write_xlsx
from datasheets.spreadsheets.layout import Sheet
from datasheets.spreadsheets.reading import Reading, RowRefused, read_sheet
from datasheets.spreadsheets.sheets import SHEETS
from datasheets.tables.gather import gather
from datasheets.tables.subset import read_collection

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class NoSuchSheet(LookupError):
    """There is no sheet of that name; the message names those there are."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell that is not as before. ``line`` says which line of the entry, empty for the entry's own columns."""

    ref: EntryRef
    row: int
    line: str
    column: str
    before: Cell
    after: Cell

    def __str__(self) -> str:
        line = f" ({self.line})" if self.line else ""
        return f"{self.ref}{line}, {self.column}: {_told(self.before)} -> {_told(self.after)}"


@dataclass(frozen=True, slots=True)
class SheetOutcome:
    """What an import of a sheet did, or would do.

    Where rows were ``refused`` nothing was written, and ``cells`` are what the other rows would change.
    """

    sheet: Sheet
    entries: int
    cells: tuple[CellChange, ...]
    refused: tuple[RowRefused, ...]
    merged: Mapping[EntryRef, tuple[str, ...]]
    change_id: int | None
    """The change in the history; None where nothing was written."""
    is_dry_run: bool


class _TakenBack(Exception):
    """Ends a save that only was to be looked at."""

    def __init__(self, saved: SavedChange) -> None:
        self.saved = saved
        super().__init__()


def sheet_named(name: str) -> Sheet:
    """The sheet of that name; raises :class:`NoSuchSheet`."""
    if name not in SHEETS:
        raise NoSuchSheet(f'There is no sheet "{name}"; there are {", ".join(SHEETS)}.')
    return SHEETS[name]


def export_sheet(name: str, file_format: Format, *, faction: str = "") -> bytes:
    """A collection, or what a faction has of it, as a file; raises :class:`NoSuchSheet`."""
    sheet = sheet_named(name)
    entries = entries_of(gather(read_collection(sheet.collection)), sheet.collection)
    rows = (
        row
        for ref, value in entries.items()
        if not faction or _is_of(ref, faction)
        for row in sheet.rows_of(value, version_of(value))
    )
    if file_format is Format.CSV:
        return write_csv(sheet.header, rows)
    return write_xlsx(sheet.name, sheet.header, rows)


def import_sheet(
    name: str, content: bytes, file_format: Format, *, by: User | None, reason: str, is_dry_run: bool
) -> SheetOutcome:
    """Make the entries what the rows of a file say, as one change, or say what that would change.

    Every row is taken or none is. Raises :class:`NoSuchSheet`, and
    :class:`~datasheets.services.refusals.CatalogueBusy` while an import runs.
    """
    sheet = sheet_named(name)
    try:
        reading = read_sheet(sheet, read_file(content, file_format))
    except FileRefused as fault:
        return SheetOutcome(sheet, 0, (), (RowRefused(0, "", str(fault)),), {}, None, is_dry_run)
    with saving():
        current = {ref: each.value for ref, each in working_entries(reading.rows).items()}
        wanted, faults = reading.laid_over(current)
        refused = [*reading.refused, *faults]
        versions = {ref: version for ref, version in reading.versions.items() if ref in wanted}
        saved = SavedChange(None, (), {})
        try:
            with transaction.atomic():
                saved = save_changes(wanted, by=by, reason=reason, versions=versions, kind=EditKind.SPREADSHEET)
                if is_dry_run or refused:
                    raise _TakenBack(saved)
        except _TakenBack as taken_back:
            saved = SavedChange(None, taken_back.saved.changes, taken_back.saved.merged)
        except (EditRefused, EditConflict) as fault:
            refused += _refused(reading, fault)
    cells = tuple(cell for change in saved.changes for cell in _cells(sheet, reading, change))
    order = sorted(refused, key=lambda each: each.row)
    return SheetOutcome(sheet, len(reading.rows), cells, tuple(order), saved.merged, saved.change_id, is_dry_run)


def _is_of(ref: EntryRef, faction: str) -> bool:
    return any(part == faction or part.startswith(f"{faction}:") for part in ref.key.split(BETWEEN))


def _refused(reading: Reading, fault: EditRefused | EditConflict) -> Iterator[RowRefused]:
    if isinstance(fault, EditRefused):
        for refusal in fault.refusals:
            yield RowRefused(reading.first_row(refusal.ref), refusal.field, f"{refusal.ref}: {refusal.message}")
    else:
        for conflict in fault.conflicts:
            yield RowRefused(reading.first_row(conflict.ref), conflict.field, f"{conflict} Export the sheet anew.")


def _cells(sheet: Sheet, reading: Reading, change: EntryChange) -> Iterator[CellChange]:
    before, after = _written(sheet, change.before), _written(sheet, change.after)
    row = reading.first_row(change.ref)
    rows = reading.rows[change.ref].lines if change.ref in reading.rows else {}
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key, {}), after.get(key, {})
        place = rows[key][0] if key in rows else row
        for column in dict.fromkeys((*old, *new)):
            if old.get(column) != new.get(column):
                line = ", ".join(str(part) for part in key if part)
                yield CellChange(change.ref, place, line, column, old.get(column), new.get(column))


def _written(sheet: Sheet, value: Value | None) -> dict[tuple[Any, ...], dict[str, Cell]]:
    """The cells of an entry by line, those of its own columns under no line."""
    if value is None:
        return {}
    found: dict[tuple[Any, ...], dict[str, Cell]] = {
        (): {
            column.name: column.kind.write(getattr(value, column.name))
            for column in sheet.columns
            if not column.is_shown_only
        }
    }
    for line in sheet.lines_of(value):
        found[sheet.key_of(line)] = {
            column.name: column.kind.write(line.get(column.name)) for column in sheet.line_columns
        }
    return found


def _told(cell: Cell) -> str:
    return "(empty)" if cell in (None, "") else str(cell)
