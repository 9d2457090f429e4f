"""A made-up catalogue of two factions and a chapter that uses every construct there is."""

from __future__ import annotations

from datetime import date

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import (
    BaseSize,
    CompositionTier,
    ConditionalKeyword,
    Datasheet,
    ItemKeyword,
    KindCount,
    Knowledge,
    ModelKind,
    ModelProfile,
    Quarantined,
    QuarantinedPart,
    ReservesRule,
    SplitRule,
    WarlordRule,
)
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.points import (
    AddOn,
    CopyTier,
    DetachmentPrice,
    PaidItem,
    PastPrice,
    PointsManual,
    PriceTable,
    SizeRow,
)
from datasheets.catalogue.transport import CapacityWith, Hold, SlotCost, Spared, Transport
from datasheets.catalogue.wargear import (
    Item,
    ItemBudget,
    ItemKind,
    WargearOption,
    WeaponKeyword,
    WeaponProfile,
)
from datasheets.sources import SourceBuild
from datasheets.sources.compare import PriceComparison
from datasheets.sources.counts import ImportCounts
from datasheets.sources.manual import Manual
from tests.datasheets.army_builders import (
    allegiances,
    allied_rules,
    attachments,
    detachments,
    enhancements,
    group_limits,
)
from tests.datasheets.play_builders import play

MANUAL = PointsManual(name="Field Manual", version="1.0", date="2026-10-01")
UPSTREAM = "builders 1"


def factions() -> tuple[Faction, ...]:
    """Ash Wardens, their Ember chapter that buys from them, and the Titans without detachments."""
    return (
        Faction(
            id="ash-wardens",
            name="Ash Wardens",
            keyword="Ash Wardens",
            keywords=("Imperium", "Ash Wardens"),
            aliases=("Wardens of Ash", "Ashen"),
            price_list="ash-wardens",
            source="builders",
        ),
        Faction(
            id="ember",
            name="Ember",
            keyword="Ash Wardens",
            parent="ash-wardens",
            chapter_keyword="Ember",
            keywords=("Imperium", "Ash Wardens", "Ember"),
            price_list="ash-wardens",
        ),
        Faction(
            id="walkers", name="Walkers", keyword="Walkers", price_list="walkers", has_detachments=False, source="x"
        ),
    )


def items() -> tuple[Item, ...]:
    """A ranged weapon with two profiles, a melee weapon, and wargear without any."""
    return (
        Item(
            id="ash-wardens:ember-lance",
            name="Ember lance",
            kind=ItemKind.RANGED,
            profiles=(
                WeaponProfile(
                    name="Ember lance – focused",
                    range=24,
                    attacks="D6+1",
                    skill=3,
                    strength="9",
                    armour_penetration=-3,
                    damage="D3",
                    keywords=(
                        WeaponKeyword(name="Rapid Fire", value="2"),
                        WeaponKeyword(name="Anti", value="4+", target="Infantry"),
                        WeaponKeyword(
                            name="Lethal Hits",
                            required_targets=("Vehicle", "Monster"),
                            excluded_targets=("Titanic", "Aircraft"),
                        ),
                    ),
                    only_against=("Vehicle", "Fly"),
                ),
                WeaponProfile("Ember lance – wide", 12, "D6", None, "4", 0, "1", (WeaponKeyword("Torrent"),)),
            ),
        ),
        Item(
            id="ash-wardens:warden-blade",
            name="Warden blade",
            kind=ItemKind.MELEE,
            profiles=(WeaponProfile("Warden blade", None, "3", 2, "5", -2, "1"),),
        ),
        Item(id="wargear:ash-banner", name="Ash banner", kind=ItemKind.WARGEAR),
    )


def squad() -> Datasheet:
    """A squad of two kinds in two make-ups, with every kind of option and budget."""
    return Datasheet(
        id="ash-wardens:cinder-squad",
        name="Cinder Squad",
        faction="ash-wardens",
        faction_keywords=("Ash Wardens", "Ember"),
        keywords=("Infantry", "Battleline", "Cinder Squad"),
        minimum_models=5,
        maximum_models=10,
        profiles=(
            ModelProfile("Cinder", 6, 4, 3, 2, 6, 2),
            ModelProfile("Cinder Sergeant", 6, 4, 2, 3, 6, 1, 5, 4, 6),
        ),
        kinds=(
            ModelKind(
                name="Cinder Sergeant",
                minimum=1,
                maximum=1,
                is_leader=True,
                profile="Cinder Sergeant",
                default_items=("ash-wardens:warden-blade", "ash-wardens:ember-lance", "ash-wardens:warden-blade"),
                base=BaseSize("round", diameter=32.0),
                is_character=True,
                aliases=("Sergeant with lance", "Old sergeant"),
            ),
            ModelKind(
                name="Cinder",
                minimum=4,
                maximum=9,
                profile="Cinder",
                default_items=("ash-wardens:warden-blade", "ash-wardens:warden-blade"),
                base=BaseSize("oval", length=60.5, width=35.0, draft=True),
                is_character=False,
            ),
            ModelKind(name="Gun Hound", minimum=0, maximum=1, base=BaseSize("hull", size="large")),
        ),
        tiers=(
            CompositionTier((KindCount("Cinder Sergeant", 1, 1), KindCount("Cinder", 4, 4))),
            CompositionTier(
                (KindCount("Cinder", 9, 9), KindCount("Cinder Sergeant", 1, 1), KindCount("Gun Hound", 0, 1))
            ),
        ),
        items=("ash-wardens:warden-blade", "ash-wardens:ember-lance", "wargear:ash-banner"),
        options=(
            WargearOption(
                id="lance-for-blades",
                replaces=("ash-wardens:warden-blade", "ash-wardens:warden-blade"),
                choices=(
                    ("ash-wardens:ember-lance",),
                    ("ash-wardens:warden-blade", "wargear:ash-banner", "ash-wardens:warden-blade"),
                ),
                kind="Cinder",
                per_models=5,
                limit=2,
            ),
            WargearOption(id="banner", replaces=(), choices=(("wargear:ash-banner",),), limit=1),
            WargearOption(
                id="second-lance",
                replaces=(),
                choices=(("ash-wardens:ember-lance",),),
                per_model=2,
                required_faction="ember",
                all_models=True,
                while_carrying=("wargear:ash-banner", "ash-wardens:warden-blade"),
                unless_carrying=("ash-wardens:ember-lance",),
                maximum_models=5,
            ),
        ),
        budgets=(
            ItemBudget(("ash-wardens:ember-lance", "wargear:ash-banner"), count=2, per_models=5, duplicate_limit=1),
            ItemBudget(("wargear:ash-banner",), count=1),
            ItemBudget((), count=2, per_models=5, options=("second-lance", "banner")),
        ),
        conditional_keywords=(
            ConditionalKeyword("Vanguard", detachment="ash-wardens:slow-burn"),
            ConditionalKeyword("Chosen", faction_keyword="Ember"),
            ConditionalKeyword("Elite", warlord="ash-wardens:flame-marshal"),
        ),
        item_keywords=(
            ItemKeyword("ash-wardens:ember-lance", "Fire"),
            ItemKeyword("wargear:ash-banner", "Officer"),
        ),
        excluded_factions=("Ember", "Walkers"),
        aliases=("Cinders", "Cinder Brothers"),
        source="builders",
        warlord_with=("ash-wardens:slow-burn", "ash-wardens:wildfire"),
        splits=(
            SplitRule(transport="ash-wardens:kiln"),
            SplitRule(detachment="ash-wardens:wildfire", equal_parts=False),
        ),
        quarantined=(
            Quarantined(
                QuarantinedPart.OPTION, "cinder-squad-9", ("Old lance", "Old blade"), "nobody knows who takes it"
            ),
            Quarantined(QuarantinedPart.KIND, "Cinder Hound", ("Cinder Hound",), "it has no wargear"),
        ),
    )


def datasheets() -> tuple[Datasheet, ...]:
    """A squad, a lone character that must be Warlord, a transport, a priced stub and a guest."""
    return (
        squad(),
        Datasheet(
            id="ash-wardens:flame-marshal",
            name="Flame Marshal",
            faction="ash-wardens",
            faction_keywords=("Ash Wardens",),
            keywords=("Infantry", "Character", "Flame Marshal"),
            minimum_models=1,
            maximum_models=1,
            profiles=(ModelProfile("Flame Marshal", 6, 4, 2, 5, 6, 1),),
            kinds=(ModelKind("Flame Marshal", 1, 1, profile="Flame Marshal"),),
            warlord=WarlordRule.MUST,
            cannot_bear_enhancements=True,
            excluded_epic_heroes="Ember",
        ),
        Datasheet(
            id="ash-wardens:kiln",
            name="Kiln",
            faction="ash-wardens",
            faction_keywords=("Ash Wardens",),
            keywords=("Vehicle", "Transport", "Kiln"),
            minimum_models=1,
            maximum_models=1,
            transport=Transport(
                capacity=12,
                excluded_keywords=("Jump Pack", "Terminator"),
                required_keywords=("Infantry",),
                slot_costs=(SlotCost("Gravis", 2), SlotCost("Ogryn", 3, 2)),
                passengers=(("Ash Wardens", "Infantry"), ("Battleline",)),
                conditions="Only while its ramp is down.",
                free_models=("Gun Hound", "Ash Servitor"),
                capacities=(CapacityWith(6, "ash-wardens:ember-lance"), CapacityWith(3, kind="Kiln Platform")),
                holds=(
                    Hold(1, (("Monster", "Battleline"), ("Walker",)), maximum_wounds=9, capacity=4),
                    Hold(2, (("Kiln",),)),
                ),
                spared=(
                    Spared("Jump Pack", ("Character", "Battleline"), has_joined=True),
                    Spared("Terminator", ("Fly",)),
                ),
                counts_units=True,
            ),
            warlord=WarlordRule.NEVER,
            reserves=ReservesRule(must_start=True, is_exempt=True, passengers_exempt=True),
        ),
        Datasheet(
            id="ash-wardens:old-kiln",
            name="Old Kiln",
            faction="ash-wardens",
            faction_keywords=("Ash Wardens",),
            keywords=("Old Kiln",),
            minimum_models=1,
            maximum_models=3,
            is_legends=True,
            knowledge=Knowledge.PRICED,
            source="points manual",
            not_offered="The manual has it in no list.",
        ),
        Datasheet(
            id="walkers:strider",
            name="Strider",
            faction="walkers",
            faction_keywords=("Walkers",),
            keywords=("Titanic", "Strider"),
            minimum_models=1,
            maximum_models=1,
        ),
    )


def prices() -> tuple[PriceTable, ...]:
    """Copy tiers, a row by composition, paid wargear, an add-on, guests, and a table without a price."""
    return (
        PriceTable(
            datasheet="ash-wardens:cinder-squad",
            price_list="ash-wardens",
            tiers=(
                CopyTier(1, 2, (SizeRow(5, 80), SizeRow(10, 160, (("Cinder Sergeant", 1), ("Cinder", 9))))),
                CopyTier(3, None, (SizeRow(5, 90), SizeRow(10, 180))),
            ),
            wargear=(PaidItem("Ash banner", 5, ("wargear:ash-banner",)), PaidItem("Lost relic", 10)),
            add_ons=(AddOn("Gun Hound", 25), AddOn("Second Hound", 0)),
            block="Battleline",
            source="Field Manual 1.0",
            detachment_prices=(
                DetachmentPrice(
                    "ash-wardens:slow-burn", 5, 95, last=1, includes=("ash-wardens:slow-burn:living-coal",), source="x"
                ),
                DetachmentPrice("ash-wardens:slow-burn", 5, 105, first=2),
            ),
        ),
        PriceTable("ash-wardens:kiln", "ash-wardens", (CopyTier(1, None, (SizeRow(1, 70),)),)),
        PriceTable("ash-wardens:old-kiln", "ash-wardens", (), is_legends=True),
        PriceTable("walkers:strider", "walkers", (CopyTier(1, None, (SizeRow(1, 400),)),)),
        PriceTable("walkers:strider", "walkers", (CopyTier(1, None, (SizeRow(1, 450),)),), allied=True, block="Guests"),
    )


def past_prices() -> tuple[PastPrice, ...]:
    """What an older manual asked for a unit, its wargear, a guest and an enhancement."""
    return (
        PastPrice("MFM 0.9", "ash-wardens:cinder-squad", "ash-wardens", 1, 0, 15, item="Ash banner"),
        PastPrice("MFM 0.9", "ash-wardens:cinder-squad", "ash-wardens", 1, 5, 75),
        PastPrice("MFM 0.9", "ash-wardens:cinder-squad", "ash-wardens", 1, 10, 150),
        PastPrice("MFM 0.9", "ash-wardens:slow-burn:living-coal", "ash-wardens", 1, 0, 30),
        PastPrice("MFM 0.9", "walkers:strider", "walkers", 1, 1, 425, allied=True),
    )


def mini_catalogue() -> CatalogueData:
    """The whole made-up catalogue, in the order of a release."""
    return CatalogueData(
        factions=factions(),
        battle_sizes=(
            BattleSize("incursion", "Incursion", 1000, 2, 2, 2, solo_detachment_points=3),
            BattleSize("strike-force", "Strike Force", 2000, 3, 4, 3),
        ),
        dispositions=(
            ForceDisposition("disruption", "Disruption"),
            ForceDisposition("take-and-hold", "Take and Hold"),
        ),
        items=items(),
        datasheets=datasheets(),
        prices=prices(),
        past_prices=past_prices(),
        detachments=detachments(),
        enhancements=enhancements(),
        attachments=attachments(),
        allied_rules=allied_rules(),
        group_limits=group_limits(),
        allegiances=allegiances(),
        **play(),
    )


def mini_build(data: CatalogueData | None = None, *, version: str = "1.0") -> SourceBuild:
    """``data``, or the made-up catalogue, as a build of the sources with a manual of that version."""
    return SourceBuild(
        data=data or mini_catalogue(),
        counts=ImportCounts(()),
        findings=(),
        comparison=PriceComparison(0, ()),
        manual=Manual(MANUAL.name, version, date(2026, 10, 1), ()),
        upstream=UPSTREAM,
    )
