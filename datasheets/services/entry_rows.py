"""Writing entries into their rows, or refusing them with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db import IntegrityError, transaction

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef, Value, entries_of
from datasheets.services.refusals import EditRefused, Refusal
from datasheets.tables.difference import compare
from datasheets.tables.entries import entry_table, field_of_row, ref_of_row, row_key
from datasheets.tables.fit import misfits
from datasheets.tables.gather import gather
from datasheets.tables.rows import RepeatedRow, Rows
from datasheets.tables.spread import spread_into
from datasheets.tables.stored import StoredRows
from datasheets.tables.subset import find_named, named_by_others, read_entries
from datasheets.tables.table import Key, Table
from datasheets.tables.write import write_difference


def read_values(refs: Iterable[EntryRef]) -> tuple[StoredRows, dict[EntryRef, Value]]:
    """The rows and the values of those of ``refs`` that the tables hold."""
    stored = read_entries(refs)
    return stored, entries_of(gather(stored))


def write_entries(
    stored: StoredRows,
    values: Mapping[EntryRef, Value | None],
    changed: Collection[EntryRef],
    edited: frozenset[EntryRef],
) -> None:
    """Make the rows of ``stored``, read in this transaction, hold ``values``, which are all there are in them.

    Of those ``changed``, the ``edited`` are marked so, the others not. Raises :class:`EditRefused` with everything that
    does not fit, and has then written nothing.
    """
    wanted = _spread(values)
    refusals = [_refusal(misfit.table, misfit.key, misfit.column, misfit.message) for misfit in misfits(wanted)] or [
        _refusal(
            each.table,
            each.key,
            each.column,
            f"It names {each.named[0]}, which is not among the {each.target.name}: add that first, or name another.",
        )
        for each in find_named(stored, wanted)
    ]
    doomed = _doomed(values)
    refusals += [
        Refusal(
            each.named,
            "",
            f"It is named by {each.ref or each.table.name}: change or delete that first, or in the same change.",
        )
        for each in named_by_others(stored, doomed)
    ]
    if refusals:
        order = {ref: place for place, ref in enumerate(values)}
        raise EditRefused(sorted(dict.fromkeys(refusals), key=lambda each: order.get(each.ref, len(order))))
    try:
        with transaction.atomic():
            write_difference(stored, wanted, compare(stored, wanted))
    except IntegrityError as fault:
        raise EditRefused(
            Refusal(ref, "", f"The database refused it ({fault}): compare it with what is there.") for ref in changed
        ) from fault
    _mark(stored, {ref: values[ref] for ref in changed}, edited)


def _spread(changes: Mapping[EntryRef, Value | None]) -> Rows:
    wanted, refusals = Rows(), []
    for ref, value in changes.items():
        if value is None:
            continue
        try:
            spread_into(wanted, CatalogueData(**{ref.collection: (value,)}))
        except RepeatedRow as fault:
            named = ", ".join(str(part) for part in fault.key[len(row_key(ref) or ()) :]) or ref.key
            message = f"{named} stands twice among the {fault.table.name}: take one away, or name it otherwise."
            refusals.append(Refusal(ref, field_of_row(fault.table), message))
    if refusals:
        raise EditRefused(refusals)
    return wanted


def _refusal(table: Table, key: Key, column: str | None, message: str) -> Refusal:
    ref = ref_of_row(table, key)
    if ref is None:
        return Refusal(EntryRef(table.name, str(key[0])), "", message)
    place = ", ".join(str(part) for part in key[len(row_key(ref) or ()) :])
    return Refusal(ref, field_of_row(table, column), f"{place}: {message}" if place else message)


def _doomed(changes: Mapping[EntryRef, Value | None]) -> dict[Table, set[Key]]:
    doomed: dict[Table, set[Key]] = {}
    for ref, value in changes.items():
        key = row_key(ref)
        if value is None and key is not None:
            doomed.setdefault(entry_table(ref.collection), set()).add(key)
    return doomed


def _mark(stored: StoredRows, changes: Mapping[EntryRef, Value | None], edited: frozenset[EntryRef]) -> None:
    for is_edited in (True, False):
        keys: dict[Table, list[int]] = {}
        for ref, value in changes.items():
            key, table = row_key(ref), entry_table(ref.collection)
            if value is None or key is None or (ref in edited) is not is_edited:
                continue
            if (key in stored.edited.get(table, ())) is not is_edited:
                keys.setdefault(table, []).append(stored.primary_keys[table][key])
        for table, primary_keys in keys.items():
            table.stored.filter(pk__in=primary_keys).update(is_edited=is_edited)
