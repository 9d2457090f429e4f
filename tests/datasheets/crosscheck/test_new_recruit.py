"""New Recruit data beside the made-up catalogue: links followed, groups counted, parts that are missing."""

from __future__ import annotations

from pathlib import Path

from datasheets.crosscheck.account import Field
from datasheets.crosscheck.vocabulary import Topic
from tests.datasheets.crosscheck import new_recruit, shelf


def test_data_that_say_the_same_have_no_difference(tmp_path: Path) -> None:
    checked = shelf.check("bsdata", shelf.write_json(tmp_path, "lamplighters.json", new_recruit.catalogue()))

    assert shelf.told(checked.outcomes) == set()
    assert [sheet.name for sheet in checked.account.sheets] == ["Lamp Guard", "Lamp Captain", "Oil Wagon"]


def test_weapons_behind_links_and_sizes_within_groups_are_compared(tmp_path: Path) -> None:
    checked = shelf.check("bsdata", shelf.write_json(tmp_path, "lamplighters.json", new_recruit.catalogue()))

    weapons = {each.row.detail for each in shelf.compared(checked, shelf.GUARD, Field.WEAPON)}
    assert weapons == {"Flare gun", "Wick blade", "Oil thrower - spray", "Oil thrower - jet"}
    assert [each.row.theirs for each in shelf.compared(checked, shelf.GUARD, Field.SIZES)] == ["5-10"]
    assert {each.row.detail: each.row.theirs for each in shelf.compared(checked, shelf.GUARD, Field.POINTS)} == {
        "lamplighters, from copy 1, 5 models": frozenset({"60"}),
        "lamplighters, from copy 1, 10 models": frozenset({"120"}),
    }
    assert [each.row.theirs for each in shelf.compared(checked, shelf.CAPTAIN, Field.INVULNERABLE)] == ["4 melee"]
    assert [each.row.theirs for each in shelf.compared(checked, shelf.CAPTAIN, Field.LEADS)] == [
        frozenset({"lamp guard"})
    ]


def test_detachments_and_enhancements_are_found_without_their_place(tmp_path: Path) -> None:
    data = new_recruit.catalogue()
    costs = data["catalogue"]["sharedSelectionEntryGroups"][0]["selectionEntries"][0]["costs"]
    costs[0]["value"] = 20

    checked = shelf.check("bsdata", shelf.write_json(tmp_path, "lamplighters.json", data))

    assert shelf.told(checked.outcomes) == {
        ("unresolved", "lamplighters:night-watch", "enhancement points", "lamplighters, Long Wick"),
    }


def test_categories_of_the_list_builder_are_words_for_nothing(tmp_path: Path) -> None:
    data = new_recruit.catalogue()
    data["catalogue"]["sharedSelectionEntries"][1]["categoryLinks"].append({"name": "Lamp Boss Slot"})
    folder = shelf.write_json(tmp_path, "lamplighters.json", data)

    plain = shelf.check("bsdata", folder)
    worded = shelf.check("bsdata", folder, rests_on=shelf.grounds(words={Topic.KEYWORDS: {"Lamp Boss Slot": ""}}))

    assert shelf.told(plain.outcomes) == {("unresolved", shelf.CAPTAIN, "keywords", "")}
    assert shelf.told(worded.outcomes) == {("vocabulary", shelf.CAPTAIN, "keywords", "")}


def test_a_unit_whose_links_lead_to_a_missing_catalogue_is_compared_as_far_as_it_goes(tmp_path: Path) -> None:
    data = new_recruit.catalogue()
    captain = data["catalogue"]["sharedSelectionEntries"][1]
    captain["selectionEntries"] = []
    captain["entryLinks"] = [{"name": "Wick blade", "id": "l-9", "targetId": "far-away", "type": "selectionEntry"}]
    captain["profiles"][0]["characteristics"][6]["$text"] = ""
    data["catalogue"]["catalogueLinks"] = [{"name": "Old Lamps", "id": "l-8", "targetId": "c-9", "type": "catalogue"}]

    checked = shelf.check("bsdata", shelf.write_json(tmp_path, "lamplighters.json", data))

    assert shelf.told(checked.outcomes) == set()
    assert shelf.compared(checked, shelf.CAPTAIN, Field.WEAPON) == []
    assert shelf.compared(checked, shelf.CAPTAIN, Field.INVULNERABLE) == []
    assert checked.account.notes == ("catalogue not in the folder: Old Lamps",)


def test_links_that_lead_in_a_circle_end(tmp_path: Path) -> None:
    data = new_recruit.catalogue()
    wagon = data["catalogue"]["sharedSelectionEntries"][2]
    wagon["entryLinks"].append({"name": "Again", "id": "l-7", "targetId": "e-Oil Wagon", "type": "selectionEntry"})

    checked = shelf.check("bsdata", shelf.write_json(tmp_path, "lamplighters.json", data))

    assert shelf.told(checked.outcomes) == set()
