"""Making the database hold what a difference asks for."""

from __future__ import annotations

from typing import Any

from django.db import models as orm

from datasheets.tables.difference import Difference, TableDifference
from datasheets.tables.rows import Rows
from datasheets.tables.stored import StoredRows
from datasheets.tables.table import TABLE_OF, Key, Table, key_named

CREATED_AT_ONCE = 2000
UPDATED_AT_ONCE = 200
DELETED_AT_ONCE = 500


def write_difference(stored: StoredRows, wanted: Rows, difference: Difference) -> None:
    """Delete, create and update rows; wants a transaction. ``stored`` knows the new keys afterwards."""
    for table_difference in reversed(difference.tables):
        _delete(stored, table_difference)
    for table_difference in difference.tables:
        _create(stored, wanted, table_difference)
        _update(stored, wanted, table_difference)


def _delete(stored: StoredRows, difference: TableDifference) -> None:
    table = difference.table
    known = stored.primary_keys[table]
    own_references = _own_references(table)
    primary_keys = [known.pop(key) for key in difference.deleted]
    for start in range(0, len(primary_keys), DELETED_AT_ONCE):
        doomed = table.stored.filter(pk__in=primary_keys[start : start + DELETED_AT_ONCE])
        if own_references:
            # Rows that name each other would protect each other.
            doomed.update(**dict.fromkeys(own_references))
        doomed.delete()


def _create(stored: StoredRows, wanted: Rows, difference: TableDifference) -> None:
    table = difference.table
    if not difference.created:
        return
    later = _own_references(table)
    objects = [_object(stored, wanted, table, key, without=later) for key in difference.created]
    created = table.stored.bulk_create(objects, batch_size=CREATED_AT_ONCE)
    known = stored.primary_keys[table]
    for key, row in zip(difference.created, created, strict=True):
        known[key] = row.pk
    if later:
        _store(stored, wanted, table, list(difference.created), later)


def _update(stored: StoredRows, wanted: Rows, difference: TableDifference) -> None:
    columns = sorted({column for changed in difference.updated.values() for column in changed})
    if columns:
        _store(stored, wanted, difference.table, list(difference.updated), tuple(columns))


def _store(stored: StoredRows, wanted: Rows, table: Table, keys: list[Key], columns: tuple[str, ...]) -> None:
    objects = [_object(stored, wanted, table, key) for key in keys]
    table.stored.bulk_update(objects, columns, batch_size=UPDATED_AT_ONCE)


def _own_references(table: Table) -> tuple[str, ...]:
    """The columns by which rows of the table name rows of the same table."""
    return tuple(column for column, target in table.references.items() if target is table.model)


def _object(stored: StoredRows, wanted: Rows, table: Table, key: Key, *, without: tuple[str, ...] = ()) -> orm.Model:
    """The model instance for a wanted row, with the primary key if it is stored already."""
    values: dict[str, Any] = {"pk": stored.primary_keys[table].get(key)}
    row = wanted.tables[table][key]
    for column, value in zip(table.columns, row, strict=True):
        if column in without:
            continue
        target = table.references.get(column)
        if target is None:
            values[column] = value
        elif value is not None:
            values[f"{column}_id"] = stored.primary_keys[TABLE_OF[target]][key_named(value)]
    if table.parent is not None:
        values[f"{table.parent_column}_id"] = stored.primary_keys[TABLE_OF[table.parent]][table.parent_key(key)]
    return table.model(**values)
