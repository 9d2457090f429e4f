"""Which rows an entry of the catalogue is made of, and which entry and field a row belongs to."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models as orm

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import BETWEEN, EntryRef, NoSuchEntry
from datasheets.tables.play import PLAY_TABLES
from datasheets.tables.table import TABLE_OF, Key, Table, aggregate_key, aggregate_table

MODELS: Mapping[str, type[orm.Model]] = {
    "factions": models.Faction,
    "battle_sizes": models.BattleSize,
    "dispositions": models.ForceDisposition,
    "items": models.Item,
    "datasheets": models.Datasheet,
    "prices": models.PriceTable,
    "past_prices": models.PastPrice,
    "detachments": models.Detachment,
    "enhancements": models.Enhancement,
    "attachments": models.Attachment,
    "allied_rules": models.AlliedRule,
    "group_limits": models.GroupLimit,
    "allegiances": models.Allegiance,
    **{table.collection: table.model for table in PLAY_TABLES},
}
"""The aggregate that holds the entries of each collection."""

FIXED: frozenset[str] = frozenset({"past_prices"})
"""Collections that nobody edits: what an older manual printed stays printed."""

EDITABLE: tuple[str, ...] = tuple(name for name in CatalogueData.__dataclass_fields__ if name not in FIXED)

_FIELDS: Mapping[type[orm.Model], str] = {
    models.FactionKeyword: "keywords",
    models.FactionAlias: "aliases",
    models.WeaponProfile: "profiles",
    models.DetachmentAlias: "aliases",
    models.DetachmentOffer: "offers",
    models.RequiredKeyword: "required_keywords",
    models.GrantedKeyword: "granted_keywords",
    models.UnitMinimum: "unit_minimums",
    models.DetachmentExcludedFaction: "excluded_factions",
    models.ExcludedDetachment: "excluded_detachments",
    models.DatasheetAlias: "aliases",
    models.ConditionalKeyword: "conditional_keywords",
    models.ItemKeyword: "item_keywords",
    models.ExcludedFaction: "excluded_factions",
    models.WarlordDetachment: "warlord_with",
    models.SplitRule: "splits",
    models.QuarantinedPart: "quarantined",
    models.Transport: "transport",
    models.ModelProfile: "profiles",
    models.ModelKind: "kinds",
    models.CompositionTier: "tiers",
    models.DatasheetItem: "items",
    models.WargearOption: "options",
    models.ItemBudget: "budgets",
    models.EnhancementAlias: "aliases",
    models.EnhancementPrice: "prices",
    models.RequirementGroup: "requires",
    models.BearerExclusion: "excludes",
    models.CopyTier: "tiers",
    models.PaidItem: "wargear",
    models.AddOn: "add_ons",
    models.AttachmentPriceList: "price_lists",
    models.DemandedWarlord: "demanded_warlords",
    models.RequiredItem: "required_items",
    models.EnhancementKeyword: "granted_keywords",
    models.DetachmentPrice: "detachment_prices",
    models.AttachmentExcludedDetachment: "excluded_detachments",
    models.AttachmentSharedKeyword: "shared_keywords",
    models.AttachmentNeighbour: "beside",
    models.GroupOverride: "overrides",
    models.AllegianceMember: "members",
    models.AllegianceChoice: "choices",
    models.AlliedGuest: "guests",
    models.FreeGuest: "free_guests",
    models.AlliedDetachment: "detachments",
    models.GroupMember: "members",
    models.GroupOverride: "overrides",
    models.AllegianceMember: "members",
    models.AllegianceChoice: "choices",
    models.DetachmentPrice: "detachment_prices",
    **{part: field for table in PLAY_TABLES for field, (part, _) in table.parts.items()},
}
"""The field that the parts of an aggregate hold, where one model holds one field."""


def entry_table(collection: str) -> Table:
    """The table of a collection's entries; raises :class:`~datasheets.catalogue.entries.NoSuchEntry`."""
    if collection not in MODELS:
        raise NoSuchEntry(f"There is no collection {collection}.")
    return TABLE_OF[MODELS[collection]]


def row_key(ref: EntryRef) -> Key | None:
    """The key of the row that holds the entry; None where the reference cannot be one."""
    parts = ref.key.split(BETWEEN)
    match ref.collection:
        case "prices":
            if len(parts) == 2 or parts[2:] == ["guests"]:
                return parts[0], parts[1], len(parts) == 3
            return None
        case "attachments":
            if len(parts) not in (3, 4):
                return None
            return parts[0], parts[1], parts[2], parts[3] if len(parts) == 4 else None
        case "past_prices":
            return None
        case _:
            return (ref.key,)


def ref_of_row(table: Table, key: Key) -> EntryRef | None:
    """The entry that the row with ``key`` belongs to; None for keywords and past prices, which are none to edit."""
    aggregate, key = aggregate_table(table), aggregate_key(table, key)
    collection = next((name for name, model in MODELS.items() if model is aggregate.model), None)
    if collection is None or collection in FIXED:
        return None
    if collection == "prices":
        datasheet, price_list, allied = key
        return EntryRef(collection, BETWEEN.join((datasheet, price_list, *(("guests",) if allied else ()))))
    if collection == "attachments":
        return EntryRef(collection, BETWEEN.join(part or "" for part in key).rstrip(BETWEEN))
    return EntryRef(collection, str(key[0]))


def field_of_row(table: Table, column: str | None = None) -> str:
    """The field of the entry that a row of ``table``, or a column of the aggregate's own row, holds part of."""
    if table.is_aggregate:
        return _field_of_column(column or "")
    below = table
    while below.parent is not None and not TABLE_OF[below.parent].is_aggregate:
        below = TABLE_OF[below.parent]
    return _FIELDS.get(below.model, "")


def _field_of_column(column: str) -> str:
    if column == "public_id":
        return "id"
    if "reserves" in column:
        return "reserves"
    return column
