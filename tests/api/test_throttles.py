"""How often one may ask."""

from __future__ import annotations

import json
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient
from rest_framework.throttling import AnonRateThrottle

from api.problems import Kind
from datasheets.catalogue import Catalogue
from roster.rations import BatchThrottle
from tests.api.problem import problem_of

pytestmark = pytest.mark.django_db


def test_a_visitor_who_asks_too_often_is_told_when_to_come_back(
    visitor: APIClient, release: Catalogue, address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "3/min"})

    def ask(asker: str) -> Any:
        body = json.dumps({"text": ""})
        return visitor.post("/api/v1/muster/check", body, content_type="application/json", REMOTE_ADDR=asker)

    with time_machine.travel("2026-12-02 12:00:00+00:00", tick=False) as traveller:
        assert [ask(address).status_code for _ in range(3)] == [200, 200, 200]
        traveller.shift(15)
        response = ask(address)
        assert problem_of(response, Kind.TOO_MANY_REQUESTS) == {
            "detail": "There were too many requests. Wait 45 s and send it again."
        }
        assert response["Retry-After"] == "45"
        assert ask(f"{address}0").status_code == 200
        traveller.shift(46)
        assert ask(address).status_code == 200


def test_batches_are_rationed_on_top(as_owner: APIClient, release: Catalogue, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(BatchThrottle, "rate", "1/hour")
    body = json.dumps({"lists": [{"text": "a list"}]})
    first, second = (as_owner.post("/api/v1/muster/batches", body, content_type="application/json") for _ in range(2))
    assert first.status_code == 202
    problem_of(second, Kind.TOO_MANY_REQUESTS)
    assert as_owner.get("/api/v1/muster/batches").json()["count"] == 1
