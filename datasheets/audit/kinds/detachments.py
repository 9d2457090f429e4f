"""Detachments: points, dispositions, enhancements, and what their rules name."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Place, Severity, audit_kind, found
from datasheets.catalogue.detachment import Detachment

MOST_DETACHMENT_POINTS = 3


@audit_kind(
    "detachment/no-points",
    collection="detachments",
    title="A detachment without Detachment Points",
    severity=Severity.ERROR,
    message="{detachment} has no Detachment Points in {faction}.",
    hint="Add them with the manual they are from.",
)
def no_points(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """Every faction that is offered a detachment has its Detachment Points."""
    for index, offer in enumerate(detachment.offers):
        if offer.points is None and not detachment.not_offered:
            yield found("offers", index, "points", detachment=detachment.name, faction=offer.faction)


@audit_kind(
    "detachment/points-out-of-range",
    collection="detachments",
    title="Detachment Points outside their range",
    severity=Severity.ERROR,
    message="{detachment} costs {points} Detachment Points in {faction}; detachments cost 1 to {most}.",
    hint="Correct the figure.",
)
def points_out_of_range(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """A detachment costs 1 to 3 Detachment Points."""
    for index, offer in enumerate(detachment.offers):
        if offer.points is not None and not 1 <= offer.points <= MOST_DETACHMENT_POINTS:
            yield found(
                "offers",
                index,
                "points",
                detachment=detachment.name,
                points=offer.points,
                faction=offer.faction,
                most=MOST_DETACHMENT_POINTS,
            )


@audit_kind(
    "detachment/no-disposition",
    collection="detachments",
    title="A detachment without a force disposition",
    severity=Severity.ERROR,
    message="{detachment} grants no force disposition in {faction}.",
    hint="Add its force disposition (25.04).",
)
def no_disposition(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """A detachment grants one or more force dispositions."""
    for index, offer in enumerate(detachment.offers):
        if not offer.dispositions and not detachment.not_offered:
            yield found("offers", index, "dispositions", detachment=detachment.name, faction=offer.faction)


@audit_kind(
    "detachment/unknown-disposition",
    collection="detachments",
    title="A detachment that grants an unknown force disposition",
    severity=Severity.ERROR,
    message="{detachment} grants the force disposition {disposition} in {faction}, which is not in the catalogue.",
    hint="Name one of the force dispositions there are.",
)
def unknown_disposition(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """The force dispositions that are granted exist."""
    for index, offer in enumerate(detachment.offers):
        for place, disposition in enumerate(offer.dispositions):
            if disposition not in lookup.dispositions:
                yield found(
                    "offers",
                    index,
                    "dispositions",
                    place,
                    detachment=detachment.name,
                    disposition=disposition,
                    faction=offer.faction,
                )


@audit_kind(
    "detachment/no-enhancements",
    collection="detachments",
    title="A detachment without enhancements",
    severity=Severity.WARNING,
    message="{detachment} has no enhancement.",
    hint="Add its enhancements, or compare with the manual whether it has none.",
)
def no_enhancements(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """A detachment that is offered has enhancements."""
    if detachment.offers and not lookup.enhancements_of.get(detachment.id):
        yield found(detachment=detachment.name)


@audit_kind(
    "detachment/offered-to-nobody",
    collection="detachments",
    title="A detachment that no faction is offered",
    severity=Severity.ADVICE,
    message="No faction is offered {detachment}.",
    hint="Right where a newer manual dropped it; otherwise add its Detachment Points.",
)
def offered_to_nobody(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """Some faction is offered every detachment."""
    if not detachment.offers:
        yield found("offers", detachment=detachment.name)


@audit_kind(
    "detachment/unknown-faction",
    collection="detachments",
    title="A detachment that is offered to an unknown faction, or kept from one",
    severity=Severity.ERROR,
    message="{detachment} names the faction {faction}, which is not in the catalogue.",
    hint="Name the id of a faction.",
)
def unknown_faction(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """Factions that are offered a detachment, or left out of it, exist."""
    named: list[tuple[Place, str]] = [
        (("offers", index, "faction"), offer.faction) for index, offer in enumerate(detachment.offers)
    ]
    named += [(("excluded_factions", index), faction) for index, faction in enumerate(detachment.excluded_factions)]
    for place, faction in named:
        if faction not in lookup.factions:
            yield found(*place, detachment=detachment.name, faction=faction)


@audit_kind(
    "detachment/names-nothing",
    collection="detachments",
    title="A detachment whose rules name what is not there",
    severity=Severity.ERROR,
    message="{detachment} names {what}, which is not in the catalogue.",
    hint="Name the id of what is meant.",
)
def names_nothing(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """Datasheets and detachments that a detachment demands or excludes exist."""
    for field in ("required_datasheets", "excluded_datasheets", "demanded_warlords"):
        for index, datasheet in enumerate(getattr(detachment, field)):
            if datasheet not in lookup.datasheets:
                yield found(field, index, detachment=detachment.name, what=f"the datasheet {datasheet}")
    for index, other in enumerate(detachment.excluded_detachments):
        if other not in lookup.detachments:
            yield found("excluded_detachments", index, detachment=detachment.name, what=f"the detachment {other}")


@audit_kind(
    "detachment/unknown-keyword",
    collection="detachments",
    title="A detachment that names a keyword nobody has",
    severity=Severity.ERROR,
    message="{detachment}: its rules name {keyword}, which no datasheet has.",
    hint="Write the keyword as datasheets have it.",
)
def unknown_keyword(detachment: Detachment, lookup: Lookup) -> Iterator[Found]:
    """Keywords that a detachment asks for are such as some datasheet or army has."""
    named: list[tuple[Place, str]] = [
        (("required_keywords", index), word) for index, word in enumerate(detachment.required_keywords)
    ]
    named += [
        (("granted_keywords", index, "to_keyword"), row.to_keyword)
        for index, row in enumerate(detachment.granted_keywords)
    ]
    named += [
        (("granted_keywords", index, "with_keyword"), row.with_keyword)
        for index, row in enumerate(detachment.granted_keywords)
        if row.with_keyword is not None
    ]
    named += [(("unit_minimums", index, "keyword"), row.keyword) for index, row in enumerate(detachment.unit_minimums)]
    for place, keyword in named:
        if not lookup.is_keyword(keyword):
            yield found(*place, detachment=detachment.name, keyword=keyword)
