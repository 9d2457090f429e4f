"""What a datasheet's models can carry: defaults and the list of items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from datasheets.audit.kinds.weapons import has_no_range
from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item, ItemKind


def carried(sheet: Datasheet) -> frozenset[str]:
    """Items that a model carries by default or by an option."""
    return frozenset(
        (
            *(item for kind in sheet.kinds for item in kind.default_items),
            *(item for option in sheet.options for bundle in option.choices for item in bundle),
        )
    )


@audit_kind(
    "wargear/nobody-can-take",
    collection="datasheets",
    title="A weapon nobody can take",
    severity=Severity.ERROR,
    message="{datasheet} lists {item}, which no model carries and no option grants.",
    hint="Add the option or the default that was forgotten, or take the item off the datasheet.",
)
def nobody_can_take(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every item of a datasheet is carried by a model or granted by an option."""
    if sheet.knowledge is Knowledge.PRICED:
        return
    held = carried(sheet)
    quarantined = {name for part in sheet.quarantined for name in part.names}
    for index, item in enumerate(sheet.items):
        if item not in held and lookup.item_name(item) not in quarantined:
            yield found("items", index, datasheet=sheet.name, item=lookup.item_name(item))


@audit_kind(
    "wargear/unknown-item",
    collection="datasheets",
    title="A datasheet lists an unknown item",
    severity=Severity.ERROR,
    message="{datasheet} lists {item}, which is no item of the catalogue.",
    hint="Add the item, or name the one that is meant.",
)
def unknown_item(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What a datasheet lists are items of the catalogue."""
    for index, item in enumerate(sheet.items):
        if item not in lookup.items:
            yield found("items", index, datasheet=sheet.name, item=item)


@audit_kind(
    "wargear/not-listed",
    collection="datasheets",
    title="A model can carry what its datasheet does not list",
    severity=Severity.ERROR,
    message="{datasheet}: its models can carry {item}, which the datasheet does not list.",
    hint="Add the item to the datasheet.",
)
def not_listed(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet lists everything its models can carry."""
    for item in sorted(carried(sheet) - set(sheet.items)):
        if item in lookup.items:
            yield found("items", datasheet=sheet.name, item=lookup.item_name(item))


@audit_kind(
    "wargear/kind-without-weapons",
    collection="datasheets",
    title="A kind of model carries nothing",
    severity=Severity.ERROR,
    message="{datasheet}: models of the kind {kind} carry nothing, though the datasheet lists {items}.",
    hint="Say what these models carry when no option is chosen.",
)
def kind_without_weapons(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Where a datasheet lists items, models of every kind carry some of them."""
    if not sheet.items:
        return
    for index, kind in enumerate(sheet.kinds):
        if not kind.default_items:
            names = lookup.item_names(sheet.items)
            yield found("kinds", index, "default_items", datasheet=sheet.name, kind=kind.name, items=names)


@audit_kind(
    "wargear/kind-without-melee",
    collection="datasheets",
    title="A kind of model that cannot strike",
    severity=Severity.WARNING,
    message="{datasheet}: models of the kind {kind} come without a melee weapon, though the datasheet lists {items}.",
    hint="Say with which one they come.",
)
def kind_without_melee(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Where a datasheet lists melee weapons, models of every kind come with one."""
    melee = tuple(item for item in sheet.items if _strikes(lookup.items.get(item)))
    for index, kind in enumerate(sheet.kinds):
        if melee and kind.default_items and not any(_strikes(lookup.items.get(item)) for item in kind.default_items):
            names = lookup.item_names(melee)
            yield found("kinds", index, "default_items", datasheet=sheet.name, kind=kind.name, items=names)


def _strikes(item: Item | None) -> bool:
    return item is not None and not has_no_range(item) and any(profile.range is None for profile in item.profiles)


@audit_kind(
    "wargear/two-ids",
    collection="datasheets",
    title="One item stands on a datasheet under two ids",
    severity=Severity.WARNING,
    message="{datasheet} lists {item} twice, as {first} and as {second}.",
    hint="Let defaults, options and prices name the same one.",
)
def two_ids(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Items of one datasheet that are of one sort have names of their own."""
    seen: dict[tuple[str, ItemKind], str] = {}
    for index, item_id in enumerate(sheet.items):
        item = lookup.items.get(item_id)
        if item is None:
            continue
        first = seen.setdefault((fold_name(item.name), item.kind), item_id)
        if first != item_id:
            yield found("items", index, datasheet=sheet.name, item=item.name, first=first, second=item_id)


@audit_kind(
    "wargear/lists-item-twice",
    collection="datasheets",
    title="A datasheet lists one item twice",
    severity=Severity.WARNING,
    message="{datasheet} lists {item} {count:time|times}.",
    hint="Once is enough: how often a model carries it is said with its kind.",
)
def lists_item_twice(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet lists each item once."""
    for item, count in Counter(sheet.items).items():
        if count > 1:
            yield found("items", datasheet=sheet.name, item=lookup.item_name(item), count=count)


@audit_kind(
    "wargear/unused-item",
    collection="items",
    title="An item that no datasheet lists",
    severity=Severity.ADVICE,
    message="No datasheet lists {item} ({id}).",
    hint="Remove the item, or give it to the datasheet that lacks it.",
)
def unused_item(item: Item, lookup: Lookup) -> Iterator[Found]:
    """Every item is on some datasheet."""
    if item.id not in lookup.items_used:
        yield found(item=item.name, id=item.id)
