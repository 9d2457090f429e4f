"""Saved rosters on the site: save from a result, look at them, be told of a release, move, finish, delete."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from datasheets.catalogue import Catalogue
from datasheets.selectors import current_catalogue
from roster.comparisons import compare_waiting_rosters
from roster.models import ComparedRoster, Roster
from roster.services.comparisons import notify_owners
from tests.roster.saved import dearer, published
from tests.website.conftest import necrons_of
from tests.website.pages import Element, page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")
UNREAD = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)
SKORPEKHS = "necrons:skorpekh-destroyers"


@pytest.fixture
def home_client(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def roster(home_client: Client) -> Roster:
    """The legal list, saved through the page."""
    response = home_client.post("/rosters/save/", {"text": LEGAL})
    saved = Roster.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, f"/rosters/{saved.uuid}/")
    return saved


def publish_dearer(catalogue: Catalogue, *, by: int = 10, is_told: bool = True) -> Catalogue:
    """Put a release in force in which Skorpekh Destroyers cost more; owners are told unless not."""
    published(dearer(necrons_of(catalogue.data), SKORPEKHS, by=by), catalogue)
    if is_told:
        notify_owners()
        compare_waiting_rosters(seconds=60)
    return current_catalogue()


def said(response: object) -> str:
    """The newest message of the page."""
    return page_of(response).one("main").all("p", class_="note", role="status")[-1].text


def form_to(page: Element, address: str) -> Element:
    """The form of the page that posts to this address."""
    return page.one("form", action=address)


def test_a_visitor_is_asked_to_sign_in(client: Client):
    assert client.get("/rosters/").headers["Location"] == "/accounts/login/?next=/rosters/"
    page = page_of(client.post("/check/", {"text": LEGAL}))
    assert page.all("form", action="/rosters/save/") == []
    assert "to save rosters" in page.text


def test_the_result_of_a_check_can_be_saved_as_it_was_checked(home_client: Client):
    page = page_of(home_client.post("/check/", {"text": LEGAL}))
    form = form_to(page, "/rosters/save/")
    (text,) = [field.attributes["value"] for field in form.all("input") if field.attributes["name"] == "text"]
    assert text == LEGAL
    saved = page_of(home_client.post("/rosters/save/", {"text": text}, follow=True))
    assert saved.one("h1").text == Roster.objects.get().name
    assert saved.one(id="verdict").text == "Legal so far"


def test_a_text_that_cannot_be_read_offers_nothing_to_save_and_is_not_saved(home_client: Client):
    assert page_of(home_client.post("/check/", {"text": "Two eggs."})).all("form", action="/rosters/save/") == []
    response = home_client.post("/rosters/save/", {"text": "Two eggs."})
    assert (response.status_code, page_of(response).one("h1").text) == (422, "Not saved")
    assert Roster.objects.count() == 0


@pytest.mark.parametrize("text", ["", " \n", "a" * 200_001])
def test_nothing_and_too_much_are_refused(home_client: Client, text: str):
    assert home_client.post("/rosters/save/", {"text": text}).status_code == 422
    assert Roster.objects.count() == 0


def test_lines_not_understood_are_kept_and_shown_until_settled(home_client: Client):
    page = page_of(home_client.post("/rosters/save/", {"text": UNREAD}, follow=True))
    roster = Roster.objects.get()
    assert roster.legality in {"open", "illegal"}
    section = page.one(class_="lines", aria_labelledby="open-lines-heading")
    assert len(section.one("ul").all("li")) == len(roster.open_lines) >= 1
    assert "Skorpek Destroyer (85 points)" in section.text
    home_client.post(form_to(page, f"/rosters/{roster.uuid}/settle/").attributes["action"])
    assert Roster.objects.get().open_lines == []


def test_the_list_names_points_verdict_state_and_release(home_client: Client, roster: Roster):
    home_client.post("/rosters/save/", {"text": ILLEGAL})
    page = page_of(home_client.get("/rosters/"))
    cards = [card.text for card in page.all("li", class_="roster-card")]
    assert len(cards) == 2
    assert "Not legal" in cards[0]
    assert f"{roster.points:,} points Legal so far Necrons" in cards[1]
    assert f"draft, on release {roster.release.label}" in cards[1]


def test_nobody_but_the_owner_reaches_a_roster(home_client: Client, roster: Roster, stranger: User):
    other = Client()
    other.force_login(stranger)
    assert page_of(other.get("/rosters/")).all("li", class_="roster-card") == []
    for method, address in (
        ("get", ""),
        ("get", "move/"),
        ("post", "move/"),
        ("post", "rename/"),
        ("post", "finish/"),
        ("post", "dismiss/"),
        ("post", "delete/"),
    ):
        assert getattr(other, method)(f"/rosters/{roster.uuid}/{address}").status_code == 404
    assert home_client.get(f"/rosters/{uuid.uuid4()}/").status_code == 404
    assert Roster.objects.get().version == 1


def test_a_roster_is_renamed_finished_and_made_a_draft_again(home_client: Client, roster: Roster):
    address = f"/rosters/{roster.uuid}/"
    assert said(home_client.post(f"{address}rename/", {"name": "Tomb"}, follow=True)) == "Renamed to “Tomb”."
    home_client.post(f"{address}finish/")
    assert "finished, on release" in page_of(home_client.get("/rosters/")).text
    home_client.post(f"{address}reopen/")
    roster.refresh_from_db()
    assert (roster.name, roster.is_finished, roster.version) == ("Tomb", False, 4)
    assert home_client.post(f"{address}rename/", {"name": ""}).status_code == 422
    assert home_client.post(f"{address}burn/").status_code == 404


def test_a_roster_is_deleted(home_client: Client, roster: Roster):
    response = home_client.post(f"/rosters/{roster.uuid}/delete/", follow=True)
    assert (said(response), Roster.objects.count()) == (f"“{roster.name}” is deleted.", 0)


def test_the_owner_is_told_what_a_new_release_changes_and_may_put_it_away(
    home_client: Client, roster: Roster, catalogue: Catalogue
):
    newest = publish_dearer(catalogue)
    row = ComparedRoster.objects.get()
    sentence = f"Release {newest.stamp.label} changes this roster: {row.points_before:,} → {row.points_after:,} points"
    assert sentence in page_of(home_client.get("/rosters/")).one(class_="notice").text
    page = page_of(home_client.get(f"/rosters/{roster.uuid}/"))
    assert sentence in page.one(class_="notice").text
    home_client.post(f"/rosters/{roster.uuid}/dismiss/", {"back": "list"})
    assert page_of(home_client.get("/rosters/")).all(class_="notice") == []
    assert page_of(home_client.get(f"/rosters/{roster.uuid}/")).all(class_="notice") == []
    assert ComparedRoster.objects.get().dismissed_at is not None


def test_the_page_says_what_a_release_changes_before_anybody_compared(
    home_client: Client, roster: Roster, catalogue: Catalogue
):
    newest = publish_dearer(catalogue, is_told=False)
    note = page_of(home_client.get(f"/rosters/{roster.uuid}/")).one("div", class_="note").text
    assert f"Release {newest.stamp.label} is in force and would change this roster" in note


def test_a_move_is_shown_first_and_then_made(home_client: Client, roster: Roster, catalogue: Catalogue):
    newest = publish_dearer(catalogue)
    address = f"/rosters/{roster.uuid}/move/"
    page = page_of(home_client.get(address))
    changed = ComparedRoster.objects.get().units
    rows = [[cell.text for cell in (*row.all("th"), *row.all("td"))] for row in page.one("tbody").all("tr")]
    assert rows == [
        [f"Skorpekh Destroyers, {which} of 2", str(unit["before"]), str(unit["after"]), "+10"]
        for which, unit in zip(("1st", "2nd"), changed, strict=True)
    ]
    assert Roster.objects.get().points == roster.points
    fields = {
        field.attributes["name"]: field.attributes["value"]
        for field in form_to(page, address).all("input")
        if field.attributes["name"] != "csrfmiddlewaretoken"
    }
    assert fields == {"to": newest.stamp.label, "version": "1"}
    moved = home_client.post(address, fields, follow=True)
    assert said(moved) == f"Moved to release {newest.stamp.label}."
    roster.refresh_from_db()
    assert (roster.release.label, roster.points) == (newest.stamp.label, ComparedRoster.objects.get().points_after)
    assert page_of(moved).all(class_="notice") == []
    assert home_client.get(address).headers["Location"] == f"/rosters/{roster.uuid}/"


def test_a_move_to_another_release_than_was_shown_is_refused(home_client: Client, roster: Roster, catalogue: Catalogue):
    shown = publish_dearer(catalogue)
    publish_dearer(catalogue, by=40)
    response = home_client.post(f"/rosters/{roster.uuid}/move/", {"to": shown.stamp.label, "version": "1"})
    assert (response.status_code, page_of(response).one("h1").text) == (409, "Not moved")
    assert Roster.objects.get().version == 1


def test_the_list_costs_as_many_queries_whatever_its_length(home_client: Client, catalogue: Catalogue):
    counts = []
    for _ in range(2):
        for _ in range(3):
            home_client.post("/rosters/save/", {"text": LEGAL})
        with CaptureQueriesContext(connection) as queries:
            assert home_client.get("/rosters/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
