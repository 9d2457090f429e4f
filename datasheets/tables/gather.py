"""Rows of the tables as catalogue values; the other way round than ``spread``."""

from __future__ import annotations

from datasheets import models
from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole, FreeGuest, LimitBySize
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.detachment import (
    Detachment,
    DetachmentOffer,
    Enhancement,
    EnhancementPrice,
    GrantedKeyword,
    UnitMinimum,
)
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.order import in_order
from datasheets.catalogue.points import AddOn, CopyTier, DetachmentPrice, PaidItem, PastPrice, PriceTable, SizeRow
from datasheets.catalogue.wargear import Item, ItemKind, WeaponKeyword, WeaponProfile
from datasheets.models.ally import AlliedKeywordRole, LimitMeasure
from datasheets.tables.gather_datasheet import gather_datasheet
from datasheets.tables.gather_groups import gather_allegiance, gather_group_limit
from datasheets.tables.play import gather_play
from datasheets.tables.rows import Rows
from datasheets.tables.table import Key, Row


def gather(rows: Rows) -> CatalogueData:
    """The catalogue that ``rows`` hold, in the order of :func:`~datasheets.catalogue.order.in_order`."""
    return in_order(
        CatalogueData(
            factions=tuple(_faction(rows, *entry) for entry in rows.of(models.Faction)),
            battle_sizes=tuple(_battle_size(row) for _, row in rows.of(models.BattleSize)),
            dispositions=tuple(
                ForceDisposition(row.public_id, row.name) for _, row in rows.of(models.ForceDisposition)
            ),
            items=tuple(_item(rows, *entry) for entry in rows.of(models.Item)),
            datasheets=tuple(gather_datasheet(rows, *entry) for entry in rows.of(models.Datasheet)),
            prices=tuple(_price_table(rows, *entry) for entry in rows.of(models.PriceTable)),
            past_prices=tuple(_past_price(row) for _, row in rows.of(models.PastPrice)),
            detachments=tuple(_detachment(rows, *entry) for entry in rows.of(models.Detachment)),
            enhancements=tuple(_enhancement(rows, *entry) for entry in rows.of(models.Enhancement)),
            attachments=tuple(_attachment(rows, *entry) for entry in rows.of(models.Attachment)),
            allied_rules=tuple(_allied_rule(rows, *entry) for entry in rows.of(models.AlliedRule)),
            group_limits=tuple(gather_group_limit(rows, *entry) for entry in rows.of(models.GroupLimit)),
            allegiances=tuple(gather_allegiance(rows, *entry) for entry in rows.of(models.Allegiance)),
            **gather_play(rows),
        )
    )


def _faction(rows: Rows, key: Key, row: Row) -> Faction:
    return Faction(
        id=row.public_id,
        name=row.name,
        keyword=row.keyword,
        parent=row.parent,
        chapter_keyword=row.chapter_keyword,
        keywords=rows.values_below(key, models.FactionKeyword, "keyword"),
        aliases=rows.values_below(key, models.FactionAlias, "name"),
        price_list=row.price_list or "",
        has_detachments=row.has_detachments,
        source=row.source,
    )


def _battle_size(row: Row) -> BattleSize:
    return BattleSize(
        id=row.public_id,
        name=row.name,
        points_limit=row.points_limit,
        detachment_points=row.detachment_points,
        enhancement_limit=row.enhancement_limit,
        unit_limit=row.unit_limit,
        solo_detachment_points=row.solo_detachment_points,
    )


def _item(rows: Rows, key: Key, row: Row) -> Item:
    return Item(
        id=row.public_id,
        name=row.name,
        kind=ItemKind(row.kind),
        profiles=tuple(_weapon_profile(rows, *entry) for entry in rows.below(key, models.WeaponProfile)),
    )


def _weapon_profile(rows: Rows, key: Key, row: Row) -> WeaponProfile:
    return WeaponProfile(
        name=row.name,
        range=row.range,
        attacks=row.attacks,
        skill=row.skill,
        strength=row.strength,
        armour_penetration=row.armour_penetration,
        damage=row.damage,
        keywords=tuple(_weapon_keyword(rows, *entry) for entry in rows.below(key, models.WeaponKeyword)),
        only_against=rows.values_below(key, models.WeaponProfileTarget, "keyword"),
    )


def _weapon_keyword(rows: Rows, key: Key, row: Row) -> WeaponKeyword:
    targets = [target for _, target in rows.below(key, models.WeaponKeywordTarget)]
    return WeaponKeyword(
        name=row.name,
        value=row.value or None,
        target=row.target,
        required_targets=tuple(target.keyword for target in targets if not target.is_excluded),
        excluded_targets=tuple(target.keyword for target in targets if target.is_excluded),
    )


def _price_table(rows: Rows, key: Key, row: Row) -> PriceTable:
    return PriceTable(
        datasheet=row.datasheet,
        price_list=row.price_list,
        tiers=tuple(_copy_tier(rows, *entry) for entry in rows.below(key, models.CopyTier)),
        wargear=tuple(
            PaidItem(paid.name, paid.points, rows.values_below(paid_key, models.PaidItemItem, "item"))
            for paid_key, paid in rows.below(key, models.PaidItem)
        ),
        add_ons=tuple(AddOn(add_on.name, add_on.points) for _, add_on in rows.below(key, models.AddOn)),
        allied=row.allied,
        block=row.block,
        is_legends=row.is_legends,
        source=row.source,
        detachment_prices=tuple(
            DetachmentPrice(
                detachment=price.detachment,
                models=price.model_count,
                points=price.points,
                first=price.first,
                last=price.last,
                includes=rows.values_below(price_key, models.IncludedEnhancement, "enhancement"),
                source=price.source,
            )
            for price_key, price in rows.below(key, models.DetachmentPrice)
        ),
    )


def _copy_tier(rows: Rows, key: Key, row: Row) -> CopyTier:
    return CopyTier(
        first=row.first,
        last=row.last,
        rows=tuple(
            SizeRow(
                models=size.model_count,
                points=size.points,
                composition=tuple((kind.name, kind.count) for _, kind in rows.below(size_key, models.SizeRowKind)),
            )
            for size_key, size in rows.below(key, models.SizeRow)
        ),
    )


def _past_price(row: Row) -> PastPrice:
    return PastPrice(
        manual=row.manual,
        subject=row.datasheet or row.enhancement,
        price_list=row.price_list,
        first_copy=row.first_copy,
        models=row.model_count,
        points=row.points,
        item=row.item,
        allied=row.allied,
    )


def _detachment(rows: Rows, key: Key, row: Row) -> Detachment:
    sheets = [sheet for _, sheet in rows.below(key, models.DetachmentDatasheet)]
    return Detachment(
        id=row.public_id,
        name=row.name,
        offers=tuple(_offer(rows, *entry) for entry in rows.below(key, models.DetachmentOffer)),
        required_keywords=rows.values_below(key, models.RequiredKeyword, "keyword"),
        granted_keywords=tuple(
            GrantedKeyword(
                granted.keyword, granted.to_keyword, granted.maximum, granted.with_keyword, granted.is_choice
            )
            for _, granted in rows.below(key, models.GrantedKeyword)
        ),
        unit_minimums=tuple(
            UnitMinimum(least.keyword, least.minimum) for _, least in rows.below(key, models.UnitMinimum)
        ),
        required_datasheets=tuple(sheet.datasheet for sheet in sheets if not sheet.is_excluded),
        excluded_datasheets=tuple(sheet.datasheet for sheet in sheets if sheet.is_excluded),
        excluded_detachments=rows.values_below(key, models.ExcludedDetachment, "excluded"),
        knowledge=Knowledge(row.knowledge),
        aliases=rows.values_below(key, models.DetachmentAlias, "name"),
        source=row.source,
        not_offered=row.not_offered,
        excluded_factions=rows.values_below(key, models.DetachmentExcludedFaction, "faction"),
        demanded_warlords=rows.values_below(key, models.DemandedWarlord, "datasheet"),
        has_uncounted_enhancements=row.has_uncounted_enhancements,
    )


def _offer(rows: Rows, key: Key, row: Row) -> DetachmentOffer:
    return DetachmentOffer(
        faction=row.faction,
        points=row.points,
        dispositions=rows.values_below(key, models.OfferedDisposition, "disposition"),
        unique_tags=rows.values_below(key, models.OfferedUniqueTag, "name"),
        source=row.source,
    )


def _enhancement(rows: Rows, key: Key, row: Row) -> Enhancement:
    granted = [attachment for _, attachment in rows.below(key, models.GrantedAttachment)]
    return Enhancement(
        id=row.public_id,
        name=row.name,
        detachment=row.detachment,
        prices=tuple(
            EnhancementPrice(price.faction, price.points, price.source)
            for _, price in rows.below(key, models.EnhancementPrice)
        ),
        is_upgrade=row.is_upgrade,
        requires=tuple(
            rows.values_below(group_key, models.RequirementKeyword, "keyword")
            for group_key, _ in rows.below(key, models.RequirementGroup)
        ),
        excludes=rows.values_below(key, models.BearerExclusion, "keyword"),
        leader_of=tuple(entry.bodyguard for entry in granted if entry.role == AttachmentRole.LEADER),
        support_of=tuple(entry.bodyguard for entry in granted if entry.role == AttachmentRole.SUPPORT),
        usable_by_epic_hero=row.usable_by_epic_hero,
        usable_by_non_character=row.usable_by_non_character,
        knowledge=Knowledge(row.knowledge),
        source=row.source,
        not_offered=row.not_offered,
        aliases=rows.values_below(key, models.EnhancementAlias, "name"),
        required_items=rows.values_below(key, models.RequiredItem, "item"),
        granted_keywords=rows.values_below(key, models.EnhancementKeyword, "keyword"),
        bars_warlord=row.bars_warlord,
        is_demanded=row.is_demanded,
    )


def _attachment(rows: Rows, key: Key, row: Row) -> Attachment:
    return Attachment(
        joining=row.joining,
        bodyguard=row.bodyguard,
        role=AttachmentRole(row.role),
        price_lists=rows.values_below(key, models.AttachmentPriceList, "faction"),
        required_detachment=row.required_detachment,
        source=row.source,
        may_join_beside_another=row.may_join_beside_another,
        is_mandatory=row.is_mandatory,
        led_by=row.led_by,
        joiner_group=row.joiner_group,
        excluded_detachments=rows.values_below(key, models.AttachmentExcludedDetachment, "detachment"),
        shared_keywords=rows.values_below(key, models.AttachmentSharedKeyword, "keyword"),
        beside=rows.values_below(key, models.AttachmentNeighbour, "datasheet"),
        never_beside_its_like=row.never_beside_its_like,
        beside_from_models=row.beside_from_models,
    )


def _allied_rule(rows: Rows, key: Key, row: Row) -> AlliedRule:
    keywords = [keyword for _, keyword in rows.below(key, models.AlliedKeyword)]

    def of_role(role: AlliedKeywordRole) -> tuple[str, ...]:
        return tuple(entry.keyword for entry in keywords if entry.role == role)

    return AlliedRule(
        id=row.public_id,
        name=row.name,
        host_keywords=of_role(AlliedKeywordRole.HOST),
        guests=rows.values_below(key, models.AlliedGuest, "datasheet"),
        detachments=rows.values_below(key, models.AlliedDetachment, "detachment"),
        points_limits=_limits(rows, key, LimitMeasure.POINTS),
        count_limits=_limits(rows, key, LimitMeasure.COUNT),
        cannot_be_warlord=row.cannot_be_warlord,
        cannot_take_enhancements=row.cannot_take_enhancements,
        warlord_required_keyword=row.warlord_required_keyword,
        ratio_keywords=of_role(AlliedKeywordRole.RATIO),
        exclusive_bucket=row.exclusive_bucket or None,
        is_confirmed=row.is_confirmed,
        source=row.source,
        all_models_keywords=of_role(AlliedKeywordRole.ALL_MODELS),
        uncounted_if=of_role(AlliedKeywordRole.UNCOUNTED),
        free_guests=tuple(
            FreeGuest(free.datasheet, rows.values_below(free_key, models.FreeGuestKeyword, "keyword"))
            for free_key, free in rows.below(key, models.FreeGuest)
        ),
    )


def _limits(rows: Rows, rule: Key, measure: LimitMeasure) -> tuple[LimitBySize, ...]:
    return tuple(
        LimitBySize(limit.battle_size, limit.maximum, limit.keyword)
        for _, limit in rows.below(rule, models.AlliedLimit)
        if limit.measure == measure
    )
