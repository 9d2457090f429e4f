"""Asking for a matchup on the site: where it begins, running right away, and what was read of the sides."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battle.models import Gauntlet, SimulationRequest
from roster.models import Roster
from tests.website.asking import DATASHEETS, TWO_TEXTS, asked, faults, fields_of, pressed
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")

KINDS = ("matrix", "field", "comparison", "attack", "exchange", "chain")
UNREAD = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)


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
def test_every_control_of_both_steps_has_a_label(player: Client, tomb_patrol: Roster, two_targets: Gauntlet, kind: str):
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
        "targets-gauntlet": two_targets.slug,
    }
    second = pressed(player, kind, sides, step="read")
    assert second.status_code == 200
    assert controls_without_label(page_of(second)) == []


def test_a_roster_is_chosen_already_where_the_address_names_it(player: Client, tomb_patrol: Roster):
    page = page_of(player.get(f"/matchups/new/matrix/?mine={tomb_patrol.uuid}"))
    fields = fields_of(page)
    assert (fields["mine-choice"], fields["mine-roster"]) == (["saved"], [str(tomb_patrol.uuid)])
    assert fields["theirs-roster"] == [""]
    link = page_of(player.get(f"/rosters/{tomb_patrol.uuid}/")).one(
        "a", href=f"/matchups/new/matrix/?mine={tomb_patrol.uuid}"
    )
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


def test_pasted_lists_are_a_hundred_thousand_characters_together_at_most(player: Client):
    # The box does not keep what stands around a list.
    long = LEGAL + "\n(a note)" * 6_000
    response = pressed(player, "matrix", {**TWO_TEXTS, "mine-text": long, "theirs-text": long})
    assert response.status_code == 422
    (fault,) = faults(page_of(response))
    letters = 2 * len(long)
    assert f"The pasted lists have {letters:,} characters together; at most 100,000 are read." in fault


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


def test_a_saved_roster_meets_a_gauntlet(player: Client, tomb_patrol: Roster, two_targets: Gauntlet):
    sides = {
        "mine-choice": "saved",
        "mine-roster": str(tomb_patrol.uuid),
        "theirs-choice": "gauntlet",
        "theirs-gauntlet": "two-targets",
    }
    request = asked(pressed(player, "field", sides))
    assert request.ask["attackers"] == [{"from": "saved", "roster": str(tomb_patrol.uuid)}]
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


def test_the_source_with_something_in_it_counts_where_the_chosen_one_is_empty(player: Client, tomb_patrol: Roster):
    fields = {
        "mine-choice": "saved",
        "mine-text": LEGAL,
        "theirs-choice": "saved",
        "theirs-roster": str(tomb_patrol.uuid),
    }
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
    page = page_of(pressed(player, "chain", DATASHEETS, step="read"))
    assert [name for name in fields_of(page) if name.startswith("dice-")] == []


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
