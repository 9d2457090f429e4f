"""What happens to simulations while nobody looks: shares of people who left, engines that were replaced."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from battle.claims import give_up_all
from battle.models import Priority, Simulation, SimulationChunk
from battle.models.simulation import UNFINISHED
from battle.preparing import catalogue_of_simulation, question_asked
from battle.releases import NoRelease
from battle.scenario.version import ENGINE_VERSION
from battle.services.ending import settle
from battle.services.storing import Worked, simulation_of
from roster.document_faults import DocumentError

FORMER_ENGINE_LEFT = datetime.timedelta(minutes=10)
"""How long workers of another engine are waited for: while a new version is rolled out both are at work."""


def settle_nobodys() -> int:
    """Give what is in nobody's share, as after an account was deleted, to others who wait for it, or end it."""
    keys = list(Simulation.objects.filter(status__in=UNFINISHED, share__isnull=True).values_list("pk", flat=True))
    for key in keys:
        with transaction.atomic():
            simulation = Simulation.objects.select_for_update().filter(pk=key).first()
            if simulation is not None:
                settle(simulation)
    return len(keys)


def take_over_former_engines() -> int:
    """Begin anew, by this engine, what waits for another one whose workers are gone; returns how many simulations."""
    before = timezone.now() - FORMER_ENGINE_LEFT
    lately = SimulationChunk.objects.filter(
        Q(claimed_at__gte=before) | Q(finished_at__gte=before), simulation=OuterRef("pk")
    )
    left = Simulation.objects.filter(~Exists(lately), status__in=UNFINISHED, created_at__lt=before)
    former = list(left.exclude(engine=ENGINE_VERSION))
    for simulation in former:
        _take_over(simulation)
    return len(former)


def _take_over(simulation: Simulation) -> None:
    try:
        question = question_asked(simulation, catalogue_of_simulation(simulation))
        worked = Worked(question.prepare().parts, None)
    except (NoRelease, DocumentError) as error:
        give_up_all(simulation, error.message if isinstance(error, DocumentError) else str(error))
        return
    with transaction.atomic():
        old = Simulation.objects.select_for_update().filter(pk=simulation.pk, status__in=UNFINISHED).first()
        if old is None:
            return
        requests = list(old.requests.select_related("owner").order_by("asked_at", "pk"))
        waiting = [request for request in requests if request.cancelled_at is None]
        if waiting:
            priority = Priority(old.priority)
            new = simulation_of(question, worked, person=waiting[0].owner, priority=priority)
            theirs = set(new.requests.values_list("owner_id", flat=True))
            kept = [request.pk for request in requests if request.owner_id not in theirs]
            old.requests.filter(pk__in=kept).update(simulation=new)
        # A cell, which nobody has a request for, is asked anew by whoever looks at it.
        old.delete()
