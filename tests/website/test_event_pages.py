"""Events on the site: to look at, to check for, to hand folders in for, and for organisers to keep."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from datasheets.catalogue import Catalogue
from roster.event_documents import event_to_json
from roster.event_wording import restrictions_of
from roster.models import CheckBatch, Event, Roster
from roster.muster import LoweredCheck, Severity
from roster.runner import check_waiting_lists
from roster.services.events import change_event, profile_of
from tests.people import PASSWORD
from tests.roster.events import organiser_of, profile, stored_event
from tests.website.pages import page_of
from tests.website.texts import ILLEGAL, LEGAL

pytestmark = pytest.mark.usefixtures("release")
ADD = "/admin/roster/event/add/"


def form(**values: Any) -> dict[str, Any]:
    return {"profile": json.dumps(event_to_json(profile(**values))), "starts_on": "", "ends_on": "", "version": ""}


def test_an_event_that_is_not_published_is_not_there_for_strangers(client: Client, owner: User) -> None:
    event = stored_event(owner, is_published=False)
    assert client.get("/events/autumn-open/").status_code == 404
    assert "Autumn Open" not in page_of(client.get("/events/")).text
    client.force_login(owner)
    assert "Not published: seen by its organiser" in page_of(client.get("/events/autumn-open/")).text
    assert "Autumn Open Not published" in page_of(client.get("/events/")).one("main").text
    client.logout()
    Event.objects.filter(pk=event.pk).update(is_published=True)
    assert page_of(client.get("/events/autumn-open/")).one("h1").text == "Autumn Open"


def test_an_event_says_in_sentences_what_it_restricts_and_lowers(client: Client, owner: User) -> None:
    lowered = (LoweredCheck("24.34/one-support", Severity.WARNING, "House rule."),)
    stored_event(owner, minimum_points=900, factions=("necrons",), requires_plan=True, lowered=lowered)
    text = page_of(client.get("/events/autumn-open/")).one("main").text
    for words in (
        "An army costs at least 900 points.",
        "Only these factions are allowed. 1 name Necrons",
        "Legends are barred.",
        "The roster has a deployment plan",
        "24.34/one-support A warning instead of illegal: House rule.",
    ):
        assert words in text


def test_a_list_is_checked_for_the_event_that_is_chosen(client: Client, owner: User) -> None:
    stored_event(owner, minimum_points=100_000)
    page = page_of(client.get("/check/?event=autumn-open"))
    chosen = [row.attributes["value"] for row in page.one("select", name="event").all("option", selected="")]
    assert chosen == ["autumn-open"]
    answer = page_of(client.post("/check/", {"text": LEGAL, "event": "autumn-open"})).one("main").text
    assert "Judged for Autumn Open ." in answer
    assert "Autumn Open asks for 100000 at least." in answer
    assert "Judged for" not in page_of(client.post("/check/", {"text": LEGAL, "event": ""})).one("main").text


def test_what_is_explained_of_a_list_checked_for_an_event_is_explained_for_it(client: Client, owner: User) -> None:
    stored_event(owner, minimum_points=100_000)
    answer = page_of(client.post("/check/", {"text": LEGAL, "event": "autumn-open"}))
    fields = answer.one("form", action="/check/why/").all("input", type="hidden")
    values = {one.attributes["name"]: one.attributes["value"] for one in fields if "value" in one.attributes}
    assert (values["text"], values["event"]) == (LEGAL, "autumn-open")
    why = page_of(client.post("/check/why/", {"text": values["text"], "event": values["event"]})).one("main").text
    assert "Judged for Autumn Open ." in why
    assert "Autumn Open asks for 100000 at least." in why


def test_a_saved_roster_looked_at_for_an_event_is_explained_for_it(client: Client, owner: User) -> None:
    stored_event(owner, minimum_points=100_000)
    client.force_login(owner)
    client.post("/rosters/save/", {"text": LEGAL})
    address = f"/rosters/{Roster.objects.get().uuid}/"
    why = f"{address}why/?event=autumn-open"
    assert page_of(client.get(f"{address}?event=autumn-open")).all("a", href=why) != []
    page = page_of(client.get(why))
    assert "Autumn Open asks for 100000 at least." in page.one("main").text
    assert page.all("a", href=f"{address}?event=autumn-open") != []
    assert "Judged for" not in page_of(client.get(f"{address}why/")).one("main").text


def test_a_roster_saved_from_a_check_for_an_event_is_shown_for_it(client: Client, owner: User) -> None:
    stored_event(owner, minimum_points=100_000)
    client.force_login(owner)
    answer = page_of(client.post("/check/", {"text": LEGAL, "event": "autumn-open"}))
    fields = answer.one("form", action="/rosters/save/").all("input", type="hidden")
    values = {one.attributes["name"]: one.attributes["value"] for one in fields if "value" in one.attributes}
    response = client.post("/rosters/save/", values)
    assert response.headers["Location"] == f"/rosters/{Roster.objects.get().uuid}/?event=autumn-open"
    assert "Autumn Open asks for 100000 at least." in page_of(client.get(response.headers["Location"])).text


def test_datasheets_of_one_name_are_told_apart_on_the_page(catalogue: Catalogue) -> None:
    ids = ("chaos-space-marines:chaos-rhino", "death-guard:chaos-rhino")
    names = [row.names for row in restrictions_of(profile(barred_datasheets=ids), catalogue) if row.names]
    assert names == [("Chaos Rhino (Chaos Space Marines)", "Chaos Rhino (Death Guard)")]


def test_nothing_is_explained_for_an_event_that_is_not_there_for_the_visitor(client: Client, owner: User) -> None:
    stored_event(owner, is_published=False)
    for slug in ("autumn-open", "nowhere", "\0"):
        response = client.post("/check/why/", {"text": LEGAL, "event": slug})
        assert response.status_code == 422
        assert "There is no event" in page_of(response).one("main").text


def test_what_an_event_lowers_is_said_beside_the_rule_and_above_all(client: Client, owner: User) -> None:
    plain = page_of(client.post("/check/", {"text": ILLEGAL})).one("main")
    checks = [rule.one("code").text for rule in plain.all("li", class_="rule-illegal")]
    lowered = tuple(LoweredCheck(check, Severity.WARNING, "House rule.") for check in checks)
    stored_event(owner, requires_disposition=False, lowered=lowered)
    page = page_of(client.post("/check/", {"text": ILLEGAL, "event": "autumn-open"})).one("main")
    assert page.all("li", class_="rule-illegal") == []
    words = "Lowered by Autumn Open from illegal to a warning: House rule."
    assert [row.text for row in page.all("p", class_="lowered")].count(words) == len(checks)
    assert page.one("div", class_="judged-event").text.count(words) == len(checks)


@pytest.mark.parametrize("slug", ["spring-open", "autumn-open\0", "x" * 3000])
def test_an_event_there_is_not_is_told_and_nothing_is_checked(client: Client, owner: User, slug: str) -> None:
    stored_event(owner)
    client.force_login(owner)
    response = client.post("/check/", {"text": LEGAL, "event": slug})
    assert response.status_code == 422
    assert f"There is no event “{slug[:60]}”." in page_of(response).one(id="list-errors").text.replace("�", "\0")
    file = SimpleUploadedFile("a.txt", LEGAL.encode())
    assert client.post("/check/batch/", {"lists": [file], "event": slug}).status_code == 422
    assert not CheckBatch.objects.exists()


def test_a_saved_roster_is_judged_for_an_event_as_one_handed_in(client: Client, owner: User) -> None:
    stored_event(owner, minimum_points=100_000)
    client.force_login(owner)
    client.post("/rosters/save/", {"text": LEGAL})
    saved = Roster.objects.get()
    address = f"/rosters/{saved.uuid}/"
    assert page_of(client.get(address)).one(id="verdict").text == "Legal so far"
    page = page_of(client.get(f"{address}?event=autumn-open"))
    assert page.one(id="verdict").text.startswith("Not legal: ")
    assert "Judged for Autumn Open" in page.one("main").text
    assert "There is no event “no”." in page_of(client.get(f"{address}?event=no")).one("main").text


def test_a_batch_is_judged_by_the_profile_of_its_day(client: Client, owner: User) -> None:
    event = stored_event(owner, minimum_points=100_000)
    client.force_login(owner)
    file = SimpleUploadedFile("a.txt", LEGAL.encode())
    address = client.post("/check/batch/", {"lists": [file], "event": "autumn-open"}).headers["Location"]
    change_event(event, profile(name="Winter Open"), by=None)
    check_waiting_lists(seconds=60)
    assert "for Autumn Open, by its profile of that day" in page_of(client.get(address)).one("main").text
    assert "Autumn Open asks for 100000 at least." in page_of(client.get(f"{address}1/")).one("main").text
    event.delete()
    assert "Autumn Open asks for 100000 at least." in page_of(client.get(f"{address}1/")).one("main").text


def test_an_organiser_creates_changes_and_deletes_an_event(client: Client, owner: User) -> None:
    client.force_login(organiser_of(owner))
    assert client.get(ADD).status_code == 200
    assert client.post(ADD, {**form(minimum_points=900), "is_published": "on"}).status_code == 302
    event = Event.objects.get()
    assert (event.slug, event.organiser, event.is_published, event.version) == ("autumn-open", owner, True, 1)
    change = f"/admin/roster/event/{event.pk}/change/"
    assert client.get(change).status_code == 200
    assert client.post(change, {**form(minimum_points=950), "version": "1"}).status_code == 302
    event.refresh_from_db()
    assert (profile_of(event).minimum_points, event.is_published, event.version) == (950, False, 2)
    late = client.post(change, {**form(minimum_points=1), "version": "1"})
    assert (late.status_code, "was changed in between" in late.content.decode()) == (200, True)
    assert Event.objects.get().version == 2
    assert client.post(f"/admin/roster/event/{event.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Event.objects.exists()


def test_an_organiser_reaches_no_event_of_somebody_else(client: Client, owner: User, stranger: User) -> None:
    event = stored_event(owner)
    client.force_login(organiser_of(stranger))
    change = f"/admin/roster/event/{event.pk}/change/"
    assert client.post(change, {**form(minimum_points=1), "version": "1"}).status_code == 302
    event.refresh_from_db()
    assert (profile_of(event).minimum_points, event.version) == (None, 1)


def test_who_is_no_organiser_creates_none(client: Client, club_mate: User) -> None:
    User.objects.filter(pk=club_mate.pk).update(is_staff=True)
    assert client.login(username="club_mate", password=PASSWORD)
    assert client.post(ADD, form()).status_code == 403
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("{", "/: This is not JSON"),
        ("[1]", "/: Expected object, got array."),
        ('{"schema": "quartermaster.event/1", "id": "a", "name": "A", "points_limit": -5}', "/points_limit: "),
        ('{"schema": "quartermaster.event/1", "id": "a", "name": "A", "factions": ["orks\\u0000"]}', "/factions/0: "),
        (
            '{"schema": "quartermaster.event/1", "id": "a", "name": "A", "factions": ["squats"]}',
            "/factions/0: There is no faction",
        ),
        (
            json.dumps({"schema": "quartermaster.event/1", "id": "a", "name": "A", "factions": ["x"] * 10_000}),
            "/factions: Expected array of length",
        ),
        (
            json.dumps(
                {
                    "schema": "quartermaster.event/1",
                    "id": "a",
                    "name": "A",
                    "lowered": [{"check": "app/roster-size", "severity": "advice"}],
                }
            ),
            "/lowered/0/check: app/roster-size cannot be lowered",
        ),
    ],
)
def test_a_profile_that_does_not_fit_is_refused_with_its_place(
    client: Client, owner: User, written: str, sentence: str
) -> None:
    client.force_login(organiser_of(owner))
    response = client.post(ADD, {**form(), "profile": written})
    assert (response.status_code, Event.objects.exists()) == (200, False)
    assert sentence in response.content.decode()
