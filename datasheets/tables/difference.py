"""How the stored rows differ from wanted ones."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.tables.rows import Rows
from datasheets.tables.stored import StoredRows
from datasheets.tables.table import TABLES, Key, Row, Table


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
    """What has to be written, table by table; tables that are as wanted are left out."""

    tables: tuple[TableDifference, ...]

    @property
    def count(self) -> int:
        """Rows that differ."""
        return sum(table.count for table in self.tables)


def compare(stored: StoredRows, wanted: Rows) -> Difference:
    """What has to be written so that the database holds ``wanted``."""
    tables = []
    for table in TABLES:
        has, wants = stored.tables[table], wanted.tables[table]
        if has == wants:
            continue
        found = TableDifference(
            table=table,
            created=tuple(key for key in wants if key not in has),
            updated={key: _changed(has[key], row) for key, row in wants.items() if key in has and has[key] != row},
            deleted=tuple(key for key in has if key not in wants),
        )
        if found.count:
            tables.append(found)
    return Difference(tuple(tables))


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
