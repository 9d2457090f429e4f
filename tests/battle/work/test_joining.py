"""Parts are put together once, by one worker, whatever becomes of the others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone

from battle.claims import (
    WORKER_DIED,
    store_part,
)
from battle.finishing import JoinCrashed, claim_joining, join, join_if_complete, simulations_to_join
from battle.models import Simulation, SimulationRequest
from battle.preparing import KEPT
from battle.runner import computed, work_on_waiting_parts
from battle.selectors import result_of
from tests.battle.work.asked import claimed, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def fresh(request: SimulationRequest) -> Simulation:
    return Simulation.objects.get(pk=request.simulation_id)


def fragment(claim: Any) -> dict[str, Any]:
    return computed(claim.simulation, claim.position)


def test_only_one_worker_puts_the_answer_together(owner: User):
    request = waiting(owner, 2)
    for claim in (claimed(), claimed()):
        store_part(claim, fragment(claim), 0.1)
    assert simulations_to_join() == [request.simulation_id]
    joining = claim_joining(request.simulation_id)
    assert joining is not None
    assert claim_joining(request.simulation_id) is None
    assert simulations_to_join() == []
    assert join(joining, KEPT.of) is True
    first = result_of(fresh(request))
    assert first is not None
    assert join(joining, KEPT.of) is False
    assert result_of(fresh(request)) == first


def test_an_answer_that_was_never_put_together_is_so_by_the_next_bell(owner: User):
    request = waiting(owner, 2)
    for claim in (claimed(), claimed()):
        store_part(claim, fragment(claim), 0.1)
    assert fresh(request).status == "running"
    assert work_on_waiting_parts(seconds=30) is False
    assert fresh(request).status == "done"


def test_joining_that_kills_its_workers_is_given_up(owner: User):
    request = waiting(owner, 1)
    store_part(claim := claimed(), fragment(claim), 0.1)
    for attempt in (1, 2, 3):
        joining = claim_joining(request.simulation_id)
        assert joining is not None
        assert joining.simulation.joins == attempt
        Simulation.objects.update(joining_at=timezone.now() - timedelta(hours=1))
    assert claim_joining(request.simulation_id) is None
    assert (fresh(request).status, fresh(request).problem) == ("failed", WORKER_DIED)


def test_a_fault_in_joining_is_kept_to_its_simulation(owner: User, stranger: User, monkeypatch: pytest.MonkeyPatch):
    request = waiting(owner, 1, tag="bad")
    store_part(claim := claimed(), {"no": "cells"}, 0.1)
    other = waiting(stranger, 1, tag="good")
    with pytest.raises(JoinCrashed):
        join_if_complete(claim.simulation.pk, KEPT.of)
    assert (fresh(request).status, fresh(request).problem) == (
        "failed",
        "Putting the answer together ended in a fault of the service. Please report it.",
    )
    assert work_on_waiting_parts(seconds=30) is False
    assert fresh(other).status == "done"


def test_joining_waits_for_a_database_that_does_not_answer(owner: User):
    request = waiting(owner, 1)
    store_part(claim := claimed(), fragment(claim), 0.1)

    def away(_: Simulation) -> Any:
        raise OperationalError("database or disk is full")

    with pytest.raises(OperationalError):
        join_if_complete(claim.simulation.pk, away)
    assert (fresh(request).status, simulations_to_join()) == ("running", [request.simulation_id])
    join_if_complete(claim.simulation.pk, KEPT.of)
    assert fresh(request).status == "done"
