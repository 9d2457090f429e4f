"""Who computes which part: claims by conditional update, so that every part is computed and stored once (R-34).

No row is locked: a claim or a result counts only where the update found the row as it was expected.
"""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from battle.models import PartStatus, Simulation, SimulationChunk, SimulationStatus, WorkShare
from battle.models.simulation import UNFINISHED
from battle.scenario.version import ENGINE_VERSION
from battle.turns import waiting_simulations
from datasheets.leases import MAXIMUM_ATTEMPTS, close, free_stale, held, let_wait
from datasheets.working import Candidate, take_next

LEASE = datetime.timedelta(seconds=60)
"""A part may take twenty seconds and its preparation a few, so an older claim is a dead worker's."""
DEADLY_PARTS = 3
"""So many parts of one simulation whose workers died, and the rest of it is given up too."""
WORKER_DIED = (
    f"Computing this was begun {MAXIMUM_ATTEMPTS} times and never came to an end, so it was given up. "
    "Ask with fewer units, and report it if that fails too."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to compute one part, and what is needed for it."""

    chunk: int
    token: uuid.UUID
    position: int
    attempt: int
    simulation: Simulation


def claim_next(engine: str = ENGINE_VERSION) -> Claim | None:
    """Claim the part whose turn it is, or None where none waits for this engine.

    Parts that were begun before come after the others of their simulation: what kills workers does so last.
    """
    taken = take_next(partial(_candidate, engine))
    if taken is None:
        return None
    row = taken.ours.select_related("simulation").defer("result").first()
    if row is None:
        return claim_next(engine)  # cancelled between the claim and this
    return Claim(row.pk, taken.token, row.position, row.attempts, row.simulation)


def store_part(claim: Claim, fragment: dict[str, Any], seconds: float) -> bool:
    """Store what came of the part and close it; False where the claim no longer holds, and nothing is stored."""
    return _close(claim, PartStatus.DONE, seconds, result=fragment)


def give_up(claim: Claim, problem: str, seconds: float = 0.0) -> bool:
    """Close the part without a result, for a reason in words; False where the claim no longer holds."""
    return _close(claim, PartStatus.FAILED, seconds, problem=problem)


def hand_back(claim: Claim) -> bool:
    """Let the part wait again, as when its worker is being stopped; False where the claim no longer holds."""
    return bool(let_wait(_ours(claim)))


def give_up_all(simulation: Simulation, problem: str) -> bool:
    """End a simulation without an answer, for a reason in words: parts that wait or run are dropped.

    False where it had ended already.
    """
    with transaction.atomic():
        rows = Simulation.objects.filter(pk=simulation.pk, status__in=UNFINISHED)
        is_ours = rows.update(status=SimulationStatus.FAILED, problem=problem, finished_at=timezone.now())
        if is_ours:
            unfinished = SimulationChunk.objects.filter(simulation=simulation)
            unfinished.filter(status__in=(PartStatus.PENDING, PartStatus.CLAIMED)).delete()
    return bool(is_ours)


def free_stale_parts(*, lease: datetime.timedelta = LEASE) -> int:
    """Take claims older than the lease from workers that died; returns how many parts wait again.

    A part that was begun :data:`MAXIMUM_ATTEMPTS` times is given up instead, and a simulation of which
    :data:`DEADLY_PARTS` were is given up as a whole.
    """
    freed = free_stale(SimulationChunk.objects.all(), lease=lease, problem=WORKER_DIED)
    deadly = Count("chunks", filter=Q(chunks__status=PartStatus.FAILED, chunks__problem=WORKER_DIED))
    for simulation in Simulation.objects.filter(status=SimulationStatus.RUNNING).annotate(deadly=deadly):
        if DEADLY_PARTS <= simulation.deadly < simulation.total_parts:
            give_up_all(simulation, f"{simulation.deadly} parts of it ended their workers. {WORKER_DIED}")
    return freed


def _candidate(engine: str) -> Candidate | None:
    simulation = waiting_simulations(engine).values_list("pk", "share_id", "status").first()
    if simulation is None:
        return None
    key, share, status = simulation
    rows = SimulationChunk.objects.filter(simulation_id=key)
    waiting = rows.filter(status=PartStatus.PENDING).order_by("attempts", "position")
    part = waiting.values_list("pk", "attempts").first()
    keys, attempts = ([part[0]], part[1]) if part is not None else ([], 0)
    return Candidate(rows, keys, partial(_begin, key, share, status), begun_before=attempts > 0)


def _begin(simulation: int, share: int | None, status: str) -> None:
    now = timezone.now()
    if status == SimulationStatus.PENDING:
        Simulation.objects.filter(pk=simulation, status=status).update(status=SimulationStatus.RUNNING, started_at=now)
    if share is not None:
        WorkShare.objects.filter(pk=share).update(last_claimed_at=now)


def _close(claim: Claim, status: PartStatus, seconds: float, **found: Any) -> bool:
    with transaction.atomic():
        # The simulation first, as everywhere: two transactions that wait for each other would end one of them.
        wanted = Simulation.objects.filter(pk=claim.simulation.pk, status__in=UNFINISHED)
        if not wanted.update(seconds=F("seconds") + seconds):
            return False
        is_ours = close(_ours(claim), status, seconds=seconds, **found)
        if not is_ours:
            transaction.set_rollback(True)
    return bool(is_ours)


def _ours(claim: Claim) -> QuerySet[SimulationChunk]:
    return held(SimulationChunk.objects.filter(pk=claim.chunk), claim.token)


def simulations_waiting(most: int, engine: str = ENGINE_VERSION) -> list[int]:
    """Keys of so many simulations at most that have parts waiting, those that are next first."""
    return list(waiting_simulations(engine).values_list("pk", flat=True)[:most])
