"""A datasheet as rows: keywords, stat lines, composition, transport, items, options, budgets."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from django.db import models as orm

from datasheets import models
from datasheets.catalogue.datasheet import BaseSize, Datasheet, ModelKind
from datasheets.catalogue.wargear import ItemBudget, WargearOption
from datasheets.models.datasheet import DatasheetKeywordRole
from datasheets.tables.rows import Rows
from datasheets.tables.table import Key
from datasheets.tables.transport import spread_transport

NO_BASE = BaseSize(shape="")
"""How a model kind without a known base is stored."""


def spread_datasheet(rows: Rows, datasheet: Datasheet) -> None:
    """Add the rows of ``datasheet``."""
    key = rows.add(
        models.Datasheet,
        public_id=datasheet.id,
        name=datasheet.name,
        faction=datasheet.faction,
        minimum_models=datasheet.minimum_models,
        maximum_models=datasheet.maximum_models,
        warlord=datasheet.warlord.value,
        must_start_in_reserves=datasheet.reserves.must_start,
        is_exempt_from_reserves_limit=datasheet.reserves.is_exempt,
        passengers_exempt_from_reserves_limit=datasheet.reserves.passengers_exempt,
        cannot_bear_enhancements=datasheet.cannot_bear_enhancements,
        excluded_epic_heroes=rows.keyword(datasheet.excluded_epic_heroes),
        is_legends=datasheet.is_legends,
        knowledge=datasheet.knowledge.value,
        source=datasheet.source,
        not_offered=datasheet.not_offered,
    )
    for position, alias in enumerate(datasheet.aliases):
        rows.add(models.DatasheetAlias, key, position=position, name=alias)
    _keywords(rows, key, datasheet)
    for position, profile in enumerate(datasheet.profiles):
        rows.add(
            models.ModelProfile,
            key,
            position=position,
            name=profile.name,
            M=profile.M,
            T=profile.T,
            Sv=profile.Sv,
            W=profile.W,
            Ld=profile.Ld,
            OC=profile.OC,
            invulnerable=profile.invulnerable,
            invulnerable_melee=profile.invulnerable_melee,
            invulnerable_ranged=profile.invulnerable_ranged,
        )
    for position, kind in enumerate(datasheet.kinds):
        _kind(rows, key, position, kind)
    for position, tier in enumerate(datasheet.tiers):
        tier_key = rows.add(models.CompositionTier, key, position=position)
        for place, count in enumerate(tier.counts):
            rows.add(
                models.KindCount,
                tier_key,
                position=place,
                kind=(*key, count.kind),
                minimum=count.minimum,
                maximum=count.maximum,
            )
    for position, item in enumerate(datasheet.items):
        rows.add(models.DatasheetItem, key, position=position, item=item)
    for position, option in enumerate(datasheet.options):
        _option(rows, key, position, option)
    for position, budget in enumerate(datasheet.budgets):
        _budget(rows, key, position, budget)
    if datasheet.transport is not None:
        spread_transport(rows, key, datasheet.transport)
    for position, detachment in enumerate(datasheet.warlord_with):
        rows.add(models.WarlordDetachment, key, position=position, detachment=detachment)
    for position, part in enumerate(datasheet.quarantined):
        rows.add(
            models.QuarantinedPart,
            key,
            position=position,
            part=part.part.value,
            part_id=part.id,
            names="\n".join(part.names),
            reason=part.reason,
        )
    for position, split in enumerate(datasheet.splits):
        rows.add(
            models.SplitRule,
            key,
            position=position,
            transport=split.transport,
            detachment=split.detachment,
            equal_parts=split.equal_parts,
        )


def _keywords(rows: Rows, datasheet: Key, value: Datasheet) -> None:
    for role, keywords in (
        (DatasheetKeywordRole.UNIT, value.keywords),
        (DatasheetKeywordRole.FACTION, value.faction_keywords),
    ):
        for position, keyword in enumerate(keywords):
            rows.add(
                models.DatasheetKeyword,
                datasheet,
                position=position,
                role=role.value,
                keyword=rows.keyword(keyword),
            )
    for position, conditional in enumerate(value.conditional_keywords):
        rows.add(
            models.ConditionalKeyword,
            datasheet,
            position=position,
            keyword=rows.keyword(conditional.keyword),
            detachment=conditional.detachment,
            faction_keyword=rows.keyword(conditional.faction_keyword),
            warlord=conditional.warlord,
        )
    for position, carried in enumerate(value.item_keywords):
        rows.add(
            models.ItemKeyword, datasheet, position=position, item=carried.item, keyword=rows.keyword(carried.keyword)
        )
    for position, keyword in enumerate(value.excluded_factions):
        rows.add(models.ExcludedFaction, datasheet, position=position, keyword=rows.keyword(keyword))


def _kind(rows: Rows, datasheet: Key, position: int, kind: ModelKind) -> None:
    base = kind.base or NO_BASE
    key = rows.add(
        models.ModelKind,
        datasheet,
        position=position,
        name=kind.name,
        minimum=kind.minimum,
        maximum=kind.maximum,
        is_leader=kind.is_leader,
        is_character=kind.is_character,
        profile=None if kind.profile is None else (*datasheet, kind.profile),
        base_shape=base.shape,
        base_diameter=base.diameter,
        base_length=base.length,
        base_width=base.width,
        base_size=base.size or "",
        base_is_draft=base.draft,
    )
    for place, alias in enumerate(kind.aliases):
        rows.add(models.ModelKindAlias, key, position=place, name=alias)
    _counted(rows, models.DefaultItem, key, kind.default_items)


def _counted(rows: Rows, model: type[orm.Model], parent: Key, items: Iterable[str]) -> None:
    """Items that may stand several times: a row for each run of one id."""
    for position, (item, run) in enumerate(groupby(items)):
        rows.add(model, parent, position=position, item=item, quantity=sum(1 for _ in run))


def _option(rows: Rows, datasheet: Key, position: int, option: WargearOption) -> None:
    key = rows.add(
        models.WargearOption,
        datasheet,
        position=position,
        public_id=option.id,
        kind=None if option.kind is None else (*datasheet, option.kind),
        per_model=option.per_model,
        per_models=option.per_models,
        limit=option.limit,
        required_faction=option.required_faction,
        all_models=option.all_models,
        maximum_models=option.maximum_models,
    )
    _counted(rows, models.ReplacedItem, key, option.replaces)
    for place, choice in enumerate(option.choices):
        choice_key = rows.add(models.OptionChoice, key, position=place)
        _counted(rows, models.ChosenItem, choice_key, choice)
    for is_excluded, items in ((False, option.while_carrying), (True, option.unless_carrying)):
        for place, item in enumerate(items):
            rows.add(models.OptionCondition, key, position=place, item=item, is_excluded=is_excluded)


def _budget(rows: Rows, datasheet: Key, position: int, budget: ItemBudget) -> None:
    key = rows.add(
        models.ItemBudget,
        datasheet,
        position=position,
        count=budget.count,
        per_models=budget.per_models,
        duplicate_limit=budget.duplicate_limit,
    )
    for place, item in enumerate(budget.items):
        rows.add(models.BudgetItem, key, position=place, item=item)
    for place, option in enumerate(budget.options):
        rows.add(models.BudgetOption, key, position=place, option=(*datasheet, option))
