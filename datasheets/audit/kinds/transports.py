"""Transports: how many ride, and who."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge, QuarantinedPart
from datasheets.catalogue.names import fold_keyword


def _has(sheet: Datasheet, keyword: str) -> bool:
    return keyword in map(fold_keyword, sheet.keywords)


@audit_kind(
    "transport/no-passengers",
    collection="datasheets",
    title="A transport that does not say who may ride",
    severity=Severity.WARNING,
    message="{datasheet} carries {capacity:model|models}, and nothing says of what units.",
    hint="Say which keywords its passengers need (R-09).",
)
def no_passengers(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A transport says which units may ride (R-09); without that nothing is checked."""
    row = sheet.transport
    if row is not None and not row.passengers and not row.required_keywords:
        yield found("transport", datasheet=sheet.name, capacity=row.capacity)


@audit_kind(
    "transport/no-capacity",
    collection="datasheets",
    title="A TRANSPORT without a capacity",
    severity=Severity.ERROR,
    message="{datasheet} is a TRANSPORT, and nothing says how many models it carries.",
    hint="Add its capacity, or remove the keyword.",
)
def no_capacity(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every TRANSPORT carries at least one model."""
    if sheet.knowledge is Knowledge.PRICED or not _has(sheet, "transport"):
        return
    if any((part.part, part.id) == (QuarantinedPart.RULE, "transport") for part in sheet.quarantined):
        return
    if sheet.transport is None or sheet.transport.capacity < 1:
        yield found("transport", datasheet=sheet.name)


@audit_kind(
    "transport/keyword-missing",
    collection="datasheets",
    title="A unit that carries others and is no TRANSPORT",
    severity=Severity.ERROR,
    message="{datasheet} {reason}, and lacks the keyword TRANSPORT.",
    hint="Add the keyword, or remove what makes it a transport.",
)
def keyword_missing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What carries models, and every DEDICATED TRANSPORT, is a TRANSPORT."""
    if _has(sheet, "transport") or "transport" in {fold_keyword(row.keyword) for row in sheet.item_keywords}:
        return
    if sheet.transport is not None:
        yield found("keywords", datasheet=sheet.name, reason=f"carries {sheet.transport.capacity} models")
    elif _has(sheet, "dedicated transport"):
        yield found("keywords", datasheet=sheet.name, reason="is a DEDICATED TRANSPORT")


@audit_kind(
    "transport/unknown-keyword",
    collection="datasheets",
    title="A transport that asks for a keyword nobody has",
    severity=Severity.ERROR,
    message="{datasheet}: its rule of passengers names {keyword}, which no datasheet has.",
    hint="Write the keyword as datasheets have it.",
)
def unknown_keyword(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What a transport asks of its passengers are keywords that some datasheet has."""
    row = sheet.transport
    if row is None:
        return
    named = [
        *((("required_keywords", index), keyword) for index, keyword in enumerate(row.required_keywords)),
        *((("excluded_keywords", index), keyword) for index, keyword in enumerate(row.excluded_keywords)),
        *((("slot_costs", index, "keyword"), cost.keyword) for index, cost in enumerate(row.slot_costs)),
        *(
            (("passengers", index, place), keyword)
            for index, group in enumerate(row.passengers)
            for place, keyword in enumerate(group)
        ),
        *(
            (("holds", index, "passengers", number, place), keyword)
            for index, hold in enumerate(row.holds)
            for number, group in enumerate(hold.passengers)
            for place, keyword in enumerate(group)
        ),
        *((("spared", index, "keyword"), spared.keyword) for index, spared in enumerate(row.spared)),
        *(
            (("spared", index, "keywords", place), keyword)
            for index, spared in enumerate(row.spared)
            for place, keyword in enumerate(spared.keywords)
        ),
    ]
    for place, keyword in named:
        if not lookup.is_keyword(keyword):
            yield found("transport", *place, datasheet=sheet.name, keyword=keyword)


@audit_kind(
    "transport/unknown-model",
    collection="datasheets",
    title="A transport that carries models free that do not exist",
    severity=Severity.ERROR,
    message="{datasheet}: models of the kind {kind} take up nothing, and no datasheet has such models.",
    hint="Write the kind as a datasheet has it.",
)
def unknown_model(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The models that take up nothing in a transport are of kinds that some datasheet has."""
    for index, kind in enumerate(sheet.transport.free_models if sheet.transport else ()):
        if fold_keyword(kind) not in lookup.kinds_of_models:
            yield found("transport", "free_models", index, datasheet=sheet.name, kind=kind)


@audit_kind(
    "transport/slots",
    collection="datasheets",
    title="A passenger that takes no room, or more than there is",
    severity=Severity.ERROR,
    message="{datasheet}: a passenger with {keyword} takes {slots:slot|slots} of {capacity}.",
    hint="Correct the slots of the passenger, or the capacity.",
)
def slots(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A passenger takes up at least one slot and no more than the transport has."""
    row = sheet.transport
    for index, cost in enumerate(row.slot_costs if row else ()):
        if row is not None and not 1 <= cost.slots <= row.capacity:
            yield found(
                "transport",
                "slot_costs",
                index,
                datasheet=sheet.name,
                keyword=cost.keyword,
                slots=cost.slots,
                capacity=row.capacity,
            )


@audit_kind(
    "transport/unknown-capacity",
    collection="datasheets",
    title="Another capacity with what the transport cannot have",
    severity=Severity.ERROR,
    message="{datasheet}: its capacity is {capacity} with {what}, which it cannot have.",
    hint="Name an item it lists, or a kind of its models.",
)
def unknown_capacity(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What changes the capacity of a transport is an item it lists or a kind of its models."""
    kinds = {fold_keyword(kind.name) for kind in sheet.kinds}
    for index, other in enumerate(sheet.transport.capacities if sheet.transport else ()):
        by_item = other.item is not None and other.item in sheet.items
        by_kind = other.kind is not None and fold_keyword(other.kind) in kinds
        if not (by_item or by_kind):
            what = other.kind if other.item is None else lookup.item_name(other.item)
            yield found(
                "transport", "capacities", index, datasheet=sheet.name, capacity=other.capacity, what=what or ""
            )
