"""Whether every price a points manual prints is the one the catalogue holds; plain values only.

The comparison starts from the manual's lines and looks each up by list, block and name, without the
matching that the import made: a line that was lost, or priced otherwise, shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from datasheets.catalogue.catalogue import Catalogue, CatalogueData
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.points import PriceTable
from datasheets.sources import manual as printed
from datasheets.sources.factions import list_faction


@dataclass(frozen=True, slots=True)
class PriceComparison:
    """How many printed figures were compared, and a sentence for each that is not held as printed."""

    rows: int
    differences: tuple[str, ...]


Line = tuple[int, str | None]
"""Figures compared, and what is wrong with one of them."""


def compare_prices(manual: printed.Manual, catalogue: Catalogue) -> PriceComparison:
    """Every size row, paid wargear, add-on, Detachment Points and enhancement price of ``manual``."""
    tables = _tables_by_name(catalogue)
    offered = _offered(catalogue.data)
    lines = [
        line
        for price_list in manual.lists
        for line in (
            *_units(price_list, tables),
            *_detachments(price_list, offered.get(list_faction(price_list.slug), {}), catalogue),
        )
    ]
    return PriceComparison(sum(count for count, _ in lines), tuple(told for _, told in lines if told))


Tables = Mapping[tuple[str, str, str], list[PriceTable]]


def _tables_by_name(catalogue: Catalogue) -> Tables:
    """Price tables by list, block and folded name of the datasheet."""
    found: dict[tuple[str, str, str], list[PriceTable]] = {}
    for table in catalogue.data.prices:
        datasheet = catalogue.datasheets[table.datasheet]
        for name in {fold_name(name) for name in (datasheet.name, *datasheet.aliases)}:
            found.setdefault((table.price_list, table.block, name), []).append(table)
    return found


def _offered(data: CatalogueData) -> dict[str, dict[str, Detachment]]:
    """Detachments by faction and folded name."""
    found: dict[str, dict[str, Detachment]] = {}
    for detachment in data.detachments:
        for offer in detachment.offers:
            names = found.setdefault(offer.faction, {})
            names.update({fold_name(name): detachment for name in (detachment.name, *detachment.aliases)})
    return found


def _units(price_list: printed.PriceList, tables: Tables) -> Iterator[Line]:
    for unit in price_list.units:
        where = f"{price_list.slug}: {unit.name}" + (f" ({unit.block})" if unit.block else "")
        lines = list(_lines_of(unit))
        candidates = tables.get((list_faction(price_list.slug), unit.block, fold_name(unit.name)), [])
        if not candidates:
            yield len(lines), f"{where}: printed, but not stored."
            continue
        held = min((_held(table) for table in candidates), key=lambda each: len(set(lines) - set(each)))
        for figure, points in lines:
            stored = held.get(figure)
            wrong = stored is None or stored != points
            yield 1, f"{where}, {figure}: printed {points}, stored {_told(stored)}." if wrong else None
        for figure in sorted(held.keys() - {figure for figure, _ in lines}):
            yield 0, f"{where}, {figure}: stored {held[figure]}, but not printed."


def _lines_of(unit: printed.Unit) -> Iterator[tuple[str, int]]:
    """Each figure of a unit's entry, and its points."""
    for tier in unit.tiers:
        first, last = tier.span
        for place, row in enumerate(tier.rows, start=1):
            yield _size_figure(first, last, place, row.models), row.points
    for wargear in unit.wargear:
        yield f"wargear {wargear.name}", wargear.points
    for place, added in enumerate(unit.add_ons, start=1):
        yield f"add-on {place}", added.points


def _held(table: PriceTable) -> dict[str, int]:
    """Each figure of a stored table, and its points."""
    held = {
        _size_figure(tier.first, tier.last, place, row.models): row.points
        for tier in table.tiers
        for place, row in enumerate(tier.rows, start=1)
    }
    held |= {f"wargear {paid.name}": paid.points for paid in table.wargear}
    return held | {f"add-on {place}": added.points for place, added in enumerate(table.add_ons, start=1)}


def _size_figure(first: int, last: int | None, place: int, models: int) -> str:
    copies = f"{first} to {last}" if last else f"{first} and more"
    return f"copies {copies}, row {place} of {models} models"


def _detachments(
    price_list: printed.PriceList, offered: Mapping[str, Detachment], catalogue: Catalogue
) -> Iterator[Line]:
    faction = list_faction(price_list.slug)
    for row in price_list.detachments:
        where = f"{price_list.slug}: {row.name}"
        detachment = offered.get(fold_name(row.name))
        offer = detachment.offer_to(faction) if detachment else None
        if detachment is None or offer is None:
            yield 1 + len(row.enhancements), f"{where}: printed, but not stored."
            continue
        if row.points is not None:
            wrong = f"{where}: printed {row.points} DP, stored {_told(offer.points)}."
            yield 1, None if offer.points == row.points else wrong
        held = {_plain(each.name): each for each in catalogue.enhancements_of.get(detachment.id, ())}
        for printed_row in row.enhancements:
            enhancement = held.get(_plain(printed_row.name))
            points = _points(enhancement, faction)
            wrong = f"{where}, {printed_row.name}: printed {printed_row.points}, stored {_told(points)}."
            yield 1, None if points == printed_row.points else wrong


def _points(enhancement: Enhancement | None, faction: str) -> int | None:
    return enhancement.points_in(faction) if enhancement else None


def _plain(name: str) -> str:
    return fold_name(name).removeprefix("the ")


def _told(points: int | None) -> str:
    return "nothing" if points is None else str(points)
