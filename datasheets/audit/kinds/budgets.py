"""How many of some items a unit may hold."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet


@audit_kind(
    "wargear/budget-of-unlisted-item",
    collection="datasheets",
    title="A limit on an item the datasheet does not list",
    severity=Severity.WARNING,
    message="{datasheet} limits how many {item} a unit may hold, and does not list it.",
    hint="Name the item the datasheet lists, or remove the limit.",
)
def budget_of_unlisted_item(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet limits only items it lists."""
    for index, budget in enumerate(sheet.budgets):
        for place, item in enumerate(budget.items):
            if item not in sheet.items:
                yield found("budgets", index, "items", place, datasheet=sheet.name, item=lookup.item_name(item))


@audit_kind(
    "wargear/budget-allows-none",
    collection="datasheets",
    title="A limit that allows none at any size",
    severity=Severity.ERROR,
    message="{datasheet} allows {count} of {items:or} {per}, and its largest unit has {models:model|models}.",
    hint="Correct the number of models, or take the items off the datasheet.",
)
def budget_allows_none(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The largest unit may hold at least one of the items that are limited."""
    for index, budget in enumerate(sheet.budgets):
        groups = sheet.maximum_models // budget.per_models if budget.per_models > 0 else 1
        if budget.count * groups < 1:
            yield found(
                "budgets",
                index,
                datasheet=sheet.name,
                count=budget.count,
                items=tuple(lookup.item_name(item) for item in budget.items) or budget.options,
                per=f"for every {budget.per_models} models" if budget.per_models > 0 else "in a unit",
                models=sheet.maximum_models,
            )


@audit_kind(
    "wargear/budget-of-unknown-option",
    collection="datasheets",
    title="A limit on options the datasheet does not have",
    severity=Severity.ERROR,
    message="{datasheet} limits how often a unit may use {option}, and has no such option.",
    hint="Name an option of the datasheet, or remove it from the limit.",
)
def budget_of_unknown_option(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet limits only options it has."""
    known = {option.id for option in sheet.options}
    for index, budget in enumerate(sheet.budgets):
        for place, option in enumerate(budget.options):
            if option not in known:
                yield found("budgets", index, "options", place, datasheet=sheet.name, option=option)


@audit_kind(
    "wargear/budget-of-two-sorts",
    collection="datasheets",
    title="A limit on items and on options at once, or on neither",
    severity=Severity.ERROR,
    message="{datasheet} has a limit of {count} on {items:item|items} and {options:option|options}; one of them is 0.",
    hint="Name items or options, and make two limits of one that has both.",
)
def budget_of_two_sorts(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A limit counts either items or uses of options."""
    for index, budget in enumerate(sheet.budgets):
        if bool(budget.items) == bool(budget.options):
            yield found(
                "budgets",
                index,
                datasheet=sheet.name,
                count=budget.count,
                items=len(budget.items),
                options=len(budget.options),
            )
