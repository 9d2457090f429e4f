"""Why a roster stands as it does: the page of a saved roster, and of a list that was pasted."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from roster.models import Roster
from roster.rations import ExplanationThrottle
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")
UNREAD = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)


@pytest.fixture
def home_client(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


def saved(client: Client, text: str = LEGAL) -> Roster:
    client.post("/rosters/save/", {"text": text})
    return Roster.objects.get()


def pasted(client: Client, text: str = LEGAL) -> Element:
    return page_of(client.post("/check/why/", {"text": text}))


def test_a_saved_roster_leads_to_its_explanation(home_client: Client):
    roster = saved(home_client)
    address = f"/rosters/{roster.uuid}/why/"
    assert page_of(home_client.get(f"/rosters/{roster.uuid}/")).one("a", href=address).text == (
        "Why, and what is still possible"
    )
    page = page_of(home_client.get(address))
    assert page.one("h1").text == "Why: Tomb Patrol"
    assert page.one(id="verdict").text == "Legal so far"
    assert "A draft is tried as a finished roster." in page.text


def test_a_checked_list_leads_to_its_explanation_without_script(client: Client):
    page = page_of(client.post("/check/", {"text": LEGAL}))
    form = page.one("form", action="/check/why/")
    (text,) = [field.attributes["value"] for field in form.all("input") if field.attributes["name"] == "text"]
    assert text == LEGAL
    assert pasted(client, text).one("h1").text == "Why: Tomb Patrol"
    assert Roster.objects.count() == 0


def test_the_page_has_limits_possibilities_prices_units_and_checks(client: Client):
    page = pasted(client)
    assert [heading.text for heading in page.one("main").all("h2")] == [
        "Legal",
        "Closest to their end",
        "What is still possible",
        "Limits",
        "Points: 515",
        "Unit by unit",
        "Every check",
    ]
    assert "485 points are left" in page.one("header", class_="verdict").text
    assert "Not possible: Skorpekh Destroyers, 2 of 2: a 3rd is not possible." in " ".join(page.text.split())


def test_every_unit_has_an_anchor_its_price_in_parts_and_a_way_to_report_it(client: Client):
    page = pasted(client)
    for number in range(1, 7):
        unit = page.one("article", id=f"unit-{number}")
        price = unit.one("details", class_="price")
        assert price.one("table").all("tr") != []
        assert len(unit.all("a", class_="report-link")) == 2
    technomancer = next(one for one in page.all("article") if one.one("h3").text == "Technomancer")
    assert [row.text for row in technomancer.one("table").all("tr")] == [
        "Unit size 1 model At this size, the 1st copy costs 80 and the 2nd copy and later ones cost 90. "
        "This is the 1st. 80",
        "Enhancement Autodivinator 15",
        "Together 95",
    ]


def test_every_link_within_the_page_leads_somewhere(client: Client):
    for text in (LEGAL, ILLEGAL):
        page = pasted(client, text)
        targets = {one.attributes["id"] for one in page.all() if "id" in one.attributes}
        links = {one.attributes["href"][1:] for one in page.all("a") if one.attributes["href"].startswith("#")}
        assert links <= targets
        assert {f"unit-{number}" for number in range(1, 4)} <= targets


def test_an_illegal_list_says_what_a_change_would_break_beyond(client: Client):
    page = pasted(client, ILLEGAL)
    assert page.one("header", class_="verdict").text.endswith(
        "What follows says what a change would break beyond that."
    )


def test_lines_not_understood_keep_the_page_from_saying_legal(home_client: Client):
    roster = saved(home_client, UNREAD)
    page = page_of(home_client.get(f"/rosters/{roster.uuid}/why/"))
    assert page.one(id="verdict").text.startswith("Cannot say")


def test_a_text_that_is_no_list_is_refused_in_words(client: Client):
    page = pasted(client, "Dear club")
    assert page.one(id="verdict").text == "Cannot read this text"
    assert page.all("article") == []


@pytest.mark.parametrize("text", ["", "   \n"])
def test_nothing_pasted_is_a_sentence(client: Client, text: str):
    response = client.post("/check/why/", {"text": text})
    assert response.status_code == 422
    assert page_of(response).one("h1").text == "Not explained"


def test_the_address_without_a_list_leads_to_the_check_page(client: Client):
    assert client.get("/check/why/").headers["Location"] == "/check/"


def test_other_people_and_visitors_learn_nothing(home_client: Client, stranger: User):
    roster = saved(home_client)
    address = f"/rosters/{roster.uuid}/why/"
    home_client.force_login(stranger)
    theirs = home_client.get(address)
    nowhere = home_client.get(f"/rosters/{uuid.uuid4()}/why/")
    assert (theirs.status_code, nowhere.status_code) == (404, 404)
    assert page_of(theirs).one("h1").text == page_of(nowhere).one("h1").text
    home_client.logout()
    assert home_client.get(address).headers["Location"] == f"/accounts/login/?next={address}"


def test_explanations_are_rationed(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ExplanationThrottle, "rate", "2/min")
    answers = [client.post("/check/why/", {"text": LEGAL}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "Retry-After" in answers[2].headers
    assert page_of(answers[2]).one("h1").text == "Too many explanations at once"


def test_other_methods_are_refused(home_client: Client):
    roster = saved(home_client)
    assert home_client.post(f"/rosters/{roster.uuid}/why/").status_code == 405
