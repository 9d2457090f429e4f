"""Enhancements: prices, and who can bear them."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword, fold_name


def _is_offered(enhancement: Enhancement, lookup: Lookup) -> bool:
    detachment = lookup.detachments.get(enhancement.detachment)
    return detachment is not None and bool(detachment.offers) and not enhancement.not_offered


def fitting(enhancement: Enhancement, lookup: Lookup) -> Iterator[tuple[Datasheet, frozenset[str]]]:
    """Datasheets of the armies with its detachment that it fits, bearing guests among them, and their keywords."""
    detachment = lookup.detachments[enhancement.detachment]
    armies = frozenset().union(*(lookup.armies.get(offer.faction, frozenset()) for offer in detachment.offers))
    groups = [frozenset(map(fold_keyword, group)) for group in enhancement.requires]
    barred = frozenset(map(fold_keyword, enhancement.excludes))
    granted = [(fold_keyword(row.to_keyword), fold_keyword(row.keyword)) for row in detachment.granted_keywords]
    for sheet in lookup.datasheets_of(armies):
        own = lookup.keywords_of[sheet.id]
        keywords = own | {keyword for to_keyword, keyword in granted if to_keyword in own} if granted else own
        fits = [
            each
            for each in (keywords, *lookup.keywords_by_choice(sheet, keywords, detachment.id))
            if each.isdisjoint(barred) and (not groups or any(group <= each for group in groups))
        ]
        if fits:
            # What is chosen for a unit can make it a CHARACTER.
            yield sheet, next((each for each in fits if "character" in each), fits[0])


@audit_kind(
    "enhancement/unknown-detachment",
    collection="enhancements",
    title="An enhancement of an unknown detachment",
    severity=Severity.ERROR,
    message="{enhancement} belongs to {detachment}, which is no detachment of the catalogue.",
    hint="Name the id of its detachment.",
)
def unknown_detachment(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """The detachment of an enhancement exists."""
    if enhancement.detachment not in lookup.detachments:
        yield found("detachment", enhancement=enhancement.name, detachment=enhancement.detachment)


@audit_kind(
    "enhancement/no-price",
    collection="enhancements",
    title="An enhancement without a price",
    severity=Severity.ERROR,
    message="{enhancement} has no price for armies of {factions:or}.",
    hint="Add its price with the manual it is from, or remove it where the manual dropped it.",
)
def no_price(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """Every faction that is offered the detachment has the price of its enhancements."""
    if enhancement.not_offered:
        return
    detachment = lookup.detachments.get(enhancement.detachment)
    missing = []
    for offer in detachment.offers if detachment else ():
        faction = lookup.factions.get(offer.faction)
        line = (offer.faction, *((faction.parent,) if faction and faction.parent else ()))
        if enhancement.points_in(*line) is None:
            missing.append(offer.faction)
    if missing:
        yield found("prices", enhancement=enhancement.name, factions=tuple(missing))


@audit_kind(
    "enhancement/points-out-of-range",
    collection="enhancements",
    title="An enhancement's price that cannot be",
    severity=Severity.ERROR,
    message="{enhancement} costs {points} points in {faction}; enhancements cost {least} to {most}.",
    hint="Correct the price.",
)
def points_out_of_range(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """Enhancements cost some points, and less than a unit."""
    least, most = 0, 250
    for index, price in enumerate(enhancement.prices):
        if not least <= price.points <= most:
            yield found(
                "prices",
                index,
                "points",
                enhancement=enhancement.name,
                points=price.points,
                faction=price.faction,
                least=least,
                most=most,
            )


@audit_kind(
    "enhancement/nobody-can-bear",
    collection="enhancements",
    title="An enhancement whose bearer nobody can be",
    severity=Severity.ERROR,
    message="{enhancement} asks for a bearer that no datasheet of its armies is: {terms}.",
    hint="Write the keywords as datasheets have them, or correct who may bear it.",
)
def nobody_can_bear(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """Some datasheet of the armies that may take an enhancement can bear it (25.04)."""
    if enhancement.knowledge is Knowledge.PRICED or not _is_offered(enhancement, lookup):
        return
    if _can_be_borne(enhancement, lookup) or _fits_others_only(enhancement, lookup):
        return
    groups = tuple(" + ".join(group) for group in enhancement.requires)
    terms = (" or ".join(groups) or "a CHARACTER") + "".join(f", not {word}" for word in enhancement.excludes)
    yield found("requires", enhancement=enhancement.name, terms=terms)


@audit_kind(
    "enhancement/upgrade-not-marked",
    collection="enhancements",
    title="An Upgrade that is not marked as one",
    severity=Severity.ERROR,
    message="{enhancement} fits only {datasheets:and}, none of which may bear an enhancement that is no Upgrade.",
    hint="Mark it as an Upgrade, or say that units other than CHARACTERs may bear it.",
)
def upgrade_not_marked(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """An enhancement that only units other than CHARACTERs can bear is an Upgrade (25.04)."""
    if enhancement.knowledge is Knowledge.PRICED or not _is_offered(enhancement, lookup):
        return
    if not _can_be_borne(enhancement, lookup) and _fits_others_only(enhancement, lookup):
        names = tuple(sorted(sheet.name for sheet, _ in fitting(enhancement, lookup)))
        yield found("is_upgrade", enhancement=enhancement.name, datasheets=names)


def bearers(enhancement: Enhancement, lookup: Lookup) -> Iterator[Datasheet]:
    """Datasheets that may bear the enhancement (25.04): CHARACTERs and no EPIC HEROES, where it allows no others."""
    for sheet, keywords in fitting(enhancement, lookup):
        is_fit = enhancement.is_upgrade or enhancement.usable_by_non_character or "character" in keywords
        is_own_hero = any(fold_keyword(sheet.name) in map(fold_keyword, group) for group in enhancement.requires)
        if is_fit and ("epic hero" not in keywords or enhancement.usable_by_epic_hero or is_own_hero):
            yield sheet


def _can_be_borne(enhancement: Enhancement, lookup: Lookup) -> bool:
    return next(bearers(enhancement, lookup), None) is not None


def _fits_others_only(enhancement: Enhancement, lookup: Lookup) -> bool:
    """Whether somebody fits, and nobody who does is a CHARACTER."""
    fits = [keywords for _, keywords in fitting(enhancement, lookup)]
    return bool(fits) and not any("character" in keywords for keywords in fits)


@audit_kind(
    "enhancement/unknown-keyword",
    collection="enhancements",
    title="An enhancement that names a keyword nobody has",
    severity=Severity.WARNING,
    message="{enhancement} names {keyword}, which no datasheet has.",
    hint="Write the keyword as datasheets have it.",
)
def unknown_keyword(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """Keywords that an enhancement asks for or excludes are such as some datasheet has."""
    named = [
        (("requires", index, place), keyword)
        for index, group in enumerate(enhancement.requires)
        for place, keyword in enumerate(group)
    ]
    excluded = [(("excludes", index), keyword) for index, keyword in enumerate(enhancement.excludes)]
    for place, keyword in (*named, *excluded):
        if not lookup.is_keyword(keyword):
            yield found(*place, enhancement=enhancement.name, keyword=keyword)


@audit_kind(
    "enhancement/unknown-target",
    collection="enhancements",
    title="An enhancement that lets its bearer join nothing",
    severity=Severity.ERROR,
    message="{enhancement} lets its bearer join {target}, which is no datasheet of the catalogue.",
    hint="Name the id of the datasheet that is meant.",
)
def unknown_target(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """The units that a bearer may join are datasheets."""
    for field in ("leader_of", "support_of"):
        for index, target in enumerate(getattr(enhancement, field)):
            if target not in lookup.datasheets:
                yield found(field, index, enhancement=enhancement.name, target=target)


@audit_kind(
    "enhancement/unknown-item",
    collection="enhancements",
    title="An enhancement that asks for an item no bearer carries",
    severity=Severity.ERROR,
    message="{enhancement} asks for {item}, which no datasheet that may bear it lists.",
    hint="Name the item as those datasheets have it.",
)
def unknown_item(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """Every item that a bearer may be asked for is on a datasheet that may bear the enhancement."""
    if not enhancement.required_items or enhancement.detachment not in lookup.detachments:
        return
    carried = {item for sheet in bearers(enhancement, lookup) for item in sheet.items}
    for index, item in enumerate(enhancement.required_items):
        if item not in carried:
            yield found("required_items", index, enhancement=enhancement.name, item=lookup.item_name(item))


@audit_kind(
    "enhancement/unknown-keyword-given",
    collection="enhancements",
    title="An enhancement that gives a keyword nobody has",
    severity=Severity.WARNING,
    message="{enhancement} gives its bearer the keyword {keyword}, which no datasheet has.",
    hint="Write the keyword as datasheets have it.",
)
def unknown_keyword_given(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """The keywords that an enhancement gives are ones that some datasheet has."""
    for index, keyword in enumerate(enhancement.granted_keywords):
        if not lookup.is_keyword(keyword):
            yield found("granted_keywords", index, enhancement=enhancement.name, keyword=keyword)


@audit_kind(
    "enhancement/duplicate-name",
    collection="enhancements",
    title="Two enhancements of a detachment have one name",
    severity=Severity.ERROR,
    message="{detachment} has two enhancements called {enhancement}: {id} and {other}.",
    hint="Remove the one that repeats.",
)
def duplicate_name(enhancement: Enhancement, lookup: Lookup) -> Iterator[Found]:
    """Enhancements of a detachment have names of their own."""
    for other in lookup.enhancements_of.get(enhancement.detachment, ()):
        theirs = set(map(fold_name, (other.name, *other.aliases)))
        common = [name for name in (enhancement.name, *enhancement.aliases) if fold_name(name) in theirs]
        if other.id < enhancement.id and common:
            detachment = lookup.detachments.get(enhancement.detachment)
            yield found(
                "name",
                detachment=detachment.name if detachment else enhancement.detachment,
                enhancement=common[0],
                id=enhancement.id,
                other=other.id,
            )
