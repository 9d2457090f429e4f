"""The invented datasheets and their prices; see the catalogue they stand in."""

from __future__ import annotations

from datasheets.catalogue.datasheet import (
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    ItemKeyword,
    KindCount,
    Knowledge,
    ModelKind,
    ReservesRule,
    SplitRule,
    WarlordRule,
)
from datasheets.catalogue.points import AddOn, CopyTier, DetachmentPrice, PaidItem, PriceTable, SizeRow
from datasheets.catalogue.transport import SlotCost, Transport

LEGION, COURT, HORDE = "sample-legion", "sample-court", "sample-horde"
FACTION_KEYWORDS = {LEGION: ("Sample Legion",), COURT: ("Sample Court",), HORDE: ("Sample Horde",)}


def _sheet(
    name: str,
    *keywords: str,
    faction: str = LEGION,
    kinds: tuple[ModelKind, ...] = (),
    tiers: tuple[CompositionTier, ...] = (),
    sizes: tuple[int, int] = (1, 1),
    chapter: str | None = None,
    conditional: tuple[ConditionalKeyword, ...] = (),
    excluded: tuple[str, ...] = (),
    transport: Transport | None = None,
    warlord: WarlordRule = WarlordRule.MAY,
    reserves: ReservesRule | None = None,
    legends: bool = False,
    knowledge: Knowledge = Knowledge.FULL,
    faction_keywords: tuple[str, ...] | None = None,
    bears_nothing: bool = False,
    excluded_heroes: str | None = None,
    warlord_with: tuple[str, ...] = (),
    splits: tuple[SplitRule, ...] = (),
    item_keywords: tuple[ItemKeyword, ...] = (),
) -> Datasheet:
    own = FACTION_KEYWORDS[faction] if faction_keywords is None else faction_keywords
    return Datasheet(
        id=f"{faction}:{name.lower().replace(' ', '-')}",
        name=name,
        faction=faction,
        faction_keywords=(*own, chapter) if chapter else own,
        keywords=(*keywords, name),
        minimum_models=sizes[0],
        maximum_models=sizes[1],
        kinds=kinds if kinds or knowledge is Knowledge.PRICED else (ModelKind(name, sizes[0], sizes[1]),),
        tiers=tiers,
        conditional_keywords=conditional,
        excluded_factions=excluded,
        transport=transport,
        warlord=warlord,
        is_legends=legends,
        knowledge=knowledge,
        reserves=reserves or ReservesRule(),
        cannot_bear_enhancements=bears_nothing,
        excluded_epic_heroes=excluded_heroes,
        warlord_with=warlord_with,
        splits=splits,
        item_keywords=item_keywords,
    )


def _tier(**counts: tuple[int, int]) -> CompositionTier:
    return CompositionTier(tuple(KindCount(kind.replace("_", " "), *count) for kind, count in counts.items()))


SQUAD_KINDS = (
    ModelKind("Sergeant", 1, 1, is_leader=True),
    ModelKind("Trooper", 4, 9, aliases=("Trooper with Sample Gun",)),
)
COMMAND_KINDS = (
    ModelKind("Commander", 1, 1, is_leader=True, is_character=True),
    ModelKind("Guard", 4, 4, is_character=False),
)
TWIN_KINDS = (ModelKind("Elder", 1, 1, is_character=True), ModelKind("Younger", 1, 1, is_character=True))
HUNTER_TIERS = (
    _tier(Hunter=(3, 3)),
    _tier(Hunter=(3, 3), Hound=(3, 3)),
    _tier(Hunter=(6, 6)),
    _tier(Hunter=(6, 6), Hound=(6, 6)),
)
INFANTRY_ONLY = Transport(12, ("Jump Pack",), ("Infantry",), (SlotCost("Terminator", 2),))

DATASHEETS = (
    _sheet("Walker", "Vehicle"),
    _sheet("Stalker", "Vehicle"),
    _sheet(
        "Squad",
        "Infantry",
        "Battleline",
        kinds=SQUAD_KINDS,
        tiers=(_tier(Sergeant=(1, 1), Trooper=(4, 9)),),
        sizes=(5, 10),
    ),
    _sheet("Veterans", "Infantry", sizes=(3, 6), item_keywords=(ItemKeyword("wargear:sample-gun", "Jump Pack"),)),
    _sheet("Terminators", "Infantry", "Terminator", sizes=(5, 10)),
    _sheet("Jumpers", "Infantry", "Jump Pack", sizes=(5, 5)),
    _sheet("Jackals", "Mounted", sizes=(5, 10)),
    _sheet("Riders", "Mounted", kinds=(ModelKind("Rider", 3, 6), ModelKind("Buggy", 0, 1)), sizes=(3, 7)),
    _sheet(
        "Hunters",
        "Infantry",
        kinds=(ModelKind("Hunter", 3, 6), ModelKind("Hound", 0, 6)),
        tiers=HUNTER_TIERS,
        sizes=(3, 12),
    ),
    _sheet("Outriders", "Mounted", conditional=(ConditionalKeyword("Battleline", f"{LEGION}:hunt"),)),
    _sheet("Warhound", "Vehicle"),
    _sheet("Beasts", "Infantry", sizes=(5, 5)),
    _sheet("Captain", "Infantry", "Character"),
    _sheet("Champion", "Infantry", "Character"),
    _sheet("Lieutenant", "Infantry", "Character"),
    _sheet("Scholar", "Infantry", "Character"),
    _sheet("Drummer", "Infantry", "Character"),
    _sheet("Exile", "Infantry", "Character"),
    _sheet("Acolyte", "Infantry", "Character"),
    _sheet("Idol", "Infantry", "Character"),
    _sheet("Medic", "Infantry", "Character"),
    _sheet("Judge", "Infantry", "Character"),
    _sheet("Scribe", "Infantry", "Character"),
    _sheet("Page", "Infantry", "Character"),
    _sheet("Sage", "Infantry", "Character"),
    _sheet("Old Guard", "Infantry", "Character", "Terminator"),
    _sheet("Rider Lord", "Mounted", "Character"),
    _sheet("Adepts", "Mounted", "Character", sizes=(2, 2)),
    _sheet("Seer", "Infantry", "Character", "Psyker", excluded=("Sample Reds",)),
    _sheet("Command", "Infantry", "Character", kinds=COMMAND_KINDS, sizes=(5, 5)),
    _sheet("Shield", "Infantry"),
    _sheet("Buckler", "Infantry"),
    _sheet("Thralls", "Infantry", sizes=(2, 2)),
    _sheet("Twins", "Infantry", "Character", kinds=TWIN_KINDS, sizes=(2, 2)),
    _sheet("Outcast", "Infantry", "Character", bears_nothing=True),
    _sheet("Hero", "Infantry", "Character", "Epic Hero", warlord=WarlordRule.MUST),
    _sheet("Red Hero", "Infantry", "Character", "Epic Hero", chapter="Sample Reds"),
    _sheet("Red Heir", "Infantry", "Character", "Epic Hero", chapter="Sample Reds", excluded_heroes="Sample Reds"),
    _sheet("Overlord", "Infantry", "Character", "Epic Hero", warlord=WarlordRule.MUST),
    _sheet("Saint", "Infantry", "Character", "Epic Hero", warlord=WarlordRule.NEVER),
    _sheet("Rogue", "Infantry", "Character", warlord=WarlordRule.NEVER, warlord_with=(f"{LEGION}:hunt",)),
    _sheet("Pack Riders", "Mounted", conditional=(ConditionalKeyword("Battleline", warlord=f"{LEGION}:rider-lord"),)),
    _sheet("Raiders", "Infantry", sizes=(10, 10), splits=(SplitRule(transport=f"{LEGION}:dart"),)),
    _sheet("Rangers", "Infantry", sizes=(10, 10), splits=(SplitRule(detachment=f"{LEGION}:hunt"),)),
    _sheet("Pathfinders", "Infantry", sizes=(10, 10), splits=(SplitRule(equal_parts=False),)),
    _sheet(
        "Dart",
        "Vehicle",
        "Transport",
        "Dedicated Transport",
        transport=Transport(6, required_keywords=("Infantry",), free_models=("Guard",)),
    ),
    _sheet("Carrier", "Vehicle", "Transport", "Dedicated Transport", transport=INFANTRY_ONLY),
    _sheet("Hauler", "Vehicle", "Transport", "Dedicated Transport", transport=Transport(6, ("Jump Pack",))),
    _sheet(
        "Pod",
        "Vehicle",
        "Transport",
        "Dedicated Transport",
        transport=INFANTRY_ONLY,
        reserves=ReservesRule(must_start=True, is_exempt=True, passengers_exempt=True),
    ),
    _sheet(
        "Barge",
        "Vehicle",
        "Transport",
        transport=Transport(6, passengers=(("Infantry", "Terminator"), ("Infantry", "Jump Pack"))),
    ),
    _sheet("Skiff", "Vehicle", "Transport", transport=Transport(6, (), ("Infantry",), conditions="One unit only.")),
    _sheet(
        "Wagon",
        "Vehicle",
        "Transport",
        transport=Transport(
            6,
            ("Terminator",),
            ("Infantry",),
            conditions="One WALKER beside its capacity; a TERMINATOR may ride with a unit it joined.",
        ),
    ),
    _sheet("Lurker", "Infantry", reserves=ReservesRule(must_start=True)),
    _sheet("Flyer", "Vehicle", "Aircraft"),
    _sheet("Bunker", "Fortification"),
    _sheet("Red Guard", "Infantry", chapter="Sample Reds"),
    _sheet("Blue Guard", "Infantry", chapter="Sample Blues"),
    _sheet("Red Captain", "Infantry", "Character", chapter="Sample Reds"),
    _sheet("Relic", legends=True, knowledge=Knowledge.PRICED, sizes=(0, 0), faction_keywords=()),
    _sheet("Prototype", "Vehicle"),
    _sheet("Veteran Walker", "Vehicle"),
    _sheet("Titan", "Vehicle", "Titanic", "Character", faction_keywords=("Sample Titans",)),
    _sheet("Engine", "Vehicle", "Titanic", faction_keywords=("Sample Engines",)),
    _sheet("Herald", "Character", "Crimson", faction=COURT),
    _sheet("Imps", "Battleline", "Crimson", faction=COURT),
    _sheet("Giant", "Crimson", faction=COURT),
    _sheet("Agent", "Character", faction=COURT),
    _sheet("Colossus", "Titanic", faction=COURT),
    _sheet("Sentinel", "Vehicle", faction=COURT),
    _sheet("Regent", "Character", "Epic Hero", faction=COURT, warlord=WarlordRule.MUST),
    _sheet("Warden", "Infantry", faction=COURT),
    _sheet("Cousin", "Infantry", "Character", faction=COURT),
    _sheet("Jester", "Infantry", faction=COURT),
    _sheet("Wagon", "Vehicle", "Dedicated Transport", faction=COURT),
    _sheet("Brute", "Infantry", faction=HORDE),
)


def _rows(*rows: int) -> tuple[SizeRow, ...]:
    """``_rows(5, 75, 10, 150)``: sizes and points in turn."""
    return tuple(SizeRow(models, points) for models, points in zip(rows[::2], rows[1::2], strict=True))


def _price(
    datasheet: str,
    *tiers: CopyTier,
    faction: str = LEGION,
    price_list: str | None = None,
    wargear: tuple[PaidItem, ...] = (),
    add_ons: tuple[AddOn, ...] = (),
    allied: bool = False,
    with_detachments: tuple[DetachmentPrice, ...] = (),
) -> PriceTable:
    return PriceTable(
        f"{faction}:{datasheet}",
        price_list or faction,
        tiers,
        wargear,
        add_ons,
        allied,
        detachment_prices=with_detachments,
    )


def _flat(datasheet: str, points: int, models: int = 1, faction: str = LEGION) -> PriceTable:
    return _price(datasheet, CopyTier(1, None, _rows(models, points)), faction=faction)


HUNTER_ROWS = (
    SizeRow(3, 85),
    SizeRow(6, 115, (("Hunter", 3), ("Hound", 3))),
    SizeRow(6, 170, (("Hunter", 6),)),
    SizeRow(12, 230, (("Hunter", 6), ("Hound", 6))),
)

PRICES = (
    _price(
        "walker",
        CopyTier(1, 2, _rows(1, 100)),
        CopyTier(3, None, _rows(1, 110)),
        with_detachments=(
            DetachmentPrice(f"{LEGION}:woe", 1, 140, last=1, includes=(f"{LEGION}:woe:binding",)),
            DetachmentPrice(f"{LEGION}:woe", 1, 160, first=2, includes=(f"{LEGION}:woe:binding",)),
            DetachmentPrice(f"{LEGION}:armour", 1, None),
        ),
    ),
    _price(
        "stalker",
        CopyTier(1, 1, _rows(1, 120)),
        CopyTier(2, None, _rows(1, 140)),
        wargear=(PaidItem("Sample Cannon", 25, ("wargear:sample-cannon",)),),
    ),
    _price("squad", CopyTier(1, None, _rows(5, 75, 10, 150))),
    _price("squad", CopyTier(1, None, _rows(5, 80, 10, 160)), price_list="sample-reds"),
    _price("veterans", CopyTier(1, None, _rows(3, 60))),
    _price("terminators", CopyTier(1, None, _rows(5, 170, 10, 340))),
    _flat("jumpers", 85, 5),
    _price("jackals", CopyTier(1, None, _rows(5, 85, 10, 150, 9, 160))),
    _price("riders", CopyTier(1, None, _rows(3, 70, 6, 140)), add_ons=(AddOn("Buggy", 60),)),
    _price(
        "hunters",
        CopyTier(1, 2, HUNTER_ROWS),
        CopyTier(3, None, tuple(SizeRow(row.models, row.points + 10, row.composition) for row in HUNTER_ROWS)),
    ),
    _flat("outriders", 70),
    _flat("warhound", 150),
    _flat("beasts", 90, 5),
    _flat("captain", 80),
    _flat("champion", 70),
    _flat("lieutenant", 65),
    _flat("scholar", 40),
    _flat("drummer", 40),
    _flat("exile", 40),
    _flat("acolyte", 40),
    _flat("idol", 40),
    _flat("medic", 50),
    _flat("judge", 70),
    _flat("seer", 75),
    _flat("scribe", 40),
    _flat("page", 20),
    _flat("sage", 50),
    _flat("rider-lord", 90),
    _flat("adepts", 60, 2),
    _flat("command", 120, 5),
    _flat("shield", 40),
    _flat("buckler", 40),
    _flat("thralls", 60, 2),
    _flat("twins", 100, 2),
    _flat("outcast", 60),
    _flat("hero", 200),
    _flat("red-hero", 120),
    _flat("red-heir", 120),
    _flat("overlord", 300),
    _flat("saint", 250),
    _flat("raiders", 110, 10),
    _flat("rangers", 100, 10),
    _flat("pathfinders", 90, 10),
    _flat("dart", 70),
    _flat("rogue", 70),
    _flat("pack-riders", 60),
    _price("carrier", CopyTier(1, 3, _rows(1, 65)), CopyTier(4, None, _rows(1, 75))),
    _flat("hauler", 80),
    _flat("pod", 60),
    _flat("barge", 90),
    _flat("skiff", 90),
    _flat("wagon", 90),
    _flat("old-guard", 60),
    _flat("lurker", 120),
    _flat("flyer", 600),
    _flat("bunker", 110),
    _flat("red-guard", 100),
    _price("red-captain", CopyTier(1, None, _rows(1, 95)), price_list="sample-reds"),
    _flat("blue-guard", 100),
    _flat("relic", 300),
    _flat("titan", 2200),
    _flat("engine", 2000),
    _flat("herald", 60, faction=COURT),
    _flat("imps", 90, faction=COURT),
    _flat("giant", 300, faction=COURT),
    _flat("agent", 50, faction=COURT),
    _price("agent", CopyTier(1, None, _rows(1, 75)), faction=COURT, allied=True),
    _flat("colossus", 450, faction=COURT),
    _flat("sentinel", 140, faction=COURT),
    _flat("regent", 200, faction=COURT),
    _flat("warden", 60, faction=COURT),
    _flat("cousin", 60, faction=COURT),
    _flat("jester", 60, faction=COURT),
    _flat("wagon", 60, faction=COURT),
    _flat("brute", 40, faction=HORDE),
)
