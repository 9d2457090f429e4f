"""The unit as it is added to a roster, before anything is chosen: it has to be legal."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.loadouts import default_counts, smallest_units
from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.wargear import ItemBudget


@audit_kind(
    "composition/default-below-minimum",
    collection="datasheets",
    title="The unit as added has too few models",
    severity=Severity.ERROR,
    message="{datasheet}: its smallest composition has {models:model|models}, and a unit needs {minimum}.",
    hint="Correct the counts of the composition, or the fewest models of the datasheet.",
)
def default_below_minimum(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A unit with the fewest models of a composition has as many as the datasheet asks for."""
    for index, models in smallest_units(sheet):
        size = sum(count for _, count in models)
        if size < sheet.minimum_models and size == min(tier.minimum for tier in sheet.tiers):
            yield found("tiers", index, datasheet=sheet.name, models=size, minimum=sheet.minimum_models)


@audit_kind(
    "wargear/unknown-default",
    collection="datasheets",
    title="A model comes with an unknown item",
    severity=Severity.ERROR,
    message="{datasheet}: models of the kind {kind} come with {item}, which is no item of the catalogue.",
    hint="Add the item, or name the one that is meant.",
)
def unknown_default(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What models carry by default are items of the catalogue."""
    for index, kind in enumerate(sheet.kinds):
        for place, item in enumerate(kind.default_items):
            if item not in lookup.items:
                yield found("kinds", index, "default_items", place, datasheet=sheet.name, kind=kind.name, item=item)


@audit_kind(
    "wargear/default-over-budget",
    collection="datasheets",
    title="The unit as added carries more than it may",
    severity=Severity.ERROR,
    message=("{datasheet}: a unit of {models:model|models} comes with {held} of {items:or}, and may have {allowed}."),
    hint="Correct what the models carry by default, or the number that is allowed.",
)
def default_over_budget(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The smallest unit of each composition keeps to the numbers of items it may hold.

    It does where so many of its models must start with something else: options that only so many may use take the
    items away.
    """
    if sheet.knowledge is Knowledge.PRICED:
        return
    for index, budget in enumerate(sheet.budgets):
        for _, models in smallest_units(sheet):
            size = sum(count for _, count in models)
            held = default_counts(sheet, models)
            allowed = budget.count * (size // budget.per_models) if budget.per_models else budget.count
            total = sum(held[item] for item in dict.fromkeys(budget.items))
            if total > allowed + _exchanged(sheet, budget, size):
                yield found(
                    "budgets",
                    index,
                    datasheet=sheet.name,
                    models=size,
                    held=total,
                    items=tuple(lookup.item_name(item) for item in budget.items),
                    allowed=allowed,
                )
                break


def _exchanged(sheet: Datasheet, budget: ItemBudget, models: int) -> int:
    """Items of the budget that options take away which a unit of that many models may use only so often."""
    exchanged = 0
    for option in sheet.options:
        given_up = sum(item in budget.items for item in option.replaces)
        if not given_up or any(item in budget.items for choice in option.choices for item in choice):
            continue
        if option.per_model is None and (option.limit is not None or option.per_models):
            limits = [option.limit, models // option.per_models if option.per_models else None]
            exchanged += given_up * min(limit for limit in limits if limit is not None)
    return exchanged
