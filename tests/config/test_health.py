"""Alive and ready are two questions."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_process_that_answers_is_live(client: Client) -> None:
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


def test_a_service_without_a_catalogue_is_not_ready_and_says_what_to_do(client: Client) -> None:
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "not ready",
        "checks": {
            "database": "ok",
            "broker": "ok",
            "catalogue": "no release is published; run: manage.py import_catalogue",
        },
        "release": None,
        "work": {"waiting_parts": 0, "running_parts": 0, "oldest_seconds": None},
    }


def test_health_is_never_cached_and_only_asked(client: Client) -> None:
    assert "no-store" in client.get("/health/ready")["Cache-Control"]
    assert client.post("/health/ready").status_code == 405


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
def test_another_method_is_refused_as_such_and_not_for_want_of_a_token(path: str) -> None:
    assert Client(enforce_csrf_checks=True).put(path).status_code == 405
