"""The progress of a simulation as server-sent events: what is told, who is refused, and that places come free again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from rest_framework.test import APIClient

from api import streams
from api.problems import Kind
from api.streams import SEATS
from battle.models import SimulationRequest
from battle.runner import work_on_waiting_parts
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.api.simulations import ask, table, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]

WAITS: dict[str, Any] = {
    "status": "pending",
    "parts_done": 0,
    "parts_total": 3,
    "parts_claimed": 0,
    "cells_done": 0,
    "cells_total": 4,
    "waiting_before": 0,
    "seconds": 0.0,
}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream looks again at once."""
    monkeypatch.setattr(streams, "LOOK_SECONDS", 0)


def opened(client: APIClient, address: str, **headers: str) -> Any:
    """A stream that goes on, with its first chunk read."""
    response: Any = client.get(address, headers=headers)
    assert (response.status_code, response["Content-Type"]) == (200, "text/event-stream")
    assert next(iter(response.streaming_content)) == b"retry: 2000\n\n"
    return response


def leave(response: Any) -> None:
    """End the stream as a client that leaves does; within the test's own transaction."""
    response._iterator.close()


def event_in(chunk: bytes) -> tuple[str, str, dict[str, Any]]:
    """Id, name and data of an event."""
    (_, number), (_, name), (_, data) = [line.split(": ", 1) for line in chunk.decode().strip().split("\n")]
    return number, name, json.loads(data)


def test_a_stream_tells_what_changes_and_ends_when_the_simulation_is_finished(as_owner: APIClient) -> None:
    body = waiting(as_owner)
    response = opened(as_owner, body["events_url"])
    chunks = iter(response.streaming_content)
    assert event_in(next(chunks)) == ("pending.0.0.0", "progress", WAITS)
    assert next(chunks) == b": nothing new\n\n"
    work_on_waiting_parts(seconds=60)
    number, name, data = event_in(next(chunks))
    assert (number, name, data["status"], data["parts_done"]) == ("done.3.0.0", "finished", "done", 3)
    assert list(chunks) == []
    assert SEATS.taken == 0


def test_a_stream_is_not_kept_back_by_caches_and_proxies(as_owner: APIClient) -> None:
    response = opened(as_owner, waiting(as_owner)["events_url"])
    assert (response["Cache-Control"], response["X-Accel-Buffering"]) == ("no-store", "no")
    assert "Content-Length" not in response
    leave(response)


def test_who_comes_back_is_told_only_what_is_new_and_after_the_end_nothing(as_owner: APIClient) -> None:
    body = waiting(as_owner)
    back = opened(as_owner, body["events_url"], **{"last-event-id": "pending.0.0.0"})
    assert next(iter(back.streaming_content)) == b": nothing new\n\n"
    leave(back)
    work_on_waiting_parts(seconds=60)
    end: Any = as_owner.get(body["events_url"], headers={"last-event-id": "pending.0.0.0"})
    told = b"".join(end.streaming_content)
    assert told.count(b"event: finished\n") == 1
    over = as_owner.get(body["events_url"], headers={"last-event-id": "done.3.0.0"})
    assert (over.status_code, over.content) == (204, b"")


def test_what_is_cancelled_or_deleted_ends_the_stream(as_owner: APIClient, settings: Settings) -> None:
    settings.SIMULATION_STREAMS = 2
    cancelled, deleted = waiting(as_owner), waiting(as_owner, table(3))
    first, second = (opened(as_owner, body["events_url"]) for body in (cancelled, deleted))
    as_owner.post(cancelled["cancel_url"])
    as_owner.delete(deleted["url"])
    [chunk] = list(first.streaming_content)
    assert event_in(chunk)[1:] == ("finished", {**WAITS, "status": "cancelled"})
    assert list(second.streaming_content) == [b"id: gone\nevent: gone\ndata: {}\n\n"]
    assert SEATS.taken == 0


def test_more_streams_than_the_process_keeps_are_refused_and_told_to_poll(
    as_owner: APIClient, club_mate: User, settings: Settings
) -> None:
    settings.SIMULATION_STREAMS = 1
    body = waiting(as_owner)
    theirs = waiting(client_of(club_mate), table(3))
    first = opened(as_owner, body["events_url"])
    refused = client_of(club_mate).get(theirs["events_url"])
    detail = problem_of(refused, Kind.NO_STREAM)["detail"]
    seconds = int(refused["Retry-After"])
    assert 0 < seconds <= 60
    assert detail == (
        "All streams of this service are taken. "
        f"Ask {theirs['url']} for the progress instead, or come back in {seconds} s."
    )
    # Polling goes on, and what is finished is told without a place.
    assert as_owner.get(body["url"]).status_code == 200
    done: Any = as_owner.get(ask(as_owner, table(4)).json()["events_url"])
    assert b"event: finished\n" in b"".join(done.streaming_content)
    # A client that leaves makes room.
    leave(first)
    leave(opened(client_of(club_mate), theirs["events_url"]))
    assert SEATS.taken == 0


def test_a_person_has_two_streams(as_owner: APIClient, club_mate: User, settings: Settings) -> None:
    settings.SIMULATION_STREAMS = 9
    body = waiting(as_owner)
    mine = [opened(as_owner, body["events_url"]) for _ in range(2)]
    refused = as_owner.get(body["events_url"])
    assert problem_of(refused, Kind.NO_STREAM)["detail"] == (
        "You have 2 streams open, which is the most for one person. "
        f"Ask {body['url']} for the progress instead, or come back in 60 s."
    )
    assert refused["Retry-After"] == "60"
    other = opened(client_of(club_mate), waiting(client_of(club_mate))["events_url"])
    for response in (*mine, other):
        leave(response)
    leave(opened(as_owner, body["events_url"]))
    assert SEATS.taken == 0


def test_an_account_that_is_closed_ends_its_stream(as_owner: APIClient, owner: User) -> None:
    body = waiting(as_owner)
    response = opened(as_owner, body["events_url"])
    SimulationRequest.objects.all().delete()
    assert list(response.streaming_content) == [b"id: gone\nevent: gone\ndata: {}\n\n"]
