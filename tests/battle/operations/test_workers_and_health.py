"""Workers let themselves be seen, and /health/ready says how much waits."""

from __future__ import annotations

import datetime
import time

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from redis.exceptions import ConnectionError as RedisIsAway

from battle.queue import Waiting, waiting_work
from datasheets.workers import ALIVE_SECONDS, SHOWN_SECONDS, note_worker, workers_seen
from tests.battle.operations.simulations import simulation_of


def test_workers_are_listed_with_when_they_were_last_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    for name, ago in (("gone", SHOWN_SECONDS + 1), ("hangs", ALIVE_SECONDS + 1), ("works", 20)):
        monkeypatch.setattr("datasheets.workers.time.time", lambda at=now - ago: at)
        note_worker(name)
    monkeypatch.setattr("datasheets.workers.time.time", lambda: now)
    seen = workers_seen()
    assert seen is not None
    assert [(worker.name, worker.is_alive) for worker in seen] == [("works", True), ("hangs", False)]


def test_a_worker_that_is_seen_again_stands_once() -> None:
    note_worker("a machine, process 7")
    note_worker("a machine, process 7")
    assert [worker.name for worker in workers_seen() or ()] == ["a machine, process 7"]


def test_a_cache_that_does_not_answer_stops_no_worker_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise RedisIsAway

    monkeypatch.setattr(type(cache), "__getattr__", lambda self, name: away)
    note_worker("a machine, process 7")
    assert workers_seen() is None


@pytest.mark.django_db
def test_what_waits_is_counted_with_the_age_of_the_oldest(owner: User) -> None:
    assert waiting_work() == Waiting(0, 0, None)
    simulation_of(owner, "claimed", age=datetime.timedelta(days=1))
    assert waiting_work() == Waiting(0, 1, None)
    simulation_of(owner, "pending", "pending", "done", "claimed", age=datetime.timedelta(hours=1))
    found = waiting_work()
    assert (found.parts, found.running_parts, round((found.oldest_seconds or 0) / 60)) == (2, 2, 60)


@pytest.mark.django_db
def test_readiness_says_how_much_waits_and_nothing_about_anybody(client: Client, owner: User) -> None:
    simulation_of(owner, "pending", "claimed", age=datetime.timedelta(hours=1))
    answer = client.get("/health/ready")
    work = answer.json()["work"]
    assert 3600 <= work.pop("oldest_seconds") < 3700
    assert work == {"waiting_parts": 1, "running_parts": 1}
    assert "owner" not in answer.content.decode()
