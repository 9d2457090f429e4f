"""What a unit costs, part by part: size row, copy surcharge, add-ons, paid wargear, enhancements.

Every figure comes from the points manual of the release; what has no price there is named as
missing and never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.points import CopyTier, PaidItem, PriceTable, SizeRow
from roster.document import ItemCount, Reference, UnitEntry
from roster.muster.kinds import models_by_kind
from roster.muster.report import PriceKind, PricePart, UnitPrice
from roster.muster.words import counted, listed, ordinal


class Gap(StrEnum):
    """Why a part of a unit has no price: the manual does not list it, lists it without a price, ..."""

    UNRECOGNISED = "unrecognised"
    UNLISTED = "unlisted"
    NO_TABLE = "no_table"
    NO_COUNT = "no_count"
    NO_MODELS = "no_models"
    NO_ROW = "no_row"
    OTHER_KINDS = "other_kinds"
    WARGEAR = "wargear"
    ENHANCEMENT = "enhancement"


@dataclass(frozen=True, slots=True)
class PricedUnit:
    """A price and what it rests on.

    ``size`` counts all models, ``row`` is the size row that was used. ``gaps`` stand in the order of
    ``price.missing``.
    """

    price: UnitPrice
    size: int | None = None
    row: SizeRow | None = None
    gaps: tuple[Gap, ...] = ()
    sizes_priced: tuple[int, ...] = ()
    """Sizes that have a row of their own, ascending."""


@dataclass(frozen=True, slots=True)
class _Missing:
    gap: Gap
    words: str


def unrecognised_unit(entry: UnitEntry) -> PricedUnit:
    """The price of a unit the catalogue does not know: none."""
    missing = f"{entry.datasheet.name or entry.datasheet.id or 'the datasheet'} is not recognised"
    size = entry.model_count or None
    return PricedUnit(UnitPrice(entry.key, None, missing=(missing,)), size=size, gaps=(Gap.UNRECOGNISED,))


def price_unit(
    entry: UnitEntry,
    datasheet: Datasheet,
    *,
    copy: int,
    table: PriceTable | None,
    enhancements: Sequence[tuple[Reference, Enhancement | None]],
    lineage: tuple[str, ...],
    manual: str,
) -> PricedUnit:
    """Price a unit that is the ``copy``-th of its datasheet name in the army.

    ``table`` is the price table the army buys it from, ``lineage`` the army's faction and its
    parents, ``manual`` names the source where a price row does not.
    """
    parts: list[PricePart] = []
    missing: list[_Missing] = []
    size = _size(entry, datasheet)
    row: SizeRow | None = None
    if table is None or not table.tiers:
        gap = Gap.UNLISTED if table is None else Gap.NO_TABLE
        words = f"the points manual has no price for {datasheet.name}"
        if table is not None and table.detachment_prices:
            words = f"{datasheet.name} has another price with a detachment selected here, which is not known"
        missing.append(_Missing(gap, words))
    else:
        own = table.detachment_prices[0].source if table.detachment_prices else ""
        source = own or table.source or manual
        counts, add_ons = _models(models_by_kind(entry, datasheet), table)
        row, found, lacking = _size_parts(table, counts, size, add_ons, copy, datasheet.name, source)
        parts += found
        missing += lacking
        parts += [
            PricePart(PriceKind.ADD_ON, f"{count} × {kind}", count * points, source)
            for kind, count, points in add_ons
            if count
        ]
        for part in _wargear(entry, table, source):
            if isinstance(part, PricePart):
                parts.append(part)
            else:
                missing.append(part)
    beside = table.detachment_prices if table is not None else ()
    included = {id for row in beside for id in row.includes} if beside else ()
    for reference, enhancement in enhancements:
        if enhancement is not None and enhancement.id in included:
            parts.append(PricePart(PriceKind.ENHANCEMENT, f"{enhancement.name}, in the unit’s price", 0, manual))
            continue
        priced = _enhancement(reference, enhancement, lineage, manual)
        if isinstance(priced, PricePart):
            parts.append(priced)
        else:
            missing.append(priced)
    points = None if missing else sum(part.points for part in parts)
    price = UnitPrice(entry.key, points, tuple(parts), copy, tuple([gap.words for gap in missing]))
    sizes = _sizes(table.tiers[0].rows) if table and table.tiers else ()
    return PricedUnit(price, size, row, tuple([gap.gap for gap in missing]), sizes)


def _sizes(rows: Sequence[SizeRow]) -> tuple[int, ...]:
    return tuple(sorted({row.models for row in rows}))


def _size(entry: UnitEntry, datasheet: Datasheet) -> int | None:
    """Models of the unit: as written, or the only number the datasheet allows."""
    if entry.models:
        return entry.model_count
    if 0 < datasheet.minimum_models == datasheet.maximum_models:
        return datasheet.minimum_models
    return None


def _models(models: Mapping[str, int], table: PriceTable) -> tuple[Mapping[str, int], list[tuple[str, int, int]]]:
    """Models by folded kind without those that are add-ons, and the add-ons as (kind, count, points each)."""
    if not table.add_ons:
        return models, []
    prices = {fold_keyword(add_on.kind): add_on for add_on in table.add_ons}
    counts = {kind: count for kind, count in models.items() if kind not in prices}
    added = [(prices[kind].kind, count, prices[kind].points) for kind, count in models.items() if kind in prices]
    return counts, added


def _size_parts(
    table: PriceTable,
    counts: Mapping[str, int],
    size: int | None,
    add_ons: Sequence[tuple[str, int, int]],
    copy: int,
    name: str,
    source: str,
) -> tuple[SizeRow | None, list[PricePart], list[_Missing]]:
    """The size row, and beyond the requisition threshold the copy's surcharge as a part of its own."""
    first = _tier(table.tiers, 1)
    tier = _tier(table.tiers, copy)
    if size is None:
        only = tier.rows[0] if tier is not None and len(tier.rows) == 1 else None
        if only is None:
            return None, [], [_Missing(Gap.NO_COUNT, f"the number of models of {name} is not written down")]
        size = only.models
    else:
        size -= sum(count for _, count, _ in add_ons)
    if size <= 0:
        return None, [], [_Missing(Gap.NO_MODELS, f"{name} has no models")]
    row = row_for(tier.rows, counts, size) if tier is not None else None
    if row is None:
        return None, [], [_no_row(tier, counts, size, name)]
    base = row_for(first.rows, counts, size) if first is not None and first is not tier else None
    if base is None:
        return row, [PricePart(PriceKind.SIZE, _size_label(row, size), row.points, source)], []
    parts = [PricePart(PriceKind.SIZE, _size_label(base, size), base.points, source)]
    if row.points != base.points:
        parts.append(PricePart(PriceKind.COPY, f"{ordinal(copy)} {name}", row.points - base.points, source))
    return row, parts, []


def _no_row(tier: CopyTier | None, counts: Mapping[str, int], size: int, name: str) -> _Missing:
    if tier is not None and all(row.composition for row in tier.rows):
        named = {fold_keyword(kind) for row in tier.rows for kind, _ in row.composition}
        if not counts.keys() <= named:
            return _Missing(Gap.OTHER_KINDS, f"{name} is priced by model kinds that the roster does not name")
    return _Missing(Gap.NO_ROW, f"the points manual has no price for {counted(size, 'model')} of {name}")


def _tier(tiers: Sequence[CopyTier], copy: int) -> CopyTier | None:
    for tier in tiers:
        if tier.first <= copy and (tier.last is None or copy <= tier.last):
            return tier
    return None


def row_for(rows: Sequence[SizeRow], counts: Mapping[str, int], size: int) -> SizeRow | None:
    """The row that prices these models, None if no row is large enough.

    A row that names exactly these kinds comes first, then one of exactly this size; a size between
    two rows pays the larger one (manual, Starting Strength). The rows need not ascend.
    """
    exact: SizeRow | None = None
    larger: SizeRow | None = None
    for row in rows:
        if row.composition:
            present = {kind: count for kind, count in counts.items() if count}
            named = {fold_keyword(kind): count for kind, count in row.composition}
            if named == present:
                return row
            if any(named.get(kind, 0) < count for kind, count in present.items()) or not present:
                continue
        elif row.models == size:
            exact = exact or row
            continue
        elif row.models < size:
            continue
        if larger is None or (row.models, row.points) < (larger.models, larger.points):
            larger = row
    return exact or larger


def _size_label(row: SizeRow, size: int) -> str:
    if row.composition:
        return listed([f"{count} {kind}" for kind, count in row.composition])
    if row.models == size:
        return counted(size, "model")
    return f"{counted(size, 'model')}, priced as {row.models}"


def _wargear(entry: UnitEntry, table: PriceTable, source: str) -> Iterator[PricePart | _Missing]:
    """Paid wargear by the items the unit carries, however it came by them."""
    if not table.wargear:
        return
    carried = [*entry.items, *(item for model in entry.models for item in model.items)]
    if not carried:
        names = listed([f"{paid.name} +{paid.points}" for paid in table.wargear])
        yield _Missing(Gap.WARGEAR, f"no wargear is written down, and some of it costs points ({names})")
        return
    for paid in table.wargear:
        count = sum(item.count for item in carried if _stands_for(paid, item))
        if count > 0:
            label = paid.name if count == 1 else f"{count} × {paid.name}"
            yield PricePart(PriceKind.WARGEAR, label, count * paid.points, source)
    for item in carried:
        if item.item.id is None and not any(_stands_for(paid, item) for paid in table.wargear):
            yield _Missing(Gap.WARGEAR, f"{item.item.name or 'an item'} is not recognised and may cost points")


def _stands_for(paid: PaidItem, item: ItemCount) -> bool:
    if item.item.id is not None and paid.items:
        return item.item.id in paid.items
    return bool(item.item.name) and fold_name(item.item.name) == fold_name(paid.name)


def _enhancement(
    reference: Reference, enhancement: Enhancement | None, lineage: tuple[str, ...], manual: str
) -> PricePart | _Missing:
    if enhancement is None:
        return _Missing(Gap.ENHANCEMENT, f"the enhancement {reference.name or reference.id} is not recognised")
    points = enhancement.points_in(*lineage)
    if points is None:
        return _Missing(Gap.ENHANCEMENT, f"the enhancement {enhancement.name} has no price in this army’s faction")
    source = next((price.source for price in enhancement.prices if price.points == points and price.source), manual)
    return PricePart(PriceKind.ENHANCEMENT, enhancement.name, points, source)
