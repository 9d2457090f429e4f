"""The catalogue as an account, so that it can stand beside a source's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet, Knowledge, ModelProfile
from datasheets.catalogue.identity import EntryKind, References
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.points import PriceTable
from datasheets.catalogue.wargear import Item, WeaponKeyword, WeaponProfile
from datasheets.crosscheck.account import (
    DetachmentAccount,
    EnhancementAccount,
    Field,
    KindLine,
    Price,
    SheetAccount,
    StatLine,
    WeaponLine,
)
from datasheets.crosscheck.printed import NONE, dice, item_key, keyword_key, weapon_keyword


def manual_ref(price_list: str, block: str, name: str) -> str:
    """What a points manual's entry is known by: its list, its block there and its name."""
    return f"manual:{price_list}:{block}:{fold_name(name)}"


def account_of(data: CatalogueData, references: References) -> dict[str, SheetAccount]:
    """The catalogue's datasheets as accounts, by id."""
    items = {item.id: item for item in data.items}
    names = {sheet.id: sheet.name for sheet in data.datasheets}
    detachments = {row.id: fold_name(row.name) for row in data.detachments}
    prices: defaultdict[str, list[PriceTable]] = defaultdict(list)
    for table in data.prices:
        prices[table.datasheet].append(table)
    joins: defaultdict[tuple[str, AttachmentRole], set[str]] = defaultdict(set)
    for row in data.attachments:
        if row.required_detachment is None:
            joins[row.joining, row.role].add(fold_name(names[row.bodyguard]))
    refs = references.get(EntryKind.DATASHEET, {})
    return {
        sheet.id: _sheet(
            sheet, items, tuple(_prices(prices[sheet.id], detachments)), joins, _refs(sheet, prices[sheet.id], refs)
        )
        for sheet in data.datasheets
    }


def attached_by_list(data: CatalogueData) -> dict[tuple[str, AttachmentRole, str], frozenset[str]]:
    """Whom a datasheet may join in which role, by price list; list ``""`` holds in every army."""
    names = {sheet.id: sheet.name for sheet in data.datasheets}
    told: defaultdict[tuple[str, AttachmentRole, str], set[str]] = defaultdict(set)
    for row in data.attachments:
        if row.required_detachment is None:
            for price_list in row.price_lists or ("",):
                told[row.joining, row.role, price_list].add(fold_name(names[row.bodyguard]))
    return {key: frozenset(targets) for key, targets in told.items()}


def _refs(sheet: Datasheet, tables: Iterable[PriceTable], refs: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    names = (sheet.name, *sheet.aliases)
    own = (manual_ref(table.price_list, table.block, name) for table in tables for name in names)
    return (*refs.get(sheet.id, ()), *own)


def detachments_of(data: CatalogueData, references: References) -> dict[tuple[str, str], DetachmentAccount]:
    """The catalogue's detachments as accounts, by id and faction that has an offer."""
    enhancements: defaultdict[str, list[tuple[str, EnhancementAccount]]] = defaultdict(list)
    refs = references.get(EntryKind.ENHANCEMENT, {})
    for each in data.enhancements:
        for price in each.prices:
            told = EnhancementAccount(each.name, price.points, each.is_upgrade, refs.get(each.id, ()))
            enhancements[f"{each.detachment} {price.faction}"].append((each.id, told))
    return {
        (row.id, offer.faction): DetachmentAccount(
            row.name,
            offer.faction,
            offer.points,
            frozenset(offer.dispositions),
            frozenset(fold_name(tag) for tag in offer.unique_tags),
            tuple(told for _, told in enhancements[f"{row.id} {offer.faction}"]),
            row.aliases,
            references.get(EntryKind.DETACHMENT, {}).get(row.id, ()),
        )
        for row in data.detachments
        for offer in row.offers
    }


def _sheet(
    sheet: Datasheet,
    items: Mapping[str, Item],
    told: tuple[Price, ...],
    joins: Mapping[tuple[str, AttachmentRole], set[str]],
    refs: tuple[str, ...],
) -> SheetAccount:
    leads = frozenset(joins.get((sheet.id, AttachmentRole.LEADER), ()))
    supports = frozenset(joins.get((sheet.id, AttachmentRole.SUPPORT), ()))
    if sheet.knowledge is not Knowledge.FULL:
        return SheetAccount(
            name=sheet.name,
            factions=(sheet.faction,),
            refs=refs,
            aliases=sheet.aliases,
            leads=leads,
            supports=supports,
            prices=told,
            is_complete=False,
            is_legends=sheet.is_legends,
        )
    carried = {item for kind in sheet.kinds for item in kind.default_items}
    given = [(option, each) for option in sheet.options for choice in option.choices for each in choice]
    return SheetAccount(
        name=sheet.name,
        factions=(sheet.faction,),
        refs=refs,
        aliases=sheet.aliases,
        stat_lines=tuple(_stats(profile) for profile in sheet.profiles),
        weapons=tuple(line for item in sheet.items for line in _weapons(items[item])),
        keywords=frozenset(keyword_key(each) for each in sheet.keywords),
        faction_keywords=frozenset(keyword_key(each) for each in sheet.faction_keywords),
        sizes=(sheet.minimum_models, sheet.maximum_models),
        kinds=tuple(KindLine(kind.name, kind.minimum, kind.maximum) for kind in sheet.kinds),
        loadout=frozenset(item_key(items[each].name) for each in carried if each in items),
        options=frozenset(item_key(items[each].name) for _, each in given if each in items),
        returned=frozenset(
            item_key(items[each].name) for option, each in given if each in option.replaces and each in items
        ),
        leads=leads,
        supports=supports,
        capacity=str(sheet.transport.capacity) if sheet.transport else NONE,
        prices=told,
        is_legends=sheet.is_legends,
    )


def _stats(line: ModelProfile) -> StatLine:
    return StatLine(
        line.name,
        (
            (Field.M, str(line.M) if line.M else NONE),
            (Field.T, str(line.T)),
            (Field.SV, str(line.Sv)),
            (Field.W, str(line.W)),
            (Field.LD, str(line.Ld)),
            (Field.OC, str(line.OC)),
            (Field.INVULNERABLE, _save(line)),
        ),
    )


def _save(line: ModelProfile) -> str:
    told = [str(line.invulnerable)] if line.invulnerable else []
    told += [f"{line.invulnerable_melee} melee"] if line.invulnerable_melee else []
    told += [f"{line.invulnerable_ranged} ranged"] if line.invulnerable_ranged else []
    return ", ".join(told) or NONE


def _weapons(item: Item) -> Iterator[WeaponLine]:
    for profile in item.profiles:
        name = item.name if len(item.profiles) == 1 else _line_name(item.name, profile.name)
        yield WeaponLine(name, profile.range is None, _weapon_values(profile), item.id)


def _line_name(item: str, profile: str) -> str:
    return profile if fold_name(profile).startswith(fold_name(item)) else f"{item} – {profile}"


def _weapon_values(line: WeaponProfile) -> tuple[tuple[Field, str | frozenset[str]], ...]:
    return (
        (Field.RANGE, NONE if line.range is None else str(line.range)),
        (Field.ATTACKS, dice(line.attacks)),
        (Field.SKILL, NONE if line.skill is None else str(line.skill)),
        (Field.STRENGTH, dice(line.strength)),
        (Field.PENETRATION, str(abs(line.armour_penetration))),
        (Field.DAMAGE, dice(line.damage)),
        (Field.WEAPON_KEYWORDS, frozenset(_weapon_keyword(each) for each in line.keywords)),
    )


def _weapon_keyword(keyword: WeaponKeyword) -> str:
    """As cards print it: an ability against some targets only has them behind it, but ANTI says them anyway."""
    against = () if keyword.target else keyword.required_targets
    return weapon_keyword(" ".join((str(keyword), *against)))


def _prices(tables: Iterable[PriceTable], detachments: Mapping[str, str]) -> Iterator[Price]:
    for table in tables:
        where = (table.price_list, table.allied)
        for tier in table.tiers:
            for row in tier.rows:
                yield Price(
                    *where, str(tier.first), size_of(row.models, row.composition), row.points, models=row.models
                )
        for special in table.detachment_prices:
            if special.points is not None:
                size, name = str(special.models), detachments[special.detachment]
                yield Price(*where, str(special.first), size, special.points, models=special.models, detachment=name)
        for item in table.wargear:
            yield Price(*where, "", "", item.points, wargear=item.name)
        for added in table.add_ons:
            yield Price(*where, "", f"+ {fold_name(added.kind)}", added.points)


def size_of(models: int, composition: Iterable[tuple[str, int]]) -> str:
    """What a price row is for: ``"5"`` models, or the kinds it names."""
    return ", ".join(f"{count} {fold_keyword(kind)}" for kind, count in composition) or str(models)
