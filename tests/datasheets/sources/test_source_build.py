"""What the sources make of the real package, manual, supplements and corrections: exact facts."""

from __future__ import annotations

from collections import Counter

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import Knowledge, ReservesRule, SlotCost, WarlordRule
from datasheets.catalogue.encoding import content_hash, decode_data, encode_data
from datasheets.catalogue.points import AddOn, CopyTier, PaidItem, PastPrice, PriceTable, SizeRow
from datasheets.sources import SourceBuild, build_sources, source_build
from datasheets.sources.findings import FindingKind

SPACE_MARINES = "adeptus-astartes"


@pytest.fixture(scope="module")
def build() -> SourceBuild:
    """The build of the project's own fixtures."""
    return source_build()


def tiers_of(catalogue: Catalogue, datasheet: str, army: str) -> tuple[CopyTier, ...]:
    """The copy tiers by which an army buys a datasheet."""
    table = catalogue.price_table(datasheet, army)
    assert table is not None
    return table.tiers


def one_price(points: int, models: int = 1) -> tuple[CopyTier, ...]:
    """One row for every copy."""
    return (CopyTier(1, None, (SizeRow(models, points),)),)


# Prices ----------------------------------------------------------------------------------------


def test_every_price_of_the_manual_is_in_the_catalogue_and_no_other(build: SourceBuild) -> None:
    assert (build.comparison.rows, build.comparison.differences) == (4477, ())


def test_a_squad_is_priced_by_size(catalogue: Catalogue) -> None:
    assert tiers_of(catalogue, "adeptus-astartes:intercessor-squad", SPACE_MARINES) == (
        CopyTier(1, None, (SizeRow(5, 95), SizeRow(10, 175))),
    )


def test_a_chapter_without_a_list_buys_from_its_parents(catalogue: Catalogue) -> None:
    own = catalogue.price_table("adeptus-astartes:intercessor-squad", "ultramarines")
    assert own == catalogue.price_table("adeptus-astartes:intercessor-squad", SPACE_MARINES)
    assert catalogue.factions["ultramarines"].price_list == SPACE_MARINES
    assert catalogue.factions["dark-angels"].price_list == "dark-angels"


def test_the_fourth_rhino_costs_more(catalogue: Catalogue) -> None:
    assert tiers_of(catalogue, "adeptus-astartes:rhino", SPACE_MARINES) == (
        CopyTier(1, 3, (SizeRow(1, 70),)),
        CopyTier(4, None, (SizeRow(1, 80),)),
    )


def test_rows_of_one_size_are_told_apart_by_composition(catalogue: Catalogue) -> None:
    headtakers, wolves = "Wolf Guard Headtaker", "Hunting Wolves"
    assert tiers_of(catalogue, "adeptus-astartes:wolf-guard-headtakers", "space-wolves") == (
        CopyTier(
            1,
            2,
            (
                SizeRow(3, 115, ((headtakers, 3),)),
                SizeRow(6, 170, ((headtakers, 3), (wolves, 3))),
                SizeRow(6, 170, ((headtakers, 6),)),
                SizeRow(12, 230, ((headtakers, 6), (wolves, 6))),
            ),
        ),
        CopyTier(
            3,
            None,
            (
                SizeRow(3, 125, ((headtakers, 3),)),
                SizeRow(6, 180, ((headtakers, 3), (wolves, 3))),
                SizeRow(6, 180, ((headtakers, 6),)),
                SizeRow(12, 240, ((headtakers, 6), (wolves, 6))),
            ),
        ),
    )


def test_compositions_of_price_rows_name_kinds_of_the_datasheet(catalogue: Catalogue) -> None:
    strange = [
        (table.datasheet, kind)
        for table in catalogue.data.prices
        for tier in table.tiers
        for row in tier.rows
        for kind, _ in row.composition
        if kind not in {each.name for each in catalogue.datasheets[table.datasheet].kinds}
    ]
    assert strange == []


def test_agents_cost_other_points_as_guests(catalogue: Catalogue) -> None:
    draxus = "agents-of-the-imperium:inquisitor-draxus"
    assert tiers_of(catalogue, draxus, "agents-of-the-imperium") == one_price(75)
    assert tiers_of(catalogue, draxus, "astra-militarum") == one_price(110)


def test_a_hosts_own_block_prices_its_guests(catalogue: Catalogue) -> None:
    bloodletters = "chaos-daemons:bloodletters"
    assert tiers_of(catalogue, bloodletters, "world-eaters") == one_price(90, 10)
    assert tiers_of(catalogue, bloodletters, "chaos-daemons") == one_price(110, 10)
    assert tiers_of(catalogue, bloodletters, "chaos-space-marines") == one_price(110, 10)


def test_models_beside_the_size_row_are_add_ons(catalogue: Catalogue) -> None:
    added = [(table.datasheet, table.add_ons) for table in catalogue.data.prices if table.add_ons]
    assert added == [("tau-empire:tidewall-shieldline", (AddOn("Tidewall Defence Platform", 20),))]


def test_paid_wargear_is_resolved_to_the_items_of_its_datasheet(catalogue: Catalogue) -> None:
    table = catalogue.price_table("adeptus-astartes:repulsor-executioner", SPACE_MARINES)
    assert table is not None
    assert table.wargear == (PaidItem("Heavy Laser Destroyer", 10, ("adeptus-astartes:heavy-laser-destroyer",)),)
    unresolved = [
        (table.datasheet, item.name)
        for table in catalogue.data.prices
        for item in table.wargear
        if not item.items and catalogue.datasheets[table.datasheet].knowledge is Knowledge.FULL
    ]
    assert unresolved == []


def test_a_row_that_prints_the_fewest_models_of_a_span_covers_the_span(catalogue: Catalogue) -> None:
    (tier,) = tiers_of(catalogue, "orks:gretchin", "orks")
    assert [(row.models, row.points) for row in tier.rows] == [(10, 45), (20, 80)]


def test_what_older_manuals_asked_is_kept_where_it_differs(catalogue: Catalogue) -> None:
    past = [
        row for row in catalogue.past_prices["adeptus-astartes:intercessor-squad"] if row.price_list == SPACE_MARINES
    ]
    squad = "adeptus-astartes:intercessor-squad"
    assert past == [
        PastPrice("MFM 1.1", squad, SPACE_MARINES, 1, 5, 80),
        PastPrice("MFM 1.1", squad, SPACE_MARINES, 1, 10, 150),
        PastPrice("MFM 1.3 (wh40kdc 1.4.5)", squad, SPACE_MARINES, 1, 5, 80),
        PastPrice("MFM 1.3 (wh40kdc 1.4.5)", squad, SPACE_MARINES, 1, 10, 150),
    ]


def test_no_past_price_repeats_todays(catalogue: Catalogue) -> None:
    tables = {(row.datasheet, row.price_list, row.allied): row for row in catalogue.data.prices}

    def today(past: PastPrice) -> set[tuple[int, int, int]]:
        table: PriceTable | None = tables.get((past.subject, past.price_list, past.allied))
        return {(tier.first, row.models, row.points) for tier in table.tiers for row in tier.rows} if table else set()

    repeated = [
        past for past in catalogue.data.past_prices if (past.first_copy, past.models, past.points) in today(past)
    ]
    assert repeated == []


def test_enhancements_too_have_past_prices(catalogue: Catalogue) -> None:
    artificer_armour = "adeptus-astartes:gladius-task-force:artificer-armour"
    assert catalogue.enhancements[artificer_armour].points_in(SPACE_MARINES) == 15
    assert [row for row in catalogue.past_prices[artificer_armour] if row.price_list == SPACE_MARINES] == [
        PastPrice("MFM 1.1", artificer_armour, SPACE_MARINES, 1, 0, 20),
        PastPrice("MFM 1.3 (wh40kdc 1.4.5)", artificer_armour, SPACE_MARINES, 1, 0, 20),
    ]


def test_what_the_manual_no_longer_prices_has_past_prices(catalogue: Catalogue) -> None:
    web = "adeptus-astartes:ironstorm-spearhead:target-augury-web"
    assert catalogue.enhancements[web].prices == ()
    assert {(row.manual, row.points) for row in catalogue.past_prices[web] if row.price_list == "black-templars"} == {
        ("MFM 1.1", 30),
        ("MFM 1.3 (wh40kdc 1.4.5)", 30),
    }
    ventris = "adeptus-astartes:uriel-ventris"
    assert catalogue.price_table(ventris, "ultramarines") is None
    assert [(row.price_list, row.points) for row in catalogue.past_prices[ventris]] == [
        (SPACE_MARINES, 105),
        (SPACE_MARINES, 105),
    ]


def test_what_no_source_prices_has_a_table_without_tiers(catalogue: Catalogue, build: SourceBuild) -> None:
    unpriced = [(table.datasheet, table.price_list) for table in catalogue.data.prices if not table.tiers]
    assert unpriced == [
        ("adeptus-astartes:kaius-konorius", SPACE_MARINES),
        ("adeptus-astartes:marneus-calgar-in-armour-of-antilochus", SPACE_MARINES),
    ]
    assert [each.subject for each in build.findings if each.kind is FindingKind.MISSING_PRICE] == [
        "adeptus-astartes: Kaius Konorius",
        "adeptus-astartes: Marneus Calgar",
        "adeptus-astartes: Medusa'S Wrath",
        "black-templars: Fist Of The God-Emperor",
        "black-templars: Vow-Sworn Crusaders",
    ]


# Detachments and enhancements --------------------------------------------------------------------


def test_detachment_points_tags_and_dispositions_come_from_the_list_of_the_faction(catalogue: Catalogue) -> None:
    gladius = catalogue.detachments["adeptus-astartes:gladius-task-force"]
    offer = gladius.offer_to("ultramarines", SPACE_MARINES)
    assert offer is not None
    assert (offer.points, offer.dispositions) == (3, ("priority-assets", "take-and-hold"))
    phobos = catalogue.detachments["adeptus-astartes:phobos-shock-force"].offer_to("dark-angels", SPACE_MARINES)
    assert phobos is not None
    assert (phobos.points, phobos.unique_tags) == (1, ("Phobos",))


def test_a_chapter_whose_list_leaves_a_detachment_out_is_not_offered_its_parents(catalogue: Catalogue) -> None:
    gladius = catalogue.detachments["adeptus-astartes:gladius-task-force"]
    assert gladius.excluded_factions == ("black-templars",)
    assert gladius.offer_to("black-templars", SPACE_MARINES) is None
    assert gladius.offer_to("dark-angels", SPACE_MARINES) is not None


def test_rows_repeated_for_chapters_are_one_detachment(catalogue: Catalogue) -> None:
    stormlance = [each for each in catalogue.data.detachments if each.name == "Stormlance Task Force"]
    assert [each.id for each in stormlance] == ["adeptus-astartes:stormlance-task-force"]
    assert sorted(offer.faction for offer in stormlance[0].offers) == [
        "adeptus-astartes",
        "black-templars",
        "blood-angels",
        "dark-angels",
        "deathwatch",
        "space-wolves",
    ]


def test_a_detachment_the_manual_dropped_is_known_and_offered_to_nobody(catalogue: Catalogue) -> None:
    bastion = catalogue.detachments["adeptus-astartes:bastion-task-force"]
    assert (bastion.offers, bastion.knowledge) == ((), Knowledge.FULL)


def test_detachments_only_the_manual_knows_are_known_by_name_and_price(catalogue: Catalogue) -> None:
    priced = [each for each in catalogue.data.detachments if each.knowledge is Knowledge.PRICED]
    assert Counter(each.id.partition(":")[0] for each in priced) == {SPACE_MARINES: 14, "black-templars": 2}
    wrath = catalogue.detachments["adeptus-astartes:medusas-wrath"]
    assert [(offer.faction, offer.points) for offer in wrath.offers] == [(SPACE_MARINES, None)]


def test_upgrades_are_marked_and_counted(catalogue: Catalogue) -> None:
    upgrades = [each for each in catalogue.data.enhancements if each.is_upgrade and each.prices]
    assert len(upgrades) == 83
    armour = catalogue.enhancements["adeptus-astartes:ironclad-champions:artificer-sarcophagus"]
    assert (armour.name, armour.is_upgrade, armour.points_in(SPACE_MARINES)) == ("Artificer Sarcophagus", True, 40)


def test_a_tag_in_a_name_makes_no_second_enhancement(catalogue: Catalogue) -> None:
    march = catalogue.enhancements["necrons:awakened-dynasty:phasal-subjugator"]
    assert (march.name, march.aliases) == ("Phasal Subjugator (Aura)", ("Phasal Subjugator",))
    assert march.points_in("necrons") is not None


def test_an_enhancement_may_let_its_bearer_join_units(catalogue: Catalogue) -> None:
    disciple = catalogue.enhancements["world-eaters:khorne-daemonkin:disciple-of-khorne"]
    assert disciple.leader_of == ("chaos-daemons:bloodcrushers", "chaos-daemons:flesh-hounds")
    murdermind = catalogue.enhancements["necrons:cursed-legion:murdermind"]
    assert len(murdermind.support_of) == 4


def test_enhancements_for_one_datasheet_name_it(catalogue: Catalogue) -> None:
    goad = catalogue.enhancements["necrons:pantheon-of-woe:quantum-goad"]
    assert goad.requires == (("C’tan Shard of the Nightbringer",),)
    assert goad.usable_by_epic_hero is True


# Datasheets --------------------------------------------------------------------------------------


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


def test_an_option_for_no_kind_of_model_is_not_offered_and_said_so(build: SourceBuild) -> None:
    quarantined = Counter(each.subject for each in build.findings if each.kind is FindingKind.OPTION)
    assert quarantined == {"adeptus-astartes:decimus-kill-team": 3, "astra-militarum:krieg-command-squad": 3}


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
    assert ruled == {
        "adeptus-astartes:drop-pod": ReservesRule(must_start=True),
        "tyranids:tyrannocyte": ReservesRule(must_start=True, is_exempt=True, passengers_exempt=True),
    }


def test_renamed_datasheets_keep_id_and_old_name(catalogue: Catalogue) -> None:
    eradicators = catalogue.datasheets["adeptus-astartes:eradicator-squad"]
    assert (eradicators.name, eradicators.aliases) == ("Eradicator Squad with Melta Rifles", ("Eradicator Squad",))
    assert [sheet.id for sheet in catalogue.datasheets_by_name["invader atv"]] == ["adeptus-astartes:invader-atv"]
    calgar = catalogue.datasheets_by_name["marneus calgar"]
    assert [sheet.id for sheet in calgar] == ["adeptus-astartes:marneus-calgar-in-armour-of-antilochus"]


def test_legends_are_known_by_name_and_price(catalogue: Catalogue) -> None:
    stubs = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.PRICED]
    assert Counter(sheet.is_legends for sheet in stubs) == {True: 265, False: 1}
    assert [sheet.id for sheet in stubs if not sheet.is_legends] == ["emperors-children:defiler"]


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


# Factions, attachments, allies -------------------------------------------------------------------


def test_factions_are_the_packages_and_the_titans(catalogue: Catalogue) -> None:
    assert len(catalogue.factions) == 37
    without = [each.id for each in catalogue.data.factions if not each.has_detachments]
    assert without == ["chaos-titan-legions", "titan-legions"]
    chapters = sorted(each.id for each in catalogue.data.factions if each.parent)
    assert len(chapters) == 12
    assert "grey-knights" not in chapters
    angels = catalogue.factions["dark-angels"]
    assert (angels.keyword, angels.chapter_keyword) == ("Adeptus Astartes", "Dark Angels")


def test_every_army_keyword_is_one_its_datasheets_have(catalogue: Catalogue) -> None:
    unmet = [
        faction.id
        for faction in catalogue.data.factions
        if faction.parent is None
        and not any(
            faction.keyword in sheet.faction_keywords
            for sheet in catalogue.data.datasheets
            if sheet.faction == faction.id
        )
    ]
    assert unmet == []


def test_battle_sizes_are_those_of_the_core_rules(catalogue: Catalogue) -> None:
    assert [
        (
            size.id,
            size.points_limit,
            size.detachment_points,
            size.enhancement_limit,
            size.unit_limit,
            size.solo_detachment_points,
        )
        for size in catalogue.data.battle_sizes
    ] == [
        ("incursion", 1000, 2, 2, 2, 3),
        ("strike-force", 2000, 3, 4, 3, None),
        ("onslaught", 3000, 3, 4, 3, None),
    ]


def ways(catalogue: Catalogue, joining: str) -> dict[str, tuple[AttachmentRole, tuple[str, ...]]]:
    """Bodyguard to role and price lists."""
    return {row.bodyguard: (row.role, row.price_lists) for row in catalogue.attachments[joining]}


def test_the_manual_says_who_leads_and_who_supports(catalogue: Catalogue) -> None:
    captain, ancient = "adeptus-astartes:captain", "adeptus-astartes:ancient"
    assert ways(catalogue, captain)["adeptus-astartes:intercessor-squad"] == (AttachmentRole.LEADER, ())
    assert ways(catalogue, ancient)["adeptus-astartes:intercessor-squad"] == (AttachmentRole.SUPPORT, ())


def test_a_target_of_another_chapter_is_the_shared_datasheet(catalogue: Catalogue) -> None:
    assert "adeptus-astartes:crusader-squad" in ways(catalogue, "adeptus-astartes:captain")


def test_a_target_of_keywords_is_every_datasheet_with_them(catalogue: Catalogue) -> None:
    inquisitor = ways(catalogue, "agents-of-the-imperium:inquisitor")
    assert inquisitor["astra-militarum:cadian-shock-troops"] == (AttachmentRole.LEADER, ())
    strange = [
        target
        for target in inquisitor
        if target.partition(":")[0] != "agents-of-the-imperium"
        and not {"Battleline", "Imperium", "Infantry"} <= set(catalogue.datasheets[target].keywords)
    ]
    assert strange == []


def test_targets_without_a_datasheet_are_reported(build: SourceBuild) -> None:
    assert [(each.subject, each.text) for each in build.findings if each.kind is FindingKind.ATTACHMENT_TARGET] == [
        ("adeptus-astartes: Captain On Bike", 'may join "Bike Squad", which is no datasheet.'),
        ("adeptus-astartes: Captain On Bike", 'may join "Company Veterans On Bikes", which is no datasheet.'),
    ]


def test_joiners_and_shared_roles_are_corrections(catalogue: Catalogue) -> None:
    joiners = {row.joining for row in catalogue.data.attachments if row.role is AttachmentRole.JOINER}
    assert joiners == {
        "aeldari:d-cannon-platform",
        "aeldari:shadow-weaver-platform",
        "aeldari:vibro-cannon-platform",
        "astra-militarum:nork-deddog",
        "astra-militarum:ogryn-bodyguard",
        "necrons:canoptek-tomb-crawlers",
        "necrons:cryptothralls",
    }
    beside = {
        row.joining: row.may_join_beside_another
        for row in catalogue.data.attachments
        if row.bodyguard == "astra-militarum:cadian-shock-troops" and row.joining.startswith("astra-militarum:")
    }
    assert beside["astra-militarum:cadian-castellan"] is True
    assert beside["astra-militarum:cadian-command-squad"] is False


def test_allied_rules_are_the_packages_and_the_titan_pools(catalogue: Catalogue) -> None:
    rules = {rule.id: rule for rule in catalogue.data.allied_rules}
    assert len(rules) == 21
    assert sum(rule.is_confirmed for rule in rules.values()) == 7
    assert rules["chaos-knights-allies"].exclusive_bucket == "titanic-or-war-dogs"
    pool = rules["titan-legions-pool"]
    assert "Adeptus Astartes" in pool.host_keywords
    assert "Heretic Astartes" not in pool.host_keywords
    assert {limit.maximum for limit in pool.count_limits} == {1}
    renegades = rules["chaos-space-marines-renegades"].guests
    assert renegades == (
        "world-eaters:khorne-berzerkers",
        "emperors-children:noise-marines",
        "death-guard:plague-marines",
        "thousand-sons:rubric-marines",
    )


# The account -------------------------------------------------------------------------------------


def test_every_record_of_the_package_is_stored_merged_or_excluded(build: SourceBuild) -> None:
    assert [row for row in build.counts.rows if not row.adds_up] == []
    totals = {
        kind: (row.package, row.stored, row.merged, dict(row.excluded), row.supplements)
        for kind in ("datasheets", "weapons", "wargear", "options", "detachments", "enhancements")
        for row in (build.counts.total(kind),)
    }
    assert totals == {
        "datasheets": (1096, 998, 0, {"Combat Patrol": 98}, 274),
        "weapons": (3365, 3365, 0, {}, 52),
        "wargear": (250, 208, 42, {}, 7),
        "options": (
            1350,
            1342,
            0,
            {"Combat Patrol": 2, "for a kind of model the datasheet does not have": 6},
            26,
        ),
        "detachments": (484, 270, 191, {"Combat Patrol": 23}, 16),
        "enhancements": (1667, 952, 669, {"Combat Patrol": 46}, 32),
    }


def test_what_is_stored_is_what_the_counts_say(build: SourceBuild) -> None:
    for kind, stored in (
        ("datasheets", len(build.data.datasheets)),
        ("detachments", len(build.data.detachments)),
        ("enhancements", len(build.data.enhancements)),
        ("options", sum(len(sheet.options) for sheet in build.data.datasheets)),
    ):
        total = build.counts.total(kind)
        assert total.stored + total.supplements == stored, kind
    items = [build.counts.total(kind) for kind in ("weapons", "wargear")]
    assert sum(total.stored + total.supplements for total in items) == len(build.data.items)


def test_no_combat_patrol_entry_is_in_the_catalogue(catalogue: Catalogue) -> None:
    assert [sheet.id for sheet in catalogue.data.datasheets if "sanctuary-guardians" in sheet.id] == []


def test_datasheets_the_manual_does_not_price_are_reported(build: SourceBuild) -> None:
    assert [each.subject for each in build.findings if each.kind is FindingKind.UNPRICED_UNIT] == [
        "adeptus-astartes:death-company-marines-with-bolt-rifles",
        "adeptus-astartes:devastator-squad",
        "adeptus-astartes:lieutenant-in-reiver-armour",
        "adeptus-astartes:pedro-kantor",
        "adeptus-astartes:suppressor-squad",
        "adeptus-astartes:tactical-squad",
        "adeptus-astartes:uriel-ventris",
        "imperial-knights:sir-hekhtur",
    ]


def test_building_twice_gives_the_same_content(build: SourceBuild) -> None:
    again = build_sources()
    assert again.data == build.data
    assert content_hash(again.data) == content_hash(build.data)


def test_content_is_encoded_and_decoded_without_loss(build: SourceBuild) -> None:
    assert decode_data(encode_data(build.data)) == build.data
    assert len(content_hash(build.data)) == 64


def test_the_stamp_names_manual_and_package(catalogue: Catalogue) -> None:
    stamp = catalogue.stamp
    assert (stamp.upstream, stamp.manual.name, stamp.manual.version, stamp.manual.date) == (
        "wh40kdc 1.4.5",
        "Munitorum Field Manual",
        "1.5",
        "2026-09-30",
    )
