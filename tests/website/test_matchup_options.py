"""What is chosen beside the sides: views, aims, dice, loadouts, the release and switches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from battle.models import Gauntlet
from datasheets.catalogue import Catalogue
from datasheets.selectors import current_catalogue
from tests.roster.saved import dearer, drafted, published
from tests.website.asking import DATASHEETS, TWO_TEXTS, asked, faults, fields_of, pressed
from tests.website.conftest import necrons_of
from tests.website.pages import page_of

pytestmark = pytest.mark.usefixtures("release")


def test_views_are_presets_with_details_and_views_of_ones_own(player: Client):
    fields = fields_of(page_of(pressed(player, "matrix", TWO_TEXTS, step="read")))
    fields |= {
        "views": ["half", "fight"],
        "all-details": ["target_on_objective"],
        "all-shoots": "snap",
        "own1-name": "Overwatch",
        "own1-activity": "shooting",
        "own1-distance": "24",
        "own1-shoots": "snap",
    }
    assert asked(pressed(player, "matrix", fields)).ask["views"] == [
        {
            "name": "Within half range",
            "activity": "shooting",
            "situation": {"distance": 6, "shooting_type": "snap", "target_on_objective": True},
        },
        {"name": "Fight, nobody charged", "activity": "fight", "situation": {"target_on_objective": True}},
        {"name": "Overwatch", "activity": "shooting", "situation": {"shooting_type": "snap", "distance": 24.0}},
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"views": []}, "Views : No view is chosen. Choose one at least."),
        (
            {"views": ["open", "cover", "half", "far", "still", "charge", "charged", "fight", "both"]},
            "Views : 9 views; there are at most 8. Leave some out.",
        ),
        (
            {"own2-name": "Mine"},
            "What units do : Choose what units do in this view, or empty its other fields.",
        ),
    ],
)
def test_views_that_cannot_be_are_told(player: Client, changed: dict[str, object], said: str):
    fields = fields_of(page_of(pressed(player, "matrix", TWO_TEXTS, step="read"))) | changed
    response = pressed(player, "matrix", fields)
    assert (response.status_code, faults(page_of(response))) == (422, [said])


def test_aims_dice_and_a_name_are_asked_as_they_were_chosen(player: Client):
    fields = fields_of(page_of(pressed(player, "attack", DATASHEETS, step="read")))
    fields |= {
        "name": "Kill the ghosts",
        "policy-attacker": "points",
        "policy-fish": "on",
        "policy-lethal": "no",
        "dice-samples": "500",
        "dice-seed": "7",
        "dice-trace": "on",
    }
    request = asked(pressed(player, "attack", fields))
    assert request.name == "Kill the ghosts"
    assert request.ask["policies"] == {"attacker": "points", "fish": True, "lethal": False}
    assert (request.ask["samples"], request.ask["seed"], request.ask["trace"]) == (500, 7, True)
    assert (request.simulation.samples, request.simulation.seed) == (500, 7)


def test_one_unit_on_another_in_both_phases_is_a_pair(player: Client):
    fields = fields_of(page_of(pressed(player, "attack", DATASHEETS, step="read")))
    request = asked(pressed(player, "attack", {**fields, "now-preset": "both", "now-details": ["in_cover"]}))
    assert (request.ask["question"], request.ask["activity"]) == ("pair", "both")
    assert request.ask["situation"] == {"has_charged": True, "in_cover": True}
    assert page_of(player.get(f"/matchups/{request.uuid}/")).one("h1").text == "Immortals v. Canoptek Wraiths"
    page = page_of(pressed(player, "exchange", DATASHEETS, step="read"))
    offered = [option.attributes["value"] for option in page.one("select", name="now-preset").all("option")]
    assert "both" not in offered


def test_loadouts_of_one_datasheet_are_compared_under_names_of_their_own(player: Client, two_targets: Gauntlet):
    sides = {
        "side1-choice": "datasheet",
        "side1-datasheet": "Immortals",
        "side2-choice": "datasheet",
        "side2-datasheet": "Immortals",
        "targets-choice": "gauntlet",
        "targets-gauntlet": "two-targets",
    }
    page = page_of(pressed(player, "comparison", sides, step="read"))
    wargear = {
        label.text: label.attributes["for"].removeprefix("id_")
        for label in page.one(id="side2-side").all("label", class_="field-label")
    }
    fields = {**fields_of(page), wargear["Gauss blaster"]: "0", wargear["Tesla carbine"]: "5", "side1-called": "Gauss"}
    request = asked(pressed(player, "comparison", fields))
    names = [side["name"] for side in request.ask["sides"]]
    carried = [
        {row["item"]: row["count"] for row in side["units"][0]["models"][0]["items"]} for side in request.ask["sides"]
    ]
    assert names == ["Gauss", "Immortals"]
    assert carried[0]["necrons:gauss-blaster"] == 5
    assert carried[1]["necrons:tesla-carbine"] == 5
    assert "necrons:gauss-blaster" not in carried[1]


def test_sides_of_one_name_are_numbered_and_empty_ones_left_out(player: Client, two_targets: Gauntlet):
    sides = {"targets-choice": "gauntlet", "targets-gauntlet": "two-targets"}
    for side in ("side1", "side2", "side4"):
        sides |= {f"{side}-choice": "datasheet", f"{side}-datasheet": "Immortals"}
    request = asked(pressed(player, "comparison", sides))
    assert [side["name"] for side in request.ask["sides"]] == ["Immortals (1)", "Immortals (2)", "Immortals (3)"]


def test_another_release_is_offered_only_where_there_is_one(player: Client, catalogue: Catalogue):
    fields = fields_of(page_of(pressed(player, "attack", DATASHEETS, step="read")))
    assert "release" not in fields
    before = current_catalogue().stamp.label
    data = necrons_of(catalogue.data)
    published(dearer(data, "necrons:immortals", by=5), catalogue)
    draft = drafted(dearer(data, "necrons:immortals", by=15), catalogue)
    page = page_of(pressed(player, "attack", DATASHEETS, step="read"))
    offered = [option.attributes["value"] for option in page.one("select", name="release").all("option")]
    assert offered == ["", before]
    assert draft.label not in offered
    request = asked(pressed(player, "attack", {**fields_of(page), "release": before}))
    assert request.simulation.release == before


def test_datasheets_are_suggested_after_two_letters(player: Client):
    def names(typed: str) -> list[str]:
        page = page_of(player.get("/matchups/datasheets/", {"mine-datasheet": typed}))
        return [option.attributes["value"] for option in page.all("option")]

    assert names("i") == []
    assert names("immo") == ["Immortals"]
    assert "Canoptek Wraiths" in names("wrai")
    every = names("canoptek")
    assert len(every) == len(set(every)) > 5
    assert all("Canoptek" in name for name in every)


def test_what_only_play_decides_is_off_until_it_is_turned_on(player: Client, catalogue: Catalogue):
    data = replace(
        necrons_of(catalogue.data),
        abilities=tuple(row for row in catalogue.data.abilities if row.id.startswith(("necrons:", "core:"))),
        stratagems=tuple(row for row in catalogue.data.stratagems if row.id.startswith("core:")),
    )
    published(data, catalogue)
    sides = {**DATASHEETS, "attacker-datasheet": "Overlord"}
    page = page_of(pressed(player, "attack", sides, step="read"))
    box = page.one("input", type="checkbox", value="core:epic-challenge/used")
    assert "checked" not in box.attributes
    assert (
        next(one.text for one in page.all("label") if one.attributes.get("for") == box.attributes["id"])
        == "Epic challenge: used"
    )
    says = page.one(id=box.attributes["aria-describedby"]).text
    assert (
        says
        == "The stratagem is used as the unit is selected to fight (15.03). costs 1 CP, once per phase, lasts the phase"
    )
    fields = {**fields_of(page), "switch": ["core:epic-challenge/used"], "now-preset": "fight"}
    other = pressed(player, "attack", {**fields, "attacker-datasheet": "Doomsday Ark"})
    assert faults(page_of(other)) == [
        "What is turned on : No unit that is chosen has “Epic challenge: used” any more; it is left out. Run again."
    ]
    request = asked(pressed(player, "attack", fields))
    assert request.ask["situation"] == {"phase": "fight", "switches": ["core:epic-challenge/used"]}
