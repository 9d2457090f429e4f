"""Rows of a datasheet as its value; the other way round than ``spread_datasheet``."""

from __future__ import annotations

from datasheets import models
from datasheets.catalogue.datasheet import (
    BaseSize,
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    ItemKeyword,
    KindCount,
    Knowledge,
    ModelKind,
    ModelProfile,
    Quarantined,
    QuarantinedPart,
    ReservesRule,
    SplitRule,
    WarlordRule,
)
from datasheets.catalogue.wargear import ItemBudget, WargearOption
from datasheets.models.datasheet import DatasheetKeywordRole
from datasheets.tables.rows import Rows
from datasheets.tables.table import Key, Row
from datasheets.tables.transport import gather_transport


def gather_datasheet(rows: Rows, key: Key, row: Row) -> Datasheet:
    """The datasheet of ``row`` and everything below it."""
    keywords = [keyword for _, keyword in rows.below(key, models.DatasheetKeyword)]
    return Datasheet(
        id=row.public_id,
        name=row.name,
        faction=row.faction,
        faction_keywords=tuple(entry.keyword for entry in keywords if entry.role == DatasheetKeywordRole.FACTION),
        keywords=tuple(entry.keyword for entry in keywords if entry.role == DatasheetKeywordRole.UNIT),
        minimum_models=row.minimum_models,
        maximum_models=row.maximum_models,
        profiles=tuple(_profile(profile) for _, profile in rows.below(key, models.ModelProfile)),
        kinds=tuple(_kind(rows, *entry) for entry in rows.below(key, models.ModelKind)),
        tiers=tuple(_tier(rows, tier_key) for tier_key, _ in rows.below(key, models.CompositionTier)),
        items=rows.values_below(key, models.DatasheetItem, "item"),
        options=tuple(_option(rows, *entry) for entry in rows.below(key, models.WargearOption)),
        budgets=tuple(_budget(rows, *entry) for entry in rows.below(key, models.ItemBudget)),
        conditional_keywords=tuple(
            ConditionalKeyword(entry.keyword, entry.detachment, entry.faction_keyword, entry.warlord)
            for _, entry in rows.below(key, models.ConditionalKeyword)
        ),
        item_keywords=tuple(ItemKeyword(entry.item, entry.keyword) for _, entry in rows.below(key, models.ItemKeyword)),
        excluded_factions=rows.values_below(key, models.ExcludedFaction, "keyword"),
        transport=gather_transport(rows, key),
        warlord=WarlordRule(row.warlord),
        is_legends=row.is_legends,
        knowledge=Knowledge(row.knowledge),
        aliases=rows.values_below(key, models.DatasheetAlias, "name"),
        source=row.source,
        not_offered=row.not_offered,
        reserves=ReservesRule(
            must_start=row.must_start_in_reserves,
            is_exempt=row.is_exempt_from_reserves_limit,
            passengers_exempt=row.passengers_exempt_from_reserves_limit,
        ),
        cannot_bear_enhancements=row.cannot_bear_enhancements,
        excluded_epic_heroes=row.excluded_epic_heroes,
        warlord_with=rows.values_below(key, models.WarlordDetachment, "detachment"),
        splits=tuple(
            SplitRule(entry.transport, entry.detachment, entry.equal_parts)
            for _, entry in rows.below(key, models.SplitRule)
        ),
        quarantined=tuple(
            Quarantined(QuarantinedPart(entry.part), entry.part_id, tuple(entry.names.split("\n")), entry.reason)
            for _, entry in rows.below(key, models.QuarantinedPart)
        ),
    )


def _profile(row: Row) -> ModelProfile:
    return ModelProfile(
        name=row.name,
        M=row.M,
        T=row.T,
        Sv=row.Sv,
        W=row.W,
        Ld=row.Ld,
        OC=row.OC,
        invulnerable=row.invulnerable,
        invulnerable_melee=row.invulnerable_melee,
        invulnerable_ranged=row.invulnerable_ranged,
    )


def _kind(rows: Rows, key: Key, row: Row) -> ModelKind:
    return ModelKind(
        name=row.name,
        minimum=row.minimum,
        maximum=row.maximum,
        is_leader=row.is_leader,
        profile=None if row.profile is None else row.profile[-1],
        default_items=_counted(rows, key, models.DefaultItem),
        base=_base(row),
        is_character=row.is_character,
        aliases=rows.values_below(key, models.ModelKindAlias, "name"),
    )


def _base(row: Row) -> BaseSize | None:
    if not row.base_shape:
        return None
    return BaseSize(
        shape=row.base_shape,
        diameter=row.base_diameter,
        length=row.base_length,
        width=row.base_width,
        size=row.base_size or None,
        draft=row.base_is_draft,
    )


def _counted(
    rows: Rows, key: Key, model: type[models.DefaultItem | models.ReplacedItem | models.ChosenItem]
) -> tuple[str, ...]:
    return tuple(entry.item for _, entry in rows.below(key, model) for _ in range(entry.quantity))


def _tier(rows: Rows, key: Key) -> CompositionTier:
    return CompositionTier(
        tuple(KindCount(count.kind[-1], count.minimum, count.maximum) for _, count in rows.below(key, models.KindCount))
    )


def _option(rows: Rows, key: Key, row: Row) -> WargearOption:
    conditions = [condition for _, condition in rows.below(key, models.OptionCondition)]
    return WargearOption(
        id=row.public_id,
        replaces=_counted(rows, key, models.ReplacedItem),
        choices=tuple(
            _counted(rows, choice_key, models.ChosenItem) for choice_key, _ in rows.below(key, models.OptionChoice)
        ),
        kind=None if row.kind is None else row.kind[-1],
        per_model=row.per_model,
        per_models=row.per_models,
        limit=row.limit,
        required_faction=row.required_faction,
        all_models=row.all_models,
        while_carrying=tuple(each.item for each in conditions if not each.is_excluded),
        unless_carrying=tuple(each.item for each in conditions if each.is_excluded),
        maximum_models=row.maximum_models,
    )


def _budget(rows: Rows, key: Key, row: Row) -> ItemBudget:
    return ItemBudget(
        items=rows.values_below(key, models.BudgetItem, "item"),
        count=row.count,
        per_models=row.per_models,
        duplicate_limit=row.duplicate_limit,
        options=tuple(entry.option[-1] for _, entry in rows.below(key, models.BudgetOption)),
    )
