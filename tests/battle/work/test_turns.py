"""Whose part is next: the more urgent first, people in turn, older simulations of one person first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from battle.claims import claim_next, simulations_waiting
from battle.models import PartStatus, Simulation, SimulationRequest, WorkShare
from battle.selectors import progress_of, queue_state
from battle.turns import parts_before
from tests.battle.work.asked import claimed, standing, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def order(most: int = 50) -> list[tuple[int, int]]:
    """Simulation and position of the parts as they are claimed from here on."""
    found: list[tuple[int, int]] = []
    while len(found) < most and (claim := claim_next()) is not None:
        found.append((claim.simulation.pk, claim.position))
    return found


def test_a_claim_carries_what_computing_needs_and_counts_the_attempt(owner: User):
    request = waiting(owner)
    claim = claimed()
    assert (claim.position, claim.attempt, claim.simulation.pk) == (0, 1, request.simulation_id)
    row = request.simulation.chunks.get(position=0)
    assert (row.status, row.claim_token, row.attempts, row.pk) == (PartStatus.CLAIMED, claim.token, 1, claim.chunk)
    simulation = Simulation.objects.get()
    assert (simulation.status, simulation.started_at is not None) == ("running", True)


def test_a_claim_takes_six_queries_at_most(owner: User, django_assert_num_queries):
    waiting(owner)
    # Which simulation, which part; claim, begin, turn; the row. Inside a test a savepoint stands for the transaction.
    with django_assert_num_queries(8):
        claim_next()
    with django_assert_num_queries(7):
        claim_next()


def test_people_take_turns_whatever_they_asked(owner: User, stranger: User):
    large = waiting(owner, 5, tag="large").simulation_id
    first = order(1)
    small = waiting(stranger, 2, tag="small").simulation_id
    assert [*first, *order()] == [
        (large, 0),
        (small, 0),
        (large, 1),
        (small, 1),
        (large, 2),
        (large, 3),
        (large, 4),
    ]


def test_a_person_who_waits_comes_before_batches_of_everybody(owner: User, stranger: User):
    batch = waiting(owner, 3, tag="batch", priority="batch").simulation_id
    assert order(1) == [(batch, 0)]
    urgent = waiting(stranger, 2, tag="urgent").simulation_id
    mine = waiting(owner, 1, tag="mine").simulation_id
    assert order() == [(urgent, 0), (mine, 0), (urgent, 1), (batch, 1), (batch, 2)]


def test_of_one_person_the_older_comes_first(owner: User):
    older, newer = (waiting(owner, 2, tag=tag).simulation_id for tag in ("older", "newer"))
    assert order() == [(older, 0), (older, 1), (newer, 0), (newer, 1)]


def test_parts_that_were_begun_before_come_after_the_others(owner: User):
    request = waiting(owner, 3)
    request.simulation.chunks.filter(position=0).update(attempts=1)
    assert [position for _, position in order()] == [1, 2, 0]


def test_what_is_nobodys_comes_after_everybodys(owner: User, stranger: User):
    left = waiting(owner, 2, tag="left").simulation_id
    Simulation.objects.filter(pk=left).update(share=None)
    theirs = waiting(stranger, 2, tag="theirs").simulation_id
    assert order() == [(theirs, 0), (theirs, 1), (left, 0), (left, 1)]


def test_parts_for_another_engine_are_left_to_its_workers(owner: User):
    waiting(owner)
    Simulation.objects.update(engine="1-0000000000")
    assert claim_next() is None
    assert simulations_waiting(9) == []
    assert claim_next("1-0000000000") is not None


@pytest.mark.parametrize("served", [0, 1, 4])
def test_parts_that_come_first_are_those_that_are_claimed_first(
    owner: User, club_mate: User, stranger: User, served: int
):
    requests = [
        waiting(owner, 4, tag="a"),
        waiting(club_mate, 2, tag="b"),
        waiting(owner, 3, tag="c"),
        waiting(stranger, 5, tag="d", priority="batch"),
        waiting(club_mate, 3, tag="e", priority="batch"),
        waiting(stranger, 2, tag="f"),
    ]
    order(served)
    told = {request.simulation_id: parts_before(request.simulation) for request in requests}
    rest = [simulation for simulation, _ in order()]
    assert told == {key: rest.index(key) if key in rest else 0 for key in told}
    assert sorted(told.values()) != [0] * len(told)


def test_progress_is_told_in_real_numbers(owner: User, stranger: User):
    first, second = waiting(owner, 3, tag="first"), waiting(stranger, 2, tag="second")
    claimed()
    progress = progress_of(Simulation.objects.get(pk=first.simulation_id))
    assert (progress.status, progress.parts_done, progress.parts_total, progress.parts_claimed) == ("running", 0, 3, 1)
    assert (progress.cells_done, progress.cells_total, progress.waiting_before) == (0, 6, 1)
    assert progress_of(second.simulation).waiting_before == 0


def test_the_queue_is_told_by_priority_status_and_person(owner: User, stranger: User):
    waiting(owner, 3, tag="a")
    waiting(owner, 2, tag="b", priority="batch")
    waiting(stranger, 4, tag="c")
    claimed()
    minute = timedelta(minutes=1)
    Simulation.objects.update(created_at=F("created_at") - minute)
    state = queue_state()
    person, batch = state.lanes
    assert (person.waiting_parts, person.running_parts, batch.waiting_parts, batch.running_parts) == (6, 1, 2, 0)
    assert person.oldest is not None
    assert person.oldest >= minute
    assert state.simulations == {"pending": 2, "running": 1, "done": 0, "failed": 0, "cancelled": 0}
    assert [(one.person, one.simulations, one.waiting_parts) for one in state.people] == [
        ("owner", 2, 4),
        ("stranger", 1, 4),
    ]


def test_the_share_notes_when_it_was_served(owner: User):
    waiting(owner)
    before = timezone.now()
    claimed()
    served = WorkShare.objects.get(person=owner).last_claimed_at
    assert served is not None
    assert before <= served <= timezone.now()


def test_lists_of_requests_leave_the_documents_unread(owner: User, django_assert_num_queries):
    from battle.selectors import requests_of

    waiting(owner, tag="a")
    waiting(owner, tag="b")
    with django_assert_num_queries(1):
        found = [(request.shown_name, request.status, request.simulation.total_parts) for request in requests_of(owner)]
    assert len(found) == 2
    assert SimulationRequest.objects.count() == 2
    assert standing(requests_of(owner)[0]) == dict.fromkeys(range(3), "pending")
