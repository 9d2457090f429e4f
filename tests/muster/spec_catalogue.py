"""A small catalogue of invented datasheets that has every construct the muster checks judge.

Specs rest on it, so that no new points manual changes what they say.
"""

from __future__ import annotations

from functools import cache

from datasheets.catalogue import Catalogue, CatalogueData, ReleaseStamp
from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole, FreeGuest, LimitBySize
from datasheets.catalogue.detachment import (
    Detachment,
    DetachmentOffer,
    Enhancement,
    EnhancementPrice,
    GrantedKeyword,
    UnitMinimum,
)
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.group import GroupLimit, GroupOverride
from datasheets.catalogue.points import PastPrice, PointsManual
from datasheets.catalogue.wargear import Item, ItemKind
from tests.muster.spec_choices import ALLEGIANCES
from tests.muster.spec_datasheets import COURT, DATASHEETS, HORDE, LEGION, PRICES
from tests.muster.spec_wargear import WARGEAR_DATASHEETS, WARGEAR_ITEMS, WARGEAR_PRICES


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
    warlords: tuple[str, ...] = (),
    uncounted: bool = False,
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
        demanded_warlords=warlords,
        has_uncounted_enhancements=uncounted,
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
    _detachment("Court", 1, "take-and-hold", warlords=(f"{LEGION}:captain", f"{LEGION}:seer")),
    _detachment("Choir", 1, "take-and-hold", uncounted=True),
    _detachment("Woe", 1, "disruption"),
    _detachment(
        "Armour",
        1,
        "disruption",
        granted=(GrantedKeyword("Character", "Vehicle", 2, with_keyword="Stalker", is_choice=True),),
    ),
    _detachment("Rite", 1, "disruption"),
    _detachment("Levy", 1, "disruption"),
    _detachment("Vows", 1, "disruption"),
    _detachment("Tide", 2, "take-and-hold", faction=HORDE),
    Detachment(f"{LEGION}:lost", "Sample Lost", offers=()),
    Detachment(
        f"{LEGION}:lance",
        "Sample Lance",
        offers=(
            DetachmentOffer("sample-reds", 3, ("take-and-hold",)),
            DetachmentOffer(LEGION, 2, ("take-and-hold",)),
        ),
    ),
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
    items: tuple[str, ...] = (),
    bars_warlord: bool = False,
    demanded: bool = False,
    granted: tuple[str, ...] = (),
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
        required_items=items,
        bars_warlord=bars_warlord,
        is_demanded=demanded,
        granted_keywords=granted,
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
    _enhancement("Relic", None),
    _enhancement("Banner", 10, upgrade=True),
    _enhancement("Torch", 10, upgrade=True),
    _enhancement("Drum", 5, upgrade=True),
    _enhancement("Blade", 30, "line"),
    _enhancement("Oath", 10, "line"),
    _enhancement("Chain", 15, "line", requires=(("Sample Legion", "Outcast"),)),
    _enhancement("Scope", 5, "armour", items=("wargear:sample-cannon", "wargear:sample-gun")),
    _enhancement("Curse", 5, "armour", bars_warlord=True),
    _enhancement("Hymn", 10, "choir"),
    _enhancement("Psalm", 10, "choir"),
    _enhancement("Binding", 40, "woe", requires=(("Walker",),), by_non_character=True, demanded=True),
    _enhancement("Gunnery", 15, "armour"),
    _enhancement("Salve", 10, "rite", granted=("Medic",)),
    _enhancement("Circle", 10, "rite", requires=(("Psyker",),), granted=("Psyker",)),
    _enhancement("Outcry", 10, "rite", excludes=("Psyker",), granted=("Psyker",)),
    _enhancement("Rank", 10, "rite", granted=("Character",)),
    _enhancement("Rod", 10, "rite", requires=(("Lieutenant",),), leader_of=(f"{LEGION}:squad",)),
    _enhancement("Icon", 10, "rite", requires=(("Red Mark",),)),
)

LEADER, SUPPORT, JOINER = AttachmentRole.LEADER, AttachmentRole.SUPPORT, AttachmentRole.JOINER


def _joins(
    joining: str,
    role: AttachmentRole,
    *bodyguards: str,
    beside_another: bool = False,
    beside: tuple[str, ...] = (),
    never_beside_its_like: bool = False,
    beside_from_models: int | None = None,
    excluded_detachments: tuple[str, ...] = (),
    shared: tuple[str, ...] = (),
    mandatory: bool = False,
    led_by: str | None = None,
    group: str = "",
) -> list[Attachment]:
    return [
        Attachment(
            f"{LEGION}:{joining}",
            f"{LEGION}:{bodyguard}",
            role,
            price_lists=(LEGION,),
            may_join_beside_another=beside_another,
            beside=beside,
            never_beside_its_like=never_beside_its_like,
            beside_from_models=beside_from_models,
            excluded_detachments=excluded_detachments,
            shared_keywords=shared,
            is_mandatory=mandatory,
            led_by=led_by,
            joiner_group=group,
        )
        for bodyguard in bodyguards
    ]


ATTACHMENTS = (
    *_joins("captain", LEADER, "squad", "veterans"),
    *_joins("champion", LEADER, "squad", beside_another=True),
    *_joins("scholar", LEADER, "squad", beside_another=True, beside=(f"{LEGION}:captain",)),
    *_joins("drummer", LEADER, "squad", beside_another=True, never_beside_its_like=True, beside_from_models=10),
    *_joins("acolyte", LEADER, "squad", "veterans", shared=("Red Mark", "Blue Mark")),
    *_joins("idol", LEADER, "terminators", shared=("Red Mark", "Blue Mark")),
    *_joins("exile", LEADER, "squad", excluded_detachments=(f"{LEGION}:hunt",)),
    *_joins("lieutenant", SUPPORT, "squad"),
    *_joins("medic", SUPPORT, "veterans", "squad"),
    *_joins("judge", LEADER, "veterans"),
    *_joins("judge", SUPPORT, "squad"),
    *_joins("hero", LEADER, "squad", "terminators"),
    *_joins("overlord", LEADER, "terminators"),
    *_joins("command", LEADER, "squad"),
    *_joins("lurker", JOINER, "squad"),
    *_joins("shield", JOINER, "command", "veterans", mandatory=True, group="Protector"),
    *_joins("buckler", JOINER, "command", "not-in-this-catalogue", mandatory=True, group="Protector"),
    *_joins("thralls", JOINER, "squad", "veterans", led_by="Medic", group="Thralls"),
    *_joins("sage", LEADER, "squad"),
    *_joins("sage", SUPPORT, "squad"),
    *_joins("old-guard", LEADER, "squad", "terminators"),
    *_joins("rider-lord", LEADER, "adepts", "jackals"),
    *_joins("adepts", SUPPORT, "jackals"),
    *_joins("scribe", LEADER, "not-in-this-catalogue"),
    *_joins("page", SUPPORT, "not-in-this-catalogue"),
    Attachment(f"{LEGION}:captain", f"{LEGION}:riders", LEADER, (LEGION,), required_detachment=f"{LEGION}:hunt"),
    Attachment(f"{LEGION}:hermit", f"{LEGION}:squad", LEADER, (LEGION,), required_detachment=f"{LEGION}:hunt"),
    *_joins("hermit", LEADER, "veterans", excluded_detachments=(f"{LEGION}:hunt", f"{LEGION}:spear")),
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
        all_models_keywords=("Sample Court", "Vehicle"),
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
    AlliedRule("court-kin", "the Kin", ("Sample Legion",), (f"{COURT}:cousin",), cannot_be_warlord=False),
    AlliedRule(
        "court-wards",
        "the Wards of the Legion",
        ("Sample Legion",),
        (f"{COURT}:warden", f"{COURT}:jester", f"{COURT}:wagon"),
        count_limits=_by_size(1, 2, 3),
        uncounted_if=("Dedicated Transport",),
        free_guests=(FreeGuest(f"{COURT}:jester", ("Character", "Psyker")),),
    ),
    AlliedRule(
        "court-red-wards",
        "the Wards of the Reds",
        ("Sample Reds",),
        (f"{COURT}:warden",),
        count_limits=_by_size(1, 2, 3),
    ),
)

GROUPS = (
    GroupLimit(
        "walkers",
        "Walkers of old",
        (f"{LEGION}:veteran-walker", f"{LEGION}:prototype"),
        maximum=1,
        overrides=(GroupOverride(f"{LEGION}:hunt", maximum=3),),
    ),
    GroupLimit(
        "pack", "Riders", (f"{LEGION}:pack-riders", f"{LEGION}:rider-lord"), minimum=2, detachment=f"{LEGION}:armour"
    ),
    GroupLimit("outcast", "Outcast", (f"{LEGION}:outcast",), excludes=(f"{LEGION}:hero", f"{LEGION}:saint")),
    GroupLimit("imps", "Imps", (f"{COURT}:imps",), maximum=2, faction=COURT),
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
    Faction("sample-engines", "Sample Engines", "Sample Engines", price_list=LEGION, has_detachments=False),
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

PAST_PRICES = (
    PastPrice("Sample Manual v0", f"{LEGION}:veteran-walker", LEGION, first_copy=1, models=1, points=90),
    PastPrice("Sample Manual v0", f"{LEGION}:red-captain", LEGION, first_copy=1, models=1, points=90),
    PastPrice("Sample Manual v0", f"{LEGION}:spear:relic", LEGION, first_copy=1, models=0, points=35),
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
            items=(*ITEMS, *WARGEAR_ITEMS),
            datasheets=(*DATASHEETS, *WARGEAR_DATASHEETS),
            prices=(*PRICES, *WARGEAR_PRICES),
            past_prices=PAST_PRICES,
            detachments=DETACHMENTS,
            enhancements=ENHANCEMENTS,
            attachments=ATTACHMENTS,
            allied_rules=ALLIED_RULES,
            group_limits=GROUPS,
            allegiances=ALLEGIANCES,
        ),
    )
