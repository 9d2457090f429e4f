"""Datacards beside the made-up catalogue: what is equal, what differs and what is matched."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from datasheets.catalogue.datasheet import ModelProfile
from datasheets.crosscheck.account import Field
from datasheets.crosscheck.gdc_texts import capacity_of, kinds_of, loadout_of, sizes_of, targets_of
from datasheets.crosscheck.vocabulary import Topic
from tests.datasheets.crosscheck import shelf


def test_datacards_that_say_the_same_differ_in_words_only(tmp_path: Path) -> None:
    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", shelf.datacards()))

    # The wagon is found by its reference though it has another name; the guard's own name is no printed keyword.
    assert shelf.told(checked.outcomes) == {
        ("vocabulary", shelf.WAGON, "datasheet", ""),
        ("vocabulary", shelf.GUARD, "keywords", ""),
    }
    assert checked.only_ours == ()
    assert (checked.account.label, checked.account.date) == ("game-datacards", "2026-07-01")


def test_every_field_of_a_datacard_is_compared_once(tmp_path: Path) -> None:
    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", shelf.datacards()))

    fields = Counter(each.row.field for each in checked.outcomes if each.row.entry == shelf.GUARD)
    weapon_lines = 4
    assert fields == {
        Field.DATASHEET: 1,
        Field.POINTS: 2,
        Field.WARGEAR_POINTS: 1,
        **dict.fromkeys((Field.M, Field.T, Field.SV, Field.W, Field.LD, Field.OC, Field.INVULNERABLE), 1),
        **dict.fromkeys((Field.WEAPON, Field.RANGE, Field.ATTACKS, Field.SKILL, Field.STRENGTH), weapon_lines),
        **dict.fromkeys((Field.PENETRATION, Field.DAMAGE, Field.WEAPON_KEYWORDS), weapon_lines),
        **dict.fromkeys((Field.KEYWORDS, Field.FACTION_KEYWORDS, Field.SIZES, Field.KINDS), 1),
        **dict.fromkeys((Field.LOADOUT, Field.OPTIONS), 1),
    }


def test_each_differing_figure_is_told_with_both_values(tmp_path: Path) -> None:
    cards = shelf.datacards()
    squad = cards["datasheets"][0]
    squad["stats"][0]["t"] = "4"
    squad["rangedWeapons"][0]["profiles"][0].update({"ap": "-2", "keywords": ["Rapid Fire 2"]})
    squad["keywords"].append("Grenadier")
    squad["points"][1]["cost"] = "110"
    cards["datasheets"][2]["transport"] = "It has a transport capacity of 10 models."
    cards["detachments"][0]["detachmentPoints"] = 3

    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", cards))

    differing = {
        (each.row.field, each.row.detail): (each.row.ours, each.row.theirs)
        for each in checked.outcomes
        if each.kind == "unresolved"
    }
    assert differing == {
        (Field.T, "Lamp Guard"): ("3", "4"),
        (Field.PENETRATION, "Flare gun"): ("1", "2"),
        (Field.WEAPON_KEYWORDS, "Flare gun"): (frozenset({"rapid fire 1"}), frozenset({"rapid fire 2"})),
        (Field.KEYWORDS, ""): (
            frozenset({"infantry", "battleline", "explosive", "lamp guard"}),
            frozenset({"infantry", "battleline", "explosive", "grenadier"}),
        ),
        (Field.POINTS, "lamplighters, 10 models"): (frozenset({"120", "130"}), frozenset({"110", "120"})),
        (Field.CAPACITY, ""): ("12", "10"),
        (Field.DETACHMENT_POINTS, "lamplighters"): ("2", "3"),
    }


def test_a_weapon_or_datasheet_that_one_side_lacks_is_one_difference(tmp_path: Path) -> None:
    cards = shelf.datacards()
    del cards["datasheets"][1]
    cards["datasheets"][0]["rangedWeapons"].pop(0)
    cards["datasheets"].append(shelf.datacards()["datasheets"][1] | {"name": "Lamp Warden", "id": "x-1"})

    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", cards))

    assert {row for row in shelf.told(checked.outcomes) if row[0] == "unresolved"} == {
        ("unresolved", shelf.GUARD, "weapon", "Flare gun"),
        ("unresolved", "lamplighters: lamp warden", "datasheet", ""),
        ("unresolved", shelf.CAPTAIN, "datasheet", ""),
    }
    assert checked.only_ours == (shelf.CAPTAIN,)


def test_a_weapon_under_another_name_is_compared_line_by_line_where_the_vocabulary_knows_it(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][0]["rangedWeapons"][0]["profiles"][0]["name"] = "Signal gun"
    cards["datasheets"][0]["loadout"] = "**Every model is equipped with:** signal gun; wick blade."
    words = {Topic.WEAPONS: {"Signal gun": "Flare gun"}, Topic.ITEMS: {"Signal gun": "Flare gun"}}

    checked = shelf.check(
        "gdc", shelf.write_json(tmp_path, "lamplighters.json", cards), rests_on=shelf.grounds(words=words)
    )

    found = {each.row.detail: each.kind for each in shelf.compared(checked, shelf.GUARD, Field.WEAPON)}
    assert found["Signal gun"] == "vocabulary"
    assert "unresolved" not in {each.kind for each in checked.outcomes}


def test_saves_against_one_kind_of_attack_are_told_apart(tmp_path: Path) -> None:
    ranged = replace(shelf.captain(), profiles=(ModelProfile("Lamp Captain", 6, 4, 4, 4, 6, 1, invulnerable_ranged=4),))

    checked = shelf.check(
        "gdc",
        shelf.write_json(tmp_path, "lamplighters.json", shelf.datacards()),
        data=shelf.catalogue(ranged),
    )

    save = shelf.compared(checked, shelf.CAPTAIN, Field.INVULNERABLE)
    assert [(each.kind, each.row.ours, each.row.theirs) for each in save] == [("unresolved", "4 ranged", "4 melee")]


def test_an_item_that_an_option_gives_back_is_no_gain(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][0]["wargearOptions"] = [
        {"instruction": "Defualt Wargear", "options": [{"name": "Wick blade", "cost": "0"}]},
        {"instruction": "One Lamp Guard is equipped with:", "options": [{"name": "Wick blade", "cost": "0"}]},
        {
            "instruction": "Any model’s flare gun can be replaced with 1 flare gun and 1 oil thrower.",
            "options": [{"name": "Flare gun", "cost": "0"}, {"name": "Oil thrower", "cost": "5"}],
        },
    ]

    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", cards))

    options = shelf.compared(checked, shelf.GUARD, Field.OPTIONS)
    assert [(each.kind, each.row.theirs) for each in options] == [("equal", frozenset({"oil thrower"}))]


def test_an_item_that_another_option_gives_is_a_gain(tmp_path: Path) -> None:
    cards = shelf.datacards()
    cards["datasheets"][0]["wargearOptions"] += [
        {
            "instruction": "One model can be equipped with 1 flare gun (its wick blade cannot be replaced with it).",
            "options": [{"name": "Flare gun", "cost": "0"}],
        },
    ]

    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", cards))

    options = shelf.compared(checked, shelf.GUARD, Field.OPTIONS)
    theirs = frozenset({"flare gun", "oil thrower"})
    assert [(each.kind, each.row.theirs) for each in options] == [("unresolved", theirs)]


def test_other_cards_of_the_export_are_passed_over(tmp_path: Path) -> None:
    shelf.write_json(tmp_path, "keywords.json", {"keywords": []})

    checked = shelf.check("gdc", shelf.write_json(tmp_path, "lamplighters.json", shelf.datacards()))

    assert len(checked.account.sheets) == 3


def test_alternatives_of_a_composition_are_laid_together() -> None:
    lines = ["**1 Sergeant and 9 Troopers**", "OR", "**2 Sergeants and 18 Troopers**"]

    kinds = kinds_of(lines)

    assert kinds is not None
    assert [(kind.name, kind.minimum, kind.maximum) for kind in kinds] == [("Sergeant", 1, 2), ("Troopers", 9, 18)]
    assert sizes_of(lines) == (10, 20)


def test_a_composition_that_says_its_most_models_is_held_to_it() -> None:
    assert sizes_of(["**2-9 Wardens**", "**0-4 Torches**", "This unit can contain a maximum of 10 models."]) == (2, 10)


def test_a_composition_line_that_is_not_understood_is_not_guessed_at() -> None:
    assert kinds_of(["**some Wardens**"]) is None


def test_what_models_carry_is_read_from_every_sentence_about_it() -> None:
    text = (
        "**The Sergeant is equipped with:** 1 flare gun.\n**Every Guard is equipped with:** two wick blades; nothing."
    )

    assert loadout_of(text) == {"flare gun", "wick blade"}
    assert loadout_of("Nothing is said here.") is None


def test_targets_and_capacity_are_read_from_texts() -> None:
    assert targets_of("You may join: ■ **LAMP GUARD** ■ **OIL‑BEARERS**") == {"lamp guard", "oil bearers"}
    assert capacity_of("a transport capacity of 22 **ORCS** models. With a gun, a transport capacity of 12") == "22"
    assert capacity_of("It carries nobody.") is None
