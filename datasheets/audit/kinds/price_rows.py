"""Rows of price tables against the sizes that units have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Place, Severity, audit_kind, found
from datasheets.catalogue.datasheet import CompositionTier, Datasheet, Knowledge
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.points import PriceTable, SizeRow

LEAST_POINTS, MOST_POINTS = 5, 5000


def _makeups(sheet: Datasheet, table: PriceTable) -> Iterator[Mapping[str, int]]:
    """The smallest and the largest make-up of every composition, by folded kind, without add-ons.

    Of a composition whose ranges go beyond the unit's largest size, the largest make-up is not one but
    many; the first kinds then stand at their most.
    """
    beside = {fold_keyword(add_on.kind) for add_on in table.add_ons}
    for tier in sheet.tiers:
        for counts in ([row.minimum for row in tier.counts], _largest(tier, sheet.maximum_models)):
            models = {
                fold_keyword(row.kind): count
                for row, count in zip(tier.counts, counts, strict=True)
                if count and fold_keyword(row.kind) not in beside
            }
            if models:
                yield models


def _sizes(sheet: Datasheet, table: PriceTable) -> frozenset[int]:
    """Every number of models a unit can have beside its add-ons."""
    beside = {fold_keyword(add_on.kind) for add_on in table.add_ons}
    sizes: set[int] = set()
    for tier in sheet.tiers:
        counts = [row for row in tier.counts if fold_keyword(row.kind) not in beside]
        most = min(sheet.maximum_models, sum(row.maximum for row in counts))
        sizes.update(range(sum(row.minimum for row in counts), most + 1))
    return frozenset(sizes)


def _largest(tier: CompositionTier, most: int) -> list[int]:
    """Models of each kind in a unit of the tier that is as large as it may be."""
    left = most - tier.minimum
    counts = []
    for row in tier.counts:
        more = max(0, min(row.maximum - row.minimum, left))
        counts.append(row.minimum + more)
        left -= more
    return counts


def _prices(row: SizeRow, models: Mapping[str, int]) -> bool:
    """Whether the row prices these models, itself or as the larger of two rows."""
    if row.composition:
        named = {fold_keyword(kind): count for kind, count in row.composition}
        return all(named.get(kind, 0) >= count for kind, count in models.items())
    return row.models >= sum(models.values())


@audit_kind(
    "price/size-without-price",
    collection="prices",
    title="A size without a price",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: a unit of {models} has no price from copy {first} on.",
    hint="Add the row of the manual, or correct the composition.",
)
def size_without_price(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Every make-up of a unit has a price in every copy tier of a list that prices it."""
    sheet = lookup.datasheets.get(table.datasheet)
    if sheet is None or sheet.knowledge is Knowledge.PRICED:
        return
    names = {fold_keyword(kind.name): kind.name for kind in sheet.kinds}
    for index, tier in enumerate(table.tiers):
        told: set[tuple[str, ...]] = set()
        for models in _makeups(sheet, table):
            words = tuple(f"{count} × {names.get(kind, kind)}" for kind, count in models.items())
            if tier.rows and words not in told and not any(_prices(row, models) for row in tier.rows):
                told.add(words)
                yield found(
                    "tiers",
                    index,
                    "rows",
                    datasheet=sheet.name,
                    price_list=table.price_list,
                    models=words,
                    first=tier.first,
                )


@audit_kind(
    "price/without-size",
    collection="prices",
    title="A price without a size",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: {models:model|models} have a price, and a unit has {least} to {most}.",
    hint="Correct the size of the row, or the composition of the datasheet.",
)
def without_size(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Every row prices a size that a unit can have."""
    sheet = lookup.datasheets.get(table.datasheet)
    if sheet is None or sheet.knowledge is Knowledge.PRICED or not sheet.tiers:
        return
    sizes = _sizes(sheet, table)
    for index, tier in enumerate(table.tiers):
        for place, row in enumerate(tier.rows):
            # A row prices its own size and those below it, down to the next smaller row.
            below = max((other.models for other in tier.rows if other.models < row.models), default=0)
            if not any(below < size <= row.models for size in sizes):
                yield found(
                    "tiers",
                    index,
                    "rows",
                    place,
                    "models",
                    datasheet=sheet.name,
                    price_list=table.price_list,
                    models=row.models,
                    least=sheet.minimum_models,
                    most=sheet.maximum_models,
                )


@audit_kind(
    "price/unknown-kind",
    collection="prices",
    title="A price for a kind of model that is not there",
    severity=Severity.ERROR,
    message=(
        "{datasheet}, list of {price_list}: a price names models of the kind {kind}, and the datasheet has {kinds}."
    ),
    hint="Name one of the datasheet's kinds.",
)
def unknown_kind(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """The kinds of models that prices name are kinds of the datasheet."""
    sheet = lookup.datasheets.get(table.datasheet)
    if sheet is None or sheet.knowledge is Knowledge.PRICED:
        return
    known = {fold_keyword(kind.name) for kind in sheet.kinds}
    kinds = tuple(kind.name for kind in sheet.kinds)
    named: list[tuple[Place, str]] = [
        (("add_ons", index, "kind"), add_on.kind) for index, add_on in enumerate(table.add_ons)
    ]
    named += [
        (("tiers", number, "rows", place, "composition", index), kind)
        for number, tier in enumerate(table.tiers)
        for place, row in enumerate(tier.rows)
        for index, (kind, _) in enumerate(row.composition)
    ]
    for place, kind in named:
        if fold_keyword(kind) not in known:
            yield found(*place, datasheet=sheet.name, price_list=table.price_list, kind=kind, kinds=kinds)


@audit_kind(
    "price/composition-disagrees",
    collection="prices",
    title="A price row whose models do not add up",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: a row of {models:model|models} names {total}.",
    hint="Correct the number of models or the kinds of the row.",
)
def composition_disagrees(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """The kinds of a row add up to its number of models."""
    for index, tier in enumerate(table.tiers):
        for place, row in enumerate(tier.rows):
            total = sum(count for _, count in row.composition)
            if row.composition and total != row.models:
                yield found(
                    "tiers",
                    index,
                    "rows",
                    place,
                    "composition",
                    datasheet=lookup.datasheet_name(table.datasheet),
                    price_list=table.price_list,
                    models=row.models,
                    total=total,
                )


@audit_kind(
    "price/row-twice",
    collection="prices",
    title="Two price rows for one size",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: two rows price the same {models:model|models}.",
    hint="Keep the one of the manual.",
)
def row_twice(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Within a copy tier each size, or each make-up, has one row."""
    for index, tier in enumerate(table.tiers):
        seen: set[object] = set()
        for place, row in enumerate(tier.rows):
            key = (row.models, tuple(sorted(row.composition)))
            if key in seen:
                yield found(
                    "tiers",
                    index,
                    "rows",
                    place,
                    datasheet=lookup.datasheet_name(table.datasheet),
                    price_list=table.price_list,
                    models=row.models,
                )
            seen.add(key)


@audit_kind(
    "price/points-out-of-range",
    collection="prices",
    title="A price that cannot be",
    severity=Severity.ERROR,
    message=(
        "{datasheet}, list of {price_list}: a unit of {models} costs {points} points;"
        " prices run from {least} to {most}."
    ),
    hint="Correct the price.",
)
def points_out_of_range(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Units cost points."""
    for index, tier in enumerate(table.tiers):
        for place, row in enumerate(tier.rows):
            if not LEAST_POINTS <= row.points <= MOST_POINTS:
                yield found(
                    "tiers",
                    index,
                    "rows",
                    place,
                    "points",
                    datasheet=lookup.datasheet_name(table.datasheet),
                    price_list=table.price_list,
                    models=row.models,
                    points=row.points,
                    least=LEAST_POINTS,
                    most=MOST_POINTS,
                )


@audit_kind(
    "price/larger-cheaper",
    collection="prices",
    title="A larger unit that costs less",
    severity=Severity.ADVICE,
    message="{datasheet}, list of {price_list}: {models} models cost {points} points, and {fewer} cost {more}.",
    hint="Some manuals print it so; compare with the manual.",
)
def larger_cheaper(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """A larger unit costs at least as much as a smaller one."""
    for index, tier in enumerate(table.tiers):
        rows = sorted((row for row in tier.rows if not row.composition), key=lambda row: row.models)
        for smaller, larger in pairwise(rows):
            if larger.points < smaller.points and larger.models > smaller.models:
                yield found(
                    "tiers",
                    index,
                    "rows",
                    tier.rows.index(larger),
                    "points",
                    datasheet=lookup.datasheet_name(table.datasheet),
                    price_list=table.price_list,
                    models=larger.models,
                    points=larger.points,
                    fewer=smaller.models,
                    more=smaller.points,
                )
