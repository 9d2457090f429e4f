"""Deleting simulations before their time is over, for those who run the service."""

from __future__ import annotations

import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from battle.models import Simulation, SimulationRequest
from battle.models.simulation import UNFINISHED

_AT_ONCE = 200
"""Simulations deleted in one transaction, so that nobody waits long for the write lock."""


def expired_simulations() -> QuerySet[Simulation]:
    """Those that have ended and whose time is over."""
    return Simulation.objects.filter(expires_at__lte=timezone.now()).exclude(status__in=UNFINISHED)


def simulations_not_asked_for(since: datetime.timedelta) -> QuerySet[Simulation]:
    """Those that have ended and that nobody asked for in this time."""
    before = timezone.now() - since
    lately = SimulationRequest.objects.filter(simulation=OuterRef("pk"), asked_at__gt=before)
    ended = Simulation.objects.exclude(status__in=UNFINISHED)
    return ended.filter(~Exists(lately), created_at__lte=before)


def delete_simulations(simulations: QuerySet[Simulation]) -> int:
    """Delete them with their requests and answers, some at a time; returns how many."""
    deleted = 0
    while keys := list(simulations.order_by("pk").values_list("pk", flat=True)[:_AT_ONCE]):
        # The conditions hold again at the moment of deleting: somebody may have asked for one in between.
        _, by_model = simulations.filter(pk__in=keys).delete()
        deleted += by_model.get(Simulation._meta.label, 0)
    return deleted
