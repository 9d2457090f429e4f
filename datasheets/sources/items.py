"""Weapons and wargear of the package as items, and which items a unit's ids stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item, ItemKind, WeaponKeyword, WeaponProfile
from datasheets.sources import records
from datasheets.sources.faults import SourceFault
from datasheets.sources.findings import Finding, FindingKind


def keyword_of(row: records.ProfileKeyword, names: Mapping[str, str]) -> WeaponKeyword:
    """A weapon keyword by name and value; raises :class:`SourceFault` for one the package does not list."""
    name = names.get(row.keyword_id)
    if name is None:
        raise SourceFault(f'weapon keyword "{row.keyword_id}" is not in the package\'s list of weapon keywords')
    told = row.parameters or records.KeywordParameters()
    if told.threshold is not None and told.value is not None:
        raise SourceFault(f'weapon keyword "{row.keyword_id}" has a threshold and a value; one was expected')
    target = told.target_keyword
    value = f"{told.threshold}+" if told.threshold is not None else None if told.value is None else str(told.value)
    return WeaponKeyword(
        name=name,
        value=value,
        target=target.title() if target and target.isupper() else target,
        required_targets=told.required_target_keywords_any,
        excluded_targets=told.excluded_target_keywords,
    )


def item_of(weapon: records.Weapon, names: Mapping[str, str]) -> Item:
    """A weapon of the package."""
    try:
        profiles = tuple(_profile_of(profile, names) for profile in weapon.profiles)
    except SourceFault as fault:
        raise SourceFault(f"weapon {weapon.faction_id}:{weapon.id}: {fault}.") from fault
    return Item(
        id=f"{weapon.faction_id}:{weapon.id}",
        name=weapon.name.strip(),
        kind=ItemKind(weapon.type),
        profiles=profiles,
    )


def _profile_of(row: records.WeaponProfile, names: Mapping[str, str]) -> WeaponProfile:
    is_melee = row.range == "Melee"
    return WeaponProfile(
        name=row.name,
        range=None if isinstance(row.range, str) else row.range,
        attacks=str(row.stats.A),
        skill=row.stats.WS if is_melee else row.stats.BS,
        strength=str(row.stats.S),
        armour_penetration=row.stats.AP,
        damage=str(row.stats.D),
        keywords=tuple(keyword_of(keyword, names) for keyword in row.keywords),
        only_against=row.target_restrictions.required_keywords_any if row.target_restrictions else (),
    )


def wargear_of(row: records.Wargear) -> Item:
    """A piece of wargear; upstream writes some names without a capital."""
    return Item(id=f"wargear:{row.id}", name=row.name[:1].upper() + row.name[1:], kind=ItemKind.WARGEAR)


@dataclass
class Armoury:
    """Every item by id, and the items made for ids that the package describes nowhere."""

    items: dict[str, Item]
    merged_wargear: int
    made: dict[str, Item] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @classmethod
    def of(cls, bundle: records.Bundle) -> Armoury:
        """The package's weapons, then its wargear; wargear rows repeat and are stored once (R-06)."""
        names = {keyword.id: keyword.name for keyword in bundle.weapon_keywords}
        items = {item.id: item for item in (item_of(weapon, names) for weapon in bundle.weapons)}
        merged = 0
        for row in bundle.wargear:
            item = wargear_of(row)
            if item.id in items:
                merged += 1
                continue
            items[item.id] = item
        return cls(items, merged)

    def resolve(self, faction: str, slug: str, unit: str) -> str:
        """The id of the item that a unit of ``faction`` calls ``slug``.

        A weapon of the unit's faction comes before wargear. Where there is neither, an item is made
        from the slug alone, and that is a finding.
        """
        for item_id in (f"{faction}:{slug}", f"wargear:{slug}"):
            if item_id in self.items:
                return item_id
        item_id = f"wargear:{slug}"
        plain = slug.removesuffix(f"-{unit}").replace("-", " ")
        self.items[item_id] = self.made[item_id] = Item(item_id, plain[:1].upper() + plain[1:], ItemKind.WARGEAR)
        text = f'no weapon or wargear "{slug}" in the package; stored by name only.'
        self.findings.append(Finding(FindingKind.ITEM, f"{faction}:{unit}", text))
        return item_id


@dataclass(frozen=True)
class UnitItems:
    """The items of one unit: upstream slug to item id, one id for each name and kind.

    Upstream mixes general and unit-specific ids of one item (``multi-melta`` in a price,
    ``multi-melta-paragon-warsuits`` on the datasheet); the one the datasheet lists stands for both.
    """

    ids: Mapping[str, str]

    @classmethod
    def of(cls, unit: records.Unit, slugs: Iterable[str], armoury: Armoury) -> UnitItems:
        """The items for ``slugs``, which include all ids the datasheet itself lists."""
        ids = {
            slug: armoury.resolve(unit.faction_id, slug, unit.id) for slug in dict.fromkeys((*unit.weapon_ids, *slugs))
        }
        listed: dict[str, str] = {}
        for slug in unit.weapon_ids:
            listed.setdefault(fold_name(armoury.items[ids[slug]].name), ids[slug])
        for slug, item_id in ids.items():
            if slug not in unit.weapon_ids:
                ids[slug] = listed.get(fold_name(armoury.items[item_id].name), item_id)
        return cls(ids)

    def __call__(self, slugs: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.ids[slug] for slug in slugs)
