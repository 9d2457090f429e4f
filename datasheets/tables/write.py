"""Making the database hold what a difference asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import models as orm

from datasheets.tables.difference import Difference, TableDifference
from datasheets.tables.rows import Rows
from datasheets.tables.stored import StoredRows
from datasheets.tables.table import TABLE_OF, Key, Table, key_named

CREATED_AT_ONCE = 2000
CHANGED_AT_ONCE = 500


def write_difference(stored: StoredRows, wanted: Rows, difference: Difference) -> None:
    """Create, update and delete rows; wants a transaction. ``stored`` knows the new keys afterwards."""
    for table_difference in difference.tables:
        _create(stored, wanted, table_difference)
        _update(stored, wanted, table_difference)
    # Last, because until now rows that stay may have named what goes.
    for table_difference in reversed(difference.tables):
        _delete(stored, table_difference)


def _delete(stored: StoredRows, difference: TableDifference) -> None:
    table = difference.table
    known = stored.primary_keys[table]
    own_references = _own_references(table)
    primary_keys = [known.pop(key) for key in difference.deleted]
    for start in range(0, len(primary_keys), CHANGED_AT_ONCE):
        doomed = table.stored.filter(pk__in=primary_keys[start : start + CHANGED_AT_ONCE])
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
        _store(stored, wanted, table, dict.fromkeys(difference.created, later))


def _update(stored: StoredRows, wanted: Rows, difference: TableDifference) -> None:
    _store(stored, wanted, difference.table, difference.updated)


def _store(stored: StoredRows, wanted: Rows, table: Table, changed: Mapping[Key, tuple[str, ...]]) -> None:
    """Set the changed columns, one statement for all rows that get the same values."""
    alike: defaultdict[tuple[tuple[str, Any], ...], list[int]] = defaultdict(list)
    for key, columns in changed.items():
        row = wanted.tables[table][key]
        values = tuple(_value(stored, table, column, getattr(row, column)) for column in columns)
        alike[values].append(stored.primary_keys[table][key])
    for values, primary_keys in alike.items():
        for start in range(0, len(primary_keys), CHANGED_AT_ONCE):
            table.stored.filter(pk__in=primary_keys[start : start + CHANGED_AT_ONCE]).update(**dict(values))


def _value(stored: StoredRows, table: Table, column: str, value: Any) -> tuple[str, Any]:
    """A column as the database calls it, with its value; references by primary key."""
    target = table.references.get(column)
    if target is None:
        return column, value
    key = None if value is None else stored.primary_keys[TABLE_OF[target]][key_named(value)]
    return f"{column}_id", key


def _own_references(table: Table) -> tuple[str, ...]:
    """The columns by which rows of the table name rows of the same table."""
    return tuple(column for column, target in table.references.items() if target is table.model)


def _object(stored: StoredRows, wanted: Rows, table: Table, key: Key, *, without: tuple[str, ...]) -> orm.Model:
    """The model instance for a wanted row that is not stored yet."""
    row = wanted.tables[table][key]
    values = dict(
        _value(stored, table, column, getattr(row, column)) for column in table.columns if column not in without
    )
    if table.parent is not None:
        values[f"{table.parent_column}_id"] = stored.primary_keys[TABLE_OF[table.parent]][table.parent_key(key)]
    return table.model(**values)
