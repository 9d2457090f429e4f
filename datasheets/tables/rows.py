"""A set of rows of all tables, named by their keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db import models as orm

from datasheets import models
from datasheets.tables.table import TABLE_OF, TABLES, Key, Row, Table, key_named


class RepeatedRow(Exception):
    """Two rows of ``table`` claim the same ``key``, which the tables refuse."""

    def __init__(self, table: Table, key: Key) -> None:
        self.table, self.key = table, key
        super().__init__(f"{table.name}: {_told(key)} stands twice; a table holds it once.")


class DanglingReference(Exception):
    """A row names another one that is not there."""


@dataclass(frozen=True, slots=True)
class Dangling:
    """The row with ``key`` in ``table`` names as its ``column`` a row of ``target`` that is not there."""

    table: Table
    key: Key
    column: str
    target: Table
    named: Key

    def __str__(self) -> str:
        return (
            f"{self.table.name}: {_told(self.key)} names {_told(self.named)} as its {self.column},"
            f" which is not among the {self.target.name}."
        )


class Rows:
    """Rows by table and key, in the order in which they were added."""

    def __init__(self) -> None:
        self.tables: dict[Table, dict[Key, Row]] = {table: {} for table in TABLES}

    def add(self, model: type[orm.Model], parent: Key = (), /, **columns: Any) -> Key:
        """Add a row below the row with the key ``parent``; its key.

        Raises :class:`RepeatedRow` where the table has that key already.
        """
        table = TABLE_OF[model]
        row = table.row(**columns)
        key = table.key_of(row, parent)
        rows = self.tables[table]
        if key in rows:
            raise RepeatedRow(table, key)
        rows[key] = row
        return key

    def keyword(self, name: str | None) -> str | None:
        """How a row names the keyword ``name``; it is added if need be."""
        if name is not None:
            self.tables[TABLE_OF[models.Keyword]].setdefault((name,), TABLE_OF[models.Keyword].row(name))
        return name

    def check_references(self) -> None:
        """Raise :class:`DanglingReference` for the first row that names one that is not there."""
        for dangling in self.dangling():
            raise DanglingReference(str(dangling))

    def dangling(self) -> Iterator[Dangling]:
        """Every row that names one that is not there."""
        for table, rows in self.tables.items():
            for column, target in table.references.items():
                take = attrgetter(column)
                target_table = TABLE_OF[target]
                known = self.tables[target_table]
                for key, row in rows.items():
                    value = take(row)
                    if value is not None and key_named(value) not in known:
                        yield Dangling(table, key, column, target_table, key_named(value))

    def of(self, model: type[orm.Model]) -> Iterable[tuple[Key, Row]]:
        """The rows of an aggregate's table with their keys."""
        return self.tables[TABLE_OF[model]].items()

    def below(self, parent: Key, model: type[orm.Model]) -> list[tuple[Key, Row]]:
        """The rows of ``model`` that belong to the row with the key ``parent``, in their order."""
        return self._below[TABLE_OF[model]].get(parent, [])

    def values_below(self, parent: Key, model: type[orm.Model], column: str) -> tuple[Any, ...]:
        """One column of the rows of ``model`` that belong to ``parent``, in their order."""
        take = attrgetter(column)
        return tuple(take(row) for _, row in self.below(parent, model))

    @cached_property
    def _below(self) -> dict[Table, dict[Key, list[tuple[Key, Row]]]]:
        """Parts by table and parent; built once, when every row is there."""
        groups: dict[Table, dict[Key, list[tuple[Key, Row]]]] = {}
        for table, rows in self.tables.items():
            if table.parent is None:
                continue
            group: defaultdict[Key, list[tuple[Key, Row]]] = defaultdict(list)
            for key, row in rows.items():
                group[table.parent_key(key)].append((key, row))
            for neighbours in group.values():
                if len(neighbours) > 1:
                    neighbours.sort(key=_position)
            groups[table] = group
        return groups


def _told(key: Key) -> str:
    return ", ".join(str(part) for part in key)


def _position(entry: tuple[Key, Row]) -> tuple[int, Key]:
    key, row = entry
    return row.position, key
