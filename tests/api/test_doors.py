"""The index, the release, the checks, the problems, and addresses that do not exist."""

from __future__ import annotations

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from api.problems import Kind
from datasheets.catalogue import Catalogue
from roster.muster.registry import all_checks
from tests.api.problem import problem_of, send

pytestmark = pytest.mark.django_db


def test_every_address_of_the_index_exists(visitor: APIClient, release: Catalogue):
    addresses = visitor.get("/api/v1/").json()
    assert set(addresses) == {
        "check",
        "batches",
        "rosters",
        "events",
        "event_schema",
        "simulations",
        "gauntlets",
        "ask_schema",
        "data_errors",
        "release",
        "releases",
        "checks",
        "problems",
        "login",
        "logout",
        "roster_schema",
        "openapi",
        "documentation",
    }
    statuses = {name: visitor.get(address).status_code for name, address in addresses.items()}
    assert statuses == {
        "check": 405,
        "batches": 401,
        "rosters": 401,
        "data_errors": 401,
        "events": 200,
        "simulations": 401,
        "gauntlets": 401,
        "releases": 200,
        "release": 200,
        "checks": 200,
        "problems": 200,
        "login": 405,
        "logout": 401,
        "roster_schema": 200,
        "event_schema": 200,
        "ask_schema": 200,
        "openapi": 200,
        "documentation": 200,
    }


def test_the_release_in_force_is_told(visitor: APIClient, release: Catalogue):
    stamp = release.stamp
    assert visitor.get("/api/v1/release").json() == {
        "label": stamp.label,
        "content_hash": stamp.content_hash,
        "published": stamp.published,
        "upstream": stamp.upstream,
        "manual": {"name": stamp.manual.name, "version": stamp.manual.version, "date": stamp.manual.date},
        "counts": {
            "factions": len(release.data.factions),
            "datasheets": len(release.data.datasheets),
            "items": len(release.data.items),
            "detachments": len(release.data.detachments),
            "enhancements": len(release.data.enhancements),
            "attachments": len(release.data.attachments),
            "allied_rules": len(release.data.allied_rules),
        },
    }


def test_without_a_release_that_is_told(visitor: APIClient):
    problem_of(visitor.get("/api/v1/release"), Kind.NO_RELEASE)


def test_every_registered_check_is_told(visitor: APIClient):
    told = visitor.get("/api/v1/checks").json()
    assert [check["id"] for check in told] == [check.id for check in all_checks()]
    assert all(check["id"] == f"{check['rule']}/{check['id'].partition('/')[2]}" for check in told)
    assert {severity for check in told for severity in check["severity"].values()} <= {"illegal", "warning", "advice"}


def test_every_kind_of_problem_is_told(visitor: APIClient):
    assert visitor.get("/api/v1/problems").json() == [
        {"type": kind.type, "status": kind.status, "title": kind.title} for kind in Kind
    ]


@pytest.mark.parametrize(
    "address",
    [
        "/api/",
        "/api/v2/",
        "/api/v1/muster/check/",
        "/api/v1/muster/batches/7",
        "/api/v1/muster/batches/not-a-uuid/items",
        "/api/v1/schemas/roster-2.json",
        "/api/v1/%00%ff",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "BREW"])
def test_an_address_that_does_not_exist_is_a_problem_for_every_method(visitor: APIClient, address: str, method: str):
    response = visitor.generic(method, address)
    assert response.status_code == 404
    assert problem_of(response, Kind.NOT_FOUND) == {
        "detail": "There is no such address. /api/v1/ names those there are; mind the slash at the end."
    }


def test_a_body_larger_than_any_that_is_read_is_refused_unread(visitor: APIClient):
    content = b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    response = send(visitor, "POST", "/api/v1/muster/check", content, "application/json")
    assert response.status_code == 413
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["detail"] == (
        "The request has 2,621,441 bytes; at most 2,621,440 are read. Send less, or in several parts."
    )


def test_head_and_options_answer_without_a_page(visitor: APIClient):
    assert (visitor.head("/api/v1/").status_code, visitor.head("/api/v1/").content) == (200, b"")
    response = visitor.options("/api/v1/muster/check")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("wish", ["xml", "api", "json", "", "<script>"])
def test_the_format_parameter_means_nothing(visitor: APIClient, wish: str):
    response = visitor.get(f"/api/v1/checks?format={wish}")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")


def test_a_long_content_type_is_not_repeated_whole(visitor: APIClient):
    response = send(visitor, "POST", "/api/v1/muster/check", b"x", f"text/html; {'x' * 5_000}")
    assert problem_of(response, Kind.WRONG_CONTENT_TYPE)["detail"] == (
        f"The body is sent as text/html; {'x' * 89}…; send it as application/json, text/plain."
    )
