"""Wargear that costs points."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.kinds.wargear import carried
from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.points import PriceTable


@audit_kind(
    "price/paid-item-nobody-has",
    collection="prices",
    title="Paid wargear that no option grants",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: {item} costs {points} points, and no model can carry it.",
    hint="Add the option that grants it, or name the item that is meant.",
)
def paid_item_nobody_has(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """What costs points is an item that a model carries or an option grants."""
    sheet = lookup.datasheets.get(table.datasheet)
    if sheet is None or sheet.knowledge is Knowledge.PRICED:
        return
    held = carried(sheet)
    for index, paid in enumerate(table.wargear):
        if held.isdisjoint(paid.items):
            yield found(
                "wargear",
                index,
                datasheet=sheet.name,
                price_list=table.price_list,
                item=paid.name,
                points=paid.points,
            )


@audit_kind(
    "price/item-twice",
    collection="prices",
    title="An item with two prices",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: {item} has two prices, as {first} and as {second}.",
    hint="Leave it in the row of the manual that means it.",
)
def item_twice(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """An item has one price in a list."""
    seen: dict[str, str] = {}
    for index, paid in enumerate(table.wargear):
        for place, item in enumerate(paid.items):
            if item in seen:
                yield found(
                    "wargear",
                    index,
                    "items",
                    place,
                    datasheet=lookup.datasheet_name(table.datasheet),
                    price_list=table.price_list,
                    item=lookup.item_name(item),
                    first=seen[item],
                    second=paid.name,
                )
            seen.setdefault(item, paid.name)


@audit_kind(
    "price/paid-item-free",
    collection="prices",
    title="Paid wargear that costs nothing",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: {item} stands among paid wargear for {points} points.",
    hint="Correct its price, or remove it.",
)
def paid_item_free(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Paid wargear and added models cost points."""
    priced = [(("wargear", index, "points"), row.name, row.points) for index, row in enumerate(table.wargear)]
    priced += [(("add_ons", index, "points"), row.kind, row.points) for index, row in enumerate(table.add_ons)]
    for place, name, points in priced:
        if points < 1:
            yield found(
                *place,
                datasheet=lookup.datasheet_name(table.datasheet),
                price_list=table.price_list,
                item=name,
                points=points,
            )
