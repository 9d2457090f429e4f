"""Which datasheets have a price at all, Legends among them."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet


def _is_priced(sheet: Datasheet, lookup: Lookup) -> bool:
    return any(table.tiers for table in lookup.prices_of.get(sheet.id, ()))


@audit_kind(
    "price/none",
    collection="datasheets",
    title="A datasheet without a price",
    severity=Severity.ERROR,
    message="{datasheet} has no price in any list.",
    hint="Add its price with the manual it is from, or remove the datasheet.",
)
def no_price(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Some list prices every datasheet that is no Legends."""
    if not sheet.is_legends and not sheet.not_offered and not _is_priced(sheet, lookup):
        yield found(datasheet=sheet.name)


@audit_kind(
    "price/legends-without-price",
    collection="datasheets",
    title="Legends without a price",
    severity=Severity.WARNING,
    message="{datasheet} is Legends and has no price in any list.",
    hint="Add its price with the manual it is from.",
)
def legends_without_price(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Some list prices every Legends datasheet."""
    if sheet.is_legends and not _is_priced(sheet, lookup):
        yield found(datasheet=sheet.name)


@audit_kind(
    "price/legends-disagree",
    collection="datasheets",
    title="A datasheet that is Legends in some lists only",
    severity=Severity.WARNING,
    message="{datasheet} is Legends in the list of {legends}, and not in that of {others}.",
    hint="Correct the mark in one of the lists.",
)
def legends_disagree(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """All lists that price a datasheet agree on whether it is Legends."""
    tables = lookup.prices_of.get(sheet.id, ())
    legends = tuple(dict.fromkeys(table.price_list for table in tables if table.is_legends))
    others = tuple(dict.fromkeys(table.price_list for table in tables if not table.is_legends))
    if legends and others:
        yield found("is_legends", datasheet=sheet.name, legends=legends, others=others)
