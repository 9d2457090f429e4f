"""Asking: a question is answered once, at once where it is small, within limits for each person."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battle.models import (
    AskedKey,
    PartStatus,
    Priority,
    Simulation,
    SimulationChunk,
    SimulationRequest,
    SimulationStatus,
)
from battle.models.simulation import KEPT_FOR
from battle.runner import work_on_waiting_parts
from battle.selectors import result_of
from battle.services import (
    AskRefused,
    IdempotencyConflict,
    TooManyUnfinished,
    ask,
    cancel,
    delete_request,
)
from battle.services import asking as asking_module
from tests.battle.work.asked import attack, standing, table, unit, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def rows() -> tuple[int, int, int]:
    return Simulation.objects.count(), SimulationRequest.objects.count(), SimulationChunk.objects.count()


def refused(owner: User, document: dict) -> list[tuple[str, str]]:
    before = rows()
    with pytest.raises(AskRefused) as caught:
        ask(owner, document)
    assert rows() == before
    return [(fault.pointer, fault.message) for fault in caught.value.faults]


def test_asked_again_without_a_name_it_keeps_the_one_it_has(owner: User):
    named = ask(owner, attack(name="Volley")).request

    assert [ask(owner, attack()).request.name, ask(owner, attack(name="Salvo")).request.name] == ["Volley", "Salvo"]
    assert SimulationRequest.objects.get().pk == named.pk


def test_a_small_question_is_answered_at_once(owner: User):
    asked = ask(owner, attack(name="Volley"))
    simulation = asked.request.simulation
    assert (asked.is_new, asked.is_finished, asked.request.status) == (True, True, SimulationStatus.DONE)
    assert (asked.request.name, asked.request.title) == ("Volley", "Guards attacks Raiders")
    assert (simulation.method, simulation.total_parts, simulation.total_cells) == ("exact", 1, 1)
    answer = result_of(simulation)
    assert answer is not None
    assert (answer["schema"], answer["question"], answer["method"]) == ("quartermaster.answer/1", "attack", "exact")
    assert rows() == (1, 1, 0)


def test_a_table_falls_into_parts_where_it_is_not_answered_at_once(owner: User):
    request = waiting(owner, 3)
    assert (request.status, request.is_finished) == (SimulationStatus.PENDING, False)
    assert standing(request) == dict.fromkeys(range(3), PartStatus.PENDING)
    assert (request.simulation.total_parts, request.simulation.total_cells) == (3, 6)
    assert result_of(request.simulation) is None


def test_parts_joined_are_the_answer_that_is_had_at_once(owner: User, club_mate: User):
    request = waiting(owner, 3, both_ways=True)
    assert work_on_waiting_parts(seconds=30) is False
    in_parts = result_of(request.simulation)
    delete_request(request)
    at_once = result_of(ask(club_mate, table(3, both_ways=True)).request.simulation)
    assert in_parts is not None
    assert in_parts == at_once


def test_two_people_who_ask_the_same_share_one_simulation(owner: User, stranger: User):
    mine = ask(owner, attack(name="Mine"))
    theirs = ask(stranger, attack(name="Theirs"))
    assert (mine.is_new, theirs.is_new) == (True, True)
    assert mine.request.simulation_id == theirs.request.simulation_id
    assert mine.request.uuid != theirs.request.uuid
    assert (mine.request.name, theirs.request.name) == ("Mine", "Theirs")
    assert rows() == (1, 2, 0)


def test_whoever_asks_again_gets_the_same_request_with_its_new_name(owner: User):
    first = ask(owner, attack(name="First"))
    second = ask(owner, attack(name="Second"))
    assert (second.is_new, second.request.pk) == (False, first.request.pk)
    second.request.refresh_from_db()
    assert second.request.name == "Second"


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"samples": 500},
        {"trace": True},
        {"situation": {"in_cover": True}},
        {"policies": {"attacker": "points"}},
        {"target": unit("Others", toughness=3)},
    ],
)
def test_what_determines_the_answer_makes_another_question(owner: User, changes: dict):
    plain = ask(owner, attack())
    other = ask(owner, attack(**changes))
    assert other.request.simulation.key != plain.request.simulation.key
    assert rows()[0] == 2


def test_the_answer_by_samples_carries_their_seed(owner: User):
    request = waiting_samples = ask(owner, attack(samples=500, seed=2**32 - 1)).request
    assert waiting_samples.status == SimulationStatus.PENDING  # dice are rolled by workers
    assert work_on_waiting_parts(seconds=30) is False
    request.simulation.refresh_from_db()
    answer = result_of(request.simulation)
    assert answer is not None
    assert (request.simulation.method, answer["sampling"]["seed"], answer["sampling"]["samples"]) == (
        "sampled",
        2**32 - 1,
        500,
    )


def test_a_person_who_waits_comes_before_a_batch_that_asked_the_same(owner: User, stranger: User):
    request = waiting(owner, priority="batch")
    assert request.simulation.priority == Priority.BATCH
    assert waiting(stranger).simulation.priority == Priority.PERSON
    assert waiting(owner, priority="batch").simulation.priority == Priority.PERSON


@pytest.mark.parametrize("status", [SimulationStatus.FAILED, SimulationStatus.CANCELLED])
def test_what_failed_or_was_cancelled_begins_anew_under_the_same_row(owner: User, status: SimulationStatus):
    request = waiting(owner)
    long_ago = timezone.now() - timedelta(days=1)
    Simulation.objects.update(
        status=status, problem="It went wrong.", finished_at=timezone.now(), created_at=long_ago, joins=2
    )
    SimulationChunk.objects.filter(position=0).delete()
    again = waiting(owner)
    assert (again.pk, again.simulation_id) == (request.pk, request.simulation_id)
    again.simulation.refresh_from_db()
    simulation = again.simulation
    assert (simulation.status, simulation.problem, simulation.finished_at, simulation.joins) == (
        SimulationStatus.PENDING,
        "",
        None,
        0,
    )
    assert simulation.created_at > long_ago
    assert standing(again) == dict.fromkeys(range(3), PartStatus.PENDING)


def test_a_simulation_is_kept_from_when_it_was_last_asked_for(owner: User):
    request = ask(owner, attack()).request
    Simulation.objects.update(expires_at=timezone.now() + timedelta(days=1))
    before = timezone.now()
    ask(owner, attack())
    request.simulation.refresh_from_db()
    assert before + KEPT_FOR <= request.simulation.expires_at <= timezone.now() + KEPT_FOR


def test_a_broker_that_is_away_does_not_lose_the_question(
    owner: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    def away(*_: object) -> None:
        raise OSError("no broker")

    monkeypatch.setattr("battle.tasks.work_on_simulations.delay", away)
    # Carried out as on a commit: a bell that fails is logged, and neither the others nor the question are lost.
    with django_capture_on_commit_callbacks(execute=True) as bells:
        request = waiting(owner, 20)
    assert len(bells) == 3
    assert (request.status, len(standing(request))) == (SimulationStatus.PENDING, 20)


def test_unfinished_simulations_of_a_person_are_bounded(owner: User, stranger: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking_module, "MOST_UNFINISHED", 2)
    first = waiting(owner, tag="a")
    waiting(owner, tag="b")
    before = rows()
    with pytest.raises(TooManyUnfinished) as caught:
        waiting(owner, tag="c")
    assert (caught.value.limit, caught.value.seconds, rows()) == (2, 30, before)
    waiting(owner, tag="b")  # the same as before
    ask(owner, attack())  # answered at once
    waiting(stranger, tag="c")
    cancel(first)
    waiting(owner, tag="c")


def test_requests_that_a_person_keeps_are_bounded(owner: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking_module, "MOST_REQUESTS", 1)
    ask(owner, attack())
    ask(owner, attack())
    assert refused(owner, attack(seed=2)) == [
        ("", "You keep 1 matchups; 1 is the most. Delete some that you no longer need.")
    ]


def test_a_key_brings_the_same_request_again(owner: User, stranger: User):
    first = ask(owner, attack(), idempotency_key="k1")
    again = ask(owner, attack(), idempotency_key="k1")
    assert (again.request.pk, again.is_new) == (first.request.pk, False)
    with pytest.raises(IdempotencyConflict):
        ask(owner, attack(seed=2), idempotency_key="k1")
    ask(owner, attack(), idempotency_key="k2")
    with pytest.raises(IdempotencyConflict):
        ask(owner, attack(seed=2), idempotency_key="k2")
    assert ask(stranger, attack(seed=2), idempotency_key="k1").is_new
    assert list(AskedKey.objects.order_by("pk").values_list("owner__username", "key")) == [
        ("owner", "k1"),
        ("owner", "k2"),
        ("stranger", "k1"),
    ]
    delete_request(first.request)
    assert ask(owner, attack(seed=3), idempotency_key="k1").is_new


def test_a_key_that_is_too_long_is_refused(owner: User):
    with pytest.raises(AskRefused, match="201 characters"):
        ask(owner, attack(), idempotency_key="k" * 201)
