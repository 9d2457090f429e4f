"""The work queue of simulations as those see it who run the service: how much waits, since when, and what failed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Min, Q, QuerySet
from django.utils import timezone

from battle.models import PartStatus, SimulationChunk


@dataclass(frozen=True, slots=True)
class Waiting:
    """Parts that wait and that are being computed; ``oldest_seconds``: how long the oldest that waits does."""

    parts: int
    running_parts: int
    oldest_seconds: float | None


def waiting_work() -> Waiting:
    """How much waits, in one query over what is unfinished, and nothing about anybody."""
    is_waiting = Q(status=PartStatus.PENDING)
    counted = SimulationChunk.objects.filter(status__in=(PartStatus.PENDING, PartStatus.CLAIMED)).aggregate(
        waiting=Count("pk", filter=is_waiting),
        running=Count("pk", filter=~is_waiting),
        since=Min("simulation__created_at", filter=is_waiting),
    )
    since = counted["since"]
    age = max(0.0, (timezone.now() - since).total_seconds()) if since is not None else None
    return Waiting(counted["waiting"], counted["running"], age)


def running_parts() -> QuerySet[SimulationChunk]:
    """The parts that are being computed, the oldest claim first, without what they found."""
    rows = SimulationChunk.objects.filter(status=PartStatus.CLAIMED).select_related("simulation")
    return rows.defer("result").order_by("claimed_at", "pk")


def failed_parts() -> QuerySet[SimulationChunk]:
    """The parts that were given up, the last first."""
    rows = SimulationChunk.objects.filter(status=PartStatus.FAILED).select_related("simulation")
    return rows.defer("result").order_by(F("finished_at").desc(), "pk")
