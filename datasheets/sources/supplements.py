"""Supplements: datasheets the package lacks, from ``fixtures/supplements/`` (R-04)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import Struct

from datasheets.catalogue.datasheet import (
    BaseSize,
    CompositionTier,
    Datasheet,
    KindCount,
    ModelKind,
    ModelProfile,
)
from datasheets.catalogue.wargear import Item, ItemKind, WargearOption, WeaponKeyword, WeaponProfile
from datasheets.sources.faults import SourceFault
from datasheets.sources.slugs import slug_of
from datasheets.sources.yaml_file import read_yaml

_KEYWORD = re.compile(r"(?:(?P<anti>Anti)-(?P<target>\S+)|(?P<name>\D+?))(?: (?P<value>\d+\+?|D\d))?")


@dataclass(frozen=True)
class Supplement:
    """Datasheets and their items."""

    datasheets: tuple[Datasheet, ...] = ()
    items: tuple[Item, ...] = ()
    notes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Source and reason by id of a datasheet or item."""


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class _Profile(_Row, frozen=True):
    A: int | str
    S: int
    AP: int
    D: int | str
    name: str = ""
    range: int | None = None
    skill: int | None = None
    keywords: tuple[str, ...] = ()


class _Weapon(_Row, frozen=True):
    """``slug`` is given where the package has another weapon of this name in the faction."""

    name: str
    kind: ItemKind
    profiles: tuple[_Profile, ...]
    slug: str = ""


class _Stats(_Row, frozen=True):
    M: int
    T: int
    Sv: int
    W: int
    Ld: int
    OC: int
    invulnerable: int | None = None
    invulnerable_ranged: int | None = None


class _Option(_Row, frozen=True):
    replaces: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]


class _Datasheet(_Row, frozen=True):
    """``base`` is the diameter of a round base in millimetres; without one the model is a hull."""

    name: str
    keywords: tuple[str, ...]
    stats: _Stats
    default: tuple[str, ...]
    options: tuple[_Option, ...] = ()
    base: float | None = None


class _Faction(_Row, frozen=True):
    """A faction that fields the datasheets, its own keywords, and what it puts before their names."""

    faction: str
    faction_keywords: tuple[str, ...]
    keywords: tuple[str, ...]
    prefix: str = ""


class _File(_Row, frozen=True):
    source: str
    reason: str
    factions: tuple[_Faction, ...]
    weapons: tuple[_Weapon, ...]
    datasheets: tuple[_Datasheet, ...]


def read_supplements(folder: Path) -> Supplement:
    """Every supplement in ``folder``; raises :class:`SourceFault` naming file and entry."""
    datasheets: list[Datasheet] = []
    items: list[Item] = []
    notes: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("*.yaml")):
        file = read_yaml(path, _File)
        for faction in file.factions:
            weapons = {weapon.name: _item(path, faction, weapon) for weapon in file.weapons}
            made = [_datasheet(path, faction, row, weapons) for row in file.datasheets]
            items += weapons.values()
            datasheets += made
            ids = (*(weapon.id for weapon in weapons.values()), *(sheet.id for sheet in made))
            notes |= dict.fromkeys(ids, (file.source, file.reason))
    return Supplement(tuple(datasheets), tuple(items), notes)


def _item(path: Path, faction: _Faction, row: _Weapon) -> Item:
    return Item(
        id=f"{faction.faction}:{row.slug or slug_of(row.name)}",
        name=row.name,
        kind=row.kind,
        profiles=tuple(
            WeaponProfile(
                name=profile.name or row.name,
                range=profile.range,
                attacks=str(profile.A),
                skill=profile.skill,
                strength=str(profile.S),
                armour_penetration=profile.AP,
                damage=str(profile.D),
                keywords=tuple(_keyword(path, row.name, text) for text in profile.keywords),
            )
            for profile in row.profiles
        ),
    )


def _keyword(path: Path, weapon: str, text: str) -> WeaponKeyword:
    match = _KEYWORD.fullmatch(text)
    if match is None:
        raise SourceFault(f'{path.parent.name}/{path.name}: weapon "{weapon}": keyword "{text}" is not understood.')
    target = match["target"]
    return WeaponKeyword(
        name=match["anti"] or match["name"], value=match["value"], target=target.capitalize() if target else None
    )


def _datasheet(path: Path, faction: _Faction, row: _Datasheet, weapons: dict[str, Item]) -> Datasheet:
    name = f"{faction.prefix} {row.name}".strip()

    def ids(names: tuple[str, ...]) -> Iterator[str]:
        for weapon in names:
            if weapon not in weapons:
                raise SourceFault(f'{path.parent.name}/{path.name}: datasheets "{row.name}": no weapon "{weapon}".')
            yield weapons[weapon].id

    slug = slug_of(name)
    options = tuple(
        WargearOption(
            id=f"{slug}-{number}",
            replaces=tuple(ids(option.replaces)),
            choices=tuple(tuple(ids(choice)) for choice in option.choices),
            per_model=1,
        )
        for number, option in enumerate(row.options, start=1)
    )
    default = tuple(ids(row.default))
    items = dict.fromkeys((*default, *(each for option in options for choice in option.choices for each in choice)))
    kind = ModelKind(
        name=name,
        minimum=1,
        maximum=1,
        profile=name,
        default_items=default,
        base=BaseSize("hull") if row.base is None else BaseSize("round", diameter=row.base),
        is_character=False,
        aliases=(row.name,) if name != row.name else (),
    )
    stats = row.stats
    profile = ModelProfile(
        name,
        stats.M,
        stats.T,
        stats.Sv,
        stats.W,
        stats.Ld,
        stats.OC,
        invulnerable=stats.invulnerable,
        invulnerable_ranged=stats.invulnerable_ranged,
    )
    return Datasheet(
        id=f"{faction.faction}:{slug}",
        name=name,
        faction=faction.faction,
        faction_keywords=faction.faction_keywords,
        keywords=tuple(dict.fromkeys((*row.keywords, *faction.keywords, row.name, name))),
        minimum_models=1,
        maximum_models=1,
        profiles=(profile,),
        kinds=(kind,),
        tiers=(CompositionTier((KindCount(name, 1, 1),)),),
        items=tuple(items),
        options=options,
        source="supplement",
    )
