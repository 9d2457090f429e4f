"""Factions, attachments and allies of the real sources."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.names import fold_keyword
from datasheets.sources import SourceBuild
from datasheets.sources.findings import FindingKind


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
    rows = [row for row in catalogue.data.attachments if row.role is AttachmentRole.JOINER]
    assert {(row.joining, row.led_by, row.joiner_group) for row in rows if not row.is_mandatory} == {
        ("aeldari:d-cannon-platform", None, "Support Weapon"),
        ("aeldari:shadow-weaver-platform", None, "Support Weapon"),
        ("aeldari:vibro-cannon-platform", None, "Support Weapon"),
        ("necrons:canoptek-tomb-crawlers", "Cryptek", "Cryptothralls or Tomb Crawlers"),
        ("necrons:cryptothralls", "Cryptek", "Cryptothralls or Tomb Crawlers"),
    }
    assert {(row.joining, row.led_by, row.joiner_group) for row in rows if row.is_mandatory} == {
        ("astra-militarum:nork-deddog", None, "Loyal Protector"),
        ("astra-militarum:ogryn-bodyguard", None, "Loyal Protector"),
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
    assert sum(rule.is_confirmed for rule in rules.values()) == 17
    assert rules["chaos-knights-allies"].exclusive_bucket == "titanic-or-war-dogs"
    assert {rule.id: rule.all_models_keywords for rule in rules.values() if rule.all_models_keywords} == {
        "agents-of-the-imperium-allies": ("Imperium",),
        "agents-of-the-imperium-deathwatch": ("Imperium",),
        "chaos-knights-allies": ("Chaos",),
        "daemonic-pact": ("Chaos Knights", "Heretic Astartes"),
        "imperial-knights-allies": ("Imperium",),
    }
    assert {rule.id: rule.uncounted_if for rule in rules.values() if rule.uncounted_if} == {
        "agents-of-the-imperium-allies": ("Dedicated Transport",),
        "agents-of-the-imperium-deathwatch": ("Dedicated Transport",),
    }
    assert {limit.battle_size: limit.maximum for limit in rules["drukhari-aeldari"].points_limits} == {
        "incursion": 250,
        "strike-force": 500,
        "onslaught": 750,
    }
    assert rules["drukhari-harlequins"].detachments == ("drukhari:reapers-wager",)
    assert set(rules["drukhari-aeldari"].detachments) == {
        detachment.id
        for detachment in catalogue.data.detachments
        if detachment.id.startswith("drukhari:") and detachment.id != "drukhari:reapers-wager"
    }
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


def test_guests_may_bear_the_enhancements_of_their_detachment(catalogue: Catalogue) -> None:
    assert sorted(rule.id for rule in catalogue.data.allied_rules if not rule.cannot_take_enhancements) == [
        "aeldari-harlequins",
        "aeldari-ynnari",
        "chaos-daemons-shadow-legion",
        "death-guard-nurgle-daemons",
        "drukhari-harlequins",
        "emperors-children-slaanesh-daemons",
        "iconoclast-fiefdom-damned",
        "imperial-knights-questor-forgepact",
        "star-childrens-blessings",
        "thousand-sons-tzeentch-daemons",
    ]
    assert sorted(rule.id for rule in catalogue.data.allied_rules if not rule.cannot_be_warlord) == [
        "aeldari-harlequins",
        "aeldari-ynnari",
    ]


def test_brood_brothers_are_barred_by_keywords_only(catalogue: Catalogue) -> None:
    (rule,) = (rule for rule in catalogue.data.allied_rules if rule.id == "brood-brothers")
    barred = {
        "aircraft",
        "commissar",
        "epic hero",
        "militarum tempestu",
        "ministorum priest",
        "ogryn",
        "ratling",
        "tech priest enginseer",
    }
    eligible = {
        sheet.id
        for sheet in catalogue.data.datasheets
        if sheet.faction == "astra-militarum"
        and not sheet.is_legends
        and not barred & {fold_keyword(keyword) for keyword in sheet.keywords}
    }
    assert set(rule.guests) == eligible


def test_every_guest_has_a_price_in_every_army_that_may_take_it(catalogue: Catalogue) -> None:
    unpriced = []
    for rule in catalogue.data.allied_rules:
        hosts = {fold_keyword(keyword) for keyword in rule.host_keywords}
        unpriced += [
            (rule.id, guest, faction.id)
            for faction in catalogue.data.factions
            if hosts & {fold_keyword(faction.keyword), fold_keyword(faction.chapter_keyword or "")}
            for guest in rule.guests
            if catalogue.price_table(guest, faction.id) is None
        ]
    assert unpriced == []


def test_chapters_bar_what_their_price_lists_leave_out(catalogue: Catalogue) -> None:
    def priced(chapter: str) -> set[str]:
        return {table.datasheet for table in catalogue.data.prices if table.price_list == chapter}

    common = [
        sheet
        for sheet in catalogue.data.datasheets
        if sheet.faction_keywords == ("Adeptus Astartes",) and sheet.id in priced("adeptus-astartes")
    ]
    chapters = [faction for faction in catalogue.data.factions if faction.chapter_keyword and priced(faction.id)]
    assert {
        (chapter.id, sheet.name) for chapter in chapters for sheet in common if sheet.id not in priced(chapter.id)
    } == {
        (chapter.id, sheet.name)
        for chapter in chapters
        for sheet in common
        if chapter.chapter_keyword in sheet.excluded_factions
    }
