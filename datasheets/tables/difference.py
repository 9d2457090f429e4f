"""How the stored rows differ from wanted ones, leaving alone what was edited in the admin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from datasheets.tables.rows import Rows
from datasheets.tables.stored import StoredRows
from datasheets.tables.table import TABLE_OF, TABLES, Key, Row, Table, aggregate_key, aggregate_table, key_named

Entry = tuple[Table, Key]


@dataclass(frozen=True)
class TableDifference:
    """What one table lacks, holds otherwise, and holds too much. ``updated`` has the changed columns."""

    table: Table
    created: tuple[Key, ...]
    updated: dict[Key, tuple[str, ...]]
    deleted: tuple[Key, ...]

    @property
    def count(self) -> int:
        """Rows that differ."""
        return len(self.created) + len(self.updated) + len(self.deleted)


@dataclass(frozen=True)
class Difference:
    """What has to be written, table by table; tables that are as wanted are left out.

    ``edited`` counts the aggregates that were edited in the admin and are left alone, ``overruled``
    those of them that the sources have otherwise. ``needed`` names what the sources no longer have
    and edited entries still need; it stays.
    """

    tables: tuple[TableDifference, ...]
    edited: int = 0
    overruled: int = 0
    needed: tuple[Entry, ...] = ()

    @property
    def count(self) -> int:
        """Rows that differ."""
        return sum(table.count for table in self.tables)


def compare(stored: StoredRows, wanted: Rows) -> Difference:
    """What has to be written so that the database holds ``wanted``."""
    edited = {(table, key) for table, keys in stored.edited.items() for key in keys}
    needed = _needed(stored, wanted, edited) if edited else set()
    left_alone = edited | needed
    overruled: set[Entry] = set()
    tables = []
    for table in TABLES:
        has, wants = stored.tables[table], wanted.tables[table]
        if has == wants:
            continue
        updated = {key: _changed(has[key], row) for key, row in wants.items() if key in has and has[key] != row}
        found = TableDifference(
            table=table,
            created=tuple(key for key in wants if key not in has),
            updated=updated,
            deleted=tuple(key for key in has if key not in wants),
        )
        if left_alone:
            overruled |= {_aggregate(table, key) for key in _keys(found)} & edited
            found = _without(found, left_alone)
        if found.count:
            tables.append(found)
    return Difference(
        tables=tuple(tables),
        edited=len(edited),
        overruled=len(overruled),
        needed=tuple(sorted(needed, key=lambda entry: (entry[0].name, str(entry[1])))),
    )


def applied(stored: StoredRows, wanted: Rows, difference: Difference) -> Rows:
    """The rows there will be once ``difference`` is written."""
    rows = Rows()
    rows.tables = {table: dict(entries) for table, entries in stored.tables.items()}
    for found in difference.tables:
        entries = rows.tables[found.table]
        for key in found.deleted:
            del entries[key]
        for key in (*found.created, *found.updated):
            entries[key] = wanted.tables[found.table][key]
    return rows


def _changed(has: Row, wants: Row) -> tuple[str, ...]:
    return tuple(column for column, old, new in zip(wants._fields, has, wants, strict=True) if old != new)


def _aggregate(table: Table, key: Key) -> Entry:
    return aggregate_table(table), aggregate_key(table, key)


def _keys(found: TableDifference) -> Iterator[Key]:
    yield from found.created
    yield from found.updated
    yield from found.deleted


def _without(found: TableDifference, left_alone: set[Entry]) -> TableDifference:
    table = found.table
    return TableDifference(
        table=table,
        created=tuple(key for key in found.created if _aggregate(table, key) not in left_alone),
        updated={key: columns for key, columns in found.updated.items() if _aggregate(table, key) not in left_alone},
        deleted=tuple(key for key in found.deleted if _aggregate(table, key) not in left_alone),
    )


def _needed(stored: StoredRows, wanted: Rows, edited: set[Entry]) -> set[Entry]:
    """The aggregates that only edited ones still name, and what those name in turn."""
    names: dict[Entry, set[Entry]] = {}
    for table in TABLES:
        for column, target in table.references.items():
            target_table = TABLE_OF[target]
            for key, row in stored.tables[table].items():
                value = getattr(row, column)
                if value is not None:
                    names.setdefault(_aggregate(table, key), set()).add(_aggregate(target_table, key_named(value)))
    needed: set[Entry] = set()
    waiting = list(edited)
    while waiting:
        for entry in names.get(waiting.pop(), ()):
            table, key = entry
            if entry not in edited and entry not in needed and key not in wanted.tables[table]:
                needed.add(entry)
                waiting.append(entry)
    return needed
