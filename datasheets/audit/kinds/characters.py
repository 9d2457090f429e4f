"""CHARACTERs and EPIC HEROES: which models they are, and that one of each is all there is."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup, all_keywords
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, WarlordRule
from datasheets.catalogue.names import fold_keyword

CHARACTER, EPIC_HERO = "character", "epic hero"


def _printed(sheet: Datasheet) -> frozenset[str]:
    return frozenset(map(fold_keyword, sheet.keywords))


@audit_kind(
    "composition/characters-not-named",
    collection="datasheets",
    title="A CHARACTER unit that does not say which models are CHARACTERs",
    severity=Severity.ERROR,
    message="{datasheet} is a CHARACTER unit, and nothing says whether {kinds:or} is a CHARACTER.",
    hint="Say of each kind of model whether it is a CHARACTER (R-08).",
)
def characters_not_named(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A CHARACTER unit of several kinds names which are CHARACTERs, and one of them is (R-08)."""
    if CHARACTER not in _printed(sheet) or len(sheet.kinds) < 2:
        return
    unsaid = tuple(kind.name for kind in sheet.kinds if kind.is_character is None)
    if unsaid or not any(kind.is_character for kind in sheet.kinds):
        kinds = unsaid or tuple(kind.name for kind in sheet.kinds)
        yield found("kinds", datasheet=sheet.name, kinds=kinds)


@audit_kind(
    "composition/character-in-other-unit",
    collection="datasheets",
    title="A CHARACTER model in a unit that is none",
    severity=Severity.WARNING,
    message="{datasheet}: the kind {kind} is a CHARACTER, and the datasheet lacks the keyword.",
    hint="Add the keyword CHARACTER to the datasheet, or say that the kind is none.",
)
def character_in_other_unit(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet with a CHARACTER model has the keyword, at least under a condition."""
    if CHARACTER in all_keywords(sheet):
        return
    for index, kind in enumerate(sheet.kinds):
        if kind.is_character:
            yield found("kinds", index, "is_character", datasheet=sheet.name, kind=kind.name)


@audit_kind(
    "keyword/epic-hero-not-character",
    collection="datasheets",
    title="An EPIC HERO that is no CHARACTER",
    severity=Severity.WARNING,
    message="{datasheet} is an EPIC HERO and no CHARACTER.",
    hint="Right for a few squads of named models; otherwise add the keyword CHARACTER.",
)
def epic_hero_not_character(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """Every EPIC HERO is a CHARACTER."""
    if EPIC_HERO in _printed(sheet) and CHARACTER not in _printed(sheet):
        yield found("keywords", datasheet=sheet.name)


@audit_kind(
    "composition/several-epic-heroes",
    collection="datasheets",
    title="An EPIC HERO of whom a unit may have several",
    severity=Severity.ERROR,
    message="{datasheet} is an EPIC HERO, and a unit may have {maximum} models of the kind {kind}.",
    hint="There is one of each EPIC HERO: correct the number, or say that the kind is no CHARACTER.",
)
def several_epic_heroes(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """An EPIC HERO stands once in its unit."""
    if EPIC_HERO not in _printed(sheet):
        return
    for index, kind in enumerate(sheet.kinds):
        if kind.is_character and kind.maximum > 1:
            yield found("kinds", index, "maximum", datasheet=sheet.name, maximum=kind.maximum, kind=kind.name)


@audit_kind(
    "price/epic-hero-copies",
    collection="datasheets",
    title="An EPIC HERO with a price for a further copy",
    severity=Severity.ERROR,
    message="{datasheet} is an EPIC HERO, and the list of {price_list} prices copy {first} of it.",
    hint="An army has one of each EPIC HERO: remove the copy tier, or the keyword.",
)
def epic_hero_copies(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """No list prices a second copy of an EPIC HERO apart from the first."""
    if EPIC_HERO not in _printed(sheet):
        return
    for table in lookup.prices_of.get(sheet.id, ()):
        if len(table.tiers) > 1:
            yield found("keywords", datasheet=sheet.name, price_list=table.price_list, first=table.tiers[1].first)


@audit_kind(
    "keyword/warlord-not-character",
    collection="datasheets",
    title="A Warlord by its own text that is no CHARACTER",
    severity=Severity.ERROR,
    message="{datasheet} must be the Warlord and is no CHARACTER.",
    hint="Add the keyword CHARACTER, or correct what it says of being the Warlord (R-17).",
)
def warlord_not_character(sheet: Datasheet, lookup: Lookup) -> Iterator[Found]:
    """A datasheet that must be the Warlord is a CHARACTER (R-17)."""
    if sheet.warlord is WarlordRule.MUST and CHARACTER not in all_keywords(sheet):
        yield found("warlord", datasheet=sheet.name)
