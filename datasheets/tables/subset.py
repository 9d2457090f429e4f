"""The rows of some entries: read, compared and written without looking at the rest of the catalogue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import models as orm

from datasheets import models
from datasheets.catalogue.entries import EntryRef
from datasheets.tables.entries import entry_table, ref_of_row, row_key
from datasheets.tables.rows import Dangling, Rows
from datasheets.tables.stored import Names, StoredRows
from datasheets.tables.table import TABLE_OF, TABLES, Key, Table, aggregate_table, reference

ASKED_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Naming:
    """An entry that names another one, and the table of the row that does."""

    ref: EntryRef | None
    table: Table
    named: EntryRef


def read_entries(refs: Iterable[EntryRef]) -> StoredRows:
    """The rows of those of the entries that there are, one query for each table they have."""
    wanted: defaultdict[Table, set[Key]] = defaultdict(set)
    for ref in refs:
        key = row_key(ref)
        if key is not None:
            wanted[entry_table(ref.collection)].add(key)
    reading = _Reading()
    for table, keys in wanted.items():
        reading.read_aggregates(table, keys)
    return reading.stored


def read_collection(collection: str) -> StoredRows:
    """The rows of all entries of a collection, and of no other."""
    reading = _Reading()
    reading.read_all(entry_table(collection))
    return reading.stored


class _Reading:
    """Rows read so far, and what the rows they name are called."""

    def __init__(self) -> None:
        self.stored = StoredRows()
        self.names: defaultdict[Table, Names] = defaultdict(dict)
        self.keys: defaultdict[Table, dict[int, Key]] = defaultdict(dict)

    def read_aggregates(self, table: Table, keys: set[Key]) -> None:
        """The rows of ``table`` with these keys, and all their parts."""
        for some in _in_portions(sorted(keys, key=str)):
            found = _of_keys(table, some).order_by("pk").values_list("pk", "is_edited", *table.attnames)
            self._add_aggregates(table, list(found), keys)
        self._read_parts(table)

    def read_all(self, table: Table) -> None:
        """All rows of ``table`` and all their parts."""
        found = list(table.stored.order_by("pk").values_list("pk", "is_edited", *table.attnames))
        self._add(table, found, None)
        self.stored.edited[table] = {self.keys[table][values[0]] for values in found if values[1]}
        self._read_parts(table)

    def _read_parts(self, table: Table) -> None:
        parents = {table.model}
        for part in TABLES:
            if part.parent not in parents or part.parent is None:
                continue
            parents.add(part.model)
            above = self.keys[TABLE_OF[part.parent]]
            for some in _in_portions(above):
                rows = part.stored.filter(**{f"{part.parent_column}__in": some}).order_by("pk")
                self._add(part, list(rows.values_list("pk", f"{part.parent_column}_id", *part.attnames)), above)

    def _add_aggregates(self, table: Table, found: list[Any], keys: set[Key]) -> None:
        """Add rows that were asked for by the first part of their key; those with another key are left out."""
        before = set(self.stored.tables[table])
        self._add(table, found, None)
        for primary_key, is_edited, *_ in found:
            key = self.keys[table][primary_key]
            if key in keys:
                self.stored.edited.setdefault(table, set()).update([key] if is_edited else [])
            elif key not in before:
                del self.stored.tables[table][key], self.stored.primary_keys[table][key], self.keys[table][primary_key]

    def _add(self, table: Table, found: list[Any], parents: dict[int, Key] | None) -> None:
        resolvers = []
        for column, target in table.references.items():
            place = 2 + table.columns.index(column)
            target_table = TABLE_OF[target]
            self._name(target_table, {values[place] for values in found if values[place] is not None})
            resolvers.append((place - 2, self.names[target_table]))
        key_places = [table.columns.index(column) for column in table.key]
        rows, primary_keys = self.stored.tables[table], self.stored.primary_keys[table]
        for primary_key, above, *values in found:
            for index, named in resolvers:
                if values[index] is not None:
                    values[index] = named[values[index]]
            key = tuple(values[place] for place in key_places)
            if parents is not None:
                key = (*parents[above], *key)
            rows[key] = table.row._make(values)
            primary_keys[key] = primary_key
            self.keys[table][primary_key] = key
            self.names[table][primary_key] = reference(key)

    def _name(self, table: Table, primary_keys: set[int]) -> None:
        """What the rows with these primary keys are called. Parts are named within their own entry only."""
        unknown = primary_keys - self.names[table].keys()
        for some in _in_portions(sorted(unknown)) if table.is_aggregate else ():
            for primary_key, name in table.stored.filter(pk__in=some).values_list("pk", table.key[0]):
                self.names[table][primary_key] = name


def find_named(stored: StoredRows, wanted: Rows) -> list[Dangling]:
    """Let ``stored`` know the primary keys of what ``wanted`` names; what is named and not there.

    Keywords need not be there: they are added with the entry that first has them.
    """
    missing: list[Dangling] = []
    named: defaultdict[Table, set[Key]] = defaultdict(set)
    dangling = list(wanted.dangling())
    keywords = TABLE_OF[models.Keyword]
    for each in dangling:
        named[each.target].add(each.named)
    named[keywords] |= wanted.tables[keywords].keys()
    for table, keys in named.items():
        unknown = keys - stored.primary_keys[table].keys()
        for some in _in_portions(sorted(unknown)) if table.is_aggregate and len(table.key) == 1 else ():
            for primary_key, name in _of_keys(table, some).values_list("pk", table.key[0]):
                stored.primary_keys[table][(name,)] = primary_key
    for key in wanted.tables[keywords]:
        if key in stored.primary_keys[keywords]:
            stored.tables[keywords][key] = wanted.tables[keywords][key]
    for each in dangling:
        # What is stored here and not wanted goes with this very change.
        goes = each.named in stored.tables[each.target]
        if goes or each.named not in stored.primary_keys[each.target]:
            missing.append(each)
    return missing


def named_by_others(stored: StoredRows, doomed: dict[Table, set[Key]]) -> Iterator[Naming]:
    """Rows outside ``stored`` that name a row that is to be deleted."""
    for table in TABLES:
        for column, target in table.references.items():
            keys = doomed.get(TABLE_OF[target])
            if not keys:
                continue
            primary_keys = {stored.primary_keys[TABLE_OF[target]][key]: key for key in keys}
            own = list(stored.primary_keys[table].values())
            rows = table.stored.filter(**{f"{column}__in": list(primary_keys)}).exclude(pk__in=own)
            for primary_key, named in rows.values_list("pk", f"{column}_id"):
                target_ref = ref_of_row(TABLE_OF[target], primary_keys[named])
                if target_ref is not None:
                    yield Naming(_entry_of(table, primary_key), table, target_ref)


def _entry_of(table: Table, primary_key: int) -> EntryRef | None:
    """The entry that a stored row belongs to."""
    aggregate = aggregate_table(table)
    path: list[str] = []
    below = table
    while below.parent is not None:
        path.append(below.parent_column or "")
        below = TABLE_OF[below.parent]
    columns = []
    for column in aggregate.key:
        target = aggregate.references.get(column)
        columns.append("__".join((*path, column, *(TABLE_OF[target].key if target else ()))))
    key = table.stored.filter(pk=primary_key).values_list(*columns).get()
    return ref_of_row(aggregate, key)


def _of_keys(table: Table, keys: Iterable[Key]) -> orm.QuerySet[Any]:
    """The aggregates whose keys begin as these do; references in a key are by public id."""
    target = table.references.get(table.key[0])
    path = "__".join((table.key[0], *(TABLE_OF[target].key if target else ())))
    return table.stored.filter(**{f"{path}__in": {key[0] for key in keys}})


def _in_portions(values: Iterable[Any]) -> Iterator[list[Any]]:
    """``values`` in lists that a statement can hold."""
    rest = iter(values)
    while portion := list(islice(rest, ASKED_AT_ONCE)):
        yield portion
