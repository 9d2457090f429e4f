"""Simulations as rows, wherever they stand, for tests of what administrators see and do."""

from __future__ import annotations

import datetime
import hashlib
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from battle.models import (
    PartStatus,
    Simulation,
    SimulationChunk,
    SimulationContent,
    SimulationRequest,
    SimulationStatus,
    WorkShare,
)
from battle.scenario.version import ENGINE_VERSION

DAY = datetime.timedelta(days=1)
UNIT = {"from": "profiles", "name": "Troopers", "models": [{"name": "Trooper", "count": 5, "T": 4, "Sv": 3, "W": 2}]}
GUNS = {
    "from": "profiles",
    "name": "Riflemen",
    "models": [
        {
            "name": "Rifleman",
            "count": 5,
            "T": 4,
            "Sv": 3,
            "W": 2,
            "weapons": [{"name": "Rifle", "range": 24, "A": 2, "skill": 3, "S": 4, "AP": -1, "D": 1}],
        }
    ],
}


def matrix(rows: int) -> dict[str, Any]:
    """A question in as many parts as rows."""
    attackers = [{**GUNS, "name": f"Riflemen {number}"} for number in range(rows)]
    return {
        "schema": "quartermaster.scenario/1",
        "question": "matrix",
        "attackers": attackers,
        "targets": [UNIT],
        "both_ways": False,
    }


def simulation_of(
    owner: User | None, *parts: str, status: str = "running", age: datetime.timedelta | None = None, **columns: Any
) -> Simulation:
    """A simulation with a part of each status, asked by ``owner`` so long ago."""
    at = timezone.now() - (age or datetime.timedelta())
    number = Simulation.objects.count()
    ended = status in ("done", "failed", "cancelled")
    given: dict[str, Any] = {
        "key": hashlib.sha256(str(number).encode()).hexdigest(),
        "question_kind": "matrix",
        "engine": ENGINE_VERSION,
        "status": status,
        "total_parts": len(parts) or 1,
        "total_cells": len(parts) or 1,
        "failed_parts": parts.count("failed"),
        "created_at": at,
        "started_at": at if status != "pending" else None,
        "finished_at": at if ended else None,
        "expires_at": at + 30 * DAY,
        "method": "exact" if status == "done" else "",
        "problem": "Given up." if status == "failed" else "",
        "share": WorkShare.objects.get_or_create(person=owner)[0] if owner else None,
    }
    simulation = Simulation.objects.create(**given | columns)
    SimulationContent.objects.create(simulation=simulation, question={"question": "matrix"})
    for position, part in enumerate(parts):
        SimulationChunk.objects.create(
            simulation=simulation,
            position=position,
            cells=1,
            status=part,
            attempts={"pending": 0, "failed": 3}.get(part, 1),
            claim_token="00000000-0000-0000-0000-000000000001" if part == PartStatus.CLAIMED else None,
            claimed_at=at if part != PartStatus.PENDING else None,
            finished_at=at if part in ("done", "failed") else None,
            problem="It ended its worker." if part == PartStatus.FAILED else "",
        )
    if owner is not None:
        SimulationRequest.objects.create(
            owner=owner,
            simulation=simulation,
            title="A private title",
            name="A private name",
            ask={"name": "a private list"},
            asked_at=at,
            created_at=at,
            cancelled_at=at if status == SimulationStatus.CANCELLED else None,
        )
    return simulation
