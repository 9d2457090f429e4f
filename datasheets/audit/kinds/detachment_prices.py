"""Prices of units that depend on a detachment."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.points import PriceTable


@audit_kind(
    "price/detachment-names-nothing",
    collection="prices",
    title="A price with a detachment that is not there",
    severity=Severity.ERROR,
    message="{datasheet}, list of {price_list}: a price names {what}, which is not in the catalogue.",
    hint="Name the id of what is meant.",
)
def names_nothing(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Prices that depend on a detachment name one, and include enhancements that exist."""
    names = {"datasheet": lookup.datasheet_name(table.datasheet), "price_list": table.price_list}
    for index, row in enumerate(table.detachment_prices):
        if row.detachment not in lookup.detachments:
            yield found("detachment_prices", index, "detachment", **names, what=f"the detachment {row.detachment}")
        for place, enhancement in enumerate(row.includes):
            if enhancement not in lookup.enhancements:
                what = f"the enhancement {enhancement}"
                yield found("detachment_prices", index, "includes", place, **names, what=what)


@audit_kind(
    "price/detachment-open",
    collection="prices",
    title="A price with a detachment that no source has",
    severity=Severity.WARNING,
    message="{datasheet}, list of {price_list}: it costs something else with {detachment}, and no source says what.",
    hint="Add the price with the manual it is from.",
)
def price_open(table: PriceTable, lookup: Lookup) -> Iterator[Found]:
    """Prices that depend on a detachment are known."""
    for index, row in enumerate(table.detachment_prices):
        if row.points is None:
            detachment = lookup.detachments.get(row.detachment)
            yield found(
                "detachment_prices",
                index,
                "points",
                datasheet=lookup.datasheet_name(table.datasheet),
                price_list=table.price_list,
                detachment=detachment.name if detachment else row.detachment,
            )
