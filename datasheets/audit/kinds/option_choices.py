"""Wargear options: what they take from a model and what they give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from datasheets.audit.loadouts import Choice, attainable, chosen, kinds_with, price_of, taken_back, way_to
from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_keyword


@audit_kind(
    "option/replaces-nothing",
    collection="datasheets",
    title="An option replaces what no model holds",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} replaces {item}, which no model that may use it ever holds.",
    hint="Give the item to a model kind, or name what the option really replaces.",
)
def replaces_nothing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What an option replaces is carried by a model that may use it, by default or by another option."""
    for index, option in enumerate(sheet.options):
        kinds = kinds_with(sheet, option)
        if not kinds:
            continue
        held = frozenset().union(*(attainable(sheet, kind, without=option) for kind in kinds))
        for place, item in enumerate(option.replaces):
            if item not in held and item in lookup.items and item not in option.replaces[:place]:
                yield found(
                    "options",
                    index,
                    "replaces",
                    place,
                    datasheet=sheet.name,
                    option=option.id,
                    item=lookup.item_name(item),
                )


@audit_kind(
    "option/not-reversible",
    collection="datasheets",
    title="An option cannot be chosen and taken back",
    severity=Severity.ERROR,
    message=(
        "{datasheet}: the option {option} replaces {items}, and no choices lead a model to hold all of that at once."
    ),
    hint="Correct what it replaces and how often, or the option by which a model comes to hold it.",
)
def not_reversible(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every option can be chosen by some model, and taking it back leaves loadout and price as they were.

    An option whose items are held by nobody is another kind of fault, and so is one without a kind.
    """
    tables = lookup.prices_of.get(sheet.id, ())
    for index, option in enumerate(sheet.options):
        kinds = kinds_with(sheet, option)
        held = frozenset().union(*(attainable(sheet, kind, without=option) for kind in kinds))
        if not kinds or not held.issuperset(option.replaces):
            continue
        ways = [(kind, way_to(sheet, kind, option.replaces, without=option)) for kind in kinds]
        starts = []
        for kind, way in ways:
            if way is not None:
                loadout = Counter(kind.default_items)
                for choice in way:
                    loadout = chosen(loadout, choice)
                starts.append(loadout)
        is_reversible = starts and all(
            (after := taken_back(chosen(start, choice), choice)) == start
            and all(price_of(after, table) == price_of(start, table) for table in tables)
            for start in starts
            for choice in (Choice(option, bundle) for bundle in option.choices)
        )
        if not is_reversible:
            items = lookup.item_names(option.replaces)
            yield found("options", index, datasheet=sheet.name, option=option.id, items=items)


@audit_kind(
    "option/unknown-item",
    collection="datasheets",
    title="An option names an unknown item",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} names {item}, which is no item of the catalogue.",
    hint="Add the item, or name the one that is meant.",
)
def unknown_item(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """What options replace and grant are items of the catalogue."""
    for index, option in enumerate(sheet.options):
        for place, item in enumerate(option.replaces):
            if item not in lookup.items:
                yield found("options", index, "replaces", place, datasheet=sheet.name, option=option.id, item=item)
        for number, bundle in enumerate(option.choices):
            for place, item in enumerate(bundle):
                if item not in lookup.items:
                    yield found(
                        "options", index, "choices", number, place, datasheet=sheet.name, option=option.id, item=item
                    )


@audit_kind(
    "option/unknown-kind",
    collection="datasheets",
    title="An option is for an unknown kind of model",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} is for models of the kind {kind}, and the datasheet has {kinds}.",
    hint="Name one of the datasheet's kinds, or none where every model may use it.",
)
def unknown_kind(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """An option that is for one kind of model names a kind the datasheet has."""
    for index, option in enumerate(sheet.options):
        if option.kind is not None and not kinds_with(sheet, option):
            kinds = tuple(kind.name for kind in sheet.kinds)
            yield found("options", index, "kind", datasheet=sheet.name, option=option.id, kind=option.kind, kinds=kinds)


@audit_kind(
    "option/grants-nothing",
    collection="datasheets",
    title="An option offers nothing",
    severity=Severity.ERROR,
    message="{datasheet}: the option {option} offers {what}.",
    hint="Name what the choice grants, or remove it.",
)
def grants_nothing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """An option has choices, and each grants something."""
    for index, option in enumerate(sheet.options):
        if not option.choices:
            yield found("options", index, "choices", datasheet=sheet.name, option=option.id, what="nothing at all")
        for number, bundle in enumerate(option.choices):
            if not bundle:
                what = "a choice of nothing"
                yield found("options", index, "choices", number, datasheet=sheet.name, option=option.id, what=what)


@audit_kind(
    "option/changes-nothing",
    collection="datasheets",
    title="A choice grants what it replaces",
    severity=Severity.WARNING,
    message="{datasheet}: a choice of the option {option} swaps {items} for the same.",
    hint="Remove the choice, or name what it grants instead.",
)
def changes_nothing(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """No choice leaves the model with what it had."""
    for index, option in enumerate(sheet.options):
        for number, bundle in enumerate(option.choices):
            if bundle and Counter(bundle) == Counter(option.replaces):
                items = lookup.item_names(bundle)
                yield found("options", index, "choices", number, datasheet=sheet.name, option=option.id, items=items)


@audit_kind(
    "option/duplicate",
    collection="datasheets",
    title="Two options are one",
    severity=Severity.ERROR,
    message="{datasheet}: the options {first} and {option} offer the same models the same choice: {choice}.",
    hint="Remove one of them, and give the other the sum of both limits if both were meant.",
)
def duplicate(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """No two options let the same models of the same armies make the same choice."""
    first: dict[object, str] = {}
    for index, option in enumerate(sheet.options):
        kind = fold_keyword(option.kind or "")
        reported = False
        for bundle in option.choices:
            key = (kind, option.required_faction, _multiset(option.replaces), _multiset(bundle))
            earlier = first.setdefault(key, option.id)
            if earlier != option.id and not reported:
                reported = True
                yield found(
                    "options",
                    index,
                    datasheet=sheet.name,
                    first=earlier,
                    option=option.id,
                    choice=_words(option.replaces, bundle, lookup),
                )


@audit_kind(
    "option/duplicate-choice",
    collection="datasheets",
    title="An option offers one choice twice",
    severity=Severity.WARNING,
    message="{datasheet}: the option {option} offers {items} twice.",
    hint="Remove the second one.",
)
def duplicate_choice(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """The choices of an option differ."""
    for index, option in enumerate(sheet.options):
        seen: set[object] = set()
        for number, bundle in enumerate(option.choices):
            key = _multiset(bundle)
            if key in seen and bundle:
                items = lookup.item_names(bundle)
                yield found("options", index, "choices", number, datasheet=sheet.name, option=option.id, items=items)
            seen.add(key)


def _words(replaced: tuple[str, ...], granted: tuple[str, ...], lookup: Lookup) -> str:
    """``Boltgun → Plasma gun``, or ``+ Marker drone`` where nothing is given up."""
    given = " + ".join(lookup.item_names(replaced))
    return (
        f"{given} → {' + '.join(lookup.item_names(granted))}"
        if given
        else f"+ {' + '.join(lookup.item_names(granted))}"
    )


def _multiset(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(items))
