"""A small catalogue of invented datasheets that has every construct the muster checks judge.

Specs rest on it, so that no new points manual changes what they say.
"""

from __future__ import annotations

from functools import cache

from datasheets.catalogue import Catalogue, CatalogueData, ReleaseStamp
from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole, LimitBySize
from datasheets.catalogue.datasheet import (
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    KindCount,
    Knowledge,
    ModelKind,
    ReservesRule,
    SlotCost,
    Transport,
    WarlordRule,
)
from datasheets.catalogue.detachment import (
    Detachment,
    DetachmentOffer,
    Enhancement,
    EnhancementPrice,
    GrantedKeyword,
    UnitMinimum,
)
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.points import AddOn, CopyTier, PaidItem, PointsManual, PriceTable, SizeRow
from datasheets.catalogue.wargear import Item, ItemKind

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
    _sheet("Veterans", "Infantry", sizes=(3, 6)),
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
    _sheet("Medic", "Infantry", "Character"),
    _sheet("Judge", "Infantry", "Character"),
    _sheet("Scribe", "Infantry", "Character"),
    _sheet("Page", "Infantry", "Character"),
    _sheet("Seer", "Infantry", "Character", "Psyker", excluded=("Sample Reds",)),
    _sheet("Command", "Infantry", "Character", kinds=COMMAND_KINDS, sizes=(5, 5)),
    _sheet("Hero", "Infantry", "Character", "Epic Hero", warlord=WarlordRule.MUST),
    _sheet("Overlord", "Infantry", "Character", "Epic Hero", warlord=WarlordRule.MUST),
    _sheet("Saint", "Infantry", "Character", "Epic Hero", warlord=WarlordRule.NEVER),
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
    _sheet("Lurker", "Infantry", reserves=ReservesRule(must_start=True)),
    _sheet("Flyer", "Vehicle", "Aircraft"),
    _sheet("Bunker", "Fortification"),
    _sheet("Red Guard", "Infantry", chapter="Sample Reds"),
    _sheet("Blue Guard", "Infantry", chapter="Sample Blues"),
    _sheet("Relic", legends=True, knowledge=Knowledge.PRICED, sizes=(0, 0), faction_keywords=()),
    _sheet("Prototype", "Vehicle"),
    _sheet("Titan", "Vehicle", "Titanic", "Character", faction_keywords=("Sample Titans",)),
    _sheet("Herald", "Character", "Crimson", faction=COURT),
    _sheet("Imps", "Battleline", "Crimson", faction=COURT),
    _sheet("Giant", "Crimson", faction=COURT),
    _sheet("Agent", "Character", faction=COURT),
    _sheet("Colossus", "Titanic", faction=COURT),
    _sheet("Sentinel", "Vehicle", faction=COURT),
    _sheet("Regent", "Character", "Epic Hero", faction=COURT, warlord=WarlordRule.MUST),
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
) -> PriceTable:
    return PriceTable(f"{faction}:{datasheet}", price_list or faction, tiers, wargear, add_ons, allied)


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
    _flat("medic", 50),
    _flat("judge", 70),
    _flat("seer", 75),
    _flat("scribe", 40),
    _flat("page", 20),
    _flat("command", 120, 5),
    _flat("hero", 200),
    _flat("overlord", 300),
    _flat("saint", 250),
    _price("carrier", CopyTier(1, 3, _rows(1, 65)), CopyTier(4, None, _rows(1, 75))),
    _flat("hauler", 80),
    _flat("pod", 60),
    _flat("barge", 90),
    _flat("skiff", 90),
    _flat("lurker", 120),
    _flat("flyer", 600),
    _flat("bunker", 110),
    _flat("red-guard", 100),
    _flat("blue-guard", 100),
    _flat("relic", 300),
    _flat("titan", 2200),
    _flat("herald", 60, faction=COURT),
    _flat("imps", 90, faction=COURT),
    _flat("giant", 300, faction=COURT),
    _flat("agent", 50, faction=COURT),
    _price("agent", CopyTier(1, None, _rows(1, 75)), faction=COURT, allied=True),
    _flat("colossus", 450, faction=COURT),
    _flat("sentinel", 140, faction=COURT),
    _flat("regent", 200, faction=COURT),
    _flat("brute", 40, faction=HORDE),
)


def _detachment(
    name: str,
    points: int | None,
    *dispositions: str,
    faction: str = LEGION,
    tags: tuple[str, ...] = (),
    required_keywords: tuple[str, ...] = (),
    granted: tuple[GrantedKeyword, ...] = (),
    minimums: tuple[UnitMinimum, ...] = (),
    required: tuple[str, ...] = (),
    excluded: tuple[str, ...] = (),
    excluded_detachments: tuple[str, ...] = (),
) -> Detachment:
    return Detachment(
        id=f"{faction}:{name.lower()}",
        name=f"Sample {name}",
        offers=(DetachmentOffer(faction, points, dispositions, tags),),
        required_keywords=required_keywords,
        granted_keywords=granted,
        unit_minimums=minimums,
        required_datasheets=required,
        excluded_datasheets=excluded,
        excluded_detachments=excluded_detachments,
    )


DETACHMENTS = (
    _detachment("Spear", 2, "take-and-hold"),
    _detachment("Line", 1, "reconnaissance", tags=("Vow",)),
    _detachment("Watch", 1, "reconnaissance", "disruption", tags=("Vow",)),
    _detachment("Host", 3, "take-and-hold"),
    _detachment("Hunt", 1, "disruption"),
    _detachment(
        "Pack",
        2,
        "disruption",
        granted=(GrantedKeyword("Battleline", "Warhound"), GrantedKeyword("Character", "Warhound", 3)),
        minimums=(UnitMinimum("Warhound", 3),),
    ),
    _detachment(
        "Accord",
        1,
        "take-and-hold",
        excluded=(f"{LEGION}:bunker",),
        excluded_detachments=(f"{LEGION}:watch",),
    ),
    _detachment("Heroes", 1, "take-and-hold", required=(f"{LEGION}:hero",)),
    _detachment("Reds", 2, "take-and-hold", required_keywords=("Sample Reds",)),
    _detachment("Rumour", None),
    _detachment("Tide", 2, "take-and-hold", faction=HORDE),
)


def _enhancement(
    name: str,
    points: int | None,
    detachment: str = "spear",
    *,
    upgrade: bool = False,
    requires: tuple[tuple[str, ...], ...] = (),
    excludes: tuple[str, ...] = (),
    leader_of: tuple[str, ...] = (),
    support_of: tuple[str, ...] = (),
    by_epic_hero: bool = False,
    by_non_character: bool = False,
) -> Enhancement:
    return Enhancement(
        id=f"{LEGION}:{detachment}:{name.lower()}",
        name=f"Sample {name}",
        detachment=f"{LEGION}:{detachment}",
        prices=() if points is None else (EnhancementPrice(LEGION, points),),
        is_upgrade=upgrade,
        requires=requires,
        excludes=excludes,
        leader_of=leader_of,
        support_of=support_of,
        usable_by_epic_hero=by_epic_hero,
        usable_by_non_character=by_non_character,
    )


ENHANCEMENTS = (
    _enhancement("Blade", 20),
    _enhancement("Crown", 15),
    _enhancement("Mantle", 10),
    _enhancement("Ring", 10),
    _enhancement("Shard", 25, by_epic_hero=True),
    _enhancement("Seal", 5, by_non_character=True),
    _enhancement("Plate", 30, requires=(("Sample Legion", "Terminator"), ("Sample Legion", "Mounted"))),
    _enhancement("Hex", 15, excludes=("Psyker",)),
    _enhancement("Howl", 20, leader_of=(f"{LEGION}:beasts",)),
    _enhancement("Chant", 20, support_of=(f"{LEGION}:beasts",)),
    _enhancement("Rumour", None),
    _enhancement("Banner", 10, upgrade=True),
    _enhancement("Torch", 10, upgrade=True),
    _enhancement("Drum", 5, upgrade=True),
    _enhancement("Blade", 30, "line"),
    _enhancement("Oath", 10, "line"),
)

LEADER, SUPPORT, JOINER = AttachmentRole.LEADER, AttachmentRole.SUPPORT, AttachmentRole.JOINER


def _joins(joining: str, role: AttachmentRole, *bodyguards: str, beside_another: bool = False) -> list[Attachment]:
    return [
        Attachment(
            f"{LEGION}:{joining}",
            f"{LEGION}:{bodyguard}",
            role,
            price_lists=(LEGION,),
            may_join_beside_another=beside_another,
        )
        for bodyguard in bodyguards
    ]


ATTACHMENTS = (
    *_joins("captain", LEADER, "squad", "veterans"),
    *_joins("champion", LEADER, "squad", beside_another=True),
    *_joins("lieutenant", SUPPORT, "squad"),
    *_joins("medic", SUPPORT, "veterans", "squad"),
    *_joins("judge", LEADER, "veterans"),
    *_joins("judge", SUPPORT, "squad"),
    *_joins("hero", LEADER, "squad", "terminators"),
    *_joins("overlord", LEADER, "terminators"),
    *_joins("command", LEADER, "squad"),
    *_joins("lurker", JOINER, "squad"),
    *_joins("scribe", LEADER, "not-in-this-catalogue"),
    *_joins("page", SUPPORT, "not-in-this-catalogue"),
    Attachment(f"{LEGION}:captain", f"{LEGION}:riders", LEADER, (LEGION,), required_detachment=f"{LEGION}:hunt"),
    Attachment(f"{LEGION}:captain", f"{LEGION}:red-guard", LEADER, ("sample-reds",)),
)


def _by_size(incursion: int, strike_force: int, onslaught: int, keyword: str | None = None) -> tuple[LimitBySize, ...]:
    sizes = (("incursion", incursion), ("strike-force", strike_force), ("onslaught", onslaught))
    return tuple(LimitBySize(size, maximum, keyword) for size, maximum in sizes)


ALLIED_RULES = (
    AlliedRule(
        "court-pact",
        "the Court Pact",
        ("Sample Legion",),
        (f"{COURT}:herald", f"{COURT}:imps", f"{COURT}:giant"),
        points_limits=_by_size(250, 500, 750),
        cannot_take_enhancements=True,
        ratio_keywords=("Crimson",),
        is_confirmed=True,
    ),
    AlliedRule(
        "court-agents",
        "the Court Accord",
        ("Sample Legion",),
        (f"{COURT}:agent", f"{COURT}:regent"),
        detachments=(f"{LEGION}:accord",),
        count_limits=_by_size(1, 2, 3, "Character"),
        warlord_required_keyword="Captain",
    ),
    AlliedRule(
        "court-colossus",
        "the Colossus pact",
        ("Sample Legion",),
        (f"{COURT}:colossus",),
        count_limits=_by_size(1, 1, 1),
        exclusive_bucket="colossi",
        is_confirmed=True,
    ),
    AlliedRule(
        "court-sentinels",
        "the Sentinel pact",
        ("Sample Legion",),
        (f"{COURT}:sentinel",),
        count_limits=_by_size(3, 3, 3),
        exclusive_bucket="colossi",
        is_confirmed=True,
    ),
)

FACTIONS = (
    Faction(LEGION, "Sample Legion", "Sample Legion", price_list=LEGION),
    Faction(
        "sample-reds",
        "Sample Reds",
        "Sample Legion",
        parent=LEGION,
        chapter_keyword="Sample Reds",
        price_list="sample-reds",
    ),
    Faction("sample-blues", "Sample Blues", "Sample Legion", parent=LEGION, chapter_keyword="Sample Blues"),
    Faction(COURT, "Sample Court", "Sample Court", price_list=COURT),
    Faction(HORDE, "Sample Horde", "Sample Horde", price_list=HORDE),
    Faction("sample-titans", "Sample Titans", "Sample Titans", price_list=LEGION, has_detachments=False),
)

BATTLE_SIZES = (
    BattleSize("incursion", "Incursion", 1000, 2, 2, 2, solo_detachment_points=3),
    BattleSize("strike-force", "Strike Force", 2000, 3, 4, 3),
    BattleSize("onslaught", "Onslaught", 3000, 3, 4, 3),
)

DISPOSITIONS = (
    ForceDisposition("take-and-hold", "Take and Hold"),
    ForceDisposition("reconnaissance", "Reconnaissance"),
    ForceDisposition("disruption", "Disruption"),
)

ITEMS = (
    Item("wargear:sample-gun", "Sample Gun", ItemKind.RANGED),
    Item("wargear:sample-cannon", "Sample Cannon", ItemKind.RANGED),
)


@cache
def spec_catalogue() -> Catalogue:
    """The invented catalogue."""
    manual = PointsManual("Sample Manual", "v1", "2026-01-01")
    return Catalogue(
        ReleaseStamp("sample-1", "0" * 64, "2026-01-01T00:00:00Z", "sample", manual),
        CatalogueData(
            factions=FACTIONS,
            battle_sizes=BATTLE_SIZES,
            dispositions=DISPOSITIONS,
            items=ITEMS,
            datasheets=DATASHEETS,
            prices=PRICES,
            detachments=DETACHMENTS,
            enhancements=ENHANCEMENTS,
            attachments=ATTACHMENTS,
            allied_rules=ALLIED_RULES,
        ),
    )
