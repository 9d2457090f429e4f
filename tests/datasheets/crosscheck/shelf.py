"""A small made-up catalogue, and the same datasheets as three sources would write them."""

from __future__ import annotations

import copy
import json
from datetime import date
from pathlib import Path
from typing import Any

from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import (
    CompositionTier,
    Datasheet,
    KindCount,
    ModelKind,
    ModelProfile,
)
from datasheets.catalogue.detachment import Detachment, DetachmentOffer, Enhancement, EnhancementPrice
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.identity import EntryKind, References
from datasheets.catalogue.origin import Origins
from datasheets.catalogue.points import CopyTier, PaidItem, PriceTable, SizeRow
from datasheets.catalogue.transport import Transport
from datasheets.catalogue.wargear import Item, ItemKind, WargearOption, WeaponKeyword, WeaponProfile
from datasheets.crosscheck import cross_check
from datasheets.crosscheck.account import Field
from datasheets.crosscheck.checking import CrossCheck, Grounds
from datasheets.crosscheck.classifying import Kind, Outcome
from datasheets.crosscheck.mfm import ManualRules
from datasheets.crosscheck.newer import NewerRow, NewerRows
from datasheets.crosscheck.vocabulary import Topic, Vocabulary, key_of
from datasheets.sources import manual as own
from datasheets.sources.corrections import Names

FACTION = Faction(id="lamplighters", name="Lamplighters", keyword="Lamplighters", price_list="lamplighters")

GUARD, CAPTAIN, WAGON = "lamplighters:lamp-guard", "lamplighters:lamp-captain", "lamplighters:oil-wagon"


def _weapon(slug: str, name: str, kind: ItemKind, *lines: WeaponProfile) -> Item:
    return Item(f"lamplighters:{slug}", name, kind, lines)


def items() -> tuple[Item, ...]:
    """Two guns, one with two lines, and a blade."""
    return (
        _weapon(
            "flare-gun",
            "Flare gun",
            ItemKind.RANGED,
            WeaponProfile("Flare gun", 24, "2", 4, "4", -1, "1", (WeaponKeyword("Rapid Fire", "1"),)),
        ),
        _weapon(
            "oil-thrower",
            "Oil thrower",
            ItemKind.RANGED,
            WeaponProfile("Spray", 12, "D6", None, "5", 0, "1", (WeaponKeyword("Torrent"),)),
            WeaponProfile("Jet", 18, "1", 4, "9", -3, "D6+1", (WeaponKeyword("Anti", "4+", target="Vehicle"),)),
        ),
        _weapon("wick-blade", "Wick blade", ItemKind.MELEE, WeaponProfile("Wick blade", None, "3", 3, "4", 0, "1")),
    )


def guard() -> Datasheet:
    """A squad of five or ten."""
    return Datasheet(
        id=GUARD,
        name="Lamp Guard",
        faction="lamplighters",
        faction_keywords=("Lamplighters",),
        keywords=("Infantry", "Battleline", "Explosives", "Lamp Guard"),
        minimum_models=5,
        maximum_models=10,
        profiles=(ModelProfile("Lamp Guard", 6, 3, 5, 1, 7, 2),),
        kinds=(
            ModelKind("Lamp Sergeant", 1, 1, default_items=("lamplighters:flare-gun", "lamplighters:wick-blade")),
            ModelKind("Lamp Guard", 4, 9, default_items=("lamplighters:flare-gun", "lamplighters:wick-blade")),
        ),
        tiers=(CompositionTier((KindCount("Lamp Sergeant", 1, 1), KindCount("Lamp Guard", 4, 9))),),
        items=("lamplighters:flare-gun", "lamplighters:oil-thrower", "lamplighters:wick-blade"),
        options=(WargearOption("oil", ("lamplighters:flare-gun",), (("lamplighters:oil-thrower",),)),),
    )


def captain() -> Datasheet:
    """A leader with a save against melee only."""
    return Datasheet(
        id=CAPTAIN,
        name="Lamp Captain",
        faction="lamplighters",
        faction_keywords=("Lamplighters",),
        keywords=("Infantry", "Character", "Lamp Captain"),
        minimum_models=1,
        maximum_models=1,
        profiles=(ModelProfile("Lamp Captain", 6, 4, 4, 4, 6, 1, invulnerable_melee=4),),
        kinds=(ModelKind("Lamp Captain", 1, 1, default_items=("lamplighters:wick-blade",)),),
        items=("lamplighters:wick-blade",),
    )


def wagon() -> Datasheet:
    """A transport."""
    return Datasheet(
        id=WAGON,
        name="Oil Wagon",
        faction="lamplighters",
        faction_keywords=("Lamplighters",),
        keywords=("Vehicle", "Transport", "Oil Wagon"),
        minimum_models=1,
        maximum_models=1,
        profiles=(ModelProfile("Oil Wagon", 10, 9, 3, 11, 7, 2),),
        kinds=(ModelKind("Oil Wagon", 1, 1, default_items=("lamplighters:oil-thrower",)),),
        items=("lamplighters:oil-thrower",),
        transport=Transport(capacity=12),
    )


def _table(sheet: str, *tiers: CopyTier, wargear: tuple[PaidItem, ...] = ()) -> PriceTable:
    return PriceTable(datasheet=sheet, price_list="lamplighters", tiers=tiers, wargear=wargear)


def catalogue(*sheets: Datasheet) -> CatalogueData:
    """The made-up catalogue, with these datasheets in place of its own of the same id."""
    own_sheets = {sheet.id: sheet for sheet in (guard(), captain(), wagon())}
    own_sheets.update({sheet.id: sheet for sheet in sheets})
    return CatalogueData(
        factions=(FACTION,),
        items=items(),
        datasheets=tuple(own_sheets.values()),
        prices=(
            _table(
                GUARD,
                CopyTier(1, 2, (SizeRow(5, 60), SizeRow(10, 120))),
                CopyTier(3, None, (SizeRow(5, 70), SizeRow(10, 130))),
                wargear=(PaidItem("Oil thrower", 5),),
            ),
            _table(CAPTAIN, CopyTier(1, None, (SizeRow(1, 70),))),
            _table(WAGON, CopyTier(1, None, (SizeRow(1, 90),))),
        ),
        detachments=(
            Detachment(
                "lamplighters:night-watch",
                "Night Watch",
                (DetachmentOffer("lamplighters", 2, ("take-and-hold",), ("Watch",)),),
            ),
        ),
        enhancements=(
            Enhancement(
                "lamplighters:night-watch:long-wick",
                "Long Wick",
                "lamplighters:night-watch",
                (EnhancementPrice("lamplighters", 15),),
                is_upgrade=True,
            ),
        ),
        attachments=(Attachment(CAPTAIN, GUARD, AttachmentRole.LEADER),),
    )


REFERENCES: References = {EntryKind.DATASHEET: {WAGON: ("game-datacards:w-1",)}}


def price_list(guard_points: int = 60, long_wick: int = 15, detachment_points: int = 2) -> own.PriceList:
    """The made-up faction's list of a manual."""
    return own.PriceList(
        slug="lamplighters",
        name="Lamplighters",
        detachments=(
            own.Detachment(
                "Night Watch",
                points=detachment_points,
                dispositions=("take-and-hold",),
                unique=("Watch",),
                enhancements=(own.Enhancement("Long Wick", points=long_wick, upgrade=True),),
            ),
        ),
        units=(
            own.Unit(
                "Lamp Guard",
                tiers=(
                    own.Tier("1-2", (own.Row(5, guard_points), own.Row(10, 2 * guard_points))),
                    own.Tier("3+", (own.Row(5, guard_points + 10), own.Row(10, 2 * guard_points + 10))),
                ),
                wargear=(own.PaidWargear("Oil thrower", 5),),
            ),
            own.Unit("Lamp Captain", tiers=(own.Tier("1+", (own.Row(1, 70),)),), leads=("Lamp Guard",)),
            own.Unit("Oil Wagon", tiers=(own.Tier("1+", (own.Row(1, 90),)),)),
        ),
    )


def manual(version: str, day: date, **figures: int) -> own.Manual:
    """A manual of that version."""
    return own.Manual("Lamp Manual", version, day, (price_list(**figures),))


OLDER, NEWEST = date(2026, 6, 1), date(2026, 10, 1)


def vocabulary(words: dict[Topic, dict[str, str]] | None = None) -> Vocabulary:
    """Words by topic, theirs to ours."""
    told = {
        (topic, key_of(topic, theirs)): key_of(topic, ours)
        for topic, rows in (words or {}).items()
        for theirs, ours in rows.items()
    }
    return Vocabulary({"lamplighters": "lamplighters"}, told)


def grounds(
    words: dict[Topic, dict[str, str]] | None = None,
    newer: tuple[NewerRow, ...] = (),
    manuals: tuple[own.Manual, ...] = (),
    origins: Origins | None = None,
) -> Grounds:
    """What a cross-check of the made-up catalogue rests on."""
    rules = ManualRules(Names(reason="made up", source="made up"))
    return Grounds(vocabulary(words), NewerRows(newer), manuals, rules, origins or {})


# The same as datacards ---------------------------------------------------------------------------


def _card_line(name: str, reach: str, *values: str, keywords: tuple[str, ...] = ()) -> dict[str, Any]:
    attacks, skill, strength, ap, damage = values
    line = {"name": name, "range": reach, "attacks": attacks, "skill": skill, "strength": strength, "ap": ap}
    return {**line, "damage": damage, "keywords": list(keywords)}


OIL = {
    "profiles": [
        _card_line("Oil thrower – Spray", '12"', "D6", "N/A", "5", "0", "1", keywords=("Torrent",)),
        _card_line("Oil thrower – Jet", '18"', "1", "4+", "9", "-3", "D6+1", keywords=("Anti-vehicle 4+",)),
    ]
}
FLARE = {"profiles": [_card_line("Flare gun", '24"', "2", "4+", "4", "-1", "1", keywords=("Rapid Fire 1",))]}
BLADE = {"profiles": [_card_line("Wick blade", "Melee", "3", "3+", "4", "0", "1")]}


def _card(name: str, card_id: str, stats: tuple[str, ...], **more: Any) -> dict[str, Any]:
    names = ("m", "t", "sv", "w", "ld", "oc")
    return {
        "id": card_id,
        "name": name,
        "factions": ["Lamplighters"],
        "keywords": [],
        "stats": [{"name": name, **dict(zip(names, stats, strict=True))}],
        "rangedWeapons": [],
        "meleeWeapons": [],
        "abilities": {},
        "composition": [f"**1 {name}**"],
        "loadout": "",
        "points": [],
        "wargearOptions": [],
        **more,
    }


def datacards() -> dict[str, Any]:
    """A file of datacards that says what the made-up catalogue says."""
    return copy.deepcopy(
        {
            "name": "Lamplighters",
            "updated": "2026-07-01T10:00:00.000Z",
            "datasheets": [
                _card(
                    "Lamp Guard",
                    "g-1",
                    ('6"', "3", "5+", "1", "7+", "2"),
                    keywords=["Infantry", "Battleline", "Explosives"],
                    rangedWeapons=[FLARE, OIL],
                    meleeWeapons=[BLADE],
                    composition=["**1 Lamp Sergeant**", "▪ **4‑9 Lamp Guards**"],
                    loadout="**Every model is equipped with:** flare gun; wick blade.",
                    points=[{"cost": "60", "models": "5"}, {"cost": "120", "models": "10"}],
                    additionalCost={"cost": "10", "afterSelections": 2},
                    wargearOptions=[
                        {"instruction": "Default Wargear", "options": [{"name": "Flare gun", "cost": "0"}]},
                        {"instruction": "Trade it in", "options": [{"name": "Oil thrower", "cost": "5"}]},
                    ],
                ),
                _card(
                    "Lamp Captain",
                    "c-1",
                    ('6"', "4", "4+", "4", "6+", "1"),
                    keywords=["Infantry", "Character", "Lamp Captain"],
                    meleeWeapons=[BLADE],
                    abilities={"invul": {"value": "4+", "info": "*Against melee attacks only*"}},
                    composition=["**1 Lamp Captain – EPIC HERO**"],
                    loadout="**This model is equipped with:** 1 wick blade.",
                    points=[{"cost": "70", "models": "1"}],
                    leader="It can join: ■ **LAMP GUARD**",
                ),
                _card(
                    "Wagon of Oil",
                    "w-1",
                    ('10"', "9", "3+", "11", "7+", "2"),
                    keywords=["Vehicle", "Transport", "Oil Wagon"],
                    rangedWeapons=[OIL],
                    loadout="**This model is equipped with:** oil thrower.",
                    composition=["**1 Oil Wagon**"],
                    points=[{"cost": "90", "models": "1"}],
                    transport="It has a transport capacity of 12 **LAMPLIGHTERS INFANTRY** models.",
                ),
            ],
            "detachments": [
                {
                    "id": "d-1",
                    "name": "Night Watch",
                    "detachmentPoints": 2,
                    "forceDisposition": {"name": "Take and Hold"},
                }
            ],
            "enhancements": [
                {
                    "id": "e-1",
                    "name": "Long Wick (Upgrade)",
                    "cost": "15",
                    "detachment": "Night Watch",
                    "detachment_id": "d-1",
                }
            ],
        }
    )


def write_json(folder: Path, name: str, content: object) -> Path:
    """Write one file of a source; the folder."""
    (folder / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder


def check(
    source: str, folder: Path, *, data: CatalogueData | None = None, rests_on: Grounds | None = None
) -> CrossCheck:
    """The made-up catalogue beside the source in the folder."""
    return cross_check(source, folder, data or catalogue(), REFERENCES, rests_on or grounds())


def told(outcomes: tuple[Outcome, ...]) -> set[tuple[str, str, str, str]]:
    """Every difference as class, entry, field and detail."""
    return {
        (each.kind.value, each.row.entry, each.row.field.value, each.row.detail)
        for each in outcomes
        if each.kind is not Kind.EQUAL
    }


def compared(checked: CrossCheck, entry: str, field: Field) -> list[Outcome]:
    """What was found of one field of one entry."""
    return [each for each in checked.outcomes if (each.row.entry, each.row.field) == (entry, field)]
