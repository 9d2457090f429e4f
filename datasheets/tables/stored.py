"""The rows that the database holds."""

from __future__ import annotations

from typing import Any

from django.db import models as orm

from datasheets.tables.rows import Rows
from datasheets.tables.table import TABLES, Key, Table, reference

Names = dict[int, Any]
"""How rows name the rows of one table, by primary key."""


class StoredRows(Rows):
    """Rows with their primary keys and the aggregates that were edited in the admin."""

    def __init__(self) -> None:
        super().__init__()
        self.primary_keys: dict[Table, dict[Key, int]] = {table: {} for table in TABLES}
        self.edited: dict[Table, set[Key]] = {}


def read_rows() -> StoredRows:
    """Every row of the catalogue, one query a table; wants a transaction that nobody writes beside."""
    stored = StoredRows()
    names: dict[type[orm.Model], Names] = {}
    keys: dict[type[orm.Model], dict[int, Key]] = {}
    for table in TABLES:
        names[table.model], keys[table.model] = _read(table, stored, names, keys)
    return stored


def _read(
    table: Table,
    stored: StoredRows,
    names: dict[type[orm.Model], Names],
    keys: dict[type[orm.Model], dict[int, Key]],
) -> tuple[Names, dict[int, Key]]:
    """Read one table into ``stored``; what its rows are called, and their keys, by primary key."""
    first = "is_edited" if table.is_aggregate else f"{table.parent_column}_id"
    found = list(table.stored.order_by("pk").values_list("pk", first, *table.attnames))
    own_keys: dict[int, Key] = {}
    own_names: Names = {}
    if table.model in table.references.values():
        # A table that names itself has a public id, so that its keys are there before its references.
        place = 2 + table.columns.index(table.key[0])
        own_keys = {values[0]: (values[place],) for values in found}
        own_names = {primary_key: reference(key) for primary_key, key in own_keys.items()}
    resolvers = [
        (table.columns.index(column), own_names if target is table.model else names[target])
        for column, target in table.references.items()
    ]
    parents = None if table.is_aggregate else keys[table.parent] if table.parent else None
    rows, primary_keys = stored.tables[table], stored.primary_keys[table]
    edited: set[Key] = set()
    make = table.row._make
    key_places = [table.columns.index(column) for column in table.key]
    for primary_key, marked, *values in found:
        for index, named in resolvers:
            value = values[index]
            if value is not None:
                values[index] = named[value]
        key = tuple([values[place] for place in key_places])
        if parents is not None:
            key = (*parents[marked], *key)
        elif marked:
            edited.add(key)
        rows[key] = make(values)
        primary_keys[key] = primary_key
        own_keys[primary_key] = key
    if table.is_aggregate:
        stored.edited[table] = edited
    return {primary_key: reference(key) for primary_key, key in own_keys.items()}, own_keys
