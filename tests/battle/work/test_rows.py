"""What the database refuses to hold of simulations."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from battle.models import Simulation, SimulationChunk, SimulationContent
from battle.services import delete_request
from tests.battle.work.asked import waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


@pytest.mark.parametrize(
    "columns",
    [
        {"status": "odd"},
        {"status": "done", "method": "", "finished_at": timezone.now()},
        {"status": "failed", "problem": "", "finished_at": timezone.now()},
        {"status": "failed", "problem": "It failed."},
        {"finished_at": timezone.now()},
        {"total_parts": 0},
        {"failed_parts": 4},
        {"key": "short"},
        {"priority": 7},
    ],
)
def test_simulations_that_cannot_be_are_refused_by_the_database(owner: User, columns: dict):
    waiting(owner, 3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Simulation.objects.update(**columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"status": "odd"},
        {"status": "claimed"},
        {"status": "done"},
        {"status": "failed", "finished_at": timezone.now()},
        {"result": {"too": "early"}},
        {"position": 12_800},
    ],
)
def test_parts_that_cannot_be_are_refused_by_the_database(owner: User, columns: dict):
    waiting(owner, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        SimulationChunk.objects.update(**columns)


def test_the_content_goes_with_the_simulation(owner: User):
    delete_request(waiting(owner))
    assert SimulationContent.objects.count() == 0
