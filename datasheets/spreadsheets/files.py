"""CSV and XLSX files as tables and back, within bounds that no file gets around."""

from __future__ import annotations

import csv
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from datasheets.spreadsheets.cells import LONGEST_CELL, Cell
from datasheets.spreadsheets.reading import Table

LARGEST_FILE_BYTES = 8 * 1024 * 1024
LARGEST_UNPACKED_BYTES = 80 * 1024 * 1024
MOST_PARTS = 200
MOST_ROWS = 20_000
MOST_COLUMNS = 60
MOST_CELLS = 2_000_000
"""Cells of a workbook, empty ones between included."""

DAMAGED_PACKAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, ValueError, EOFError, OSError)
"""What reading a zip file raises for bytes that are none, or none any more."""

DAMAGED_PARTS = (*DAMAGED_PACKAGE, LookupError, TypeError, AttributeError, SyntaxError)
"""What reading a workbook raises whose parts contradict each other, beside openpyxl's own error."""

ENCODING_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class Format(StrEnum):
    """The formats of files."""

    CSV = "csv"
    XLSX = "xlsx"


class FileRefused(ValueError):
    """A file that cannot be read; the sentence says what to do."""


def read_file(content: bytes, file_format: Format) -> Table:
    """The table in a file; raises :class:`FileRefused`."""
    if len(content) > LARGEST_FILE_BYTES:
        megabytes = LARGEST_FILE_BYTES // 1024**2
        raise FileRefused(f"The file has {len(content)} bytes; {megabytes} MB are read. Split it by faction.")
    if not content.strip():
        raise FileRefused("The file is empty: export a sheet and fill that in.")
    rows = _csv_rows(content) if file_format is Format.CSV else _xlsx_rows(content)
    header: tuple[str, ...] | None = None
    found: list[tuple[int, tuple[Cell, ...]]] = []
    for number, cells in enumerate(rows, start=1):
        if number > MOST_ROWS:
            raise FileRefused(f"The file has more than {MOST_ROWS} rows: split it by faction.")
        if len(cells) > MOST_COLUMNS:
            raise FileRefused(f"Row {number} has {len(cells)} cells; {MOST_COLUMNS} are read.")
        if header is None:
            names = [str(cell).strip() if cell is not None else "" for cell in cells]
            while names and not names[-1]:
                names.pop()
            header = tuple(names)
        else:
            found.append((number, tuple(cells)))
    if not header:
        raise FileRefused("The first row names no columns: export a sheet and fill that in.")
    return Table(header, tuple(found))


def write_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table as CSV: UTF-8 with a mark, so that spreadsheet programs read it as such."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def write_xlsx(title: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table as a workbook of one sheet; no cell is a formula."""
    from openpyxl import Workbook  # It brings numpy: half a second that only those pay who write or read a workbook.

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    sheet.append(list(header))
    for row in rows:
        sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _csv_rows(content: bytes) -> Iterator[list[Cell]]:
    text = _decoded(content)
    if "\0" in text:
        raise FileRefused("The file holds characters that no text has: is it a CSV file?")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    # The limit is that of the module, for all of the process; ours is checked on each cell.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            yield [cell if cell else None for cell in row]
    except csv.Error as fault:
        raise FileRefused(f"Line {reader.line_num} is no CSV ({fault}): export a sheet and fill that in.") from fault


def _decoded(content: bytes) -> str:
    encoding = next((name for mark, name in ENCODING_MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise FileRefused(f'Line {line} is not UTF-8: save the file as "CSV UTF-8", or as XLSX.') from fault


def _xlsx_rows(content: bytes) -> Iterator[list[Cell]]:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    damaged = (*DAMAGED_PARTS, InvalidFileException)
    _check_package(content)
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
    except damaged as fault:
        raise FileRefused(f"This is no XLSX workbook that can be read ({type(fault).__name__}).") from fault
    try:
        sheets = book.worksheets
        if not sheets:
            raise FileRefused("The workbook has no sheet.")
        sheet = sheets[0]
        # What the file says of its size is not to be trusted, either way.
        sheet.reset_dimensions()
        met = 0
        for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
            met += len(row)
            if met > MOST_CELLS:
                raise FileRefused(f"The workbook has more than {MOST_CELLS} cells: split it by faction.")
            cells = [_cell(number, value) for value in row]
            while cells and cells[-1] is None:
                cells.pop()
            yield cells
    except FileRefused:
        raise
    except damaged as fault:
        raise FileRefused(f"The workbook is damaged ({type(fault).__name__}): save it anew.") from fault
    finally:
        book.close()


def _check_package(content: bytes) -> None:
    """Raise for a package that would unpack to more than a spreadsheet of ours can be."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            parts = package.infolist()
            unpacked = 0
            if len(parts) > MOST_PARTS:
                raise FileRefused(f"The workbook has {len(parts)} parts; {MOST_PARTS} are read.")
            for part in parts:
                if part.flag_bits & 0x1:
                    raise FileRefused("The workbook is locked with a password: save it without.")
                # Counted while unpacking, because what the package says of its size can be a lie.
                with package.open(part) as stream:
                    while portion := stream.read(1024 * 1024):
                        unpacked += len(portion)
                        if unpacked > LARGEST_UNPACKED_BYTES:
                            megabytes = LARGEST_UNPACKED_BYTES // 1024**2
                            raise FileRefused(f"The workbook unpacks to more than {megabytes} MB: split it by faction.")
    except FileRefused:
        raise
    except DAMAGED_PACKAGE as fault:
        raise FileRefused("This is no XLSX workbook: save the file as XLSX, or as CSV.") from fault


def _cell(row: int, value: Any) -> Cell:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime | date | time | timedelta):
        raise FileRefused(
            f"Row {row}: the spreadsheet program made a date of a text ({value}):"
            " format the column as text, and write anew what stood there."
        )
    # Array formulas come as objects that hold their text.
    text = getattr(value, "text", value)
    return str(text)[: LONGEST_CELL + 1]
