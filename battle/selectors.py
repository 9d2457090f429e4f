"""What pages, the API and administrators read of simulations: lists, progress, answers, freshness, the queue."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone

from battle.access import requests_visible_to
from battle.models import (
    Gauntlet,
    PartStatus,
    Priority,
    Simulation,
    SimulationChunk,
    SimulationContent,
    SimulationRequest,
    SimulationStatus,
)
from battle.scenario.version import ENGINE_VERSION
from battle.turns import parts_before
from datasheets.selectors import NoRelease, current_catalogue
from roster.models import Roster

Person = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a simulation is. ``waiting_before``: parts of other simulations that come before its next one."""

    status: SimulationStatus
    parts_done: int
    """Parts that need no work any more, those given up with them."""
    parts_total: int
    parts_claimed: int
    cells_done: int
    cells_total: int
    waiting_before: int
    seconds: float
    """What was computed so far, over all workers."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """What has changed since a request was asked; saved rosters and gauntlets by name, changed or gone."""

    release_now: str
    engine_changed: bool
    release_changed: bool
    changed_rosters: tuple[str, ...]
    changed_gauntlets: tuple[str, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether asking again would ask the same."""
        is_other = self.engine_changed or self.release_changed
        return not (is_other or self.changed_rosters or self.changed_gauntlets)


@dataclass(frozen=True, slots=True)
class Lane:
    """What waits and runs of one priority; ``oldest`` is how long its oldest waiting part waits, None: none does."""

    priority: Priority
    waiting_parts: int
    running_parts: int
    oldest: datetime.timedelta | None


@dataclass(frozen=True, slots=True)
class Queued:
    """What one person has in the queue; ``person`` is empty where nobody is left who asked."""

    person: str
    simulations: int
    waiting_parts: int


@dataclass(frozen=True, slots=True)
class QueueState:
    """The queue as administrators see it."""

    lanes: tuple[Lane, ...]
    simulations: Mapping[str, int]
    """How many there are of each status."""
    people: tuple[Queued, ...]


def requests_of(person: Person) -> QuerySet[SimulationRequest]:
    """The person's requests with their simulations, last asked first, without the documents."""
    return requests_visible_to(person).select_related("simulation").defer("ask", "sources", "notes")


def progress_of(simulation: Simulation) -> Progress:
    """How far it is, in real numbers; one query for what has ended, two more while parts wait."""
    status = SimulationStatus(simulation.status)
    total, cells = simulation.total_parts, simulation.total_cells
    if status is SimulationStatus.DONE:
        return Progress(status, total, total, 0, cells, cells, 0, simulation.seconds)
    counted = simulation.chunks.aggregate(
        done=Count("pk", filter=Q(status__in=(PartStatus.DONE, PartStatus.FAILED))),
        claimed=Count("pk", filter=Q(status=PartStatus.CLAIMED)),
        waiting=Count("pk", filter=Q(status=PartStatus.PENDING)),
        cells=Sum("cells", filter=Q(status__in=(PartStatus.DONE, PartStatus.FAILED)), default=0),
    )
    before = parts_before(simulation) if not simulation.is_finished and counted["waiting"] else 0
    return Progress(
        status, counted["done"], total, counted["claimed"], counted["cells"], cells, before, simulation.seconds
    )


def result_of(simulation: Simulation) -> dict[str, Any] | None:
    """The answer (``quartermaster.answer/1``), None where there is none."""
    return SimulationContent.objects.filter(simulation=simulation).values_list("result", flat=True).first()


def freshness_of(request: SimulationRequest) -> Freshness:
    """Whether the release, the engine or saved rosters are other than when it was asked."""
    simulation = request.simulation
    try:
        stamp = current_catalogue().stamp
        now, content_hash = stamp.label, stamp.content_hash
    except NoRelease:
        now, content_hash = "", ""
    return Freshness(
        release_now=now,
        engine_changed=simulation.engine != ENGINE_VERSION,
        release_changed=bool(simulation.release_hash) and simulation.release_hash != content_hash,
        changed_rosters=_changed_rosters(request),
        changed_gauntlets=_changed_gauntlets(request),
    )


def _changed_rosters(request: SimulationRequest) -> tuple[str, ...]:
    asked = {source["roster"]: source for source in request.sources if source.get("kind") == "saved"}
    if not asked:
        return ()
    rosters = Roster.objects.filter(owner_id=request.owner_id, uuid__in=[UUID(one) for one in asked])
    now = {str(key): version for key, version in rosters.values_list("uuid", "version")}
    return tuple(source["name"] for key, source in asked.items() if now.get(key) != source["version"])


def _changed_gauntlets(request: SimulationRequest) -> tuple[str, ...]:
    asked = {source["gauntlet"]: source["name"] for source in request.sources if source.get("kind") == "gauntlet"}
    if not asked:
        return ()
    unchanged = Gauntlet.objects.filter(slug__in=asked, updated_at__lte=request.asked_at)
    return tuple(asked[slug] for slug in sorted(set(asked) - set(unchanged.values_list("slug", flat=True))))


def queue_state() -> QueueState:
    """What waits and runs, by priority, by status and by person."""
    unfinished = SimulationChunk.objects.filter(status__in=(PartStatus.PENDING, PartStatus.CLAIMED))
    counted = {
        row["simulation__priority"]: row
        for row in unfinished.order_by()
        .values("simulation__priority")
        .annotate(
            waiting=Count("pk", filter=Q(status=PartStatus.PENDING)),
            running=Count("pk", filter=Q(status=PartStatus.CLAIMED)),
            since=Min("simulation__created_at", filter=Q(status=PartStatus.PENDING)),
        )
    }
    by_status = Simulation.objects.order_by().values_list("status").annotate(Count("pk"))
    people = (
        SimulationChunk.objects.filter(status=PartStatus.PENDING)
        .order_by()
        .values_list("simulation__share__person__username")
        .annotate(Count("simulation", distinct=True), Count("pk"))
    )
    return QueueState(
        lanes=tuple(_lane(priority, counted.get(priority.value)) for priority in Priority),
        simulations={status.value: 0 for status in SimulationStatus} | dict(by_status),
        people=tuple(sorted(_queued(people), key=lambda one: (-one.waiting_parts, one.person))),
    )


def _lane(priority: Priority, row: Mapping[str, Any] | None) -> Lane:
    if row is None:
        return Lane(priority, 0, 0, None)
    oldest = timezone.now() - row["since"] if row["since"] is not None else None
    return Lane(priority, row["waiting"], row["running"], oldest)


def _queued(rows: Iterable[tuple[str | None, int, int]]) -> Iterable[Queued]:
    return (Queued(name or "", simulations, parts) for name, simulations, parts in rows)
