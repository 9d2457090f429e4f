"""Lines under a unit: models and weapons told apart, enhancements, the Warlord, what is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Quarantined, QuarantinedPart
from roster.document import ModelEntry, Reference
from roster.interchange import read_text
from roster.interchange.result import LineStatus
from tests.interchange.texts import items, meanings, models, only_unit, strike_force, suggestions, text_of, units


def test_a_flattened_paste_does_not_turn_weapons_into_models(catalogue: Catalogue) -> None:
    text = strike_force(
        "CHARACTERS",
        "Assault Intercessor Squad (90 points)",
        "• 1x Assault Intercessor Sergeant",
        "• 1x Plasma pistol",
        "1x Power fist",
        "• 4x Assault Intercessor",
        "• 4x Astartes chainsword",
        "3x Heavy bolt pistol",
        "1x Plasma pistol",
        faction="Space Marines",
    )
    unit = only_unit(read_text(text, catalogue))
    assert models(unit) == {
        "Assault Intercessor Sergeant": (1, {"Plasma pistol": 1, "Power Fist": 1}),
        "Assault Intercessor": (4, {"Astartes chainsword": 4, "Heavy Bolt Pistol": 3, "Plasma pistol": 1}),
    }
    assert unit.model_count == 5


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("9x Boy", "Boy"),
        ("9x Boyz", "Boy"),
        ("9x BOYS", "Boy"),
        ("9 x Boy", "Boy"),
    ],
)
def test_model_kinds_are_known_in_the_plural(catalogue: Catalogue, written: str, kind: str) -> None:
    text = strike_force(
        "BATTLELINE", "Boyz (85 points)", "  • 1x Nob", "    • 1x Choppa", f"  • {written}", "    • 9x Choppa"
    )
    assert models(only_unit(read_text(text, catalogue)))[kind] == (9, {"Choppa": 9})


def test_wargear_named_after_an_aura_is_known_without_the_word(catalogue: Catalogue) -> None:
    named = {
        ("Death Guard", "Deathshroud Terminators"): "Icon of despair",
        ("Necrons", "Canoptek Spyders"): "Gloom prism",
        ("Space Marines", "Impulsor"): "Orbital comms array",
        ("T'au Empire", "Commander Shadowsun"): "Command-link drone",
    }
    for (faction, unit), item in named.items():
        text = strike_force("OTHER DATASHEETS", f"{unit} (100 points)", f"• 1x {item}", faction=faction)
        found = only_unit(read_text(text, catalogue))
        carried = [one.item.id for one in (*found.items, *(each for model in found.models for each in model.items))]
        assert [(id or "").endswith("-aura") for id in carried] == [True], item


def test_a_kind_may_be_called_like_its_unit(catalogue: Catalogue) -> None:
    text = strike_force(
        "OTHER DATASHEETS", "Termagants (55 points)", "• 10x Termagants", "• 10x Fleshborer", faction="Tyranids"
    )
    assert models(only_unit(read_text(text, catalogue))) == {"Termagant": (10, {"Fleshborer": 10})}


def test_a_weapon_called_like_its_only_model_is_a_weapon(catalogue: Catalogue) -> None:
    text = strike_force("OTHER DATASHEETS", "Skull Cannon (95 points)", "• 1x Skull cannon", faction="Chaos Daemons")
    (entry,) = only_unit(read_text(text, catalogue)).models
    assert (entry.kind.casefold(), entry.count, [row.count for row in entry.items]) == ("skull cannon", 1, [1])


def test_the_same_weapon_on_two_lines_adds_up(catalogue: Catalogue) -> None:
    text = strike_force("Boyz (85 Points)", "• 1x Nob", "• 9x Boy", "◦ 5x Choppa", "◦ 4x Choppa")
    assert models(only_unit(read_text(text, catalogue)))["Boy"] == (9, {"Choppa": 9})


def test_models_of_one_kind_on_two_lines_add_up(catalogue: Catalogue) -> None:
    text = strike_force(
        "Boyz (85 Points)", "• 1x Nob", "◦ 1x Choppa", "• 5x Boy", "◦ 5x Choppa", "• 4x Boy", "◦ 4x Shoota"
    )
    assert only_unit(read_text(text, catalogue)).models[1] == ModelEntry(
        "Boy", 9, only_unit(read_text(text, catalogue)).models[1].items
    )
    assert models(only_unit(read_text(text, catalogue)))["Boy"] == (9, {"Choppa": 5, "Shoota": 4})


def test_an_extra_beside_the_models_is_carried_by_the_unit(catalogue: Catalogue) -> None:
    text = strike_force(
        "Deathwing Knights (255 points)",
        "  • 1x Watcher in the Dark",
        "  • 1x Knight Master",
        "    • 1x Great weapon of the Unforgiven",
        "  • 4x Deathwing Knight",
        "    • 4x Power weapon",
        faction="Dark Angels",
    )
    unit = only_unit(read_text(text, catalogue))
    assert items(unit) == {"Watcher in the Dark": 1}
    assert models(unit) == {
        "Knight Master": (1, {"Great weapon of the Unforgiven": 1}),
        "Deathwing Knight": (4, {"Power weapon": 4}),
    }


def test_a_unit_of_one_model_lists_its_wargear_directly(catalogue: Catalogue) -> None:
    text = strike_force("Pyrovores (40 points)", "• 1x Chitin-barbed limbs", "1x Flamespurt", faction="Tyranids")
    result = read_text(text, catalogue)
    assert models(only_unit(result)) == {"Pyrovore": (1, {"Chitin-barbed limbs": 1, "Flamespurt": 1})}
    assert result.questions == ()


def test_the_number_of_models_follows_from_weapons_every_model_has_and_is_asked_about(catalogue: Catalogue) -> None:
    text = strike_force("Pyrovores (100 points)", "• 3x Chitin-barbed limbs", "• 3x Flamespurt", faction="Tyranids")
    result = read_text(text, catalogue)
    assert models(only_unit(result)) == {"Pyrovore": (3, {"Chitin-barbed limbs": 3, "Flamespurt": 3})}
    assert result.questions == ("Line 8: Pyrovores names no models; it was read as 3 models by its weapons.",)


def test_a_unit_without_any_line_is_read_as_its_smallest_size_and_asked_about(catalogue: Catalogue) -> None:
    result = read_text(strike_force("Boyz (85 points)"), catalogue)
    assert models(only_unit(result)) == {"Nob": (1, {}), "Boy": (9, {})}
    assert result.questions == ("Line 8: Boyz names no models; it was read as the smallest unit, 10 models.",)


def test_the_warlord_may_stand_under_a_model(catalogue: Catalogue) -> None:
    result = read_text(text_of("nested_warlord"), catalogue)
    grimaldus, apothecary, squad = units(result)[:3]
    assert (grimaldus.is_warlord, grimaldus.warlord_model) == (True, "Chaplain Grimaldus")
    assert models(grimaldus) == {
        "Chaplain Grimaldus": (1, {"Artificer crozius": 1, "Plasma pistol": 1}),
        "Cenobyte Servitor": (3, {"Close combat weapon": 3}),
    }
    assert [unit.key for unit in units(result) if unit.is_warlord] == ["u1"]
    assert [row.name for row in squad.enhancements] == ["Furious Assault"]
    assert [(unit.key, unit.attached_to, unit.attached_as) for unit in (grimaldus, apothecary, squad)] == [
        ("u1", "u3", "leader"),
        ("u2", "u3", "support"),
        ("u3", None, None),
    ]
    assert meanings(result, LineStatus.UNKNOWN) == {}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("• Enhancement: Follow Me Ladz", "Follow Me Ladz"),
        ("• Enhancements: Follow Me Ladz", "Follow Me Ladz"),
        ("• E: Follow Me Ladz", "Follow Me Ladz"),
        ("• Enhancement: Da Boss is Watchin’", "Da Boss is Watchin'"),
        ("• Follow Me Ladz (+20 pts)", "Follow Me Ladz"),
        ("• 1x Follow Me Ladz", "Follow Me Ladz"),
    ],
)
def test_an_enhancement_is_known_however_it_is_written(catalogue: Catalogue, line: str, name: str) -> None:
    result = read_text(strike_force("Warboss (120 points)", "• 1x Power klaw", line), catalogue)
    unit = only_unit(result)
    assert [row.name for row in unit.enhancements] == [name]
    assert unit.enhancements[0].id is not None
    assert unit.enhancements[0].id.startswith("orks:war-horde:")
    assert models(unit) == {"Warboss": (1, {"Power klaw": 1})}
    assert meanings(result, LineStatus.UNKNOWN) == {}


def test_an_upgrade_is_an_enhancement_without_its_mark(catalogue: Catalogue) -> None:
    text = strike_force(
        "Trukk (75 points)", "• Enhancement: Smoky Gubbinz (Upgrade)", detachments="Kult of Speed (1 Detachment Points)"
    )
    assert only_unit(read_text(text, catalogue)).enhancements == (
        Reference("orks:kult-of-speed:smoky-gubbinz", "Smoky Gubbinz"),
    )


def test_a_name_with_a_comma_or_a_bracket_is_one_enhancement(catalogue: Catalogue) -> None:
    result = read_text(text_of("mojibake"), catalogue)
    assert [row.id for row in units(result)[0].enhancements] == ["tau-empire:kauyon:through-unity-devastation"]
    text = strike_force(
        "Hive Tyrant (205 points)",
        "• Enhancement: Biophagic Flow (Aura)",
        faction="Tyranids",
        detachments="Assimilation Swarm (2 Detachment Points)",
    )
    assert [row.name for row in only_unit(read_text(text, catalogue)).enhancements] == ["Biophagic Flow (Aura)"]


def test_two_enhancements_may_be_written_down(catalogue: Catalogue) -> None:
    text = strike_force("Warboss (140 points)", "• Enhancements: Follow Me Ladz, Kunnin’ But Brutal")
    assert [row.name for row in only_unit(read_text(text, catalogue)).enhancements] == [
        "Follow Me Ladz",
        "Kunnin’ But Brutal",
    ]


def test_an_enhancement_printed_again_as_gear_counts_once(catalogue: Catalogue) -> None:
    text = strike_force("Warboss (120 points)", "• Enhancement: Follow Me Ladz", "• 1x Follow Me Ladz")
    result = read_text(text, catalogue)
    assert [row.name for row in only_unit(result).enhancements] == ["Follow Me Ladz"]
    assert meanings(result, LineStatus.IGNORED) == {10: "enhancement Follow Me Ladz, named before"}


def test_an_unknown_enhancement_is_kept_as_written_with_suggestions(catalogue: Catalogue) -> None:
    result = read_text(strike_force("Warboss (120 points)", "• Enhancement: Folow Me Lads"), catalogue)
    assert only_unit(result).enhancements == (Reference(None, "Folow Me Lads"),)
    assert meanings(result, LineStatus.UNKNOWN) == {9: '"Folow Me Lads" is not a known enhancement'}
    assert suggestions(result) == {9: ("Follow Me Ladz",)}


def test_an_unknown_weapon_is_kept_as_written_with_suggestions(catalogue: Catalogue) -> None:
    result = read_text(strike_force("Warboss (100 points)", "• 1x Power claw"), catalogue)
    (entry,) = only_unit(result).models
    assert [(row.item, row.count) for row in entry.items] == [(Reference(None, "Power claw"), 1)]
    assert meanings(result, LineStatus.UNKNOWN) == {9: 'Warboss has neither models nor wargear called "Power claw"'}
    assert suggestions(result) == {9: ("Power klaw",)}


@pytest.mark.parametrize(
    "lines",
    [
        ["  • 1x Nob", "    • 1x Choppa", "  • 9x Hooligan", "    • 9x Choppa", "      9x Slugga"],
        ["• 1x Nob", "• 1x Choppa", "• 9x Hooligan", "• 9x Choppa", "9x Slugga"],
        ["  • 1x Nob", "     ◦ 1x Choppa", "  • 9x Hooligan", "     ◦ 9x Choppa", "     ◦ 9x Slugga"],
        ["• 1x Nob", "◦ 1x Choppa", "• 9x Hooligan", "◦ 9x Choppa", "◦ 9x Slugga"],
    ],
    ids=["a", "a flattened", "b", "b flattened"],
)
def test_models_of_an_unknown_kind_are_counted_where_the_line_is_clearly_one_of_models(
    catalogue: Catalogue, lines: list[str]
) -> None:
    result = read_text(strike_force("Boyz (85 points)", *lines), catalogue)
    assert models(only_unit(result)) == {"Nob": (1, {"Choppa": 1}), "Hooligan": (9, {"Choppa": 9, "Slugga": 9})}
    assert meanings(result, LineStatus.UNKNOWN) == {
        11: 'Boyz has no models called "Hooligan"; counted as 9 of an unknown kind'
    }


def test_wargear_of_another_datasheet_of_the_faction_is_known_and_said_so(catalogue: Catalogue) -> None:
    result = read_text(strike_force("Warboss (100 points)", "• 1x Spinnin' blades"), catalogue)
    (entry,) = only_unit(result).models
    assert entry.items[0].item.id is not None
    assert meanings(result, LineStatus.USED)[9] == "wargear: 1 × Spinnin’ blades, not listed on the datasheet"


def test_a_comment_among_bullets_is_no_model(catalogue: Catalogue) -> None:
    text = strike_force(
        "Boyz (85 points)", "• 1x Nob", "◦ 1x Choppa", "One of these has a hat. - ed.", "• 9x Boy", "◦ 9x Choppa"
    )
    result = read_text(text, catalogue)
    assert only_unit(result).model_count == 10
    assert meanings(result, LineStatus.UNKNOWN) == {11: "not understood"}


def test_a_datasheet_known_by_price_only_keeps_its_wargear_as_written(catalogue: Catalogue) -> None:
    text = strike_force(
        "ALLIED UNITS",
        "Chaos Warhound Titan (1100 points)",
        "• 1x Warhound feet",
        "1x Warhound plasma blastgun",
        faction="World Eaters",
        detachments="Vessels of Wrath (1 Detachment Points)",
    )
    result = read_text(text, catalogue)
    unit = only_unit(result)
    assert unit.datasheet.id == "chaos-titan-legions:chaos-warhound-titan"
    assert unit.model_count == 1
    assert [row.item.name for entry in unit.models for row in entry.items] == [
        "Warhound feet",
        "Warhound plasma blastgun",
    ]
    assert meanings(result, LineStatus.UNKNOWN) == {}


@pytest.mark.parametrize(
    ("heading", "datasheet"),
    [
        ("Palatine (60 points) - Palatine Eristine", "adepta-sororitas:palatine"),
        ("Palatine (Red) (60 points)", "adepta-sororitas:palatine"),
        ("Palatines (60 points)", "adepta-sororitas:palatine"),
        ("Palatine60 Points", "adepta-sororitas:palatine"),
        ("• Palatine (60 points)", "adepta-sororitas:palatine"),
        ("**Palatine (60 points)**", "adepta-sororitas:palatine"),
    ],
)
def test_units_are_known_with_their_owners_additions(catalogue: Catalogue, heading: str, datasheet: str) -> None:
    text = strike_force("CHARACTERS", heading, "• Warlord", faction="Adepta Sororitas")
    unit = only_unit(read_text(text, catalogue))
    assert (unit.datasheet.id, unit.stated_points, unit.is_warlord) == (datasheet, 60, True)


@pytest.mark.parametrize(
    ("faction", "section", "name", "datasheet"),
    [
        ("World Eaters", "DEDICATED TRANSPORTS", "Chaos Rhino", "world-eaters:chaos-rhino"),
        ("Thousand Sons", "DEDICATED TRANSPORTS", "Chaos Rhino", "thousand-sons:chaos-rhino"),
        ("Grey Knights", "DEDICATED TRANSPORTS", "Rhino", "grey-knights:rhino"),
        ("Dark Angels", "DEDICATED TRANSPORTS", "Rhino", "adeptus-astartes:rhino"),
        ("Dark Angels", "CHARACTERS", "Watch Captain Artemis", "adeptus-astartes:watch-captain-artemis"),
        ("Dark Angels", "ALLIED UNITS", "Watch Captain Artemis", "agents-of-the-imperium:watch-captain-artemis"),
        ("Grey Knights", "CHARACTERS", "Watch Captain Artemis", "agents-of-the-imperium:watch-captain-artemis"),
    ],
)
def test_a_name_of_several_factions_is_the_armys_and_among_allies_a_guests(
    catalogue: Catalogue, faction: str, section: str, name: str, datasheet: str
) -> None:
    result = read_text(strike_force(section, f"{name} (75 points)", "• 1x Plasma gun", faction=faction), catalogue)
    assert only_unit(result).datasheet.id == datasheet
    assert not any("of several factions" in question for question in result.questions)


def test_a_name_of_several_other_factions_is_asked_about(catalogue: Catalogue) -> None:
    result = read_text(strike_force("CHARACTERS", "Master of Executions (95 points)"), catalogue)
    assert only_unit(result).datasheet.id == "chaos-space-marines:master-of-executions"
    assert result.questions == (
        '"Master of Executions" is a datasheet of several factions (Chaos Space Marines, World Eaters); '
        "it was read as the one of Chaos Space Marines.",
    )


def test_a_unit_of_another_faction_is_kept_for_the_muster_to_judge(catalogue: Catalogue) -> None:
    result = read_text(strike_force("CHARACTERS", "Azrael (150 points)"), catalogue)
    assert only_unit(result).datasheet.id == "adeptus-astartes:azrael"
    assert meanings(result, LineStatus.USED)[9] == "unit: Azrael, of Adeptus Astartes"


def test_a_quarantined_item_is_told_with_the_reason_why_it_is_not_offered(catalogue: Catalogue) -> None:
    part = Quarantined(QuarantinedPart.ITEM, "orks:power-claw", ("Power claw",), "No source says who carries it.")
    sheets = tuple(
        replace(sheet, quarantined=(part,)) if sheet.id == "orks:warboss" else sheet
        for sheet in catalogue.data.datasheets
    )
    doctored = Catalogue(catalogue.stamp, replace(catalogue.data, datasheets=sheets))
    result = read_text(strike_force("Warboss (100 points)", "• 1x Power claw"), doctored)
    assert meanings(result, LineStatus.UNKNOWN) == {
        9: '"Power claw" is not offered to Warboss at present: No source says who carries it.'
    }
