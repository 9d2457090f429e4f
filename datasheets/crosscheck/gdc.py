"""Reader of datacards exported as JSON, one file a faction, with ``datasheets`` and ``detachments``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.crosscheck.account import (
    Account,
    DetachmentAccount,
    EnhancementAccount,
    Field,
    Price,
    SheetAccount,
    StatLine,
    WeaponLine,
)
from datasheets.crosscheck.files import UnreadableSource, json_files, shaped
from datasheets.crosscheck.gdc_texts import capacity_of, kinds_of, loadout_of, sizes_of, targets_of
from datasheets.crosscheck.printed import NONE, dice, figure, item_key, keyword_key, weapon_keyword
from datasheets.crosscheck.vocabulary import Vocabulary
from datasheets.sources.slugs import without_upgrade_tag

NAMESPACE = "game-datacards"
_UPGRADE = "(upgrade)"
_DEFAULT = re.compile(r"^def\w+ warge\w+$|\bis equipped with:$", re.IGNORECASE)
"""The heading of what models carry from the start, misspelt on some cards."""
_REPLACED = re.compile(r"(?<!cannot be )\breplaced?\b[^:.]*?\bwith\b", re.IGNORECASE)


class _Named(msgspec.Struct, frozen=True):
    name: str
    description: str | None = None


class _Stats(msgspec.Struct, frozen=True):
    name: str
    m: str
    t: str
    sv: str
    w: str
    ld: str
    oc: str


class _Line(msgspec.Struct, frozen=True):
    name: str
    range: str
    attacks: str
    skill: str
    strength: str
    ap: str
    damage: str
    keywords: tuple[str, ...] = ()


class _Weapon(msgspec.Struct, frozen=True):
    profiles: tuple[_Line, ...]


class _Save(msgspec.Struct, frozen=True):
    value: str | None = None
    info: str | None = None


class _Abilities(msgspec.Struct, frozen=True):
    invul: _Save | None = None
    special: tuple[_Named, ...] = ()
    wargear: tuple[_Named, ...] = ()


class _Points(msgspec.Struct, frozen=True):
    cost: int
    models: int
    keyword: str | None = None
    detachment: str | None = None


class _Surcharge(msgspec.Struct, frozen=True, rename="camel"):
    cost: int
    after_selections: int


class _Choice(msgspec.Struct, frozen=True):
    name: str
    cost: int = 0


class _Option(msgspec.Struct, frozen=True):
    instruction: str
    options: tuple[_Choice, ...] = ()


class _Sheet(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    name: str
    factions: tuple[str, ...]
    keywords: tuple[str, ...]
    stats: tuple[_Stats, ...]
    ranged_weapons: tuple[_Weapon, ...]
    melee_weapons: tuple[_Weapon, ...]
    abilities: _Abilities
    composition: tuple[str, ...]
    loadout: str
    points: tuple[_Points, ...]
    wargear_options: tuple[_Option, ...] = ()
    leader: str | None = None
    additional_cost: _Surcharge | None = None
    transport: str | None = None


class _Disposition(msgspec.Struct, frozen=True):
    name: str


class _Detachment(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    name: str
    detachment_points: int | None = None
    force_disposition: _Disposition | None = None


class _Enhancement(msgspec.Struct, frozen=True):
    id: str
    name: str
    cost: int
    detachment: str
    detachment_id: str


class _File(msgspec.Struct, frozen=True, rename={"parent_name": "parent_name"}):
    name: str
    updated: str
    datasheets: tuple[_Sheet, ...]
    detachments: tuple[_Detachment, ...]
    enhancements: tuple[_Enhancement, ...]
    parent_name: str | None = None


def read_gdc(path: Path, vocabulary: Vocabulary) -> Account:
    """The datacards in the folder; raises :class:`UnreadableSource`."""
    sheets: list[SheetAccount] = []
    detachments: list[DetachmentAccount] = []
    dates: set[str] = set()
    for name, raw in json_files(path):
        if not isinstance(raw, dict) or "datasheets" not in raw:
            continue  # Errata, keywords, missions: other cards of the same export.
        file: _File = shaped(name, raw, _File)
        faction = vocabulary.faction(file.name)
        if faction is None:
            raise UnreadableSource(f'{name}: faction "{file.name}" is unknown; name it in vocabulary.yaml.')
        dates.add(file.updated[:10])
        sheets += [_sheet(faction, row, vocabulary) for row in file.datasheets]
        detachments += [_detachment(faction, row, file.enhancements) for row in file.detachments]
    if not sheets:
        raise UnreadableSource(f"{path}: no file has datasheets; give the folder of exported datacards.")
    return Account(
        "game-datacards",
        max(dates),
        tuple(sheets),
        tuple(detachments),
        notes=(),
        is_complete=True,
        tells_detachments=True,
    )


def _sheet(faction: str, row: _Sheet, vocabulary: Vocabulary) -> SheetAccount:
    kinds = kinds_of(row.composition)
    leads = targets_of(row.leader) if row.leader else frozenset()
    supports = [ability.description for ability in row.abilities.special if ability.name.lower() == "support"]
    lines = (*(tuple((line, False) for weapon in row.ranged_weapons for line in weapon.profiles)),
             *(tuple((line, True) for weapon in row.melee_weapons for line in weapon.profiles)))  # fmt: skip
    return SheetAccount(
        name=row.name,
        factions=tuple(
            dict.fromkeys((faction, *(found for each in row.factions if (found := vocabulary.faction(each)))))
        ),
        refs=(f"{NAMESPACE}:{row.id}",),
        stat_lines=tuple(_stats(line, row.abilities.invul, vocabulary) for line in row.stats),
        weapons=tuple(_weapon(line, is_melee) for line, is_melee in lines),
        keywords=frozenset(keyword_key(each) for each in row.keywords),
        faction_keywords=frozenset(keyword_key(each) for each in row.factions),
        sizes=sizes_of(row.composition) if kinds else None,
        kinds=kinds,
        loadout=loadout_of(row.loadout),
        options=frozenset(item for item, _ in _options(row)),
        returned=frozenset(item for item, is_returned in _options(row) if is_returned),
        leads=leads,
        supports=frozenset().union(*(targets_of(text or "") for text in supports)),
        capacity=capacity_of(row.transport) or NONE,
        prices=tuple(_prices(faction, row)),
    )


def _stats(line: _Stats, save: _Save | None, vocabulary: Vocabulary) -> StatLine:
    return StatLine(
        line.name,
        (
            (Field.M, figure(line.m)),
            (Field.T, figure(line.t)),
            (Field.SV, figure(line.sv)),
            (Field.W, figure(line.w)),
            (Field.LD, figure(line.ld)),
            (Field.OC, figure(line.oc)),
            (Field.INVULNERABLE, _save(line.name, save)),
        ),
    )


def _save(model: str, save: _Save | None) -> str:
    """``"4"``, ``"5 ranged"``, ``"6, 4 melee"`` or ``-``; a note may keep it to some models."""
    if save is None:
        return NONE
    value, info = figure(save.value), (save.info or "").strip(" *.").lower()
    if not info or "ability" in info:
        return value
    if info.endswith("only") and "model" in info:
        named = info.removesuffix("only").strip().removesuffix("model").strip()
        return value if fold_keyword(named) == fold_keyword(model) else NONE
    if info.startswith("excluding the"):
        named = info.removeprefix("excluding the").strip()
        return NONE if fold_keyword(named) == fold_keyword(model) else value
    if info.startswith("4+ against melee"):
        return f"{value}, 4 melee" if value != NONE else "4 melee"
    return f"{value} melee" if "melee" in info else f"{value} ranged" if "ranged" in info else f"{value} {info}"


def _weapon(line: _Line, is_melee: bool) -> WeaponLine:
    return WeaponLine(
        line.name,
        is_melee,
        (
            (Field.RANGE, figure(line.range)),
            (Field.ATTACKS, dice(line.attacks)),
            (Field.SKILL, figure(line.skill)),
            (Field.STRENGTH, dice(line.strength)),
            (Field.PENETRATION, figure(line.ap).lstrip("-") or "0"),
            (Field.DAMAGE, dice(line.damage)),
            (Field.WEAPON_KEYWORDS, frozenset(weapon_keyword(each) for each in line.keywords)),
        ),
    )


def _options(row: _Sheet) -> Iterator[tuple[str, bool]]:
    """What options give, and whether the option takes it away in the same breath."""
    for option in row.wargear_options:
        if not _DEFAULT.search(option.instruction.strip()):
            told = _REPLACED.search(option.instruction)
            given_up = fold_name(option.instruction[: told.end()]) if told else ""
            yield from ((item_key(choice.name), fold_name(choice.name) in given_up) for choice in option.options)


def _prices(faction: str, row: _Sheet) -> Iterator[Price]:
    sized: dict[tuple[bool, int, str], list[int]] = {}
    for price in row.points:
        key = (price.keyword is not None, price.models, fold_name(price.detachment or ""))
        sized.setdefault(key, []).append(price.cost)
    for (is_allied, size, detachment), costs in sized.items():
        told = set(costs)
        if row.additional_cost is not None and len(told) == 1:
            told.add(costs[0] + row.additional_cost.cost)
        yield from (
            Price(faction, is_allied, "", str(size), cost, models=size, detachment=detachment) for cost in sorted(told)
        )
    for option in row.wargear_options:
        for choice in option.options:
            if choice.cost:
                yield Price(faction, False, "", "", choice.cost, wargear=choice.name)


def _detachment(faction: str, row: _Detachment, enhancements: Iterable[_Enhancement]) -> DetachmentAccount:
    return DetachmentAccount(
        name=row.name,
        faction=faction,
        points=row.detachment_points,
        dispositions=frozenset({row.force_disposition.name.lower().replace(" ", "-")})
        if row.force_disposition
        else None,
        enhancements=tuple(
            EnhancementAccount(
                without_upgrade_tag(each.name),
                each.cost,
                each.name.lower().rstrip().endswith(_UPGRADE),
                (f"{NAMESPACE}:{each.id}",),
            )
            for each in enhancements
            if each.detachment_id == row.id
        ),
        refs=(f"{NAMESPACE}:{row.id}",),
    )
