"""Fixes through the API: with every report, and applied to saved rosters where they are offered."""

from __future__ import annotations

import uuid
from typing import Any

import jsonpatch
import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from datasheets.catalogue import Catalogue
from roster.models import Roster
from roster.saved import document_of
from roster.services.rosters import finish_roster
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.roster.lists import WITHOUT_WARLORD
from tests.roster.saved import saved_roster

pytestmark = pytest.mark.django_db
CHECK = "/api/v1/muster/check"
ROSTERS = "/api/v1/rosters"


@pytest.fixture
def roster(owner: User, release: Catalogue) -> Roster:
    """A finished roster that names no Warlord."""
    saved = saved_roster(owner, release, WITHOUT_WARLORD)
    finish_roster(saved)
    return saved


def fixes_of(report: dict[str, Any], check: str) -> list[dict[str, Any]]:
    [verdict] = [one for one in report["verdicts"] if one["check"] == check]
    return [fix for violation in verdict["violations"] for fix in violation["fixes"]]


def test_a_report_has_fixes_unless_the_address_says_otherwise(visitor: APIClient, release: Catalogue):
    body = visitor.post(CHECK, {"text": WITHOUT_WARLORD}, format="json").json()
    [fix] = fixes_of(body, "25.04/warlord-named")
    assert (fix["kind"], fix["text"]) == ("make_warlord", "Make Warboss the Warlord.")
    assert body["fix_search"]["tried"] >= 1

    without = visitor.post(f"{CHECK}?fixes=false", {"text": WITHOUT_WARLORD}, format="json").json()
    assert (fixes_of(without, "25.04/warlord-named"), without["fix_search"]) == ([], None)


def test_a_word_that_is_neither_true_nor_false_is_refused(visitor: APIClient, release: Catalogue):
    problem = problem_of(visitor.post(f"{CHECK}?fixes=perhaps", {"text": WITHOUT_WARLORD}, format="json"), Kind.INVALID)
    assert problem["errors"] == [{"detail": "fixes is 'perhaps'; send true or false.", "parameter": "fixes"}]


def test_the_patch_of_a_document_can_be_applied_by_who_asked(visitor: APIClient, roster: Roster):
    body = visitor.post(CHECK, {"roster": roster.document}, format="json").json()
    [fix] = fixes_of(body, "25.04/warlord-named")
    mended = jsonpatch.apply_patch(roster.document, fix["patch"])
    assert visitor.post(CHECK, {"roster": mended}, format="json").json()["is_legal"] is True


def test_a_saved_roster_is_changed_by_a_fix_of_its_report(as_owner: APIClient, roster: Roster):
    shown = as_owner.get(f"{ROSTERS}/{roster.uuid}").json()
    [fix] = fixes_of(shown["report"], "25.04/warlord-named")
    response = as_owner.post(
        f"{ROSTERS}/{roster.uuid}/fixes", {"version": shown["version"], "fix": fix["id"]}, format="json"
    )
    body = response.json()
    assert (response.status_code, body["version"], body["legality"]) == (200, 3, "legal")
    assert (body["roster"]["units"][0]["is_warlord"], body["report"]["is_legal"]) == (True, True)
    assert document_of(Roster.objects.get()).units[0].is_warlord is True


@pytest.mark.parametrize(
    ("version", "fix", "words"),
    [
        (1, "ee1efa8d0758706f", "it has version 2, and you saw 1"),
        (2, "0123456789abcdef", "This fix is not offered"),
        (2, "", "This fix is not offered"),
    ],
)
def test_another_version_or_another_fix_changes_nothing(
    as_owner: APIClient, roster: Roster, version: int, fix: str, words: str
):
    response = as_owner.post(f"{ROSTERS}/{roster.uuid}/fixes", {"version": version, "fix": fix}, format="json")
    assert words in problem_of(response, Kind.CONFLICT)["detail"]
    assert Roster.objects.get().version == 2


@pytest.mark.parametrize(
    ("sent", "pointers"),
    [
        ({}, ["/version", "/fix"]),
        ({"version": 0, "fix": 3}, ["/version", "/fix"]),
        ({"version": 2, "fix": "x", "event": 7}, ["/event"]),
        ({"version": 2, "fix": "x", "event": "no-such-event"}, ["/event"]),
        ({"version": 2, "fix": "x", "patch": []}, ["/patch"]),
    ],
)
def test_every_fault_of_a_request_is_named(as_owner: APIClient, roster: Roster, sent: Any, pointers: list[str]):
    problem = problem_of(as_owner.post(f"{ROSTERS}/{roster.uuid}/fixes", sent, format="json"), Kind.INVALID)
    assert [error["pointer"] for error in problem["errors"]] == pointers


def test_it_is_nobody_else_s_to_fix(visitor: APIClient, club_mate: User, as_owner: APIClient, roster: Roster):
    sent = {"version": 2, "fix": "ee1efa8d0758706f"}
    address = f"{ROSTERS}/{roster.uuid}/fixes"
    assert visitor.post(address, sent, format="json").status_code == 401
    assert client_of(club_mate).post(address, sent, format="json").status_code == 404
    assert as_owner.post(f"{ROSTERS}/{uuid.uuid4()}/fixes", sent, format="json").status_code == 404
    assert Roster.objects.get().version == 2
