"""What is ended from outside while workers are at it, and what the sweep frees, rings for and deletes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battle.claims import (
    give_up_all,
    store_part,
)
from battle.models import Simulation, SimulationChunk, SimulationRequest
from battle.preparing import Kept
from battle.retention import purge_expired
from battle.runner import compute_claimed, computed, work_on_waiting_parts
from battle.selectors import result_of
from battle.services import ask, cancel, delete_request
from battle.services.settling import TakeOverCrashed, left_by_former_engines, take_over
from battle.tasks import sweep, take_over_simulation, work_on_simulations
from datasheets.catalogue import Catalogue
from datasheets.models import Publication, Release, Withdrawal
from tests.battle.work.asked import attack, claimed, let_leases_pass, standing, unit, waiting
from tests.roster.saved import dearer, published

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def fresh(request: SimulationRequest) -> Simulation:
    return Simulation.objects.get(pk=request.simulation_id)


def fragment(claim: Any) -> dict[str, Any]:
    return computed(claim.simulation, claim.position)


def test_what_comes_of_a_part_that_was_cancelled_meanwhile_is_dropped(owner: User):
    request = waiting(owner, 2)
    claim = claimed()
    cancel(request)
    assert store_part(claim, fragment(claim), 0.1) is False
    compute_claimed(claim)
    assert (fresh(request).status, standing(request), fresh(request).seconds) == ("cancelled", {}, 0.0)


def test_a_part_of_what_was_cancelled_and_asked_again_is_not_taken_for_the_new_one(owner: User):
    request = waiting(owner, 1)
    late = claimed()
    cancel(request)
    again = waiting(owner, 1)
    assert again.simulation_id == request.simulation_id
    assert store_part(late, {"late": True}, 0.1) is False
    assert standing(again) == {0: "pending"}


def test_what_was_deleted_while_a_part_was_computed_is_no_fault(owner: User):
    request = waiting(owner, 2)
    claim = claimed()
    delete_request(request)
    compute_claimed(claim)
    assert Simulation.objects.count() == 0


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_release_that_is_withdrawn_closes_what_waits_for_it(owner: User, release: Catalogue, is_kept: bool):
    warboss = {"from": "catalogue", "datasheet": "Warboss"}
    request = waiting(owner, 3, attackers=[warboss, warboss, unit("Friends")])
    if is_kept:
        compute_claimed(claimed())
    published(dearer(release.data), release)
    Withdrawal.objects.create(release=Release.objects.get(label=release.stamp.label), reason="Wrong.")
    assert work_on_waiting_parts(seconds=30) is False
    assert (fresh(request).status, fresh(request).problem) == (
        "failed",
        f"The release {release.stamp.label} that this was asked by is gone or was withdrawn before it was answered. "
        "Ask again: it is then answered by the release in force.",
    )
    assert set(standing(request).values()) <= {"done"}


def test_a_release_that_is_gone_closes_what_waits_for_it(owner: User, release: Catalogue):
    request = waiting(owner, attackers=[{"from": "catalogue", "datasheet": "Warboss"}])
    published(dearer(release.data), release)
    Publication.objects.filter(release__label=release.stamp.label)._raw_delete("default")
    assert work_on_waiting_parts(seconds=30) is False
    assert fresh(request).status == "failed"


def test_a_simulation_is_given_up_as_a_whole_once(owner: User):
    request = waiting(owner)
    assert give_up_all(request.simulation, "First.") is True
    assert give_up_all(request.simulation, "Second.") is False
    assert (fresh(request).problem, standing(request)) == ("First.", {})


def test_the_sweep_frees_rings_and_deletes(owner: User, monkeypatch: pytest.MonkeyPatch):
    rung: list[int] = []
    monkeypatch.setattr(work_on_simulations, "apply_async", lambda arguments, expires: rung.append(arguments[0]))
    old = ask(owner, attack(), may_answer_at_once=True).request
    SimulationRequest.objects.update(asked_at=timezone.now() - timedelta(days=31))
    Simulation.objects.update(
        created_at=timezone.now() - timedelta(days=31), expires_at=timezone.now() - timedelta(days=1)
    )
    request = waiting(owner, 2)
    claimed()
    let_leases_pass()
    sweep()
    assert rung == [request.simulation_id]
    assert standing(request) == {0: "pending", 1: "pending"}
    assert not Simulation.objects.filter(pk=old.simulation_id).exists()
    assert not SimulationRequest.objects.filter(pk=old.pk).exists()


def test_what_others_asked_again_is_kept(owner: User, stranger: User):
    mine, theirs = ask(owner, attack()).request, ask(stranger, attack()).request
    SimulationRequest.objects.filter(pk=mine.pk).update(asked_at=timezone.now() - timedelta(days=31))
    assert purge_expired() == 0
    assert list(SimulationRequest.objects.values_list("pk", flat=True)) == [theirs.pk]
    assert result_of(fresh(theirs)) is not None


def test_what_waits_is_never_deleted_for_its_age(owner: User):
    request = waiting(owner)
    long_ago = timezone.now() - timedelta(days=40)
    SimulationRequest.objects.update(asked_at=long_ago)
    Simulation.objects.update(created_at=long_ago, expires_at=long_ago + timedelta(days=30))
    assert purge_expired() == 0
    assert standing(request) == dict.fromkeys(range(3), "pending")


def test_what_waits_for_an_engine_that_is_gone_begins_anew_by_this_one(owner: User, stranger: User):
    mine, theirs = waiting(owner), waiting(stranger)
    compute_claimed(claimed())
    Simulation.objects.update(engine="1-0000000000", key="0" * 64)
    assert left_by_former_engines() == []  # its workers may be there still
    long_ago = timezone.now() - timedelta(hours=1)
    Simulation.objects.update(created_at=long_ago)
    SimulationChunk.objects.filter(claimed_at__isnull=False).update(claimed_at=long_ago)
    SimulationChunk.objects.filter(finished_at__isnull=False).update(finished_at=long_ago)
    assert left_by_former_engines() == [mine.simulation_id]
    take_over_simulation(mine.simulation_id)
    take_over_simulation(mine.simulation_id)
    assert left_by_former_engines() == []
    for request in (mine, theirs):
        request.refresh_from_db()
        assert request.status == "pending"
    assert mine.simulation_id == theirs.simulation_id
    assert Simulation.objects.count() == 1
    assert work_on_waiting_parts(seconds=30) is False
    assert fresh(mine).status == "done"


def test_what_cannot_be_begun_anew_is_closed_with_its_reason(
    owner: User, release: Catalogue, monkeypatch: pytest.MonkeyPatch
):
    warboss = {"from": "catalogue", "datasheet": "Warboss"}
    gone, broken = waiting(owner, tag="gone", attackers=[warboss]), waiting(owner, tag="broken")
    Simulation.objects.update(engine="1-0000000000")
    published(dearer(release.data), release)
    Withdrawal.objects.create(release=Release.objects.get(label=release.stamp.label), reason="Wrong.")
    take_over(gone.simulation_id)
    assert fresh(gone).status == "failed"
    assert "gone or was withdrawn" in fresh(gone).problem

    def fault(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("battle.services.settling.question_asked", fault)
    with pytest.raises(TakeOverCrashed):
        take_over(broken.simulation_id)
    assert (fresh(broken).status, fresh(broken).problem) == (
        "failed",
        "Beginning this anew by the present engine ended in a fault of the service. Please report it.",
    )


def test_a_worker_prepares_a_question_once_and_keeps_a_few(owner: User, monkeypatch: pytest.MonkeyPatch):
    requests = [waiting(owner, 1, tag=str(number)) for number in range(3)]
    kept = Kept(2)
    first, second, third = (kept.of(request.simulation) for request in requests)
    assert len(kept) == 2
    assert kept.of(requests[2].simulation) is third
    assert kept.of(requests[1].simulation) is second
    assert kept.of(requests[0].simulation) is not first
    kept.clear()
    assert len(kept) == 0
