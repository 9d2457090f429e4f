"""Ending what was asked: cancelled it is computed no further, deleted it is gone, unless others wait for the same."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from battle.models import PartStatus, Simulation, SimulationRequest, SimulationStatus, WorkShare
from battle.models.simulation import UNFINISHED


class NotCancellable(Exception):
    """There is nothing left to cancel; the message says how it stands."""


_ENDED = {
    SimulationStatus.DONE: "This is done already: there is nothing to cancel. Delete it if you no longer need it.",
    SimulationStatus.FAILED: "This was given up already: there is nothing to cancel. Ask again, or delete it.",
    SimulationStatus.CANCELLED: "This is cancelled already.",
}


def cancel(request: SimulationRequest) -> None:
    """Compute no further what the person asked; where others asked the same it goes on for them.

    Parts that wait are dropped at once, and so is what comes of a part that is being computed. Raises
    :class:`NotCancellable` for what has ended.
    """
    with transaction.atomic():
        simulation = _locked(request.simulation_id)
        now = timezone.now()
        rows = SimulationRequest.objects.filter(pk=request.pk, cancelled_at__isnull=True)
        if simulation is None or simulation.is_finished or not rows.update(cancelled_at=now):
            is_ours = simulation is not None and simulation.is_finished and request.cancelled_at is None
            status = SimulationStatus(simulation.status) if simulation and is_ours else SimulationStatus.CANCELLED
            raise NotCancellable(_ENDED[status])
        request.cancelled_at = now
        settle(simulation)
    request.simulation = simulation


def delete_request(request: SimulationRequest) -> None:
    """Delete the request, and the simulation with its answer where nobody else asked the same."""
    with transaction.atomic():
        simulation = _locked(request.simulation_id)
        request.delete()
        if simulation is None:
            return
        if simulation.requests.exists():
            settle(simulation)
        else:
            simulation.delete()


def settle(simulation: Simulation) -> None:
    """See to it that an unfinished simulation is in the share of somebody who waits for it, or ends.

    The row has to be locked.
    """
    if simulation.is_finished:
        return
    waiting = simulation.requests.filter(cancelled_at__isnull=True).order_by("asked_at", "pk")
    owners = list(waiting.values_list("owner_id", flat=True))
    if not owners:
        simulation.status = SimulationStatus.CANCELLED
        simulation.finished_at = timezone.now()
        rows = Simulation.objects.filter(pk=simulation.pk, status__in=UNFINISHED)
        rows.update(status=simulation.status, finished_at=simulation.finished_at)
        simulation.chunks.filter(status__in=(PartStatus.PENDING, PartStatus.CLAIMED)).delete()
    elif simulation.share is None or simulation.share.person_id not in owners:
        simulation.share, _ = WorkShare.objects.get_or_create(person_id=owners[0])
        Simulation.objects.filter(pk=simulation.pk).update(share=simulation.share)


def _locked(key: int) -> Simulation | None:
    return Simulation.objects.select_for_update().filter(pk=key).first()
