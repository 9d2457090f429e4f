"""Gauntlets through the API: those of the service are read, own ones kept, replaced and deleted; nobody else's."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from api.v1.schema.gauntlet import GAUNTLET_SENT
from battle.models import Gauntlet
from datasheets.catalogue import Catalogue
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.api.simulations import ask, table
from tests.battle.scenario.documents import unit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]
GAUNTLETS = "/api/v1/gauntlets"
TWO: dict[str, Any] = {
    "name": "Two targets",
    "about": "For tests.",
    "units": [unit(), unit(name="Others")],
    "weights": [3, 1],
    "reasons": ["Seen everywhere.", "Seen at times."],
}


@pytest.fixture
def shipped(db: None) -> Gauntlet:
    """One that comes with the service."""
    return Gauntlet.objects.create(slug="sample-targets", name="Sample targets", units=[unit()])


def kept(client: APIClient, document: object = TWO) -> dict[str, Any]:
    response = client.post(GAUNTLETS, document, format="json")
    assert response.status_code == 201
    body: dict[str, Any] = response.json()
    return body


def test_a_gauntlet_is_kept_read_replaced_and_deleted(as_owner: APIClient) -> None:
    response = as_owner.post(GAUNTLETS, TWO, format="json")
    body = response.json()
    assert (response.status_code, response["Location"]) == (201, body["url"])
    assert {name: body[name] for name in TWO} == TWO
    assert (body["is_shipped"], body["targets"]) == (False, 2)
    assert body["id"].startswith("two-targets-")
    assert as_owner.get(body["url"]).json() == body
    replaced = as_owner.put(body["url"], {"name": "One target", "units": [unit()]}, format="json")
    assert replaced.status_code == 200
    now = replaced.json()
    assert (now["id"], now["name"], now["targets"], now["weights"], now["about"]) == (
        body["id"],
        "One target",
        1,
        [],
        "",
    )
    assert as_owner.delete(body["url"]).status_code == 204
    problem_of(as_owner.get(body["url"]), Kind.NOT_FOUND)
    assert not Gauntlet.objects.exists()


def test_the_list_has_those_of_the_service_and_own_ones(as_owner: APIClient, stranger: User, shipped: Gauntlet) -> None:
    mine = kept(as_owner)
    kept(client_of(stranger))
    page = as_owner.get(GAUNTLETS).json()
    assert [(row["id"], row["is_shipped"]) for row in page["results"]] == [
        ("sample-targets", True),
        (mine["id"], False),
    ]
    assert page["results"][1] == {name: mine[name] for name in page["results"][1]}


def test_what_comes_with_the_service_is_read_and_stays_as_it_is(as_owner: APIClient, shipped: Gauntlet) -> None:
    address = f"{GAUNTLETS}/sample-targets"
    before = as_owner.get(address).json()
    assert (before["is_shipped"], before["units"]) == (True, [unit()])
    for response in (as_owner.put(address, TWO, format="json"), as_owner.delete(address)):
        assert problem_of(response, Kind.FORBIDDEN)["detail"] == (
            "Sample targets comes with the service and stays as it is. Keep one of your own: "
            "POST /api/v1/gauntlets takes its units."
        )
    assert as_owner.get(address).json() == before


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_gauntlet_of_somebody_else_is_as_one_that_does_not_exist(
    as_owner: APIClient, visitor: APIClient, stranger: User, method: str
) -> None:
    body = kept(as_owner)
    send = {"GET": "get", "PUT": "put", "DELETE": "delete"}[method]
    theirs = getattr(client_of(stranger), send)(body["url"], TWO if method == "PUT" else None, format="json")
    nobodys = getattr(client_of(stranger), send)(f"{GAUNTLETS}/none", TWO if method == "PUT" else None, format="json")
    assert problem_of(theirs, Kind.NOT_FOUND) == problem_of(nobodys, Kind.NOT_FOUND)
    problem_of(getattr(visitor, send)(body["url"]), Kind.SIGNED_OUT)
    assert as_owner.get(body["url"]).json() == body


@pytest.mark.parametrize(
    ("changes", "pointers"),
    [
        ({"name": " "}, ["/name"]),
        ({"name": 7}, ["/name"]),
        ({"units": []}, ["/units"]),
        ({"units": [unit()] * 41}, ["/units"]),
        ({"weights": [1]}, ["/weights"]),
        ({"weights": [1, -1]}, ["/weights/1"]),
        ({"reasons": ["Seen."]}, ["/reasons"]),
        ({"units": [unit(), {"from": "catalogue", "datasheet": "None Such"}]}, ["/units/1/datasheet"]),
        ({"units": [unit(), {"from": "saved", "roster": "x"}]}, ["/units/1/from"]),
        ({"colour": "red"}, ["/colour"]),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_kept(
    as_owner: APIClient, changes: dict[str, Any], pointers: list[str]
) -> None:
    problem = problem_of(as_owner.post(GAUNTLETS, {**TWO, **changes}, format="json"), Kind.INVALID)
    assert [row["pointer"] for row in problem["errors"]] == pointers
    assert not Gauntlet.objects.exists()
    body = kept(as_owner)
    problem_of(as_owner.put(body["url"], {**TWO, **changes}, format="json"), Kind.INVALID)
    assert as_owner.get(body["url"]).json() == body


def test_the_example_of_a_gauntlet_can_be_kept_and_is_asked_by_its_id(
    as_owner: APIClient, stranger: User, release: Catalogue
) -> None:
    body = kept(as_owner, GAUNTLET_SENT)
    field = table(question="field", targets=[{"from": "gauntlet", "gauntlet": body["id"]}])
    response = ask(as_owner, field)
    answer = response.json()["result"]
    assert response.status_code == 201
    assert ([row["name"] for row in answer["targets"]], answer["weights"]) == (
        ["Intercessor Squad", "Boyz", "Rhino"],
        [3, 2, 1],
    )
    assert response.json()["sources"][1] == {
        "pointer": "/targets/0",
        "kind": "gauntlet",
        "name": "What the club fields",
        "gauntlet": body["id"],
    }
    refused = problem_of(ask(client_of(stranger), field), Kind.INVALID)
    assert [row["pointer"] for row in refused["errors"]] == ["/targets/0/gauntlet"]
