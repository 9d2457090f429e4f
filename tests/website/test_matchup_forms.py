"""Asking for a matchup on the site: sides, what was read of them, the situation, and what is asked in the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battle.models import Gauntlet, SimulationRequest
from battle.rations import SimulationThrottle
from datasheets.catalogue import Catalogue
from datasheets.selectors import current_catalogue
from roster.models import Roster
from tests.roster.saved import dearer, drafted, published, saved_roster
from tests.website.asking import DATASHEETS, asked, faults, fields_of, pressed
from tests.website.conftest import necrons_of
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")

KINDS = ("matrix", "field", "comparison", "attack", "exchange", "chain")
TWO_TEXTS = {"mine-choice": "text", "mine-text": LEGAL, "theirs-choice": "text", "theirs-text": ILLEGAL}
UNREAD = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)


@pytest.fixture
def player(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def roster(owner: User) -> Roster:
    """The legal list, saved."""
    return saved_roster(owner, current_catalogue(), LEGAL, name="Tomb Patrol")


@pytest.fixture
def gauntlet() -> Gauntlet:
    """Two targets that come with the service."""
    units = [{"from": "catalogue", "datasheet": f"necrons:{slug}"} for slug in ("canoptek-wraiths", "doomsday-ark")]
    return Gauntlet.objects.create(slug="two-targets", name="Two targets", units=units)


def controls_without_label(page: Element) -> list[str]:
    """Names of the fields of the form that no label is for."""
    form = page.one("form", class_="ask-form")
    labelled = {label.attributes.get("for") for label in form.all("label")}
    controls = [
        field
        for tag in ("input", "select", "textarea")
        for field in form.all(tag)
        if field.attributes.get("type") != "hidden"
    ]
    return [field.attributes["name"] for field in controls if field.attributes.get("id") not in labelled]


# Who may, and where it begins -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_visitors_are_asked_to_sign_in(client: Client, kind: str):
    response = client.get(f"/matchups/new/{kind}/")
    assert response.headers["Location"] == f"/accounts/login/?next=/matchups/new/{kind}/"


def test_there_is_no_other_kind(player: Client):
    assert player.get("/matchups/new/pair/").status_code == 404
    assert player.post("/matchups/new/siege/", {"step": "run"}).status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_every_control_of_both_steps_has_a_label(player: Client, roster: Roster, gauntlet: Gauntlet, kind: str):
    first = page_of(player.get(f"/matchups/new/{kind}/"))
    assert controls_without_label(first) == []
    sides = {
        **DATASHEETS,
        **TWO_TEXTS,
        "side1-choice": "datasheet",
        "side1-datasheet": "Immortals",
        "side2-choice": "datasheet",
        "side2-datasheet": "Immortals",
        "targets-choice": "gauntlet",
        "targets-gauntlet": gauntlet.slug,
    }
    second = pressed(player, kind, sides, step="read")
    assert second.status_code == 200
    assert controls_without_label(page_of(second)) == []


def test_a_roster_is_chosen_already_where_the_address_names_it(player: Client, roster: Roster):
    page = page_of(player.get(f"/matchups/new/matrix/?mine={roster.uuid}"))
    fields = fields_of(page)
    assert (fields["mine-choice"], fields["mine-roster"]) == (["saved"], [str(roster.uuid)])
    assert fields["theirs-roster"] == [""]
    link = page_of(player.get(f"/rosters/{roster.uuid}/")).one("a", href=f"/matchups/new/matrix/?mine={roster.uuid}")
    assert link.text == "Match it against another list"


def test_a_list_comes_along_from_its_check(player: Client):
    form = page_of(player.post("/check/", {"text": LEGAL})).one("form", action="/matchups/new/matrix/")
    sent = {one.attributes["name"]: one.attributes["value"] for one in form.all("input", type="hidden")}
    page = page_of(player.post("/matchups/new/matrix/", sent))
    assert fields_of(page)["mine-choice"] == ["text"]
    box = page.one("textarea", name="mine-text").text
    assert box.split() == LEGAL.split()
    assert faults(page) == []


def test_after_a_check_visitors_are_not_offered_it(client: Client):
    assert page_of(client.post("/check/", {"text": LEGAL})).all("form", action="/matchups/new/matrix/") == []


# Run right away -------------------------------------------------------------------------------------------


def test_two_lists_are_asked_right_away_in_three_views(player: Client):
    request = asked(pressed(player, "matrix", TWO_TEXTS))
    assert request.ask["attackers"] == [{"from": "text", "text": LEGAL.replace("\r\n", "\n")}]
    assert request.ask["targets"] == [{"from": "text", "text": ILLEGAL}]
    assert request.ask["views"] == [
        {"name": "Shooting in the open", "activity": "shooting", "situation": {}},
        {"name": "Shooting, in cover", "activity": "shooting", "situation": {"in_cover": True}},
        {"name": "Fight after charging", "activity": "fight", "situation": {"has_charged": True}},
    ]
    assert request.title == "Tomb Patrol against Three Arks"


def test_a_saved_roster_meets_a_gauntlet(player: Client, roster: Roster, gauntlet: Gauntlet):
    sides = {
        "mine-choice": "saved",
        "mine-roster": str(roster.uuid),
        "theirs-choice": "gauntlet",
        "theirs-gauntlet": "two-targets",
    }
    request = asked(pressed(player, "field", sides))
    assert request.ask["attackers"] == [{"from": "saved", "roster": str(roster.uuid)}]
    assert request.ask["targets"] == [{"from": "gauntlet", "gauntlet": "two-targets"}]
    assert request.simulation.question_kind == "field"


def test_a_chosen_file_is_read_like_a_pasted_list(player: Client):
    file = SimpleUploadedFile("mine.txt", LEGAL.encode(), content_type="text/plain")
    fields = {**TWO_TEXTS, "mine-text": "", "mine-file": file}
    assert asked(pressed(player, "matrix", fields)).ask["attackers"] == [{"from": "text", "text": LEGAL}]


def test_a_chosen_file_stands_in_the_box_of_the_second_step(player: Client):
    file = SimpleUploadedFile("mine.txt", LEGAL.encode(), content_type="text/plain")
    page = page_of(pressed(player, "matrix", {**TWO_TEXTS, "mine-text": "", "mine-file": file}, step="read"))
    assert page.one("textarea", name="mine-text").text.split() == LEGAL.split()


def test_the_source_with_something_in_it_counts_where_the_chosen_one_is_empty(player: Client, roster: Roster):
    fields = {"mine-choice": "saved", "mine-text": LEGAL, "theirs-choice": "saved", "theirs-roster": str(roster.uuid)}
    assert [unit["from"] for unit in asked(pressed(player, "matrix", fields)).ask["attackers"]] == ["text"]


def test_one_unit_on_another_is_asked_by_names_alone(player: Client):
    request = asked(pressed(player, "attack", DATASHEETS))
    assert request.ask == {
        "schema": "quartermaster.scenario/1",
        "question": "attack",
        "attacker": {"from": "catalogue", "datasheet": "necrons:immortals"},
        "target": {"from": "catalogue", "datasheet": "necrons:canoptek-wraiths"},
        "situation": {"phase": "shooting"},
        "name": "Immortals v. Canoptek Wraiths",
    }


def test_survivors_strike_back_in_the_situation_turned_round(player: Client):
    page = page_of(pressed(player, "exchange", DATASHEETS, step="read"))
    fields = {**fields_of(page), "now-preset": "charge", "now-details": ["attacker_on_objective"]}
    request = asked(pressed(player, "exchange", fields))
    assert request.ask["situation"] == {"phase": "fight", "has_charged": True, "attacker_on_objective": True}
    assert request.ask["answer"] == {"phase": "fight", "was_charged": True, "target_on_objective": True}


def test_a_duel_begins_at_18_inches_and_moves_as_the_datasheets_say(player: Client):
    request = asked(pressed(player, "chain", DATASHEETS))
    still = {"charges": True, "advances": False}
    assert {name: request.ask[name] for name in ("distance", "rounds", "first")} == {
        "distance": 18.0,
        "rounds": 5,
        "first": "attacker",
    }
    assert request.ask["attacker_course"] == {"approach": 5.0, **still}
    assert request.ask["target_course"] == {"approach": 10.0, **still}


def test_a_form_that_is_sent_twice_is_asked_once(player: Client):
    fields = fields_of(page_of(player.get("/matchups/new/attack/"))) | DATASHEETS
    first, second = pressed(player, "attack", fields), pressed(player, "attack", fields)
    assert first.headers["Location"] == second.headers["Location"]
    assert SimulationRequest.objects.count() == 1


def test_a_form_that_is_changed_and_sent_again_asks_something_else(player: Client):
    fields = fields_of(page_of(player.get("/matchups/new/attack/"))) | DATASHEETS
    first = pressed(player, "attack", fields)
    second = pressed(player, "attack", {**fields, "target-datasheet": "Doomsday Ark"})
    assert (first.status_code, second.status_code) == (302, 302)
    assert SimulationRequest.objects.count() == 2


# What was read --------------------------------------------------------------------------------------------


def test_lines_that_were_not_understood_are_told_with_their_reasons(player: Client):
    page = page_of(pressed(player, "matrix", {**TWO_TEXTS, "mine-text": UNREAD}, step="read"))
    gaps = page.one(id="mine-side").one(class_="side-gaps").text
    assert "Skorpek Destroyer (85 points)" in gaps
    assert "Perhaps: Skorpekh Destroyers" in gaps
    assert page.one(id="theirs-side").all(class_="side-gaps") == []


def test_units_are_chosen_by_name_and_asked_by_key(player: Client):
    page = page_of(pressed(player, "matrix", TWO_TEXTS, step="read"))
    labels = [label.text for label in page.one(id="mine-side").one(id="id_mine-units").all("label")]
    assert labels == [
        "Immortals with Overlord (6 models, 155 points)",
        "Canoptek Wraiths with Technomancer (4 models, 190 points)",
        "Skorpekh Destroyers, 1st of 2 (3 models, 85 points)",
        "Skorpekh Destroyers, 2nd of 2 (3 models, 85 points)",
    ]
    fields = fields_of(page)
    chosen = fields["mine-units"][1:3]
    request = asked(pressed(player, "matrix", {**fields, "mine-units": chosen}))
    assert request.ask["attackers"][0]["units"] == chosen
    assert "units" not in request.ask["targets"][0]


def test_no_unit_chosen_is_told_beside_the_list(player: Client):
    fields = fields_of(page_of(pressed(player, "matrix", TWO_TEXTS, step="read")))
    del fields["mine-units"]
    response = pressed(player, "matrix", fields)
    assert (response.status_code, faults(page_of(response))) == (
        422,
        ["My list : No unit is chosen. Choose one at least."],
    )
    assert SimulationRequest.objects.count() == 0


def test_units_chosen_of_another_list_do_not_count(player: Client):
    fields = fields_of(page_of(pressed(player, "matrix", TWO_TEXTS, step="read")))
    fields |= {"mine-units": fields["mine-units"][:1], "mine-text": [ILLEGAL]}
    assert "units" not in asked(pressed(player, "matrix", fields)).ask["attackers"][0]


def test_of_a_list_one_unit_has_to_be_chosen_for_an_attack(player: Client):
    fields = {**DATASHEETS, "attacker-choice": "text", "attacker-text": LEGAL}
    first = pressed(player, "attack", fields, step="read")
    assert (first.status_code, faults(page_of(first))) == (200, [])
    refused = pressed(player, "attack", fields)
    assert refused.status_code == 422
    assert faults(page_of(refused)) == ["The unit that attacks : One unit is asked for. Choose it."]
    again = fields_of(page_of(refused))
    options = page_of(refused).one("select", name="attacker-units").all("option")
    assert [option.text for option in options][:2] == ["Choose one", "Immortals with Overlord (6 models, 155 points)"]
    key = options[1].attributes["value"]
    request = asked(pressed(player, "attack", {**again, "attacker-units": key}))
    assert request.ask["attacker"]["units"] == [key]
    assert request.name == "Immortals with Overlord v. Canoptek Wraiths"


# Faults ---------------------------------------------------------------------------------------------------


def test_what_is_missing_is_told_all_at_once_and_linked_with_its_field(player: Client):
    response = pressed(player, "matrix", {"mine-choice": "text", "theirs-choice": "datasheet"})
    page = page_of(response)
    assert response.status_code == 422
    assert faults(page) == [
        "My list : There is no list here. Paste the text of one, or choose its file.",
        "Their list : No datasheet is named. Type its name, such as Immortals.",
    ]
    box = page.one("textarea", name="mine-text").attributes
    assert box["aria-invalid"] == "true"
    for id in box["aria-describedby"].split():
        assert page.one(id=id).text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Two eggs", "No datasheet is called “Two eggs”. Write its name as the points manual has it."),
        ("Immortels", "No datasheet is called “Immortels”. Perhaps Immortals?"),
        ("canoptek", "No datasheet is called “canoptek”. Perhaps "),
    ],
)
def test_a_name_that_is_not_one_datasheet_is_told_with_what_comes_near(player: Client, typed: str, said: str):
    response = pressed(player, "attack", {**DATASHEETS, "attacker-datasheet": typed})
    (fault,) = faults(page_of(response))
    assert fault.startswith(f"The unit that attacks : {said}")
    assert page_of(response).one("input", name="attacker-datasheet").attributes["value"] == typed


def test_a_roster_of_somebody_else_and_none_are_refused_alike(player: Client, roster: Roster, stranger: User):
    other = saved_roster(stranger, current_catalogue(), LEGAL, name="Not yours")
    said = set()
    for id in (str(other.uuid), "00000000-0000-4000-8000-000000000000", "eggs"):
        response = pressed(player, "matrix", {**TWO_TEXTS, "mine-choice": "saved", "mine-roster": id, "mine-text": ""})
        assert response.status_code == 422
        said.add(tuple(faults(page_of(response))))
        assert "Not yours" not in response.content.decode()
    assert said == {("My list : You have no such roster. Choose one of those offered.",)}


def test_what_the_service_refuses_stands_beside_its_field(player: Client):
    forty = "\n".join("Doomsday Ark (200 points)\n  • 1x Doomsday cannon\n" for _ in range(41))
    text = ILLEGAL.replace("OTHER DATASHEETS\n", f"OTHER DATASHEETS\n\n{forty}")
    response = pressed(player, "matrix", {**TWO_TEXTS, "mine-text": text})
    assert response.status_code == 422
    (fault,) = faults(page_of(response))
    assert fault.startswith("My list : 44 units")
    assert fault.split(" : ")[1] in page_of(response).one(id="mine-side").text


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("dice-seed", "-1", "Seed of the dice : Write a whole number from 0 to 4,294,967,295, or leave it empty."),
        ("attacker-kind0", "many", "The unit that attacks : Immortal: Write a whole number from 0 to 200."),
        ("dice-samples", "5", "Roll it so many times : Write a whole number from 100 to 1,000,000, or leave it empty."),
        ("now-distance", "-3", "Inches between them : Write inches from 0 to 100, such as 18, or leave it empty."),
        ("now-preset", "siege", "In short : There is no such situation. Choose one of those offered."),
        ("policy-defender", "luck", "The defender protects : There is no such aim. Choose one of those offered."),
        ("release", "2020.1", "Release of the catalogue : There is no such release. Choose one of those offered."),
        ("name", "x" * 201, "Name (optional) : The name has 201 characters; at most 200 are kept. Give a shorter one."),
    ],
)
def test_a_value_out_of_bounds_is_told_and_kept(player: Client, field: str, value: str, said: str):
    fields = fields_of(page_of(pressed(player, "attack", DATASHEETS, step="read")))
    response = pressed(player, "attack", {**fields, field: value})
    page = page_of(response)
    assert (response.status_code, faults(page)) == (422, [said])
    assert SimulationRequest.objects.count() == 0


def test_what_was_typed_is_there_again_after_a_fault(player: Client):
    fields = fields_of(page_of(pressed(player, "attack", DATASHEETS, step="read")))
    fields |= {"name": ["My question"], "now-distance": ["9"], "now-details": ["in_cover"], "dice-seed": ["-1"]}
    again = fields_of(page_of(pressed(player, "attack", fields)))
    for name in ("name", "now-distance", "now-details", "dice-seed", "attacker-datasheet", "asked_as"):
        assert again[name] == fields[name]


def test_the_second_step_is_kept_while_a_side_is_mended(player: Client):
    fields = fields_of(page_of(pressed(player, "attack", DATASHEETS, step="read")))
    fields |= {"now-preset": ["cover"], "now-details": ["is_above", "is_spotted"], "target-datasheet": ["Two eggs"]}
    first_step = fields_of(page_of(pressed(player, "attack", fields, step="read")))
    mended = asked(pressed(player, "attack", {**first_step, "target-datasheet": "Doomsday Ark"}))
    assert mended.ask["situation"] == {"phase": "shooting", "in_cover": True, "is_above": True, "is_spotted": True}
    assert mended.ask["attacker"]["models"][0]["count"] == 5


def test_too_many_at_once_are_told_when_to_come_back_and_nothing_is_lost(
    player: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(SimulationThrottle, "rate", "1/min")
    fields = fields_of(page_of(player.get("/matchups/new/attack/"))) | DATASHEETS
    assert pressed(player, "attack", fields).status_code == 302
    response = pressed(player, "attack", {**fields, "target-datasheet": "Doomsday Ark"})
    page = page_of(response)
    assert response.status_code == 429
    wait = int(response.headers["Retry-After"])
    assert 0 < wait <= 60
    assert f"Come back in {wait} seconds and press Run again" in page.one(id="ask-errors").text
    assert fields_of(page)["target-datasheet"] == ["Doomsday Ark"]
    assert SimulationRequest.objects.count() == 1


def test_too_many_unfinished_are_told_and_nothing_is_lost(player: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("battle.services.asking.MOST_UNFINISHED", 0)
    monkeypatch.setattr("battle.services.asking._worked", _never_at_once)
    response = pressed(player, "attack", DATASHEETS)
    page = page_of(response)
    assert (response.status_code, response.headers["Retry-After"]) == (429, "30")
    assert "Wait until one is done, or cancel one." in page.one(id="ask-errors").text
    assert fields_of(page)["attacker-datasheet"] == ["Immortals"]
    assert SimulationRequest.objects.count() == 0


def _never_at_once(asking, may_answer_at_once):
    from battle.services.storing import Worked

    return Worked(asking.prepare().parts, None, 0.0)


# Options --------------------------------------------------------------------------------------------------


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


def test_loadouts_of_one_datasheet_are_compared_under_names_of_their_own(player: Client, gauntlet: Gauntlet):
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


def test_sides_of_one_name_are_numbered_and_empty_ones_left_out(player: Client, gauntlet: Gauntlet):
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
