"""Asking for what cannot be: everything is told beside its field, and nothing that was typed is lost."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battle.models import SimulationRequest
from battle.rations import SimulationThrottle
from datasheets.selectors import current_catalogue
from roster.models import Roster
from tests.roster.saved import saved_roster
from tests.website.asking import DATASHEETS, TWO_TEXTS, asked, faults, fields_of, pressed
from tests.website.pages import page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")


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


def test_a_roster_of_somebody_else_and_none_are_refused_alike(player: Client, tomb_patrol: Roster, stranger: User):
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
