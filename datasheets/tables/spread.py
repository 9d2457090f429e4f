"""Catalogue values as rows of the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import models as orm

from datasheets import models
from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole, LimitBySize
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.detachment import Detachment, DetachmentOffer, Enhancement
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.points import PastPrice, PriceTable
from datasheets.catalogue.wargear import Item, WeaponProfile
from datasheets.models.ally import AlliedKeywordRole, LimitMeasure
from datasheets.tables.play import spread_play
from datasheets.tables.rows import Rows
from datasheets.tables.spread_datasheet import spread_datasheet
from datasheets.tables.spread_groups import spread_allegiance, spread_group_limit
from datasheets.tables.table import Key


def spread(data: CatalogueData) -> Rows:
    """The rows that hold ``data``.

    Raises :class:`~datasheets.tables.rows.RepeatedRow` where two entries claim one key, and
    :class:`~datasheets.tables.rows.DanglingReference` where an entry names one that is not there.
    """
    rows = Rows()
    spread_into(rows, data, frozenset(enhancement.id for enhancement in data.enhancements))
    rows.check_references()
    return rows


def spread_into(rows: Rows, data: CatalogueData, enhancements: Collection[str] = ()) -> None:
    """Add the rows of ``data``, which may name what is not in it.

    ``enhancements`` are the ids of all enhancements there are: past prices do not say what they are of.
    """
    for faction in data.factions:
        _faction(rows, faction)
    for size in data.battle_sizes:
        rows.add(
            models.BattleSize,
            public_id=size.id,
            name=size.name,
            points_limit=size.points_limit,
            detachment_points=size.detachment_points,
            enhancement_limit=size.enhancement_limit,
            unit_limit=size.unit_limit,
            solo_detachment_points=size.solo_detachment_points,
        )
    for disposition in data.dispositions:
        rows.add(models.ForceDisposition, public_id=disposition.id, name=disposition.name)
    for item in data.items:
        _item(rows, item)
    for detachment in data.detachments:
        _detachment(rows, detachment)
    for datasheet in data.datasheets:
        spread_datasheet(rows, datasheet)
    for enhancement in data.enhancements:
        _enhancement(rows, enhancement)
    for table in data.prices:
        _price_table(rows, table)
    for past_price in data.past_prices:
        _past_price(rows, past_price, is_enhancement=past_price.subject in enhancements)
    for attachment in data.attachments:
        _attachment(rows, attachment)
    for rule in data.allied_rules:
        _allied_rule(rows, rule)
    for group in data.group_limits:
        spread_group_limit(rows, group)
    for allegiance in data.allegiances:
        spread_allegiance(rows, allegiance)
    spread_play(rows, data)


def _names(rows: Rows, model: type[orm.Model], parent: Key, names: Iterable[str]) -> None:
    for position, name in enumerate(names):
        rows.add(model, parent, position=position, name=name)


def _keywords(rows: Rows, model: type[orm.Model], parent: Key, keywords: Iterable[str], **columns: object) -> None:
    for position, keyword in enumerate(keywords):
        rows.add(model, parent, position=position, keyword=rows.keyword(keyword), **columns)


def _references(
    rows: Rows, model: type[orm.Model], parent: Key, column: str, ids: Iterable[str], **columns: object
) -> None:
    for position, public_id in enumerate(ids):
        rows.add(model, parent, position=position, **{column: public_id}, **columns)


def _faction(rows: Rows, faction: Faction) -> None:
    key = rows.add(
        models.Faction,
        public_id=faction.id,
        name=faction.name,
        keyword=rows.keyword(faction.keyword),
        parent=faction.parent,
        chapter_keyword=rows.keyword(faction.chapter_keyword),
        price_list=faction.price_list or None,
        has_detachments=faction.has_detachments,
        source=faction.source,
    )
    _keywords(rows, models.FactionKeyword, key, faction.keywords)
    _names(rows, models.FactionAlias, key, faction.aliases)


def _item(rows: Rows, item: Item) -> None:
    key = rows.add(models.Item, public_id=item.id, name=item.name, kind=item.kind.value)
    for position, profile in enumerate(item.profiles):
        _weapon_profile(rows, key, position, profile)


def _weapon_profile(rows: Rows, item: Key, position: int, profile: WeaponProfile) -> None:
    key = rows.add(
        models.WeaponProfile,
        item,
        position=position,
        name=profile.name,
        range=profile.range,
        attacks=profile.attacks,
        skill=profile.skill,
        strength=profile.strength,
        armour_penetration=profile.armour_penetration,
        damage=profile.damage,
    )
    _keywords(rows, models.WeaponProfileTarget, key, profile.only_against)
    for place, ability in enumerate(profile.keywords):
        ability_key = rows.add(
            models.WeaponKeyword,
            key,
            position=place,
            name=ability.name,
            value=ability.value or "",
            target=rows.keyword(ability.target),
        )
        _keywords(rows, models.WeaponKeywordTarget, ability_key, ability.required_targets, is_excluded=False)
        _keywords(rows, models.WeaponKeywordTarget, ability_key, ability.excluded_targets, is_excluded=True)


def _detachment(rows: Rows, detachment: Detachment) -> None:
    key = rows.add(
        models.Detachment,
        public_id=detachment.id,
        name=detachment.name,
        has_uncounted_enhancements=detachment.has_uncounted_enhancements,
        knowledge=detachment.knowledge.value,
        source=detachment.source,
        not_offered=detachment.not_offered,
    )
    for position, offer in enumerate(detachment.offers):
        _offer(rows, key, position, offer)
    _keywords(rows, models.RequiredKeyword, key, detachment.required_keywords)
    for position, granted in enumerate(detachment.granted_keywords):
        rows.add(
            models.GrantedKeyword,
            key,
            position=position,
            keyword=rows.keyword(granted.keyword),
            to_keyword=rows.keyword(granted.to_keyword),
            maximum=granted.maximum,
            with_keyword=rows.keyword(granted.with_keyword),
            is_choice=granted.is_choice,
        )
    for position, least in enumerate(detachment.unit_minimums):
        rows.add(models.UnitMinimum, key, position=position, keyword=rows.keyword(least.keyword), minimum=least.minimum)
    sheets = models.DetachmentDatasheet
    _references(rows, sheets, key, "datasheet", detachment.required_datasheets, is_excluded=False)
    _references(rows, sheets, key, "datasheet", detachment.excluded_datasheets, is_excluded=True)
    _references(rows, models.DemandedWarlord, key, "datasheet", detachment.demanded_warlords)
    _references(rows, models.ExcludedDetachment, key, "excluded", detachment.excluded_detachments)
    _references(rows, models.DetachmentExcludedFaction, key, "faction", detachment.excluded_factions)
    _names(rows, models.DetachmentAlias, key, detachment.aliases)


def _offer(rows: Rows, detachment: Key, position: int, offer: DetachmentOffer) -> None:
    key = rows.add(
        models.DetachmentOffer,
        detachment,
        position=position,
        faction=offer.faction,
        points=offer.points,
        source=offer.source,
    )
    _references(rows, models.OfferedDisposition, key, "disposition", offer.dispositions)
    _names(rows, models.OfferedUniqueTag, key, offer.unique_tags)


def _enhancement(rows: Rows, enhancement: Enhancement) -> None:
    key = rows.add(
        models.Enhancement,
        public_id=enhancement.id,
        name=enhancement.name,
        detachment=enhancement.detachment,
        is_upgrade=enhancement.is_upgrade,
        usable_by_epic_hero=enhancement.usable_by_epic_hero,
        usable_by_non_character=enhancement.usable_by_non_character,
        bars_warlord=enhancement.bars_warlord,
        is_demanded=enhancement.is_demanded,
        knowledge=enhancement.knowledge.value,
        source=enhancement.source,
        not_offered=enhancement.not_offered,
    )
    _names(rows, models.EnhancementAlias, key, enhancement.aliases)
    for position, price in enumerate(enhancement.prices):
        rows.add(
            models.EnhancementPrice,
            key,
            position=position,
            faction=price.faction,
            points=price.points,
            source=price.source,
        )
    for position, group in enumerate(enhancement.requires):
        group_key = rows.add(models.RequirementGroup, key, position=position)
        _keywords(rows, models.RequirementKeyword, group_key, group)
    _keywords(rows, models.BearerExclusion, key, enhancement.excludes)
    _references(rows, models.RequiredItem, key, "item", enhancement.required_items)
    _keywords(rows, models.EnhancementKeyword, key, enhancement.granted_keywords)
    for role, units in (
        (AttachmentRole.LEADER, enhancement.leader_of),
        (AttachmentRole.SUPPORT, enhancement.support_of),
    ):
        _references(rows, models.GrantedAttachment, key, "bodyguard", units, role=role.value)


def _price_table(rows: Rows, table: PriceTable) -> None:
    key = rows.add(
        models.PriceTable,
        datasheet=table.datasheet,
        price_list=table.price_list,
        allied=table.allied,
        block=table.block,
        is_legends=table.is_legends,
        source=table.source,
    )
    for position, tier in enumerate(table.tiers):
        tier_key = rows.add(models.CopyTier, key, position=position, first=tier.first, last=tier.last)
        for place, row in enumerate(tier.rows):
            row_key = rows.add(models.SizeRow, tier_key, position=place, model_count=row.models, points=row.points)
            for order, (kind, count) in enumerate(row.composition):
                rows.add(models.SizeRowKind, row_key, position=order, name=kind, count=count)
    for position, paid in enumerate(table.wargear):
        paid_key = rows.add(models.PaidItem, key, position=position, name=paid.name, points=paid.points)
        _references(rows, models.PaidItemItem, paid_key, "item", paid.items)
    for position, add_on in enumerate(table.add_ons):
        rows.add(models.AddOn, key, position=position, name=add_on.kind, points=add_on.points)
    for position, price in enumerate(table.detachment_prices):
        price_key = rows.add(
            models.DetachmentPrice,
            key,
            position=position,
            detachment=price.detachment,
            first=price.first,
            last=price.last,
            model_count=price.models,
            points=price.points,
            source=price.source,
        )
        _references(rows, models.IncludedEnhancement, price_key, "enhancement", price.includes)


def _past_price(rows: Rows, price: PastPrice, *, is_enhancement: bool) -> None:
    rows.add(
        models.PastPrice,
        manual=price.manual,
        datasheet=None if is_enhancement else price.subject,
        enhancement=price.subject if is_enhancement else None,
        item=price.item,
        allied=price.allied,
        price_list=price.price_list,
        first_copy=price.first_copy,
        model_count=price.models,
        points=price.points,
    )


def _attachment(rows: Rows, attachment: Attachment) -> None:
    key = rows.add(
        models.Attachment,
        joining=attachment.joining,
        bodyguard=attachment.bodyguard,
        role=attachment.role.value,
        required_detachment=attachment.required_detachment,
        may_join_beside_another=attachment.may_join_beside_another,
        is_mandatory=attachment.is_mandatory,
        led_by=rows.keyword(attachment.led_by),
        joiner_group=attachment.joiner_group,
        never_beside_its_like=attachment.never_beside_its_like,
        beside_from_models=attachment.beside_from_models,
        source=attachment.source,
    )
    _references(rows, models.AttachmentPriceList, key, "faction", attachment.price_lists)
    _references(rows, models.AttachmentExcludedDetachment, key, "detachment", attachment.excluded_detachments)
    _keywords(rows, models.AttachmentSharedKeyword, key, attachment.shared_keywords)
    _references(rows, models.AttachmentNeighbour, key, "datasheet", attachment.beside)


def _allied_rule(rows: Rows, rule: AlliedRule) -> None:
    key = rows.add(
        models.AlliedRule,
        public_id=rule.id,
        name=rule.name,
        cannot_be_warlord=rule.cannot_be_warlord,
        cannot_take_enhancements=rule.cannot_take_enhancements,
        warlord_required_keyword=rows.keyword(rule.warlord_required_keyword),
        exclusive_bucket=rule.exclusive_bucket or "",
        is_confirmed=rule.is_confirmed,
        source=rule.source,
    )
    for role, keywords in (
        (AlliedKeywordRole.HOST, rule.host_keywords),
        (AlliedKeywordRole.RATIO, rule.ratio_keywords),
        (AlliedKeywordRole.ALL_MODELS, rule.all_models_keywords),
        (AlliedKeywordRole.UNCOUNTED, rule.uncounted_if),
    ):
        _keywords(rows, models.AlliedKeyword, key, keywords, role=role.value)
    _references(rows, models.AlliedGuest, key, "datasheet", rule.guests)
    _references(rows, models.AlliedDetachment, key, "detachment", rule.detachments)
    for position, free in enumerate(rule.free_guests):
        free_key = rows.add(models.FreeGuest, key, position=position, datasheet=free.guest)
        _keywords(rows, models.FreeGuestKeyword, free_key, free.beside)
    _limits(rows, key, LimitMeasure.POINTS, rule.points_limits)
    _limits(rows, key, LimitMeasure.COUNT, rule.count_limits)


def _limits(rows: Rows, rule: Key, measure: LimitMeasure, limits: Iterable[LimitBySize]) -> None:
    for position, limit in enumerate(limits):
        rows.add(
            models.AlliedLimit,
            rule,
            measure=measure.value,
            position=position,
            battle_size=limit.battle_size,
            maximum=limit.maximum,
            keyword=rows.keyword(limit.keyword),
        )
