"""Invented datasheets with wargear: every construct by which a datasheet says what its models may carry."""

from __future__ import annotations

from datasheets.catalogue.datasheet import (
    CompositionTier,
    Datasheet,
    KindCount,
    ModelKind,
    Quarantined,
    QuarantinedPart,
)
from datasheets.catalogue.points import CopyTier, PriceTable, SizeRow
from datasheets.catalogue.wargear import Item, ItemBudget, ItemKind, WargearOption

LEGION = "sample-legion"


def _ids(names: str) -> tuple[str, ...]:
    """``"pistol rifle"``: item ids."""
    return tuple(f"wargear:{name}" for name in names.split())


def _choices(*names: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_ids(one) for one in names)


NAMES = (
    "Pistol",
    "Rifle",
    "Knife",
    "Blade",
    "Hammer",
    "Cannon",
    "Flamer",
    "Torch",
    "Melta",
    "Fist",
    "Banner",
    "Scope",
    "Long Rifle",
    "Laser",
    "Burst Gun",
    "Drone",
    "Shield Drone",
    "Turret",
    "Red Turret",
    "Mortar",
    "Relic Gun",
    "Net",
    "Hook",
)
WARGEAR_ITEMS = (
    *(Item(f"wargear:{name.lower().replace(' ', '-')}", name, ItemKind.RANGED) for name in NAMES),
    Item("wargear:close-combat-weapon", "Close combat weapon", ItemKind.MELEE),
    Item("other:rifle", "Rifle", ItemKind.RANGED),
)


def _sheet(
    name: str,
    kinds: tuple[ModelKind, ...],
    options: tuple[WargearOption, ...],
    budgets: tuple[ItemBudget, ...] = (),
    *,
    more_items: str = "",
    quarantined: tuple[Quarantined, ...] = (),
) -> Datasheet:
    items = [item for kind in kinds for item in kind.default_items]
    items += [item for option in options for choice in option.choices for item in choice]
    return Datasheet(
        id=f"{LEGION}:{name.lower().replace(' ', '-')}",
        name=name,
        faction=LEGION,
        faction_keywords=("Sample Legion",),
        keywords=("Infantry", name),
        minimum_models=sum(kind.minimum for kind in kinds),
        maximum_models=sum(kind.maximum for kind in kinds),
        kinds=kinds,
        tiers=(CompositionTier(tuple(KindCount(kind.name, kind.minimum, kind.maximum) for kind in kinds)),),
        items=tuple(dict.fromkeys((*items, *_ids(more_items)))),
        options=options,
        budgets=budgets,
        quarantined=quarantined,
    )


ARMED = _ids("pistol rifle")
GUNNERS = _sheet(
    "Gunners",
    (ModelKind("Corporal", 1, 1, default_items=ARMED), ModelKind("Gunner", 4, 9, default_items=ARMED)),
    (
        WargearOption("corporal", _ids("rifle"), _choices("blade", "hammer"), kind="Corporal", per_model=1),
        WargearOption("cannon", _ids("rifle"), _choices("cannon"), kind="Gunner", per_models=5),
        WargearOption("heavy", ARMED, _choices("melta fist"), kind="Gunner", limit=1),
        WargearOption("special", _ids("pistol"), _choices("flamer", "torch"), kind="Gunner", per_model=1),
        WargearOption("banner", (), _choices("banner"), per_model=1),
    ),
    (
        ItemBudget(_ids("flamer torch"), 4, 10, duplicate_limit=2),
        ItemBudget(_ids("banner"), 1),
    ),
)
SUITS = _sheet(
    "Suits",
    (
        ModelKind("Suit Leader", 1, 1, default_items=_ids("burst-gun")),
        ModelKind("Suit", 2, 2, default_items=_ids("burst-gun")),
    ),
    (WargearOption("drones", (), _choices("drone", "shield-drone"), per_model=1, limit=2),),
)
SNIPERS = _sheet(
    "Snipers",
    (ModelKind("Sniper", 3, 3, default_items=_ids("rifle")),),
    (
        WargearOption("long", _ids("rifle"), _choices("long-rifle"), per_model=1),
        WargearOption("laser", _ids("long-rifle"), _choices("laser"), limit=1),
        WargearOption("scope", (), _choices("scope"), kind="Sniper", limit=1),
    ),
)
TRAPPERS = _sheet(
    "Trappers",
    (ModelKind("Trapper", 2, 2, default_items=_ids("knife")),),
    (
        WargearOption("net", _ids("knife"), _choices("net hook"), per_model=1),
        WargearOption("mortar", (), _choices("mortar"), limit=1),
        WargearOption("torch", (), _choices("torch"), limit=1),
    ),
    (ItemBudget(_ids("hook"), 1), ItemBudget(_ids("mortar torch"), 1)),
)
CREWS = _sheet(
    "Crews",
    (ModelKind("Chief", 1, 1, default_items=_ids("rifle")), ModelKind("Crew", 3, 3, default_items=_ids("rifle"))),
    (
        WargearOption("chief-cannon", _ids("rifle"), _choices("cannon"), kind="Chief", limit=1),
        WargearOption("crew-cannon", _ids("rifle"), _choices("cannon"), kind="Crew", limit=1),
        WargearOption("pair", _ids("rifle"), _choices("net hook"), kind="Crew", per_model=1),
    ),
    (ItemBudget(_ids("net hook"), 1),),
)
GUN_TRUCK = _sheet(
    "Gun Truck",
    (ModelKind("Gun Truck", 1, 1, default_items=_ids("turret")),),
    (WargearOption("red", (), _choices("red-turret"), limit=1, required_faction="sample-reds"),),
)
ODD_GUNS = _sheet(
    "Odd Guns",
    (ModelKind("Odd Gun", 1, 1, default_items=_ids("mortar")),),
    (),
    more_items="relic-gun net",
    quarantined=(Quarantined(QuarantinedPart.OPTION, "relic", ("Relic Gun",), "nobody knows what it replaces."),),
)
TANKS = _sheet(
    "Tanks",
    (ModelKind("Tank", 1, 3, default_items=_ids("turret")),),
    (WargearOption("mortars", (), _choices("mortar"), per_model=1),),
)

WARGEAR_DATASHEETS = (GUNNERS, SUITS, SNIPERS, TRAPPERS, CREWS, GUN_TRUCK, ODD_GUNS, TANKS)
WARGEAR_PRICES = tuple(
    PriceTable(sheet.id, LEGION, (CopyTier(1, None, (SizeRow(sheet.maximum_models, 50),)),))
    for sheet in WARGEAR_DATASHEETS
)
