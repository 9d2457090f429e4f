"""Factions, battle sizes and dispositions."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.names import fold_keyword


@audit_kind(
    "faction/no-detachments",
    collection="factions",
    title="A faction without detachments",
    severity=Severity.ERROR,
    message="{faction} has no detachment to choose.",
    hint="Add its detachments, or say that it has none.",
)
def no_detachments(faction: Faction, lookup: Lookup) -> Iterator[Found]:
    """A faction has detachments of its own or of its parent, unless it says that it has none."""
    line = [faction.id, *((faction.parent,) if faction.parent else ())]
    if faction.has_detachments and not any(row.offer_to(*line) is not None for row in lookup.data.detachments):
        yield found("has_detachments", faction=faction.name)


@audit_kind(
    "faction/no-datasheets",
    collection="factions",
    title="A faction without datasheets",
    severity=Severity.ERROR,
    message="No datasheet has the faction keyword {keyword} of {faction}.",
    hint="Write the keyword as its datasheets do, or add them.",
)
def no_datasheets(faction: Faction, lookup: Lookup) -> Iterator[Found]:
    """Some datasheet has the keyword by which an army of the faction is mustered (25.02)."""
    if not lookup.keyword_counts[fold_keyword(faction.keyword)]:
        yield found("keyword", keyword=faction.keyword, faction=faction.name)


@audit_kind(
    "faction/unknown-parent",
    collection="factions",
    title="A faction of an unknown parent",
    severity=Severity.ERROR,
    message="{faction} descends from {parent}, which is no other faction of the catalogue.",
    hint="Name the id of its parent.",
)
def unknown_parent(faction: Faction, lookup: Lookup) -> Iterator[Found]:
    """The parent of a faction is another faction."""
    if faction.parent is not None and (faction.parent not in lookup.factions or faction.parent == faction.id):
        yield found("parent", faction=faction.name, parent=faction.parent)


@audit_kind(
    "faction/unknown-price-list",
    collection="factions",
    title="A faction that buys from an empty list",
    severity=Severity.ERROR,
    message="{faction} buys from the price list “{price_list}”, in which nothing is priced.",
    hint="Name the list of the points manual that it buys from.",
)
def unknown_price_list(faction: Faction, lookup: Lookup) -> Iterator[Found]:
    """The list a faction buys from prices something."""
    if faction.price_list not in lookup.price_lists:
        yield found("price_list", faction=faction.name, price_list=faction.price_list)


@audit_kind(
    "faction/battle-size",
    collection="battle_sizes",
    title="A battle size that allows nothing",
    severity=Severity.ERROR,
    message="{size} has {value} as its {what}, which is at least 1.",
    hint="Correct the row of 25.03.",
)
def battle_size(size: BattleSize, lookup: Lookup) -> Iterator[Found]:
    """Every limit of a battle size is at least one (25.03)."""
    for field in ("points_limit", "detachment_points", "enhancement_limit", "unit_limit"):
        value = getattr(size, field)
        if value < 1:
            yield found(field, size=size.name, value=value, what=field.replace("_", " "))


@audit_kind(
    "faction/unused-disposition",
    collection="dispositions",
    title="A force disposition that no detachment grants",
    severity=Severity.WARNING,
    message="No detachment grants the force disposition {disposition}.",
    hint="Correct its id, or the detachments that should grant it.",
)
def unused_disposition(disposition: ForceDisposition, lookup: Lookup) -> Iterator[Found]:
    """Some detachment grants every force disposition (25.04)."""
    offers = (offer for row in lookup.data.detachments for offer in row.offers)
    if not any(disposition.id in offer.dispositions for offer in offers):
        yield found(disposition=disposition.name)
