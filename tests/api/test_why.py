"""Explanations through the API: of a text, of a document, of a saved roster."""

from __future__ import annotations

import uuid
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from datasheets.catalogue import Catalogue
from roster.models import Roster
from roster.rations import ExplanationThrottle
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.roster.events import stored_event
from tests.roster.lists import LEGAL_LIST, NO_LIST
from tests.roster.saved import saved_roster

pytestmark = pytest.mark.django_db
EXPLAIN = "/api/v1/muster/explain"


@pytest.fixture
def roster(owner: User, release: Catalogue) -> Roster:
    """A saved roster of the owner."""
    return saved_roster(owner, release)


@pytest.fixture
def validator(visitor: APIClient, release: Catalogue) -> jsonschema.Draft202012Validator:
    """What the description says of an explanation."""
    described = visitor.get("/api/v1/schema/", HTTP_ACCEPT="application/vnd.oai.openapi+json").json()
    return jsonschema.Draft202012Validator({"$ref": "#/components/schemas/Explanation", **described})


def explained(client: APIClient, body: dict[str, Any]) -> Any:
    return client.post(EXPLAIN, body, format="json")


def test_a_text_is_explained_and_answered_as_described(visitor: APIClient, validator: jsonschema.Draft202012Validator):
    response = explained(visitor, {"text": LEGAL_LIST})
    body = response.json()
    validator.validate(body)
    assert response.status_code == 200
    assert (body["report"]["is_legal"], body["account"]["total"]) == (True, 100)
    assert [chapter["topic"] for chapter in body["chapters"]] == [
        "points",
        "enhancements",
        "copies",
        "detachments",
        "warlord",
    ]
    assert 0 < body["trials"]["made"] <= body["trials"]["most"]


def test_the_text_itself_may_be_the_body(visitor: APIClient, release: Catalogue):
    response = visitor.post(f"{EXPLAIN}?stage=draft", LEGAL_LIST, content_type="text/plain; charset=utf-8")
    assert (response.status_code, response.json()["report"]["stage"]) == (200, "draft")


def test_a_text_that_is_no_list_is_answered_with_its_refusal(
    visitor: APIClient, validator: jsonschema.Draft202012Validator
):
    body = explained(visitor, {"text": NO_LIST}).json()
    validator.validate(body)
    assert (body["account"], body["units"], body["chapters"]) == (None, [], [])
    assert body["report"]["refusal"]


def test_a_saved_roster_is_explained_as_its_document_is(as_owner: APIClient, roster: Roster):
    mine = as_owner.get(f"/api/v1/rosters/{roster.uuid}/why")
    document = explained(as_owner, {"roster": roster.document, "stage": "draft"})
    assert (mine.status_code, document.status_code) == (200, 200)
    assert mine.json() == document.json()


def test_a_roster_of_somebody_else_is_not_there(stranger: User, roster: Roster):
    client = client_of(stranger)
    for address in (f"/api/v1/rosters/{roster.uuid}/why", f"/api/v1/rosters/{uuid.uuid4()}/why"):
        assert problem_of(client.get(address), Kind.NOT_FOUND) == {
            "detail": "There is no roster of yours with this id."
        }


def test_faults_of_the_request_are_named_as_a_check_names_them(visitor: APIClient, release: Catalogue):
    response = explained(visitor, {"text": LEGAL_LIST, "stage": "late", "colour": "red"})
    assert response.status_code == 400
    assert explained(visitor, {"text": LEGAL_LIST, "release": "1999.1.1"}).status_code == 400


def test_explanations_are_rationed(visitor: APIClient, release: Catalogue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ExplanationThrottle, "rate", "1/min")
    assert explained(visitor, {"text": LEGAL_LIST}).status_code == 200
    assert explained(visitor, {"text": LEGAL_LIST}).status_code == 429


def test_a_saved_roster_is_explained_for_an_event(owner: User, roster: Roster):
    stored_event(owner, minimum_points=100_000)
    address = f"/api/v1/rosters/{roster.uuid}/why"
    report = client_of(owner).get(f"{address}?event=autumn-open").json()["report"]
    assert report["event"]["id"] == "autumn-open"
    assert report["is_legal"] is False
    assert client_of(owner).get(address).json()["report"]["event"] is None
    problem = problem_of(client_of(owner).get(f"{address}?event=nowhere"), Kind.INVALID)
    assert "There is no event 'nowhere'" in problem["detail"]
