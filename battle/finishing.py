"""Parts are put together to an answer once all of them have ended: by one worker, stored in one transaction (R-34)."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from battle.claims import WORKER_DIED, give_up_all
from battle.models import PartStatus, Simulation, SimulationChunk, SimulationContent, SimulationStatus
from battle.releases import NoRelease
from battle.scenario.parts import Failed, Prepared
from battle.scenario.version import ENGINE_VERSION
from datasheets.leases import MAXIMUM_ATTEMPTS
from datasheets.working import Ends, WorkCrashed, worked
from roster.document_faults import DocumentError
from roster.timebox import OutOfTime, within

JOINING = datetime.timedelta(seconds=60)
"""How long a worker may take to put parts together: a hundredth of a second, a few more with what it must prepare."""
SECONDS_TO_JOIN = 20.0
TOO_LONG = f"Putting the answer together took longer than {SECONDS_TO_JOIN:.0f} seconds. Ask with fewer units."
FAULT = "Putting the answer together ended in a fault of the service. Please report it."


class JoinCrashed(WorkCrashed):
    """Putting parts together ended in a fault of our own. The simulation was given up."""


@dataclass(frozen=True, slots=True)
class Joining:
    """The right to put the parts of one simulation together."""

    simulation: Simulation
    since: datetime.datetime

    @property
    def ours(self) -> QuerySet[Simulation]:
        """The row, as long as the right holds."""
        return Simulation.objects.filter(pk=self.simulation.pk, status=SimulationStatus.RUNNING, joining_at=self.since)


def simulations_to_join(engine: str = ENGINE_VERSION) -> list[int]:
    """Keys of the simulations of which every part has ended and whose answer nobody is putting together."""
    return list(_complete(engine).order_by("pk").values_list("pk", flat=True))


def claim_joining(key: int, engine: str = ENGINE_VERSION) -> Joining | None:
    """The right to put the parts of this simulation together, None where it is not time or somebody else does.

    A simulation whose joining was begun :data:`MAXIMUM_ATTEMPTS` times is given up.
    """
    now = timezone.now()
    complete = _complete(engine).filter(pk=key)
    if not complete.filter(joins__lt=MAXIMUM_ATTEMPTS).update(joining_at=now, joins=F("joins") + 1):
        worn_out = complete.filter(joins__gte=MAXIMUM_ATTEMPTS).first()
        if worn_out is not None:
            give_up_all(worn_out, WORKER_DIED)
        return None
    return Joining(Simulation.objects.get(pk=key), now)


def join(joining: Joining, fielded: Callable[[Simulation], Prepared]) -> bool:
    """Put the parts together and store the answer; False where there is none, or the right no longer holds.

    Raises :class:`JoinCrashed`, after closing the row, where that ends in a fault of ours.
    """
    simulation = joining.simulation
    ends = Ends(
        give_up=lambda words: give_up_all(simulation, words),
        hand_back=lambda: joining.ours.update(joining_at=None),
        attempt=simulation.joins,
        refused={DocumentError: attrgetter("message"), NoRelease: str},
        heals={OutOfTime: TOO_LONG},
        fault=FAULT,
        crashed=JoinCrashed(f"simulation {simulation.pk}"),
        worn_out=WORKER_DIED,
    )
    return bool(worked(lambda: _joined(joining, fielded), ends))


def join_if_complete(key: int, fielded: Callable[[Simulation], Prepared], engine: str = ENGINE_VERSION) -> None:
    """Put the parts of this simulation together if all of them have ended and nobody else does."""
    if not _unfinished().filter(simulation_id=key).exists():
        joining = claim_joining(key, engine)
        if joining is not None:
            join(joining, fielded)


def _joined(joining: Joining, fielded: Callable[[Simulation], Prepared]) -> bool:
    simulation = joining.simulation
    rows = simulation.chunks.order_by("position").values_list("status", "problem", "result")
    parts: list[dict[str, Any] | Failed] = []
    for status, problem, result in rows:
        if status == PartStatus.FAILED:
            parts.append(Failed(problem))
        elif result is not None:
            parts.append(result)
        else:
            return False  # another worker has put them together meanwhile
    failed = sum(isinstance(part, Failed) for part in parts)
    answer = within(SECONDS_TO_JOIN, lambda: fielded(simulation).joined(parts))
    missing = f"{failed} of {simulation.total_parts} parts could not be had; their cells are empty." if failed else ""
    with transaction.atomic():
        is_ours = joining.ours.update(
            status=SimulationStatus.DONE,
            method=answer["method"],
            finished_at=timezone.now(),
            failed_parts=failed,
            problem=missing,
        )
        if is_ours:
            SimulationContent.objects.filter(simulation=simulation).update(result=answer)
            SimulationChunk.objects.filter(simulation=simulation, status=PartStatus.DONE).update(result=None)
    return bool(is_ours)


def _unfinished() -> QuerySet[SimulationChunk]:
    return SimulationChunk.objects.filter(status__in=(PartStatus.PENDING, PartStatus.CLAIMED))


def _complete(engine: str) -> QuerySet[Simulation]:
    is_nobodys = Q(joining_at__isnull=True) | Q(joining_at__lt=timezone.now() - JOINING)
    running = Simulation.objects.filter(is_nobodys, status=SimulationStatus.RUNNING, engine=engine)
    return running.filter(~Exists(_unfinished().filter(simulation=OuterRef("pk"))))
