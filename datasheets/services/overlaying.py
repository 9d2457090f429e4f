"""The stored edits laid over freshly built sources, so that the result fits the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef, Value, entries_of
from datasheets.overlay.laying import Laid, Overrides, lay_over
from datasheets.tables.entries import MODELS, ref_of_row, row_key
from datasheets.tables.fit import misfits
from datasheets.tables.rows import RepeatedRow, Rows
from datasheets.tables.spread import spread_into
from datasheets.tables.stored import StoredRows
from datasheets.tables.table import TABLE_OF, Key, Table

MARKED_AT_ONCE = 500


def laid_over(sources: CatalogueData, overrides: Overrides, before: CatalogueData) -> tuple[Laid, Rows]:
    """``sources`` with the edits laid over them, and the rows of that.

    Edits that no longer fit what the sources have, say because they name what is gone, are set aside
    until somebody decides. Raises what :func:`~datasheets.tables.spread.spread` raises where the
    sources themselves do not fit.
    """
    misfitting: dict[EntryRef, str] = {}
    last_held = _entries(before, overrides)
    while True:
        laid = lay_over(sources, overrides, misfits=misfitting, last_held=last_held)
        found = _misfits(laid)
        if not found:
            rows = Rows()
            spread_into(rows, laid.data, frozenset(enhancement.id for enhancement in laid.data.enhancements))
            found = _dangling(laid, rows)
            if not found:
                rows.check_references()
                return laid, rows
        # What is set aside is as the sources have it, so that it is not found here again.
        misfitting |= found


def mark_edited(stored: StoredRows, edited: frozenset[EntryRef]) -> None:
    """Mark the stored entries that are other than the sources have them, and no others."""
    wanted: defaultdict[Table, set[Key]] = defaultdict(set)
    for ref in edited:
        key = row_key(ref)
        if key is not None:
            wanted[TABLE_OF[MODELS[ref.collection]]].add(key)
    for model in MODELS.values():
        table = TABLE_OF[model]
        known, marked = stored.primary_keys[table], stored.edited.get(table, set())
        for is_edited, keys in ((True, wanted[table] - marked), (False, marked - wanted[table])):
            primary_keys = [known[key] for key in keys if key in known]
            for start in range(0, len(primary_keys), MARKED_AT_ONCE):
                some = table.stored.filter(pk__in=primary_keys[start : start + MARKED_AT_ONCE])
                some.update(is_edited=is_edited)


def _misfits(laid: Laid) -> dict[EntryRef, str]:
    """The edited entries that their tables would refuse, with the reason."""
    own = Rows()
    problems: dict[EntryRef, str] = {}
    for ref, value in _entries(laid.data, laid.edited).items():
        try:
            spread_into(own, CatalogueData(**{ref.collection: (value,)}))
        except RepeatedRow as fault:
            problems[ref] = str(fault)
    for misfit in misfits(own):
        owner = ref_of_row(misfit.table, misfit.key)
        if owner is not None:
            problems.setdefault(owner, misfit.message)
    return problems


def _dangling(laid: Laid, rows: Rows) -> dict[EntryRef, str]:
    """The edited entries that name what is not there."""
    problems: dict[EntryRef, str] = {}
    for dangling in rows.dangling() if laid.edited else ():
        owner = ref_of_row(dangling.table, dangling.key)
        if owner is not None and owner in laid.edited:
            problems.setdefault(owner, str(dangling))
    return problems


def _entries(data: CatalogueData, refs: Collection[EntryRef]) -> dict[EntryRef, Value]:
    collections = sorted({ref.collection for ref in refs})
    return {ref: value for ref, value in entries_of(data, *collections).items() if ref in refs} if collections else {}
