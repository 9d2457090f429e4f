"""Pages of gauntlets: those there are, one's own from rosters, lists and names, changes, and what others see."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battle.models import Gauntlet
from battle.models.gauntlet import MOST_GAUNTLETS
from roster.models import Roster
from tests.website.pages import page_of
from tests.website.texts import LEGAL

pytestmark = pytest.mark.usefixtures("release")

WARRIORS = {"from": "catalogue", "datasheet": "necrons:necron-warriors"}
MONOLITH = {"from": "catalogue", "datasheet": "necrons:monolith"}
NEW = "/matchups/gauntlets/new/"


@pytest.fixture
def home_client(client: Client, owner: User) -> Client:
    """The owner's browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def own(owner: User) -> Gauntlet:
    """A gauntlet of the owner."""
    return Gauntlet.objects.create(
        slug="club-1", name="Club night", owner=owner, units=[WARRIORS, MONOLITH], weights=[3, 1], reasons=["Many.", ""]
    )


@pytest.fixture
def shipped(db: None) -> Gauntlet:
    """A gauntlet that comes with the service."""
    return Gauntlet.objects.create(slug="typical", name="Typical targets", about="All kinds.", units=[WARRIORS])


def errors_of(response: Any) -> list[str]:
    """What the page says is to be mended."""
    return [item.text.replace(" : ", ": ") for item in page_of(response).one(id="gauntlet-errors").all("li")]


def said(response: Any) -> list[str]:
    """The messages of the page."""
    return [note.text for note in page_of(response).one("main").all("p", class_="note", role="status")]


def fields_of(client: Client, gauntlet: Gauntlet) -> dict[str, str]:
    """What the form of the gauntlet sends if nothing is changed on it."""
    form = page_of(client.get(f"/matchups/gauntlets/{gauntlet.slug}/change/")).one("form", class_="event-form")
    boxes = [field.attributes for field in form.all("input")]
    found = {box["name"]: box.get("value") or "" for box in boxes if box.get("type") != "checkbox"}
    found |= {box.attributes["name"]: box.text for box in form.all("textarea")}
    found.pop("csrfmiddlewaretoken", None)
    return found


# Looking ------------------------------------------------------------------------------------------------


def test_visitors_see_what_comes_with_the_service_and_nothing_else(
    client: Client, shipped: Gauntlet, own: Gauntlet
) -> None:
    page = page_of(client.get("/matchups/gauntlets/"))
    assert [link.attributes["href"] for link in page.one("main").all("h3")[0].all("a")] == [
        "/matchups/gauntlets/typical/"
    ]
    assert "Club night" not in page.one("main").text
    assert client.get("/matchups/gauntlets/typical/").status_code == 200
    assert client.get("/matchups/gauntlets/club-1/").status_code == 404


def test_an_own_gauntlet_stands_beside_those_of_the_service(
    home_client: Client, shipped: Gauntlet, own: Gauntlet
) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = page_of(home_client.get("/matchups/gauntlets/"))
    assert [heading.text for heading in page.one("main").all("h3")] == ["Typical targets", "Club night"]
    assert "1 of 50 kept; nobody else sees them." in page.one("main").text
    assert len([one for one in queries if "battle_gauntlet" in one["sql"]]) == 1


def test_a_gauntlet_shows_its_targets_with_what_they_count_for(home_client: Client, own: Gauntlet) -> None:
    page = page_of(home_client.get("/matchups/gauntlets/club-1/"))
    rows = [[cell.text for cell in row.all("td")] for row in page.one("tbody").all("tr")]
    assert [row[0] for row in rows] == ["10", "1"]
    assert [row[2] for row in rows] == ["75.0 %", "25.0 %"]
    assert "Many." in page.one("tbody").text
    assert [form.attributes["action"] for form in page.one("main").all("form")] == [
        "/matchups/gauntlets/club-1/copy/",
        "/matchups/gauntlets/club-1/delete/",
    ]


def test_a_target_that_is_gone_says_so(home_client: Client, own: Gauntlet) -> None:
    Gauntlet.objects.update(units=[WARRIORS, {"from": "catalogue", "datasheet": "Squats of old"}])
    text = page_of(home_client.get("/matchups/gauntlets/club-1/")).one("tbody").text
    assert "Squats of old" in text
    assert "Cannot be fielded by the release in force:" in text


@pytest.mark.parametrize("address", ["", "change/", "copy/", "delete/"])
def test_others_get_the_same_page_as_for_none(client: Client, club_mate: User, own: Gauntlet, address: str) -> None:
    client.force_login(club_mate)
    for slug in ("club-1", "no-such"):
        path = f"/matchups/gauntlets/{slug}/{address}"
        response = client.get(path) if address in ("", "change/") else client.post(path)
        assert response.status_code == 404
    assert client.post("/matchups/gauntlets/club-1/change/", {"name": "Mine"}).status_code == 404
    assert Gauntlet.objects.get().name == "Club night"


def test_those_of_the_service_cannot_be_changed_or_deleted(home_client: Client, shipped: Gauntlet) -> None:
    assert home_client.get("/matchups/gauntlets/typical/change/").status_code == 404
    assert home_client.post("/matchups/gauntlets/typical/delete/").status_code == 404
    assert Gauntlet.objects.count() == 1


@pytest.mark.parametrize("address", ["new/", "club-1/change/"])
def test_visitors_are_asked_to_sign_in(client: Client, own: Gauntlet, address: str) -> None:
    response = client.get(f"/matchups/gauntlets/{address}")
    assert (response.status_code, response.headers["Location"].split("?")[0]) == (302, "/accounts/login/")


# Making -------------------------------------------------------------------------------------------------


def test_a_gauntlet_from_names_of_datasheets(home_client: Client, owner: User) -> None:
    response = home_client.post(
        NEW, {"name": "Names", "datasheets": "Necron Warriors\n\n  monolith \nNecron Warriors"}, follow=True
    )
    kept = Gauntlet.objects.get()
    assert (kept.owner, kept.name, kept.weights, kept.reasons) == (owner, "Names", [], [])
    assert [unit["datasheet"] for unit in kept.units] == [
        "necrons:necron-warriors",
        "necrons:monolith",
        "necrons:necron-warriors",
    ]
    assert response.redirect_chain == [(f"/matchups/gauntlets/{kept.slug}/", 302)]
    assert said(response) == ["“Names” is kept."]


def test_names_nobody_knows_come_with_suggestions_and_what_was_typed_stays(home_client: Client) -> None:
    response = home_client.post(NEW, {"name": "Names", "datasheets": "Necron Wariors\nMonolith\nSquats"})
    assert response.status_code == 422
    (error,) = errors_of(response)
    assert error.startswith("Datasheets by name, one on each line: Line 1: No datasheet is called “Necron Wariors”.")
    assert "Necron Warriors" in error
    page = page_of(response)
    assert page.one("textarea", name="datasheets").text.split() == ["Necron", "Wariors", "Monolith", "Squats"]
    assert "Line 3: No datasheet is called “Squats”." in page.one(id="id_datasheets_error").text
    assert Gauntlet.objects.count() == 0


def test_a_gauntlet_from_a_pasted_list_says_what_did_not_come_along(home_client: Client) -> None:
    text = LEGAL.replace("Skorpekh Destroyers (85 points)", "Skorpek Destroyer (85 points)", 1)
    response = home_client.post(NEW, {"name": "Theirs", "text": text}, follow=True)
    page = page_of(response)
    assert [row.one("th").text for row in page.one("tbody").all("tr")][:2] == [
        "Immortals with Overlord",
        "Canoptek Wraiths with Technomancer",
    ]
    assert any("not understood and left out" in words and "Skorpek Destroyer" in words for words in said(response))


def test_a_gauntlet_from_a_saved_roster_with_more_by_name(home_client: Client, owner: User) -> None:
    home_client.post("/rosters/save/", {"text": LEGAL})
    roster = Roster.objects.get()
    home_client.post(NEW, {"name": "Both", "roster": str(roster.uuid), "datasheets": "Monolith"})
    kept = Gauntlet.objects.get()
    assert [unit["from"] for unit in kept.units] == ["roster"] * 4 + ["catalogue"]
    assert len(kept.units[0]["roster"]["units"]) == 2


def test_a_roster_of_somebody_else_is_no_choice(home_client: Client, client: Client, club_mate: User) -> None:
    other = Client()
    other.force_login(club_mate)
    other.post("/rosters/save/", {"text": LEGAL})
    response = home_client.post(NEW, {"name": "Theirs", "roster": str(Roster.objects.get().uuid)})
    assert response.status_code == 422
    assert Gauntlet.objects.count() == 0


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"name": "", "datasheets": "Monolith"}, "Name: This field is required."),
        ({"name": "Empty"}, "There are no targets. Choose a roster, paste a list, or write names of datasheets."),
        (
            {"name": "Many", "datasheets": "Monolith\n" * 41},
            "Datasheets by name, one on each line: 41 names are too many; at most 40 are read.",
        ),
        ({"name": "List", "text": "hello"}, "All units of a pasted list: "),
    ],
)
def test_what_is_missing_is_said(home_client: Client, sent: dict[str, str], message: str) -> None:
    response = home_client.post(NEW, sent)
    assert response.status_code == 422
    assert any(error.startswith(message) for error in errors_of(response))
    assert Gauntlet.objects.count() == 0


def test_who_keeps_as_many_as_one_may_is_told(home_client: Client, owner: User) -> None:
    Gauntlet.objects.bulk_create(
        Gauntlet(slug=f"own-{number}", name="Own", units=[MONOLITH], owner=owner) for number in range(MOST_GAUNTLETS)
    )
    response = home_client.post(NEW, {"name": "One more", "datasheets": "Monolith"})
    assert errors_of(response) == ["You keep 50 gauntlets; 50 is the most. Delete one that you no longer use."]


def test_a_hostile_name_stays_words(home_client: Client) -> None:
    home_client.post(NEW, {"name": "<script>alert(1)</script>", "datasheets": "Monolith"})
    response = home_client.get("/matchups/gauntlets/")
    assert b"<script>alert" not in response.content
    assert "<script>alert(1)</script>" in page_of(response).one("main").text


# Changing -----------------------------------------------------------------------------------------------


def test_weights_reasons_and_targets_are_changed(home_client: Client, own: Gauntlet) -> None:
    sent = fields_of(home_client, own) | {
        "name": "Club evening",
        "weight_1": "2.5",
        "reason_1": "A pyramid.",
        "removed_0": "on",
        "datasheets": "Immortals",
    }
    response = home_client.post("/matchups/gauntlets/club-1/change/", sent)
    assert response.headers["Location"] == "/matchups/gauntlets/club-1/"
    kept = Gauntlet.objects.get()
    assert (kept.slug, kept.name) == ("club-1", "Club evening")
    assert [unit["datasheet"] for unit in kept.units] == ["necrons:monolith", "necrons:immortals"]
    assert (kept.weights, kept.reasons) == ([2.5, 1], ["A pyramid.", ""])


def test_a_form_that_is_sent_as_it_is_changes_nothing(home_client: Client, own: Gauntlet) -> None:
    before = (own.name, own.about, own.units, own.weights, own.reasons)
    home_client.post("/matchups/gauntlets/club-1/change/", fields_of(home_client, own))
    kept = Gauntlet.objects.get()
    assert (kept.name, kept.about, kept.units, kept.weights, kept.reasons) == before


def test_a_change_in_between_is_not_overwritten(home_client: Client, own: Gauntlet) -> None:
    sent = fields_of(home_client, own)
    Gauntlet.objects.update(units=[MONOLITH], weights=[], reasons=[])
    response = home_client.post("/matchups/gauntlets/club-1/change/", sent)
    assert (response.status_code, errors_of(response)) == (
        422,
        ["This gauntlet was changed since you looked. Open it again and change it then."],
    )
    assert Gauntlet.objects.get().units == [MONOLITH]


@pytest.mark.parametrize("weight", ["-1", "nan", "inf", "many", ""])
def test_a_weight_that_is_none_is_refused(home_client: Client, own: Gauntlet, weight: str) -> None:
    sent = fields_of(home_client, own) | {"weight_0": weight}
    response = home_client.post("/matchups/gauntlets/club-1/change/", sent)
    assert response.status_code == 422
    assert errors_of(response)[0].startswith("How common Necron Warriors is: ")
    assert Gauntlet.objects.get().weights == [3, 1]


def test_all_targets_taken_out_is_refused(home_client: Client, own: Gauntlet) -> None:
    sent = fields_of(home_client, own) | {"removed_0": "on", "removed_1": "on"}
    response = home_client.post("/matchups/gauntlets/club-1/change/", sent)
    assert errors_of(response)[0].startswith("There are no targets.")


def test_a_target_that_is_gone_has_to_be_taken_out(home_client: Client, own: Gauntlet) -> None:
    Gauntlet.objects.update(units=[{"from": "catalogue", "datasheet": "Squats of old"}, MONOLITH])
    sent = fields_of(home_client, Gauntlet.objects.get())
    response = home_client.post("/matchups/gauntlets/club-1/change/", sent)
    assert errors_of(response)[0].startswith("Take Squats of old out: ")
    assert home_client.post("/matchups/gauntlets/club-1/change/", sent | {"removed_0": "on"}).status_code == 302
    assert Gauntlet.objects.get().units == [MONOLITH]


def test_one_of_the_service_is_copied_to_be_changed(home_client: Client, shipped: Gauntlet, owner: User) -> None:
    response = home_client.post("/matchups/gauntlets/typical/copy/")
    copy = Gauntlet.objects.get(owner=owner)
    assert response.headers["Location"] == f"/matchups/gauntlets/{copy.slug}/change/"
    assert (copy.name, copy.about, copy.units) == ("Copy of Typical targets", "All kinds.", [WARRIORS])


def test_an_own_one_is_deleted(home_client: Client, own: Gauntlet) -> None:
    response = home_client.post("/matchups/gauntlets/club-1/delete/", follow=True)
    assert Gauntlet.objects.count() == 0
    assert said(response) == ["“Club night” is deleted. Matchups that were asked with it stay as they are."]
    assert home_client.get("/matchups/gauntlets/club-1/").status_code == 404
