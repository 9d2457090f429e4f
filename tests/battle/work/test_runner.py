"""Workers: every part is computed and stored once, faults are kept to what they are in, and nobody waits for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError

from battle import runner
from battle.claims import (
    WORKER_DIED,
    claim_next,
    free_stale_parts,
    give_up,
    hand_back,
    store_part,
)
from battle.models import PartStatus, Simulation, SimulationChunk, SimulationRequest
from battle.preparing import KEPT
from battle.runner import FAULT, PartCrashed, compute_claimed, computed, work_on_waiting_parts
from battle.selectors import progress_of, result_of
from battle.services import ask, delete_request
from battle.tasks import work_on_simulations
from roster.document_faults import DocumentError
from roster.timebox import OutOfTime
from tests.battle.work.asked import attack, claimed, let_leases_pass, standing, table, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]

Compute = Callable[[Simulation, int], dict[str, Any]]


def failing(error: BaseException, *positions: int, of: SimulationRequest | None = None) -> Compute:
    """Computing that fails for these parts, of all simulations or of one."""

    def compute(simulation: Simulation, position: int) -> dict[str, Any]:
        if position in positions and (of is None or of.simulation_id == simulation.pk):
            raise error
        return computed(simulation, position)

    return compute


def fresh(request: SimulationRequest) -> Simulation:
    return Simulation.objects.get(pk=request.simulation_id)


def fragment(claim: Any) -> dict[str, Any]:
    return computed(claim.simulation, claim.position)


def test_all_parts_are_computed_and_joined(owner: User):
    request = waiting(owner, 4)
    assert work_on_waiting_parts(seconds=30) is False
    simulation = fresh(request)
    assert (simulation.status, simulation.method, simulation.failed_parts, simulation.problem, simulation.joins) == (
        "done",
        "exact",
        0,
        "",
        1,
    )
    chunks = list(request.simulation.chunks.all())
    assert [(chunk.status, chunk.attempts, chunk.result) for chunk in chunks] == [("done", 1, None)] * 4
    assert simulation.seconds == pytest.approx(sum(chunk.seconds for chunk in chunks))
    answer = result_of(simulation)
    assert answer is not None
    assert [len(row) for row in answer["views"][0]["forth"]] == [2, 2, 2, 2]
    progress = progress_of(simulation)
    assert (progress.parts_done, progress.cells_done, progress.waiting_before) == (4, 8, 0)


def test_a_table_is_the_same_whoever_computes_which_part(owner: User, club_mate: User):
    request = waiting(owner, 4, both_ways=True)
    claims = [claimed() for _ in range(6)]
    for claim in reversed(claims):
        KEPT.clear()
        compute_claimed(claim)
    whole = result_of(fresh(request))
    delete_request(request)
    assert whole == result_of(ask(club_mate, table(4, both_ways=True)).request.simulation)


def test_a_bell_rung_for_nothing_changes_nothing(owner: User):
    request = waiting(owner)
    work_on_simulations(request.simulation_id)
    before = result_of(fresh(request)), list(SimulationChunk.objects.values_list("pk", "attempts", "finished_at"))
    work_on_simulations(request.simulation_id)
    work_on_simulations(12345)
    after = result_of(fresh(request)), list(SimulationChunk.objects.values_list("pk", "attempts", "finished_at"))
    assert before == after


def test_a_task_rings_again_where_time_runs_out(owner: User, monkeypatch: pytest.MonkeyPatch):
    request = waiting(owner)
    rung: list[int] = []
    monkeypatch.setattr("battle.tasks.SLICE_SECONDS", 0.0)
    monkeypatch.setattr(work_on_simulations, "delay", rung.append)
    work_on_simulations(request.simulation_id)
    assert rung == [request.simulation_id]
    assert standing(request) == dict.fromkeys(range(3), "pending")


def test_a_result_is_stored_once(owner: User):
    request = waiting(owner, 1)
    claim = claimed()
    assert store_part(claim, {"first": 1}, 0.5) is True
    assert store_part(claim, {"second": 2}, 0.25) is False
    assert give_up(claim, "no") is False
    assert hand_back(claim) is False
    chunk = request.simulation.chunks.get()
    assert (chunk.status, chunk.result, chunk.seconds, fresh(request).seconds) == ("done", {"first": 1}, 0.5, 0.5)


def test_two_workers_with_one_part_store_one_result(owner: User):
    request = waiting(owner, 2)
    slow = claimed()
    let_leases_pass()
    assert free_stale_parts() == 1
    others = [claimed(), claimed()]
    assert {claim.position for claim in others} == {0, 1}
    for claim in others:
        compute_claimed(claim)
    stored = result_of(fresh(request)), fresh(request).seconds
    compute_claimed(slow, failing(DocumentError("", "The late one finds something else."), 0))
    assert (result_of(fresh(request)), fresh(request).seconds) == stored
    assert list(request.simulation.chunks.values_list("attempts", flat=True)) == [2, 1]


def test_a_part_that_is_refused_leaves_a_gap(owner: User):
    request = waiting(owner, 3)
    assert work_on_waiting_parts(seconds=30, compute=failing(DocumentError("/x", "This cannot be."), 1)) is False
    simulation = fresh(request)
    assert (simulation.status, simulation.failed_parts, simulation.problem) == (
        "done",
        1,
        "1 of 3 parts could not be had; their cells are empty.",
    )
    chunk = simulation.chunks.get(position=1)
    assert (chunk.status, chunk.problem, chunk.attempts) == ("failed", "This cannot be.", 1)
    answer = result_of(simulation)
    assert answer is not None
    rows = answer["views"][0]["forth"]
    assert [[cell.get("refused") for cell in row] for row in rows] == [
        [None, None],
        ["This cannot be.", "This cannot be."],
        [None, None],
    ]
    assert rows[1][0]["expected_models"] is None


def test_a_question_of_one_part_that_is_refused_is_given_up_with_the_reason(owner: User):
    request = ask(owner, attack(), may_answer_at_once=False).request
    work_on_waiting_parts(seconds=30, compute=failing(DocumentError("", "This cannot be."), 0))
    assert (fresh(request).status, fresh(request).problem) == ("failed", "This cannot be.")
    assert result_of(fresh(request)) is None


def test_a_fault_of_ours_is_kept_to_its_part_and_told_to_the_log(owner: User):
    request = waiting(owner, 3)
    with pytest.raises(PartCrashed) as caught:
        work_on_waiting_parts(seconds=30, compute=failing(ZeroDivisionError("ours"), 0))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert standing(request) == {0: "failed", 1: "pending", 2: "pending"}
    assert request.simulation.chunks.get(position=0).problem == FAULT
    assert work_on_waiting_parts(seconds=30) is False
    assert (fresh(request).status, fresh(request).failed_parts) == ("done", 1)


def test_a_database_that_does_not_answer_heals(owner: User):
    request = waiting(owner, 1)
    for attempts in (1, 2):
        with pytest.raises(OperationalError):
            work_on_waiting_parts(seconds=30, compute=failing(OperationalError("away"), 0))
        chunk = request.simulation.chunks.get()
        assert (chunk.status, chunk.attempts) == ("pending", attempts)
    assert work_on_waiting_parts(seconds=30) is False
    assert fresh(request).status == "done"


def test_a_part_that_takes_too_long_is_tried_three_times_and_given_up(owner: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner, "SECONDS_FOR_A_PART", 0.05)
    request, other = waiting(owner, 2, tag="long"), waiting(owner, 1, tag="short")

    def compute(simulation: Simulation, position: int) -> dict[str, Any]:
        while simulation.pk == request.simulation_id and position == 0:
            time.sleep(0.001)
        return {"row": position}

    monkeypatch.setattr(runner, "join_if_complete", lambda *_: None)
    monkeypatch.setattr(runner, "simulations_to_join", list)
    assert work_on_waiting_parts(seconds=30, compute=compute) is False
    slow = request.simulation.chunks.get(position=0)
    assert (slow.status, slow.attempts, slow.problem) == ("failed", 3, runner.TOO_LONG)
    assert standing(request)[1] == "done"
    assert standing(other) == {0: "done"}


def test_time_that_ran_out_heals(owner: User):
    request = waiting(owner, 1)
    left = [OutOfTime(), OutOfTime()]

    def compute(simulation: Simulation, position: int) -> dict[str, Any]:
        if left:
            raise left.pop()
        return computed(simulation, position)

    assert work_on_waiting_parts(seconds=30, compute=compute) is False
    assert (fresh(request).status, request.simulation.chunks.get().attempts) == ("done", 3)


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), SystemExit()])
def test_a_worker_that_is_stopped_hands_its_part_back(owner: User, stop: BaseException):
    request = waiting(owner, 2)
    with pytest.raises(type(stop)):
        work_on_waiting_parts(seconds=30, compute=failing(stop, 0))
    assert standing(request) == {0: "pending", 1: "pending"}


def test_a_part_that_kills_its_workers_is_given_up_and_everything_else_goes_on(owner: User, stranger: User):
    poison, mine, theirs = (
        waiting(owner, 3, tag="poison"),
        waiting(owner, 1, tag="mine"),
        waiting(stranger, 2, tag="theirs"),
    )
    deaths = 0
    for _ in range(20):
        claim = claim_next()
        if claim is None:
            let_leases_pass()
            if not SimulationChunk.objects.filter(status=PartStatus.CLAIMED).exists():
                break
            free_stale_parts()
            continue
        if claim.simulation.pk == poison.simulation_id and claim.position == 1:
            deaths += 1  # the worker is gone: nobody ends the claim
        else:
            compute_claimed(claim)
    assert deaths == 3
    assert work_on_waiting_parts(seconds=30) is False
    assert (fresh(poison).status, fresh(poison).failed_parts) == ("done", 1)
    assert poison.simulation.chunks.get(position=1).problem == WORKER_DIED
    assert [fresh(request).status for request in (mine, theirs)] == ["done", "done"]
    done = SimulationChunk.objects.exclude(simulation=poison.simulation, position=1)
    assert list(done.values_list("attempts", flat=True)) == [1] * 5


def test_a_simulation_of_which_three_parts_killed_their_workers_is_given_up(owner: User):
    request = waiting(owner, 6)
    for _ in range(9):
        # Parts begun before come last, so the same three are meant each time.
        SimulationChunk.objects.filter(position__gte=3).update(attempts=5)
        assert claim_next() is not None
        let_leases_pass()
        free_stale_parts()
    assert (fresh(request).status, fresh(request).problem) == (
        "failed",
        f"3 parts of it ended their workers. {WORKER_DIED}",
    )
    assert claim_next() is None


def test_claims_of_the_living_are_left_alone(owner: User):
    request = waiting(owner, 2)
    claimed()
    assert free_stale_parts() == 0
    assert standing(request) == {0: "claimed", 1: "pending"}
