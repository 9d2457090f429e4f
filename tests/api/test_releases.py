"""Releases in the API: published ones for everybody, drafts for staff, differences bounded and in pages."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from api.problems import Kind
from datasheets.services.roles import Role
from tests.api.problem import problem_of
from tests.datasheets.releasing import draft_of, imported, person_with

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_releases() -> None:
    """2026.10.1 was in force, 2026.10.2 is."""
    imported()
    imported(5)


def answer(client: APIClient, address: str) -> Any:
    response = client.get(address)
    assert response.status_code == 200, response.content
    return response.json()


def test_releases_are_listed_newest_first_with_how_they_stand() -> None:
    page = answer(APIClient(), "/api/v1/releases")

    assert page["count"] == 2
    assert [(row["label"], row["state"], row["by"]) for row in page["results"]] == [
        ("2026.10.2", "in force", None),
        ("2026.10.1", "former", None),
    ]
    assert page["results"][0]["manual"] == {"name": "Field Manual", "version": "1.0", "date": "2026-10-01"}


def test_release_is_found_by_its_label() -> None:
    release = answer(APIClient(), "/api/v1/releases/2026.10.1")

    assert (release["label"], release["state"], release["counts"]["datasheets"]) == ("2026.10.1", "former", 5)


def test_draft_is_found_by_staff_only() -> None:
    draft = draft_of(7)
    visitor = APIClient()

    assert problem_of(visitor.get(f"/api/v1/releases/{draft.label}"), Kind.NOT_FOUND)["detail"] == (
        "There is no release '2026.10.3'; /api/v1/releases lists those there are."
    )
    assert visitor.get(f"/api/v1/releases/2026.10.2/diff/{draft.label}").status_code == 404

    viewer = APIClient()
    viewer.force_authenticate(person_with(Role.VIEWER))
    release = answer(viewer, f"/api/v1/releases/{draft.label}")
    assert (release["state"], release["published"], release["by"]) == ("draft", None, "")
    assert [row["state"] for row in answer(viewer, "/api/v1/releases")["results"]] == ["draft", "in force", "former"]


def test_draft_judges_nobodys_list() -> None:
    draft = draft_of(7)

    response = APIClient().post("/api/v1/muster/check", {"text": "a", "release": draft.label}, format="json")

    assert problem_of(response, Kind.INVALID)["detail"] == (
        "There is no release '2026.10.3'; the one in force is '2026.10.2'."
    )


def test_difference_has_names_and_both_values() -> None:
    diff = answer(APIClient(), "/api/v1/releases/2026.10.1/diff/2026.10.2")

    assert (diff["before"]["label"], diff["after"]["label"], diff["counts"]) == (
        "2026.10.1",
        "2026.10.2",
        {"others": 1},
    )
    assert diff["factions"] == [{"id": "", "name": "All factions", "counts": {"others": 1}}]
    (change,) = diff["changes"]["results"]
    assert (change["topic"], change["faction"], change["what"], change["after"]) == (
        "others",
        "",
        "battle sizes, unit limit",
        5,
    )
    assert change["ref"]["collection"] == "battle_sizes"
    assert change["text"] == f"{change['subject']}: battle sizes, unit limit {change['before']} -> 5"


def test_difference_is_narrowed_to_a_faction_and_a_topic() -> None:
    of_none = answer(APIClient(), "/api/v1/releases/2026.10.1/diff/2026.10.2?faction=-&topic=others")
    prices = answer(APIClient(), "/api/v1/releases/2026.10.1/diff/2026.10.2?topic=prices")

    assert of_none["changes"]["count"] == 1
    assert (prices["changes"]["count"], prices["changes"]["results"]) == (0, [])


@pytest.mark.parametrize(
    ("query", "kind", "detail"),
    [
        ("faction=orks", Kind.NOT_FOUND, "Nothing differs for a faction 'orks'; `factions` without it names those."),
        (
            "topic=weather",
            Kind.INVALID,
            "topic cannot be 'weather'; choose new, gone, legends, prices, stats, wargear, units, detachments,"
            " attachments, others.",
        ),
        ("page_size=301", Kind.INVALID, "page_size is '301'; give a whole number from 1 to 300."),
    ],
)
def test_what_cannot_be_asked_is_told(query: str, kind: Kind, detail: str) -> None:
    response = APIClient().get(f"/api/v1/releases/2026.10.1/diff/2026.10.2?{query}")

    assert problem_of(response, kind)["detail"] == detail
