"""Prices as the real manual has them: sizes, copies, guests, wargear, what older manuals asked."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Knowledge
from datasheets.catalogue.points import AddOn, CopyTier, PaidItem, PastPrice, PriceTable, SizeRow
from datasheets.sources import SourceBuild
from datasheets.sources.findings import FindingKind
from tests.datasheets.sources.expected import SPACE_MARINES, one_price, tiers_of


def test_every_price_of_the_manual_is_in_the_catalogue_and_no_other(build: SourceBuild) -> None:
    sorts = ("prices of units", "detachments", "prices of enhancements")
    assert sum(build.comparison.by_sort[sort] for sort in sorts) == 4477
    assert [each for each in build.comparison.differences if "points" in each or " DP" in each] == []


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
        PastPrice("Munitorum Field Manual 1.1", squad, SPACE_MARINES, 1, 5, 80),
        PastPrice("Munitorum Field Manual 1.1", squad, SPACE_MARINES, 1, 10, 150),
        PastPrice("Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5)", squad, SPACE_MARINES, 1, 5, 80),
        PastPrice("Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5)", squad, SPACE_MARINES, 1, 10, 150),
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
        PastPrice("Munitorum Field Manual 1.1", artificer_armour, SPACE_MARINES, 1, 0, 20),
        PastPrice("Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5)", artificer_armour, SPACE_MARINES, 1, 0, 20),
    ]


def test_what_the_manual_no_longer_prices_has_past_prices(catalogue: Catalogue) -> None:
    web = "adeptus-astartes:ironstorm-spearhead:target-augury-web"
    assert catalogue.enhancements[web].prices == ()
    assert {(row.manual, row.points) for row in catalogue.past_prices[web] if row.price_list == "black-templars"} == {
        ("Munitorum Field Manual 1.1", 30),
        ("Munitorum Field Manual 1.3 or 1.4 (wh40kdc 1.4.5)", 30),
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
