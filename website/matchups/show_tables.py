"""Tables of answers: one value for the page, where headings sort, and for the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from datasheets.spreadsheets.files import write_csv
from roster.selectors.batches import plain_cell
from website.matchups.show_address import Wanted, turned


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: what stands there, and the figure behind it, None where there is none. ``link``: where it leads."""

    text: str
    value: float | None = None
    link: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column; ``query`` and ``sorted`` are those of its link, both empty where it does not sort."""

    label: str
    is_number: bool = False
    query: str = ""
    sorted: str = ""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table by its ``name``, a slug; the first cell of each row is what the row is about."""

    name: str
    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Entry, ...], ...]

    @property
    def body(self) -> Iterator[tuple[tuple[Entry, bool], ...]]:
        """The rows, each cell with whether it stands in a column of numbers."""
        numbers = [heading.is_number for heading in self.headings]
        yield from (tuple(zip(row, numbers, strict=True)) for row in self.rows)


def words(text: str, note: str = "", link: str = "") -> Entry:
    """A cell of words."""
    return Entry(text, note=note, link=link)


def figure(text: str, value: float | None, note: str = "", link: str = "") -> Entry:
    """A cell with a figure."""
    return Entry(text, value, note=note, link=link)


def sortable(table: ShownTable, wanted: Wanted) -> ShownTable:
    """The table with headings that sort it, in the order that the address asks for."""
    name, _, standing = wanted.sort.partition(":")
    standing = standing if name == table.name else ""
    column = standing.removeprefix("-")
    rows = table.rows
    if column.isascii() and column.isdecimal() and int(column) < len(table.headings):
        rows = _ordered(rows, int(column), is_falling=standing.startswith("-"))
    else:
        standing = ""
    headings = []
    for place, heading in enumerate(table.headings):
        order, now = turned(str(place), standing, is_number=heading.is_number)
        headings.append(replace(heading, query=wanted.query(sort=f"{table.name}:{order}"), sorted=now))
    return replace(table, headings=tuple(headings), rows=rows)


def _ordered(rows: Sequence[tuple[Entry, ...]], column: int, *, is_falling: bool) -> tuple[tuple[Entry, ...], ...]:
    """By the figure, else by the text; rows without a figure stand last both ways."""
    if any(row[column].value is not None for row in rows):
        known = [row for row in rows if row[column].value is not None]
        known.sort(key=lambda row: row[column].value or 0.0, reverse=is_falling)
        return (*known, *(row for row in rows if row[column].value is None))
    return tuple(sorted(rows, key=lambda row: row[column].text.casefold(), reverse=is_falling))


def table_csv(table: ShownTable) -> bytes:
    """The table as a CSV file: figures in full, and no text that a spreadsheet takes for a formula."""
    rows = [[plain_cell(one.text) if one.value is None else one.value for one in row] for row in table.rows]
    return write_csv([plain_cell(heading.label) for heading in table.headings], rows)
