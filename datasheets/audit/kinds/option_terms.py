"""Wargear options: their ids, and who may use them how often."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.loadouts import kinds_with
from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet


@audit_kind(
    "option/duplicate-id",
    collection="datasheets",
    title="Two options have one id",
    severity=Severity.ERROR,
    message="{datasheet}: two options are called {option}.",
    hint="Give the second one an id of its own.",
)
def duplicate_id(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The options of a datasheet have ids of their own."""
    seen: set[str] = set()
    for index, option in enumerate(sheet.options):
        if option.id in seen:
            yield found("options", index, "id", datasheet=sheet.name, option=option.id)
        seen.add(option.id)


@audit_kind(
    "option/never-available",
    collection="datasheets",
    title="An option is open to no unit",
    severity=Severity.ERROR,
    message=(
        "{datasheet}: the option {option} can be taken {times:time|times} in its largest unit,"
        " of {models:model|models}."
    ),
    hint="Correct the number of models it asks for, or its limit.",
)
def never_available(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The largest unit may use every option at least once."""
    for index, option in enumerate(sheet.options):
        if option.per_models is not None and option.per_models < 1:
            times = 0
        elif option.per_model is None and option.per_models is not None:
            times = sheet.maximum_models // option.per_models
        else:
            times = 1 if option.per_model is None else option.per_model
        if option.limit is not None:
            times = min(times, option.limit)
        users = kinds_with(sheet, option)
        if users and not any(kind.maximum > 0 for kind in users):
            times = 0
        if times < 1:
            yield found(
                "options",
                index,
                datasheet=sheet.name,
                option=option.id,
                times=max(times, 0),
                models=sheet.maximum_models,
            )


@audit_kind(
    "option/without-limit",
    collection="datasheets",
    title="An option does not say how often it may be taken",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} has neither a number per model, nor per so many models, nor a limit.",
    hint="Say how often it may be taken.",
)
def without_limit(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every option says how often it may be taken."""
    for index, option in enumerate(sheet.options):
        if option.per_model is None and option.per_models is None and option.limit is None:
            yield found("options", index, datasheet=sheet.name, option=option.id)


@audit_kind(
    "option/unknown-faction",
    collection="datasheets",
    title="An option is for an unknown faction",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} is for armies of {faction}, which is no faction.",
    hint="Name the id of a faction, or none where every army has the option.",
)
def unknown_faction(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """An option that is for one faction's armies names a faction."""
    for index, option in enumerate(sheet.options):
        if option.required_faction is not None and option.required_faction not in lookup.factions:
            yield found(
                "options",
                index,
                "required_faction",
                datasheet=sheet.name,
                option=option.id,
                faction=option.required_faction,
            )


@audit_kind(
    "option/condition-on-unlisted-item",
    collection="datasheets",
    title="An option that hangs on an item the datasheet does not list",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} hangs on {item}, which the datasheet does not list.",
    hint="Name an item that its models can carry.",
)
def condition_on_unlisted_item(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What a model carries beside an option, or must not, is on the datasheet."""
    for index, option in enumerate(sheet.options):
        for field in ("while_carrying", "unless_carrying"):
            for place, item in enumerate(getattr(option, field)):
                if item not in sheet.items:
                    told = lookup.item_name(item)
                    yield found("options", index, field, place, datasheet=sheet.name, option=option.id, item=told)
