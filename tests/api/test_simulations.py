"""Simulations through the API: asked, followed, read, cancelled, asked again, deleted; nobody else's."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.problems import Kind
from battle.models import Simulation, SimulationRequest
from battle.rations import SimulationThrottle
from battle.runner import work_on_waiting_parts
from battle.scenario.decoding import scenario_from_json
from battle.scenario.parts import prepared
from battle.services import asking
from datasheets.catalogue import Catalogue
from tests.api.conftest import client_of
from tests.api.problem import problem_of, send
from tests.api.simulations import SIMULATIONS, STRANGE, ask, table, waiting
from tests.battle.scenario.documents import rifle, riflemen, scenario
from tests.roster.saved import saved_roster

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def answer_to(document: dict[str, Any]) -> dict[str, Any] | None:
    """What the engine says by itself."""
    return prepared(scenario_from_json(document), None).at_once()


def test_a_small_question_is_answered_at_once(as_owner: APIClient) -> None:
    response = ask(as_owner, table(name="Saturday"))
    body = response.json()
    assert (response.status_code, response["Location"]) == (201, body["url"])
    assert body["url"] == f"http://testserver{SIMULATIONS}/{SimulationRequest.objects.get().uuid}"
    assert (body["status"], body["method"], body["name"], body["question"]) == ("done", "exact", "Saturday", "matrix")
    assert body["title"] == "Riflemen against Troopers 0, Troopers 1"
    assert (body["parts"], body["cells"], body["progress"]["parts_done"]) == (3, 4, 3)
    assert body["result"] | {"name": ""} == (answer_to(table()) or {}) | {"name": ""}
    assert as_owner.get(body["result_url"]).json() == body["result"]
    assert {**as_owner.get(body["url"]).json(), "result": body["result"]} == body


def test_a_question_that_was_answered_is_answered_at_once_for_others_too_and_they_learn_nothing(
    as_owner: APIClient, stranger: User
) -> None:
    first = ask(as_owner, table(name="Mine")).json()
    response = ask(client_of(stranger), table(name="Theirs"), prefer="respond-async")
    other = response.json()
    assert (response.status_code, other["name"], other["result"]["views"]) == (201, "Theirs", first["result"]["views"])
    assert other["id"] != first["id"]
    assert Simulation.objects.count() == 1
    assert client_of(stranger).get(first["url"]).status_code == 404


def test_who_prefers_not_to_wait_is_told_where_to_look_until_it_is_there(as_owner: APIClient) -> None:
    response = ask(as_owner, table(), prefer="wait=5, Respond-Async; x=1")
    body = response.json()
    assert (response.status_code, response["Location"], response["Retry-After"]) == (202, body["url"], "1")
    assert (body["status"], body["method"], "result" in body) == ("pending", None, False)
    assert body["progress"] == {
        "parts_done": 0,
        "parts_claimed": 0,
        "parts_total": 3,
        "cells_done": 0,
        "cells_total": 4,
        "waiting_before": 0,
        "seconds": 0.0,
    }
    standing = as_owner.get(body["url"])
    assert (standing.status_code, standing["Retry-After"], standing.json()) == (200, "1", body)
    missing = as_owner.get(body["result_url"])
    assert problem_of(missing, Kind.NO_RESULT)["detail"] == (
        "The simulation is not finished: 0 of 3 parts are done, and 0 parts of others come first. "
        f"Ask again in 1 s, or follow {body['url']}."
    )
    assert missing["Retry-After"] == "1"
    assert work_on_waiting_parts(seconds=60) is False
    done = as_owner.get(body["url"])
    assert (done.json()["status"], "Retry-After" in done) == ("done", False)
    assert as_owner.get(body["result_url"]).json() == answer_to(table())


def test_an_answer_that_the_client_has_is_not_sent_again(as_owner: APIClient) -> None:
    body = ask(as_owner, table()).json()
    first = as_owner.get(body["result_url"])
    again = as_owner.get(body["result_url"], headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert as_owner.get(body["result_url"], headers={"if-none-match": '"another"'}).json() == first.json()
    other = as_owner.get(ask(as_owner, table(3)).json()["result_url"])
    assert other["ETag"] != first["ETag"]


def test_the_same_request_under_the_same_key_is_the_same_simulation(as_owner: APIClient) -> None:
    key = {"idempotency-key": "saturday-2", "prefer": "respond-async"}
    first = ask(as_owner, table(), **key)
    again = ask(as_owner, table(), **key)
    assert (first.status_code, again.status_code, again.json()) == (202, 202, first.json())
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert again["Location"] == first["Location"]
    work_on_waiting_parts(seconds=60)
    later = ask(as_owner, table(), **key)
    assert (later.status_code, later.json()["id"], later["Idempotency-Replayed"]) == (201, first.json()["id"], "true")
    assert (Simulation.objects.count(), SimulationRequest.objects.count()) == (1, 1)


def test_a_key_that_stands_for_another_question_is_refused_and_nothing_is_asked(
    as_owner: APIClient, stranger: User
) -> None:
    ask(as_owner, table(), **{"idempotency-key": "k"})
    problem = problem_of(ask(as_owner, table(3), **{"idempotency-key": "k"}), Kind.KEY_USED_BEFORE)
    assert problem["errors"] == [{"parameter": "Idempotency-Key", "detail": "Used before, with another body."}]
    assert SimulationRequest.objects.count() == 1
    # Keys are a person's own.
    assert ask(client_of(stranger), table(3), **{"idempotency-key": "k"}).status_code == 201


@pytest.mark.parametrize("key", ["", " ", "two words", "k" * 201, "schlüssel", "\x7f"])
def test_a_key_that_can_be_none_is_refused(as_owner: APIClient, key: str) -> None:
    problem = problem_of(ask(as_owner, table(), **{"idempotency-key": key}), Kind.INVALID)
    assert problem["errors"] == [
        {
            "parameter": "Idempotency-Key",
            "detail": "Idempotency-Key has to be 1 to 200 visible ASCII characters; a UUID does.",
        }
    ]
    assert not SimulationRequest.objects.exists()


def test_the_list_has_the_last_asked_first_and_can_be_narrowed(as_owner: APIClient, stranger: User) -> None:
    done = ask(as_owner, table()).json()
    waits = waiting(as_owner, table(3))
    cancelled = waiting(as_owner, scenario())
    as_owner.post(cancelled["cancel_url"])
    ask(client_of(stranger), table(4))

    def ids(address: str = SIMULATIONS) -> list[str]:
        return [row["id"] for row in as_owner.get(address).json()["results"]]

    assert ids() == [cancelled["id"], waits["id"], done["id"]]
    assert ids(f"{SIMULATIONS}?status=cancelled") == [cancelled["id"]]
    assert ids(f"{SIMULATIONS}?status=pending") == [waits["id"]]
    assert ids(f"{SIMULATIONS}?status=done&question=matrix") == [done["id"]]
    assert ids(f"{SIMULATIONS}?question=attack&status=pending") == []
    page = as_owner.get(f"{SIMULATIONS}?page=2&page_size=2").json()
    assert (page["count"], [row["id"] for row in page["results"]]) == (3, [done["id"]])
    row = page["results"][0]
    assert row == {name: done[name] for name in row}


def test_what_a_person_cancelled_is_cancelled_for_them_though_it_goes_on_for_others(
    as_owner: APIClient, stranger: User
) -> None:
    mine = waiting(as_owner)
    theirs = waiting(client_of(stranger))
    cancelled = as_owner.post(mine["cancel_url"])
    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
    work_on_waiting_parts(seconds=60)
    assert client_of(stranger).get(theirs["url"]).json()["status"] == "done"
    assert as_owner.get(mine["url"]).json()["status"] == "cancelled"
    assert [row["id"] for row in as_owner.get(f"{SIMULATIONS}?status=done").json()["results"]] == []
    assert [row["id"] for row in as_owner.get(f"{SIMULATIONS}?status=cancelled").json()["results"]] == [mine["id"]]


@pytest.mark.parametrize("filters", ["status=finished", "question=duel", "status=", "status=done%00"])
def test_a_filter_that_nothing_has_is_refused(as_owner: APIClient, filters: str) -> None:
    problem = problem_of(as_owner.get(f"{SIMULATIONS}?{filters}"), Kind.INVALID)
    assert [row["parameter"] for row in problem["errors"]] == [filters.partition("=")[0]]


def test_the_list_asks_the_database_as_often_for_many_as_for_few(
    as_owner: APIClient, django_assert_num_queries: Any
) -> None:
    ask(as_owner, table())
    with django_assert_num_queries(2):
        assert as_owner.get(SIMULATIONS).json()["count"] == 1
    for units in range(3, 8):
        ask(as_owner, table(units))
    with django_assert_num_queries(2):
        assert as_owner.get(SIMULATIONS).json()["count"] == 6


def test_cancelling_what_is_over_changes_nothing(as_owner: APIClient) -> None:
    done = ask(as_owner, table()).json()
    problem_of(as_owner.post(done["cancel_url"]), Kind.ALREADY_OVER)
    assert as_owner.get(done["url"]).json()["status"] == "done"
    waits = waiting(as_owner, table(3))
    assert as_owner.post(waits["cancel_url"]).status_code == 200
    problem_of(as_owner.post(waits["cancel_url"]), Kind.ALREADY_OVER)
    detail = problem_of(as_owner.get(waits["result_url"]), Kind.NO_RESULT)["detail"]
    assert detail == f"The simulation was cancelled. POST {waits['again_url']} asks it again."
    assert work_on_waiting_parts(seconds=60) is False
    assert as_owner.get(waits["url"]).json()["status"] == "cancelled"


def test_what_was_cancelled_can_be_asked_again(as_owner: APIClient) -> None:
    waits = waiting(as_owner)
    as_owner.post(waits["cancel_url"])
    again = as_owner.post(waits["again_url"])
    assert (again.status_code, again.json()["id"], again.json()["status"]) == (201, waits["id"], "done")
    assert again["Location"] == waits["url"]


def test_asking_again_takes_rosters_as_they_are_now(as_owner: APIClient, owner: User, release: Catalogue) -> None:
    roster = saved_roster(owner, release)
    source = {"from": "saved", "roster": str(roster.uuid)}
    body = ask(as_owner, table(targets=[source])).json()
    assert body["sources"][1] == {
        "pointer": "/targets/0",
        "kind": "saved",
        "name": roster.name,
        "roster": str(roster.uuid),
        "version": 1,
        "release": release.stamp.label,
    }
    assert (body["freshness"]["is_current"], body["release"]) == (True, release.stamp.label)
    roster.delete()
    freshness = as_owner.get(body["url"]).json()["freshness"]
    assert (freshness["is_current"], freshness["changed_rosters"]) == (False, [roster.name])
    problem_of(as_owner.post(body["again_url"]), Kind.CONFLICT)
    assert as_owner.get(body["url"]).json()["status"] == "done"


def test_deleting_is_for_good(as_owner: APIClient) -> None:
    body = waiting(as_owner)
    response = as_owner.delete(body["url"])
    assert (response.status_code, response.content) == (204, b"")
    problem_of(as_owner.get(body["url"]), Kind.NOT_FOUND)
    assert (Simulation.objects.count(), SimulationRequest.objects.count()) == (0, 0)


ADDRESSES = [
    ("GET", ""),
    ("DELETE", ""),
    ("GET", "/result"),
    ("GET", "/events"),
    ("POST", "/cancel"),
    ("POST", "/again"),
    ("GET", "/cells?row=0&column=0"),
]


@pytest.mark.parametrize(("method", "address"), ADDRESSES)
def test_a_simulation_of_somebody_else_is_as_one_that_does_not_exist(
    as_owner: APIClient, visitor: APIClient, stranger: User, method: str, address: str
) -> None:
    body = waiting(as_owner)
    theirs = client_of(stranger).generic(method, f"{SIMULATIONS}/{body['id']}{address}")
    nobodys = client_of(stranger).generic(method, f"{SIMULATIONS}/{STRANGE}{address}")
    assert problem_of(theirs, Kind.NOT_FOUND) == problem_of(nobodys, Kind.NOT_FOUND)
    problem_of(visitor.generic(method, f"{SIMULATIONS}/{body['id']}{address}"), Kind.SIGNED_OUT)
    assert as_owner.get(body["url"]).json() == body


def test_visitors_neither_ask_nor_list(visitor: APIClient) -> None:
    problem_of(ask(visitor, table()), Kind.SIGNED_OUT)
    problem_of(visitor.get(SIMULATIONS), Kind.SIGNED_OUT)
    assert not Simulation.objects.exists()


def test_a_roster_of_somebody_else_is_refused_as_one_that_does_not_exist(
    as_owner: APIClient, stranger: User, release: Catalogue
) -> None:
    roster = saved_roster(stranger, release)
    refusals = [
        problem_of(ask(as_owner, table(targets=[{"from": "saved", "roster": key}])), Kind.INVALID)
        for key in (str(roster.uuid), STRANGE)
    ]
    assert refusals[0] == refusals[1]
    assert [row["pointer"] for row in refusals[0]["errors"]] == ["/targets/0/roster"]
    assert not SimulationRequest.objects.exists()


@pytest.mark.parametrize(
    ("document", "pointers"),
    [
        (table(release="1999.01.1"), ["/release"]),
        (table(seed=-1), ["/seed"]),
        (table(seed=True), ["/seed"]),
        (table(priority="now"), ["/priority"]),
        (table(seed=2**32, samples=1, trace="yes"), ["/samples", "/seed", "/trace"]),
        (table(41), ["/targets"]),
        (table(distance=3), [""]),
        (table(question="duel"), ["/question"]),
        (table(attackers=[riflemen(rifle(count=-1))]), ["/attackers/0/models/0/weapons/0/count"]),
        (table(targets=[{"from": "gauntlet", "gauntlet": "none"}]), ["/targets/0/gauntlet"]),
        (scenario(target={"from": "gauntlet", "gauntlet": "none"}), ["/target"]),
        (scenario(target={"from": "text", "text": "Dear diary,"}), ["/target/text"]),
        (scenario(situation={"switches": ["none"]}), ["/situation/switches/0"]),
        ({}, [""]),
    ],
)
def test_what_is_wrong_is_told_with_its_place(as_owner: APIClient, document: Any, pointers: list[str]) -> None:
    problem = problem_of(ask(as_owner, document), Kind.INVALID)
    assert [row["pointer"] for row in problem["errors"]] == pointers
    assert not SimulationRequest.objects.exists()


@pytest.mark.parametrize("body", ["[]", '"question"', "null", "1"])
def test_a_body_that_is_no_object_is_refused(as_owner: APIClient, body: str) -> None:
    problem = problem_of(send(as_owner, "POST", SIMULATIONS, body.encode(), "application/json"), Kind.INVALID)
    assert [row["pointer"] for row in problem["errors"]] == [""]


def test_asking_is_rationed_and_pages_and_api_count_together(
    as_owner: APIClient, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimulationThrottle, "rate", "2/min")
    done = ask(as_owner, table()).json()
    assert as_owner.post(done["again_url"]).status_code == 201
    response = ask(as_owner, table())
    assert problem_of(response, Kind.TOO_MANY_REQUESTS)["detail"].startswith("There were too many requests. Wait ")
    assert 0 < int(response["Retry-After"]) <= 60
    problem_of(as_owner.post(done["again_url"]), Kind.TOO_MANY_REQUESTS)
    assert as_owner.get(done["url"]).status_code == 200
    assert Simulation.objects.count() == 1


def test_who_has_as_many_unfinished_as_one_may_is_told_when_to_come_back(
    as_owner: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_UNFINISHED", 2)
    for units in (2, 3):
        waiting(as_owner, table(units))
    response = ask(as_owner, table(4), prefer="respond-async")
    assert problem_of(response, Kind.TOO_MANY_REQUESTS)["detail"] == (
        "You have 2 simulations that are not finished yet; 2 is the most. Wait for one of them, or cancel one. "
        "Try again in 30 seconds."
    )
    assert (response["Retry-After"], Simulation.objects.count()) == ("30", 2)
    # What is small needs no worker.
    assert ask(as_owner, table(5)).status_code == 201


def test_a_simulation_that_was_given_up_says_why(as_owner: APIClient) -> None:
    body = waiting(as_owner, scenario())
    row = Simulation.objects.get()
    row.chunks.all().delete()
    Simulation.objects.filter(pk=row.pk).update(status="failed", finished_at=row.created_at, problem="Too large.")
    told = as_owner.get(body["url"]).json()
    assert (told["status"], told["problem"]) == ("failed", "Too large.")
    detail = problem_of(as_owner.get(body["result_url"]), Kind.NO_RESULT)["detail"]
    assert detail == f"The simulation was given up: Too large. POST {body['again_url']} asks it again."
