"""``manage.py simulations``: the queue, computing anew, deleting, and one simulation in words."""

from __future__ import annotations

import datetime
import json
import uuid
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from battle.claims import give_up_all
from battle.models import Simulation, SimulationChunk, SimulationRequest
from battle.runner import computed, work_on_waiting_parts
from battle.scenario.version import ENGINE_VERSION
from battle.services import ask
from datasheets.workers import note_worker
from datasheets.working import WorkCrashed
from tests.battle.operations.simulations import DAY, matrix, simulation_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("simulations", *arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Keys of the simulations that the workers were rung for."""
    keys: list[int] = []
    monkeypatch.setattr("battle.tasks.work_on_simulations.delay", keys.append)
    return keys


def asked(owner: User, rows: int, **more: Any) -> SimulationRequest:
    return ask(owner, {**matrix(rows), **more}, may_answer_at_once=False).request


def test_an_empty_queue_says_so() -> None:
    assert said("queue") == (
        "priority    waiting  running   oldest waits\n"
        "person            0        0   -\n"
        "batch             0        0   -\n"
        "Simulations: 0 pending, 0 running, 0 done, 0 failed, 0 cancelled\n"
        "Parts given up: 0\n"
        "Workers: none was seen in the last day.\n"
    )


def test_the_queue_has_depth_and_age_of_each_priority_people_and_workers(owner: User, club_mate: User) -> None:
    hour = datetime.timedelta(hours=1)
    simulation_of(owner, "pending", "claimed", "done", age=2 * hour)
    simulation_of(owner, "pending", "pending", status="pending", age=hour)
    simulation_of(club_mate, "pending", status="pending", age=hour, priority=1)
    simulation_of(None, "done", "failed", status="done")
    note_worker("a machine, process 7")
    found = json.loads(said("queue", "--json"))
    ages = [lane.pop("oldest_seconds") for lane in found["lanes"]]
    assert [round(age / 3600) for age in ages] == [2, 1]
    [worker] = found.pop("workers")
    assert worker.pop("seen_seconds_ago") < 60
    assert worker == {"name": "a machine, process 7", "is_alive": True}
    assert found == {
        "lanes": [
            {"priority": "person", "waiting_parts": 3, "running_parts": 1},
            {"priority": "batch", "waiting_parts": 1, "running_parts": 0},
        ],
        "simulations": {"pending": 2, "running": 1, "done": 1, "failed": 0, "cancelled": 0},
        "people": [
            {"person": "owner", "simulations": 2, "waiting_parts": 3},
            {"person": "club_mate", "simulations": 1, "waiting_parts": 1},
        ],
        "failed_parts": 1,
    }
    text = said("queue")
    assert "person            3        1   2.0 h\n" in text
    assert "  club_mate: 1 parts of 1 simulations wait\n" in text
    assert "Worker a machine, process 7: works, seen 0 s ago\n" in text


def test_what_was_given_up_as_a_whole_is_computed_anew_and_gets_its_answer(owner: User, rung: list[int]) -> None:
    request = asked(owner, 3)
    give_up_all(request.simulation, "A test gave it up.")
    before = simulation_now(request)
    assert (before.status, before.chunks.count()) == ("failed", 0)
    assert said("requeue", "--failed") == f"{before.uuid}: 3 parts wait again.\n"
    assert simulation_now(request).status == "pending"
    assert rung[-1] == before.pk
    work_on_waiting_parts(seconds=60)
    after = simulation_now(request)
    assert (after.status, after.problem, after.failed_parts, after.pk) == ("done", "", 0, before.pk)


def test_an_answer_with_gaps_is_computed_anew_and_is_whole_then(owner: User, rung: list[int]) -> None:
    request = asked(owner, 3)
    with pytest.raises(WorkCrashed):
        work_on_waiting_parts(seconds=60, compute=_fails_at_the_second)
    work_on_waiting_parts(seconds=60)
    before = simulation_now(request)
    assert (before.status, before.failed_parts) == ("done", 1)
    assert said("requeue", "--uuid", str(request.uuid)) == f"{before.uuid}: 3 parts wait again.\n"
    work_on_waiting_parts(seconds=60)
    after = simulation_now(request)
    assert (after.status, after.failed_parts, after.problem) == ("done", 0, "")
    whole = asked(owner, 3, name="again")
    assert whole.simulation.pk == after.pk


def _fails_at_the_second(simulation: Simulation, position: int) -> dict[str, Any]:
    if position == 1:
        raise LookupError("a fault of the test")
    return computed(simulation, position)


def test_parts_of_dead_workers_wait_again_at_once(owner: User, rung: list[int]) -> None:
    long_ago = datetime.timedelta(hours=1)
    stale = simulation_of(owner, "claimed", "claimed", "pending", age=long_ago)
    running = simulation_of(owner, "claimed")
    assert said("requeue", "--stale") == "Freed 2 parts of workers that died.\n"
    assert list(stale.chunks.values_list("status", flat=True)) == ["pending"] * 3
    assert list(running.chunks.values_list("status", flat=True)) == ["claimed"]
    assert rung == [stale.pk]


def test_what_is_being_computed_can_be_taken_from_its_worker_and_that_counts_as_no_attempt(
    owner: User, rung: list[int]
) -> None:
    running = simulation_of(owner, "claimed", "done")
    assert said("requeue", "--uuid", str(running.uuid)) == f"{running.uuid}: 1 part wait again.\n"
    assert list(running.chunks.values_list("status", "attempts")) == [("pending", 0), ("done", 1)]
    assert rung == [running.pk]


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"status": "done"}, "It is done, without gaps."),
        ({"status": "cancelled"}, "Whoever asked cancelled it: they ask again if they want it."),
        (
            {"status": "failed", "engine": "0-another"},
            f"It was asked of the engine 0-another, and this is {ENGINE_VERSION}: whoever asked asks again.",
        ),
    ],
)
def test_what_cannot_be_computed_anew_says_why_and_stays(
    owner: User, rung: list[int], columns: dict[str, Any], why: str
) -> None:
    simulation = simulation_of(owner, "done", **columns)
    out = StringIO()
    with pytest.raises(CommandError, match=r"^1 of 1 were not computed anew\.$"):
        call_command("simulations", "requeue", "--uuid", str(simulation.uuid), stdout=out, stderr=out)
    assert out.getvalue() == f"{simulation.uuid}: not computed anew. {why}\n"
    assert Simulation.objects.get().status == columns["status"]
    assert rung == []


def test_nothing_to_compute_anew_is_said(rung: list[int]) -> None:
    assert said("requeue", "--failed") == "Nothing was given up, and nothing has gaps.\n"


def test_purging_deletes_what_has_ended_and_was_not_asked_for_lately(owner: User, club_mate: User) -> None:
    old = simulation_of(owner, "done", status="done", age=10 * DAY)
    asked_lately = simulation_of(owner, "done", status="done", age=10 * DAY)
    SimulationRequest.objects.create(owner=club_mate, simulation=asked_lately, title="again", ask={})
    new = simulation_of(owner, "done", status="done", age=DAY)
    unfinished = simulation_of(owner, "pending", status="pending", age=10 * DAY)
    assert said("purge", "--older-than", "7", "--dry-run") == "1 simulation would be deleted.\n"
    assert Simulation.objects.count() == 4
    assert said("purge", "--older-than", "7") == "Deleted 1 simulation.\n"
    assert set(Simulation.objects.all()) == {asked_lately, new, unfinished}
    assert not SimulationChunk.objects.filter(simulation_id=old.pk).exists()
    assert SimulationRequest.objects.count() == 4


def test_purging_without_days_deletes_what_has_expired(owner: User) -> None:
    simulation_of(owner, "done", status="done", age=31 * DAY)
    kept = simulation_of(owner, "done", status="done", age=29 * DAY)
    assert said("purge", "--dry-run") == "1 simulation would be deleted.\n"
    assert said("purge") == "Deleted 1 simulation.\n"
    assert list(Simulation.objects.all()) == [kept]


def test_more_than_a_transaction_holds_is_deleted_in_several(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battle.services.purging._AT_ONCE", 2)
    for _ in range(5):
        simulation_of(owner, "done", status="done", age=10 * DAY)
    assert said("purge", "--older-than", "0") == "Deleted 5 simulations.\n"
    assert not Simulation.objects.exists()


def test_one_simulation_is_shown_with_its_odd_parts_and_who_asked(owner: User) -> None:
    simulation = simulation_of(owner, "done", "failed", "pending", "claimed")
    text = said("show", str(simulation.uuid))
    request = SimulationRequest.objects.get()
    lines = text.splitlines()
    assert lines[0] == f"matrix {simulation.uuid}: being computed"
    assert lines[1] == f"  release (profiles only), engine {ENGINE_VERSION}, seed 1, samples none"
    assert lines[2] == "  parts: 2 of 4 ended, 1 being computed, 1 given up; 0 of others come first"
    assert lines[4:] == [
        f"  asked by owner as {request.uuid}",
        "  part 1: given up, begun 3 times: It ended its worker.",
        "  part 3: being computed, begun 1 times",
    ]
    assert said("show", str(request.uuid)) == text
    assert "private" not in text


@pytest.mark.parametrize("command", [("show",), ("requeue", "--uuid")])
def test_an_id_of_nothing_is_said(command: tuple[str, ...]) -> None:
    nothing = uuid.UUID(int=7)
    with pytest.raises(CommandError, match=f"^There is no simulation and no request {nothing}\\.$"):
        said(*command, str(nothing))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "the following arguments are required: queue|requeue|purge|show"),
        (("requeue",), "one of the arguments --uuid --failed --stale is required"),
        (("requeue", "--failed", "--stale"), "not allowed with argument"),
        (("purge", "--older-than", "-1"), "“-1” is no number of days; write a whole number from 0 to 36,500"),
        (("purge", "--older-than", "many"), "“many” is no number of days; write a whole number from 0 to 36,500"),
        (("show", "42"), "“42” is no id of a simulation"),
    ],
)
def test_what_is_not_understood_is_said(arguments: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError) as raised:
        said(*arguments)
    assert why in str(raised.value)


def simulation_now(request: SimulationRequest) -> Simulation:
    return Simulation.objects.get(pk=request.simulation.pk)
