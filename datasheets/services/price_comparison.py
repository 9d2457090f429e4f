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
class Line:
    """A printed figure. ``difference`` tells that the catalogue does not hold it as printed.

    ``correction`` tells what a correction laid over it: another size for the same points, or a figure
    that no source of the manual at hand has.
    """

    difference: str | None = None
    correction: str | None = None


@dataclass(frozen=True, slots=True)
class PriceComparison:
    """How many printed figures were compared, and a sentence for each that is not held as printed."""

    rows: int
    differences: tuple[str, ...]
    corrections: tuple[str, ...]


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
    return PriceComparison(
        rows=len(lines),
        differences=tuple(line.difference for line in lines if line.difference),
        corrections=tuple(line.correction for line in lines if line.correction),
    )


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
        figures = dict(_printed(unit))
        candidates = tables.get((list_faction(price_list.slug), unit.block, fold_name(unit.name)), [])
        if not candidates:
            yield from (Line(f"{where}, {name}: printed, but not stored.") for name in figures)
            continue
        held = min((_held(table) for table in candidates), key=lambda each: _unlike(figures, each))
        for name, figure in figures.items():
            yield _compared(f"{where}, {name}", figure, held.get(name))
        for name in sorted(held.keys() - figures.keys()):
            told = f"{where}, {name}: stored {held[name].points}, but not printed."
            yield Line(correction=told) if "tiers" in unit.missing else Line(told)


@dataclass(frozen=True, slots=True)
class _Figure:
    points: int
    models: int = 0


Figures = Mapping[str, _Figure]
"""The figures of one entry by what they are for."""


def _compared(where: str, figure: _Figure, held: _Figure | None) -> Line:
    if held is None or held.points != figure.points:
        return Line(f"{where}: printed {figure.points}, stored {_told(held.points if held else None)}.")
    if held.models != figure.models:
        return Line(correction=f"{where}: printed for {figure.models} models, stored for {held.models}.")
    return Line()


def _unlike(figures: Figures, held: Figures) -> int:
    return sum(held.get(name) != figure for name, figure in figures.items())


def _printed(unit: printed.Unit) -> Iterator[tuple[str, _Figure]]:
    for tier in unit.tiers:
        for place, row in enumerate(tier.rows, start=1):
            yield _size_figure(*tier.span, place), _Figure(row.points, row.models)
    for wargear in unit.wargear:
        yield f"wargear {wargear.name}", _Figure(wargear.points)
    for place, added in enumerate(unit.add_ons, start=1):
        yield f"add-on {place}", _Figure(added.points)


def _held(table: PriceTable) -> dict[str, _Figure]:
    held = {
        _size_figure(tier.first, tier.last, place): _Figure(row.points, row.models)
        for tier in table.tiers
        for place, row in enumerate(tier.rows, start=1)
    }
    held |= {f"wargear {paid.name}": _Figure(paid.points) for paid in table.wargear}
    return held | {f"add-on {place}": _Figure(added.points) for place, added in enumerate(table.add_ons, start=1)}


def _size_figure(first: int, last: int | None, place: int) -> str:
    copies = f"{first} to {last}" if last else f"{first} and more"
    return f"copies {copies}, row {place}"


def _detachments(
    price_list: printed.PriceList, offered: Mapping[str, Detachment], catalogue: Catalogue
) -> Iterator[Line]:
    faction = list_faction(price_list.slug)
    for row in price_list.detachments:
        where = f"{price_list.slug}: {row.name}"
        detachment = offered.get(fold_name(row.name))
        offer = detachment.offer_to(faction) if detachment else None
        if detachment is None or offer is None:
            yield Line(f"{where}: printed, but not stored.")
            yield from (Line(f"{where}, {each.name}: printed, but not stored.") for each in row.enhancements)
            continue
        if row.points is not None:
            wrong = f"{where}: printed {row.points} DP, stored {_told(offer.points)}."
            yield Line() if offer.points == row.points else Line(wrong)
        held = {
            _plain(name): each
            for each in catalogue.enhancements_of.get(detachment.id, ())
            for name in (each.name, *each.aliases)
        }
        for printed_row in row.enhancements:
            points = _points(held.get(_plain(printed_row.name)), faction)
            wrong = f"{where}, {printed_row.name}: printed {printed_row.points}, stored {_told(points)}."
            yield Line() if points == printed_row.points else Line(wrong)


def _points(enhancement: Enhancement | None, faction: str) -> int | None:
    return enhancement.points_in(faction) if enhancement else None


def _plain(name: str) -> str:
    return fold_name(name).removeprefix("the ")


def _told(points: int | None) -> str:
    return "nothing" if points is None else str(points)
