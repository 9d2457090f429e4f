"""The points manual's lists as corrections have them, and where that shows in the price tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import structs

from datasheets.catalogue import points
from datasheets.catalogue.entries import EntryRef, ref_of
from datasheets.catalogue.points import PriceTable
from datasheets.sources import manual
from datasheets.sources.correction_rows import LegendsRow, SizeRow
from datasheets.sources.corrections import Corrections
from datasheets.sources.factions import list_faction
from datasheets.sources.origins import Ledger
from datasheets.sources.register import Register

Lists = Sequence[manual.PriceList]


def corrected_lists(ledger: Ledger, lists: Lists, corrections: Corrections, version: str) -> tuple[Lists, Corrections]:
    """The lists with row sizes and Legends marks as corrections have them, and the corrections that fit.

    Corrections are written for the project's own manuals; another manual may print other rows. A row
    that the lists do not have is told and left out, and so is one that changes nothing.
    """
    sizes = tuple(_fitting_sizes(ledger, lists, corrections))
    marks = tuple(_fitting_marks(ledger, lists, corrections, version))
    fitting = structs.replace(
        corrections,
        sizes=structs.replace(corrections.sizes, rows=sizes),
        legends=structs.replace(corrections.legends, rows=marks),
    )
    return with_legends(with_sizes(lists, sizes), marks), fitting


def _fitting_sizes(ledger: Ledger, lists: Lists, corrections: Corrections) -> Iterable[SizeRow]:
    printed = {
        (price_list.slug, unit.name, row.models)
        for price_list in lists
        for unit in price_list.units
        for tier in unit.tiers
        for row in tier.rows
    }
    for note in corrections.notes("sizes"):
        row: SizeRow = note.row
        if (row.price_list, row.unit, row.models) in printed:
            yield row
        else:
            ledger.tell_gone(note, f"{row.price_list} has no row of {row.models} models for {row.unit}.")


def _fitting_marks(ledger: Ledger, lists: Lists, corrections: Corrections, version: str) -> Iterable[LegendsRow]:
    marks = {(price_list.slug, unit.name): unit.legends for price_list in lists for unit in price_list.units}
    for note in corrections.notes("legends"):
        row: LegendsRow = note.row
        if row.manual != version:
            continue
        mark = marks.get((row.price_list, row.unit))
        if mark is None:
            ledger.tell_gone(note, f"{row.price_list} has no {row.unit}.")
        elif mark is row.is_legends:
            ledger.tell_fixed(note, f"{row.price_list}: {row.unit}")
        else:
            yield row


def with_sizes(lists: Lists, rows: Iterable[SizeRow]) -> tuple[manual.PriceList, ...]:
    """The lists, with rows that print the fewest models of a span holding the most it covers."""
    covers = {(row.price_list, row.unit, row.models): row.covers for row in rows}

    def sized(slug: str, unit: manual.Unit, row: manual.Row) -> manual.Row:
        models = covers.get((slug, unit.name, row.models))
        return row if models is None else structs.replace(row, models=models, composition={})

    def tiers(slug: str, unit: manual.Unit) -> tuple[manual.Tier, ...]:
        return tuple(
            structs.replace(tier, rows=tuple(sized(slug, unit, row) for row in tier.rows)) for tier in unit.tiers
        )

    return tuple(
        structs.replace(
            price_list,
            units=tuple(structs.replace(unit, tiers=tiers(price_list.slug, unit)) for unit in price_list.units),
        )
        for price_list in lists
    )


def with_legends(lists: Lists, rows: Iterable[LegendsRow]) -> tuple[manual.PriceList, ...]:
    """The lists, with Legends marks as the rows have them."""
    told = {(row.price_list, row.unit): row.is_legends for row in rows}
    return tuple(
        structs.replace(
            price_list,
            units=tuple(
                structs.replace(unit, legends=told.get((price_list.slug, unit.name), unit.legends))
                for unit in price_list.units
            ),
        )
        for price_list in lists
    )


def record_prices(ledger: Ledger, corrections: Corrections, register: Register, tables: Iterable[PriceTable]) -> None:
    """Keep which fields of which price tables the corrections of the lists set: ``corrections`` are those that fit."""
    by_ref = {ref_of("prices", table): table for table in tables}
    fitting = {(row.price_list, row.unit, row.models) for row in corrections.sizes.rows}
    for note in corrections.notes("sizes"):
        row: SizeRow = note.row
        table = by_ref.get(_ref(register, row.price_list, row.unit))
        if table is not None and (row.price_list, row.unit, row.models) in fitting:
            ledger.set(ref_of("prices", table), "tiers", _printed(table, row).tiers, note)
    for mark in corrections.notes("legends"):
        ref = _ref(register, mark.row.price_list, mark.row.unit)
        if ref in by_ref:
            ledger.set(ref, "is_legends", not mark.row.is_legends, mark)


def _ref(register: Register, price_list: str, unit: str) -> EntryRef:
    datasheet = register.find(price_list, unit) or ""
    return EntryRef("prices", f"{datasheet}|{list_faction(price_list)}")


def _printed(table: PriceTable, row: SizeRow) -> PriceTable:
    """The table with the size as the manual prints it."""

    def printed(size: points.SizeRow) -> points.SizeRow:
        return replace(size, models=row.models) if size.models == row.covers else size

    tiers = tuple(replace(tier, rows=tuple(printed(size) for size in tier.rows)) for tier in table.tiers)
    return replace(table, tiers=tiers)
