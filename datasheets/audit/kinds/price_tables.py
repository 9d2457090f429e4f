"""Price tables: whom they price, by which list, and their copy tiers."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.points import PriceTable


@audit_kind(
    "price/unknown-datasheet",
    collection="prices",
    title="A price for a datasheet that is not there",
    severity=Severity.ERROR,
    message="The list of {price_list} prices {datasheet}, which is no datasheet of the catalogue.",
    hint="Name the datasheet that is meant, or add it.",
)
def unknown_datasheet(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """What is priced is a datasheet."""
    if table.datasheet not in lookup.datasheets:
        yield found("datasheet", price_list=table.price_list, datasheet=table.datasheet)


@audit_kind(
    "price/unknown-list",
    collection="prices",
    title="A price in the list of no faction",
    severity=Severity.ERROR,
    message="{datasheet} has a price in the list {price_list}, which is that of no faction.",
    hint="Name the price list of a faction.",
)
def unknown_list(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Every price list is that of a faction."""
    if table.price_list not in lookup.factions:
        yield found("price_list", datasheet=lookup.datasheet_name(table.datasheet), price_list=table.price_list)


@audit_kind(
    "price/empty",
    collection="prices",
    title="A list that names a datasheet without a price",
    severity=Severity.WARNING,
    message="{datasheet} stands in the list of {price_list} without a price.",
    hint="Add the rows of the manual.",
)
def empty(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """A datasheet that stands in a list has a price there."""
    if not table.tiers or not all(tier.rows for tier in table.tiers):
        yield found("tiers", datasheet=lookup.datasheet_name(table.datasheet), price_list=table.price_list)


@audit_kind(
    "price/copy-tiers",
    collection="prices",
    title="Copy tiers with a hole or an overlap",
    severity=Severity.ERROR,
    message=("{datasheet}, list of {price_list}: a copy tier should start {wanted} and starts with copy {first}."),
    hint="Let the first tier start with copy 1, and every other where the one before it ends.",
)
def copy_tiers(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Copy tiers follow each other from the first copy on."""
    wanted: int | None = 1
    for index, tier in enumerate(table.tiers):
        if tier.first != wanted:
            yield found(
                "tiers",
                index,
                "first",
                datasheet=lookup.datasheet_name(table.datasheet),
                price_list=table.price_list,
                wanted=f"with copy {wanted}" if wanted else "nowhere after one without an end",
                first=tier.first,
            )
        wanted = None if tier.last is None else tier.last + 1


@audit_kind(
    "price/copy-tiers-end",
    collection="prices",
    title="Copy tiers that end",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: a tier from copy {first} ends with copy {last}, and none follows it.",
    hint="Leave the last tier without an end.",
)
def copy_tiers_end(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """The last copy tier holds for every further copy, and no tier ends before it starts."""
    for index, tier in enumerate(table.tiers):
        is_last = index == len(table.tiers) - 1
        if tier.last is not None and (is_last or tier.last < tier.first):
            yield found(
                "tiers",
                index,
                "last",
                datasheet=lookup.datasheet_name(table.datasheet),
                price_list=table.price_list,
                first=tier.first,
                last=tier.last,
            )


@audit_kind(
    "price/tiers-of-other-sizes",
    collection="prices",
    title="Copy tiers that price other sizes",
    severity=Severity.ERROR,
    message=(
        "{datasheet}, list of {price_list}: from copy {first} on it prices {sizes} models,"
        " the first copy {first_sizes}."
    ),
    hint="Add the rows that are missing.",
)
def tiers_of_other_sizes(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """All copy tiers price the same sizes."""
    if not table.tiers:
        return
    sizes = [sorted({(row.models, row.composition) for row in tier.rows}) for tier in table.tiers]
    for index, tier in enumerate(table.tiers):
        if sizes[index] != sizes[0]:
            yield found(
                "tiers",
                index,
                "rows",
                datasheet=lookup.datasheet_name(table.datasheet),
                price_list=table.price_list,
                first=tier.first,
                sizes=tuple(str(models) for models, _ in sizes[index]) or "no",
                first_sizes=tuple(str(models) for models, _ in sizes[0]) or "none",
            )


@audit_kind(
    "price/later-copy-cheaper",
    collection="prices",
    title="A further copy that costs less",
    severity=Severity.WARNING,
    message=(
        "{datasheet}, list of {price_list}: {models:model|models} cost {before} points,"
        " and {points} from copy {first} on."
    ),
    hint="Compare with the manual: further copies cost more.",
)
def later_copy_cheaper(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """No further copy of a unit costs less than the ones before."""
    for index in range(1, len(table.tiers)):
        before = {(row.models, row.composition): row.points for row in table.tiers[index - 1].rows}
        for place, row in enumerate(table.tiers[index].rows):
            earlier = before.get((row.models, row.composition))
            if earlier is not None and row.points < earlier:
                yield found(
                    "tiers",
                    index,
                    "rows",
                    place,
                    "points",
                    datasheet=lookup.datasheet_name(table.datasheet),
                    price_list=table.price_list,
                    models=row.models,
                    before=earlier,
                    points=row.points,
                    first=table.tiers[index].first,
                )
