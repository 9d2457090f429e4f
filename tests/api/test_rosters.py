"""Saved rosters through the API: keep, list, change, move with a dry run first, delete; nobody else's."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from datasheets.catalogue import Catalogue
from datasheets.selectors import current_catalogue
from roster.comparisons import compare_waiting_rosters
from roster.documents import document_from_json
from roster.models import Roster
from roster.rations import RosterThrottle
from roster.services.comparisons import notify_owners
from roster.services.rosters import RosterHasChanged
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.roster.lists import LEGAL_LIST, NO_LIST, WITH_UNKNOWN_LINE
from tests.roster.saved import dearer, published, saved_roster, smaller

pytestmark = pytest.mark.django_db
ROSTERS = "/api/v1/rosters"


@pytest.fixture
def roster(owner: User, release: Catalogue) -> Roster:
    """A saved roster of the owner."""
    return saved_roster(owner, release)


def post(client: APIClient, address: str, body: dict[str, Any]) -> Any:
    return client.post(address, body, format="json")


def test_a_text_is_kept_and_answered_with_its_report(as_owner: APIClient, release: Catalogue):
    response = post(as_owner, ROSTERS, {"text": LEGAL_LIST, "name": "Saturday"})
    saved = Roster.objects.get()
    body = response.json()
    assert (response.status_code, response["Location"]) == (201, f"http://testserver{ROSTERS}/{saved.uuid}")
    assert (body["id"], body["name"], body["points"], body["legality"]) == (str(saved.uuid), "Saturday", 100, "legal")
    assert (body["release"], body["version"], body["is_finished"]) == (release.stamp.label, 1, False)
    assert (body["report"]["is_legal"], body["report"]["stage"]) == (True, "draft")
    assert document_from_json(body["roster"]).name == "Saturday"
    assert as_owner.get(body["url"]).json() == body


def test_a_document_that_was_given_out_is_kept_again(as_owner: APIClient, roster: Roster):
    document = as_owner.get(f"{ROSTERS}/{roster.uuid}").json()["roster"]
    response = post(as_owner, ROSTERS, {"roster": document})
    assert (response.status_code, response.json()["roster"]) == (201, document)
    assert Roster.objects.count() == 2


def test_lines_not_understood_are_kept_and_the_roster_is_not_called_legal(as_owner: APIClient, release: Catalogue):
    body = post(as_owner, ROSTERS, {"text": WITH_UNKNOWN_LINE}).json()
    assert (body["legality"], body["report"]["is_legal"]) == ("open", None)
    assert [(line["number"], line["unit"]) for line in body["open_lines"]] == [(14, "Warboss")]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, [""]),
        ({"text": NO_LIST}, ["/text"]),
        ({"text": 5}, ["/text"]),
        ({"text": "a", "roster": {}}, [""]),
        ({"roster": {"schema": "another"}}, ["/roster/schema"]),
        ({"text": LEGAL_LIST, "name": "x" * 121}, ["/name"]),
        ({"text": LEGAL_LIST, "release": "nobody's"}, ["/release"]),
        ({"text": LEGAL_LIST, "owner": 1}, ["/owner"]),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(
    as_owner: APIClient, release: Catalogue, body: dict[str, Any], pointers: list[str]
):
    problem = problem_of(post(as_owner, ROSTERS, body), Kind.INVALID)
    assert [error["pointer"] for error in problem["errors"]] == pointers
    assert Roster.objects.count() == 0


def test_rosters_are_listed_last_changed_first_in_few_queries(
    as_owner: APIClient, owner: User, release: Catalogue, django_assert_num_queries
):
    saved = [saved_roster(owner, release, name=str(number)) for number in range(5)]
    with django_assert_num_queries(4):
        body = as_owner.get(f"{ROSTERS}?page_size=2").json()
    assert (body["count"], [row["name"] for row in body["results"]]) == (5, ["4", "3"])
    assert set(body["results"][0]) & {"roster", "report", "open_lines"} == set()
    assert str(saved[-1].uuid) == body["results"][0]["id"]


def test_a_notice_stands_on_a_roster_that_the_release_in_force_changes(as_owner: APIClient, roster: Roster):
    newest = published(dearer(current_catalogue().data), current_catalogue())
    notify_owners()
    compare_waiting_rosters(seconds=60)
    (row,) = as_owner.get(ROSTERS).json()["results"]
    assert row["notice"] == {
        "release": newest.label,
        "sentence": f"Release {newest.label} changes this roster: 100 → 110 points.",
        "points_before": 100,
        "points_after": 110,
        "legality_before": "legal",
        "legality_after": "legal",
        "newly_broken": [],
        "newly_held": [],
    }


def test_a_move_is_asked_about_first_and_then_made(as_owner: APIClient, roster: Roster, release: Catalogue):
    published(smaller(dearer(release.data), "incursion", 105), release)
    newest = current_catalogue().stamp.label
    address = f"{ROSTERS}/{roster.uuid}/move"
    asked = post(as_owner, address, {"version": 1}).json()
    assert (asked["before"], asked["after"], asked["is_moved"], asked["version"]) == (
        release.stamp.label,
        newest,
        False,
        1,
    )
    assert (asked["points_before"], asked["points_after"], asked["over_by"]) == (100, 110, 5)
    assert asked["units"] == [{"at": "/units/0", "name": "Warboss", "before": 100, "after": 110, "reason": ""}]
    assert [(row["check"], row["before"], row["after"]) for row in asked["checks"]] == [
        ("25.03/points-limit", "held", "broken")
    ]
    assert (asked["newly_broken"], asked["newly_held"]) == (["25.03/points-limit"], [])
    roster.refresh_from_db()
    assert (roster.release.label, roster.version) == (release.stamp.label, 1)
    moved = post(as_owner, address, {"version": 1, "dry_run": False, "release": newest}).json()
    assert moved == {**asked, "is_moved": True, "version": 2}
    roster.refresh_from_db()
    assert (roster.release.label, roster.points, roster.legality) == (newest, 110, "illegal")


@pytest.mark.parametrize("path", ["", "/move"])
def test_a_version_that_is_not_the_rosters_changes_nothing(as_owner: APIClient, roster: Roster, path: str):
    address = f"{ROSTERS}/{roster.uuid}{path}"
    send = as_owner.post if path else as_owner.patch
    body = {"version": 7, "dry_run": False} if path else {"version": 7, "name": "Other"}
    problem = problem_of(send(address, body, format="json"), Kind.CONFLICT)
    assert problem["detail"] == (
        "The roster has version 1, and you saw 7. Fetch it again and decide anew; nothing was changed."
    )
    roster.refresh_from_db()
    assert (roster.name, roster.version) == ("Patrol", 1)


def test_a_roster_is_renamed_and_finished(as_owner: APIClient, roster: Roster):
    body = {"version": 1, "name": "Sunday", "is_finished": True}
    answer = as_owner.patch(f"{ROSTERS}/{roster.uuid}", body, format="json").json()
    assert (answer["name"], answer["is_finished"], answer["version"], answer["report"]["stage"]) == (
        "Sunday",
        True,
        3,
        "final",
    )


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/version"]),
        ({"version": True, "name": ""}, ["/version", "/name"]),
        ({"version": 1, "is_finished": "yes"}, ["/is_finished"]),
        ({"version": 1, "points": 5}, ["/points"]),
    ],
)
def test_an_unfitting_change_is_refused(as_owner: APIClient, roster: Roster, body: dict[str, Any], pointers: list[str]):
    problem = problem_of(as_owner.patch(f"{ROSTERS}/{roster.uuid}", body, format="json"), Kind.INVALID)
    assert [error["pointer"] for error in problem["errors"]] == pointers


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/version"]),
        ({"version": 1, "dry_run": "no", "release": 5}, ["/release", "/dry_run"]),
        ({"version": 1, "release": "nobody's"}, ["/release"]),
    ],
)
def test_an_unfitting_move_is_refused(as_owner: APIClient, roster: Roster, body: dict[str, Any], pointers: list[str]):
    problem = problem_of(post(as_owner, f"{ROSTERS}/{roster.uuid}/move", body), Kind.INVALID)
    assert [error["pointer"] for error in problem["errors"]] == pointers


def test_a_change_that_is_overtaken_half_way_changes_nothing(as_owner: APIClient, roster: Roster, monkeypatch):
    def overtaken(found: Roster, *, is_finished: bool) -> None:
        raise RosterHasChanged("This roster was changed or deleted in between. Load it again; nothing was written.")

    monkeypatch.setattr("api.v1.rosters.finish_roster", overtaken)
    body = {"version": 1, "name": "Sunday", "is_finished": True}
    response = as_owner.patch(f"{ROSTERS}/{roster.uuid}", body, format="json")
    assert response.status_code == 409
    after = Roster.objects.get()
    assert (after.name, after.version, after.document["name"]) == (roster.name, 1, roster.document["name"])


def test_nobody_but_the_owner_learns_that_there_is_a_roster(visitor: APIClient, stranger: User, roster: Roster):
    other = client_of(stranger)
    assert other.get(ROSTERS).json()["count"] == 0
    for key in (roster.uuid, uuid.uuid4()):
        for method, path in (("get", ""), ("patch", ""), ("delete", ""), ("post", "/move")):
            response = getattr(other, method)(f"{ROSTERS}/{key}{path}", {"version": 1}, format="json")
            assert problem_of(response, Kind.NOT_FOUND)["detail"] == "There is no roster of yours with this id."
    assert visitor.get(ROSTERS).status_code == 401
    assert Roster.objects.get() == roster


def test_a_roster_is_deleted(as_owner: APIClient, roster: Roster):
    assert as_owner.delete(f"{ROSTERS}/{roster.uuid}").status_code == 204
    assert Roster.objects.count() == 0


def test_saving_is_rationed(as_owner: APIClient, release: Catalogue, monkeypatch):
    monkeypatch.setattr(RosterThrottle, "rate", "1/hour")
    assert post(as_owner, ROSTERS, {"text": LEGAL_LIST}).status_code == 201
    problem_of(post(as_owner, ROSTERS, {"text": LEGAL_LIST}), Kind.TOO_MANY_REQUESTS)
    assert Roster.objects.count() == 1


def test_without_a_catalogue_nothing_is_kept(as_owner: APIClient):
    problem_of(post(as_owner, ROSTERS, {"text": LEGAL_LIST}), Kind.NO_RELEASE)
