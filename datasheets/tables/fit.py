"""Whether rows fit their tables: lengths, ranges and constraints, told before the database refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import models as orm
from django.db.backends.base.operations import BaseDatabaseOperations

from datasheets.tables.rows import Rows
from datasheets.tables.table import TABLES, Key, Row, Table, reference


@dataclass(frozen=True, slots=True)
class Misfit:
    """A row that its table would refuse; ``column`` where one is at fault, ``message`` says what to do."""

    table: Table
    key: Key
    column: str | None
    message: str


def misfits(rows: Rows) -> Iterator[Misfit]:
    """Every row that does not fit, with the reason."""
    for table in TABLES:
        fields = [(column, table.model._meta.get_field(column)) for column in table.columns]
        for key, row in rows.tables[table].items():
            sound = True
            for (column, field), value in zip(fields, row, strict=True):
                problem = _problem(field, value)
                if problem is not None:
                    sound = False
                    yield Misfit(table, key, column, problem)
            if sound:
                yield from _broken_constraints(table, key, row)


def _problem(field: Any, value: Any) -> str | None:
    name = str(field.verbose_name)
    if value is None:
        return None if field.null else f"The {name} must not be empty."
    if isinstance(value, str) and "\0" in value:
        return f"The {name} holds a character that cannot be stored (U+0000): type it anew."
    if isinstance(field, orm.CharField) and field.max_length is not None and len(value) > field.max_length:
        return f"The {name} has {len(value)} characters; {field.max_length} are allowed."
    limits = BaseDatabaseOperations.integer_field_ranges.get(field.get_internal_type())
    if limits is not None and not limits[0] <= value <= limits[1]:
        return f"The {name} is {value}; it must be from {limits[0]} to {limits[1]}."
    return None


def _broken_constraints(table: Table, key: Key, row: Row) -> Iterator[Misfit]:
    for constraint in table.model._meta.constraints:
        if isinstance(constraint, orm.CheckConstraint) and holds(table, key, row, constraint) is False:
            columns = {path.split("__")[0] for path, _ in _leaves(constraint.condition)} & set(table.columns)
            column = columns.pop() if len(columns) == 1 else None
            yield Misfit(table, key, column, str(constraint.get_violation_error_message()))


def holds(table: Table, key: Key, row: Row, constraint: orm.CheckConstraint) -> bool | None:
    """Whether a row meets a check; None where a value is missing, which the database lets pass."""
    return _evaluated(constraint.condition, table, key, row)


def _leaves(condition: Any) -> Iterator[tuple[str, Any]]:
    for child in condition.children:
        if isinstance(child, orm.Q):
            yield from _leaves(child)
        else:
            yield child


def _evaluated(condition: Any, table: Table, key: Key, row: Row) -> bool | None:
    results = [
        _evaluated(child, table, key, row)
        if isinstance(child, orm.Q)
        else _compared(child[0], child[1], table, key, row)
        for child in condition.children
    ]
    deciding = condition.connector == orm.Q.OR
    if deciding in results:
        result: bool | None = deciding
    else:
        result = None if None in results else not deciding
    return not result if condition.negated and result is not None else result


def _compared(path: str, wanted: Any, table: Table, key: Key, row: Row) -> bool | None:
    column, _, lookup = path.partition("__")
    value = _value(column, table, key, row)
    if lookup == "isnull":
        return (value is None) is bool(wanted)
    if isinstance(wanted, orm.F):
        wanted = _value(wanted.name, table, key, row)  # type: ignore[attr-defined]  # the stubs leave it out
    if value is None or wanted is None:
        return None
    match lookup or "exact":
        case "exact":
            return bool(value == wanted)
        case "gte":
            return bool(value >= wanted)
        case "gt":
            return bool(value > wanted)
        case "lte":
            return bool(value <= wanted)
        case "lt":
            return bool(value < wanted)
        case "in":
            return value in wanted
        case "contains":
            return wanted in value
    raise TypeError(f"{table.model.__name__}: no way to check {path} here; teach datasheets.tables.fit.")


def _value(column: str, table: Table, key: Key, row: Row) -> Any:
    if column == "id":
        return reference(key)
    if column == table.parent_column:
        return reference(table.parent_key(key))
    return getattr(row, column)
