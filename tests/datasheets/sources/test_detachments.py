"""Detachments and enhancements of the real sources: offers, prices, bearers."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.detachment import Enhancement
from datasheets.catalogue.names import fold_keyword
from tests.datasheets.sources.expected import SPACE_MARINES


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


def test_an_enhancement_for_one_datasheet_is_not_for_the_faction(catalogue: Catalogue) -> None:
    shroud = catalogue.enhancements["necrons:the-phaerons-armoury:mortality-shroud"]
    assert (shroud.requires, shroud.is_upgrade) == ((("Necrons", "Obelisk"),), True)


def test_enhancements_that_units_without_characters_may_bear_say_so(catalogue: Catalogue) -> None:
    assert sorted(each.id for each in catalogue.data.enhancements if each.usable_by_non_character) == [
        "aeldari:corsair-coterie:archraider",
        "aeldari:corsair-coterie:infamy",
        "aeldari:corsair-coterie:voidstone",
        "aeldari:corsair-coterie:webway-pathstone",
        "aeldari:eldritch-raiders:adrenal-infusions",
        "aeldari:eldritch-raiders:alacritous-assault",
        "aeldari:eldritch-raiders:exotic-munitions",
    ]


def test_a_mark_that_is_chosen_is_asked_for(catalogue: Catalogue) -> None:
    marked = [each for each in catalogue.enhancements_of["chaos-space-marines:pactbound-zealots"] if each.prices]
    assert {each.name: {*chain.from_iterable(each.requires)} for each in marked} == {
        "Eye of Tzeentch": {"Heretic Astartes", "Tzeentch"},
        "Intoxicating Elixir": {"Heretic Astartes", "Slaanesh"},
        "Orbs of Unlife": {"Heretic Astartes", "Nurgle"},
        "Talisman of Burning Blood": {"Heretic Astartes", "Khorne"},
    }


def may_bear(catalogue: Catalogue, enhancement: Enhancement, sheet: Datasheet) -> bool:
    """Whether the datasheet, with what the detachment makes of it, fits the enhancement."""
    detachment = catalogue.detachments[enhancement.detachment]
    keywords = {fold_keyword(each) for each in (*sheet.keywords, *sheet.faction_keywords)}
    keywords |= {
        fold_keyword(row.keyword) for row in sheet.conditional_keywords if row.detachment in (None, detachment.id)
    }
    keywords |= {
        fold_keyword(row.keyword) for row in detachment.granted_keywords if fold_keyword(row.to_keyword) in keywords
    }
    chosen = {
        fold_keyword(each)
        for row in catalogue.data.allegiances
        if row.detachment == detachment.id and {fold_keyword(each) for each in row.to_keywords} <= keywords
        for choice in row.choices
        for each in choice.keywords
    }
    keywords |= chosen
    wanted = [{fold_keyword(each) for each in group} for group in enhancement.requires]
    return (
        (not wanted or any(group <= keywords for group in wanted))
        and not keywords & {fold_keyword(each) for each in enhancement.excludes}
        and (enhancement.usable_by_epic_hero or "epic hero" not in keywords)
        and (enhancement.is_upgrade or enhancement.usable_by_non_character or "character" in keywords)
    )


def test_every_enhancement_on_offer_has_a_datasheet_that_can_bear_it(catalogue: Catalogue) -> None:
    borne_by_none = [
        enhancement.id
        for enhancement in catalogue.data.enhancements
        if enhancement.prices
        and not any(
            may_bear(catalogue, enhancement, sheet)
            and any(catalogue.price_table(sheet.id, price.faction) for price in enhancement.prices)
            for sheet in catalogue.data.datasheets
            if not sheet.is_legends
        )
    ]
    assert borne_by_none == []


def test_every_faction_is_offered_its_detachments(catalogue: Catalogue) -> None:
    offered = {
        faction.id: sum(
            detachment.offer_to(*catalogue.lineage(faction.id)) is not None for detachment in catalogue.data.detachments
        )
        for faction in catalogue.data.factions
    }
    assert offered == {
        "adepta-sororitas": 8,
        "adeptus-astartes": 22,
        "adeptus-custodes": 9,
        "adeptus-mechanicus": 10,
        "aeldari": 15,
        "agents-of-the-imperium": 5,
        "astra-militarum": 11,
        "black-templars": 18,
        "blood-angels": 19,
        "chaos-daemons": 9,
        "chaos-knights": 8,
        "chaos-space-marines": 17,
        "chaos-titan-legions": 0,
        "crimson-fists": 22,
        "dark-angels": 19,
        "death-guard": 9,
        "deathwatch": 16,
        "drukhari": 9,
        "emperors-children": 10,
        "genestealer-cults": 9,
        "grey-knights": 9,
        "imperial-fists": 22,
        "imperial-knights": 8,
        "iron-hands": 22,
        "leagues-of-votann": 10,
        "necrons": 12,
        "orks": 15,
        "raven-guard": 22,
        "salamanders": 22,
        "space-wolves": 19,
        "tau-empire": 7,
        "thousand-sons": 9,
        "titan-legions": 0,
        "tyranids": 10,
        "ultramarines": 22,
        "white-scars": 22,
        "world-eaters": 8,
    }
