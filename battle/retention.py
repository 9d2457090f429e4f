"""Deletes what is kept no longer (R-35)."""

from __future__ import annotations

from django.utils import timezone

from battle.models import Simulation, SimulationRequest
from battle.models.simulation import KEPT_FOR, UNFINISHED

DELETED_AT_ONCE = 200
"""Simulations that one sweep deletes, so that nobody waits long for the database; the next sweep goes on."""


def purge_expired() -> int:
    """Delete requests that nobody asked again for long, and simulations whose time is over; how many simulations."""
    now = timezone.now()
    old = SimulationRequest.objects.filter(asked_at__lte=now - KEPT_FOR).order_by("asked_at")
    requests = SimulationRequest.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:DELETED_AT_ONCE]))
    requests.exclude(simulation__status__in=UNFINISHED).delete()
    over = Simulation.objects.filter(expires_at__lte=now).exclude(status__in=UNFINISHED).order_by("expires_at")
    keys = list(over.values_list("pk", flat=True)[:DELETED_AT_ONCE])
    # Whoever asks again in between keeps it.
    Simulation.objects.filter(pk__in=keys, expires_at__lte=now).delete()
    return len(keys)
