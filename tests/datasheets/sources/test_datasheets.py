"""Datasheets of the real sources: keywords, kinds, options, Warlords, transports, stubs."""

from __future__ import annotations

from collections import Counter

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import (
    ConditionalKeyword,
    Knowledge,
    ReservesRule,
    SplitRule,
    WarlordRule,
)
from datasheets.catalogue.transport import SlotCost
from tests.datasheets.sources.expected import SPACE_MARINES, one_price, tiers_of


def test_a_datasheets_name_is_among_its_keywords(catalogue: Catalogue) -> None:
    assert "Intercessor Squad" in catalogue.datasheets["adeptus-astartes:intercessor-squad"].keywords
    draxus = catalogue.datasheets["agents-of-the-imperium:inquisitor-draxus"]
    assert draxus.keywords[-1] == "Inquisitor Draxus"


def test_the_squads_kinds_and_tiers_are_those_of_the_package(catalogue: Catalogue) -> None:
    squad = catalogue.datasheets["adeptus-astartes:intercessor-squad"]
    assert [(kind.name, kind.minimum, kind.maximum, kind.is_leader) for kind in squad.kinds] == [
        ("Intercessor Sergeant", 1, 1, True),
        ("Intercessor", 4, 9, False),
    ]
    assert [(tier.minimum, tier.maximum) for tier in squad.tiers] == [(5, 5), (6, 10)]
    assert {kind.profile for kind in squad.kinds} == {"Intercessor"}


def test_every_item_a_datasheet_names_is_an_item(catalogue: Catalogue) -> None:
    named = {
        item
        for sheet in catalogue.data.datasheets
        for items in (
            sheet.items,
            *(kind.default_items for kind in sheet.kinds),
            *(option.replaces for option in sheet.options),
            *(choice for option in sheet.options for choice in option.choices),
            *(budget.items for budget in sheet.budgets),
        )
        for item in items
    }
    assert named - set(catalogue.items) == set()


def test_options_name_items_of_their_datasheet_and_kinds_it_has(catalogue: Catalogue) -> None:
    strange = [
        (sheet.id, option.id)
        for sheet in catalogue.data.datasheets
        for option in sheet.options
        if (option.kind is not None and option.kind not in {kind.name for kind in sheet.kinds})
        or not {*option.replaces, *(item for choice in option.choices for item in choice)} <= set(sheet.items)
    ]
    assert strange == []


def test_nothing_but_what_no_source_settles_is_quarantined(catalogue: Catalogue) -> None:
    assert {
        sheet.id: [(part.part.value, part.id) for part in sheet.quarantined]
        for sheet in catalogue.data.datasheets
        if sheet.quarantined
    } == {
        "adeptus-astartes:gladiator-lancer": [("option", "gladiator-lancer-wgo-mfm-3")],
        "adeptus-astartes:redemptor-dreadnought": [("option", "redemptor-dreadnought-wgo-mfm-4")],
        "adeptus-astartes:thunderhawk-gunship": [("rule", "transport")],
        "orks:gunwagon": [("rule", "transport")],
    }
    assert [each.id for each in catalogue.data.detachments if each.not_offered] == [
        "adeptus-astartes:medusas-wrath",
        "black-templars:fist-of-the-god-emperor",
        "black-templars:vow-sworn-crusaders",
    ]


def test_one_item_of_a_datasheet_has_one_id(catalogue: Catalogue) -> None:
    paragons = catalogue.datasheets["adepta-sororitas:paragon-warsuits"]
    named = [item for item in paragons.items if catalogue.items[item].name == "Multi-melta"]
    assert named == ["adepta-sororitas:multi-melta-paragon-warsuits"]


def test_who_must_and_who_never_may_be_warlord(catalogue: Catalogue) -> None:
    rules = Counter(sheet.warlord for sheet in catalogue.data.datasheets)
    assert (rules[WarlordRule.MUST], rules[WarlordRule.NEVER]) == (17, 18)
    assert catalogue.datasheets["adeptus-astartes:roboute-guilliman"].warlord is WarlordRule.MUST
    assert catalogue.datasheets["agents-of-the-imperium:callidus-assassin"].warlord is WarlordRule.NEVER


def test_every_kind_of_model_of_a_character_unit_says_whether_it_is_a_character(catalogue: Catalogue) -> None:
    open_kinds = [
        (sheet.id, kind.name)
        for sheet in catalogue.data.datasheets
        for kind in sheet.kinds
        if kind.is_character is None
    ]
    assert open_kinds == []
    celestine = catalogue.datasheets["adepta-sororitas:saint-celestine"]
    assert [(kind.name, kind.is_character) for kind in celestine.kinds] == [
        ("Celestine", True),
        ("Geminae Superia", False),
    ]


def test_every_transport_says_who_may_ride(catalogue: Catalogue) -> None:
    silent = [
        sheet.id
        for sheet in catalogue.data.datasheets
        if sheet.transport and not (sheet.transport.required_keywords or sheet.transport.passengers)
    ]
    assert silent == []
    raider = catalogue.datasheets["adeptus-astartes:land-raider"].transport
    assert raider is not None
    assert (raider.capacity, raider.required_keywords) == (12, ("Adeptus Astartes", "Infantry"))
    assert SlotCost("Terminator", 2) in raider.slot_costs
    impulsor = catalogue.datasheets["adeptus-astartes:impulsor"].transport
    assert impulsor is not None
    assert impulsor.passengers == (("Tacticus", "Infantry"), ("Phobos", "Infantry"))


def test_drop_pods_start_in_reserves(catalogue: Catalogue) -> None:
    ruled = {sheet.id: sheet.reserves for sheet in catalogue.data.datasheets if sheet.reserves != ReservesRule()}
    with_cargo = ReservesRule(must_start=True, is_exempt=True, passengers_exempt=True)
    assert ruled == {
        "adeptus-astartes:drop-pod": ReservesRule(must_start=True),
        "adeptus-astartes:terrax-pattern-termite": with_cargo,
        "adeptus-mechanicus:terrax-pattern-termite": with_cargo,
        "chaos-space-marines:dreadclaw-drop-pod": with_cargo,
        "chaos-space-marines:kharybdis-assault-claw": with_cargo,
        "tyranids:tyrannocyte": with_cargo,
    }


def test_renamed_datasheets_keep_id_and_old_name(catalogue: Catalogue) -> None:
    eradicators = catalogue.datasheets["adeptus-astartes:eradicator-squad"]
    assert (eradicators.name, eradicators.aliases) == ("Eradicator Squad with Melta Rifles", ("Eradicator Squad",))
    assert [sheet.id for sheet in catalogue.datasheets_by_name["invader atv"]] == ["adeptus-astartes:invader-atv"]
    calgar = catalogue.datasheets_by_name["marneus calgar"]
    assert [sheet.id for sheet in calgar] == ["adeptus-astartes:marneus-calgar-in-armour-of-antilochus"]


def test_legends_are_known_by_name_and_price(catalogue: Catalogue) -> None:
    stubs = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.PRICED]
    assert Counter(sheet.is_legends for sheet in stubs) == {True: 265}


def test_what_came_back_from_legends_is_legends_in_no_list(catalogue: Catalogue) -> None:
    captain = "adeptus-astartes:captain-on-bike"
    assert catalogue.datasheets[captain].is_legends is False
    assert [table.is_legends for table in catalogue.data.prices if table.datasheet == captain] == [False] * 6


def test_what_went_to_legends_keeps_its_datasheet(catalogue: Catalogue) -> None:
    legends = [sheet for sheet in catalogue.data.datasheets if sheet.is_legends and sheet.knowledge is Knowledge.FULL]
    assert sorted(sheet.name for sheet in legends) == [
        "Centurion Assault Squad",
        "Centurion Devastator Squad",
        "Dreadnought",
        "Hammerfall Bunker",
        "Predator Annihilator",
        "Predator Destructor",
        "Razorback",
        "Stormhawk Interceptor",
        "Stormraven Gunship",
        "Stormtalon Gunship",
        "Vindicator",
        "Whirlwind",
    ]


def test_a_chapters_datasheet_and_the_parents_legend_of_one_name_are_two(catalogue: Catalogue) -> None:
    own, legend = "adeptus-astartes:venerable-dreadnought", "adeptus-astartes:venerable-dreadnought-legends"
    assert [
        sheet.id for sheet in catalogue.datasheets_by_name["venerable dreadnought"] if sheet.faction == SPACE_MARINES
    ] == [
        own,
        legend,
    ]
    assert [tier.rows[0].points for tier in tiers_of(catalogue, own, "space-wolves")] == [130, 140]
    assert [tier.rows[0].points for tier in tiers_of(catalogue, legend, "space-wolves")] == [165]
    assert catalogue.price_table(own, "blood-angels") is None


def test_titans_are_a_supplement_with_their_weapons(catalogue: Catalogue) -> None:
    warhound = catalogue.datasheets["chaos-titan-legions:chaos-warhound-titan"]
    assert (warhound.knowledge, warhound.source) == (Knowledge.FULL, "supplement")
    assert [catalogue.items[item].name for item in warhound.kinds[0].default_items] == [
        "Warhound plasma blastgun",
        "Warhound vulcan mega-bolter",
        "Warhound feet",
    ]
    assert tiers_of(catalogue, warhound.id, "chaos-knights") == one_price(1100)
    bolter = catalogue.items["chaos-titan-legions:warhound-vulcan-mega-bolter"].profiles[0]
    assert (bolter.range, bolter.attacks, [str(keyword) for keyword in bolter.keywords]) == (
        48,
        "20",
        ["Sustained Hits 1"],
    )
    titans = [sheet.id for sheet in catalogue.data.datasheets if sheet.faction.endswith("titan-legions")]
    assert len(titans) == 8


def test_the_emperors_children_have_a_defiler_of_their_own(catalogue: Catalogue) -> None:
    defiler = catalogue.datasheets["emperors-children:defiler"]
    assert (defiler.knowledge, defiler.source) == (Knowledge.FULL, "supplement")
    assert defiler.faction_keywords == ("Emperor’s Children",)
    assert defiler.keywords == ("Vehicle", "Walker", "Daemon", "Chaos", "Slaanesh", "Defiler")
    table = catalogue.price_table(defiler.id, "emperors-children")
    assert table is not None
    assert [(item.points, item.items) for item in table.wargear] == [
        (15, ("emperors-children:hades-lascannon",)),
        (15, ("emperors-children:heavy-reaper-autocannon",)),
    ]
    cutters = catalogue.items["emperors-children:magma-cutters-defiler"].profiles[0]
    other = catalogue.items["emperors-children:magma-cutters"].profiles[0]
    assert (cutters.range, other.range) == (12, 6)


def test_who_bears_no_enhancement_splits_or_excludes_epic_heroes_is_a_correction(catalogue: Catalogue) -> None:
    sheets = catalogue.datasheets
    assert {sheet.id for sheet in sheets.values() if sheet.cannot_bear_enhancements} == {
        "astra-militarum:ogryn-bodyguard",
        "chaos-daemons:exalted-flamer",
        "necrons:transcendent-ctan",
    }
    assert {sheet.id: sheet.excluded_epic_heroes for sheet in sheets.values() if sheet.excluded_epic_heroes} == {
        "adeptus-astartes:pedro-kantor": "Imperial Fists"
    }
    assert len([sheet for sheet in sheets.values() if sheet.splits]) == 15
    assert sheets["drukhari:wyches"].splits == (SplitRule(transport="drukhari:venom"),)
    assert sheets["adeptus-astartes:grey-hunters"].splits == (
        SplitRule(detachment="space-wolves:veterans-of-the-fang"),
    )
    assert sheets["adeptus-astartes:wolf-guard-headtakers"].splits == (SplitRule(equal_parts=False),)


def test_what_hangs_on_the_warlord_is_a_correction(catalogue: Catalogue) -> None:
    sheets = catalogue.datasheets
    assert sheets["tyranids:deathleaper"].warlord_with == ("tyranids:vanguard-onslaught",)
    assert (
        ConditionalKeyword("Battleline", warlord="orks:wazdakka-gutsmek")
        in sheets["orks:warbikers"].conditional_keywords
    )
    assert sheets["astra-militarum:tempestus-scions"].conditional_keywords == (
        ConditionalKeyword(
            "Battleline",
            detachment="astra-militarum:bridgehead-strike",
            warlord="astra-militarum:militarum-tempestus-command-squad",
        ),
    )
