"""What happens to simulations while nobody looks: shares of people who left, engines that were replaced."""

from __future__ import annotations

import datetime
from operator import attrgetter

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
from datasheets.working import Ends, WorkCrashed, worked
from roster.document_faults import DocumentError

FORMER_ENGINE_LEFT = datetime.timedelta(minutes=10)
"""How long workers of another engine are waited for: while a new version is rolled out both are at work."""


class TakeOverCrashed(WorkCrashed):
    """Beginning a simulation anew ended in a fault of our own. It has been given up; the others wait as before."""


def settle_nobodys() -> int:
    """Give what is in nobody's share, as after an account was deleted, to others who wait for it, or end it."""
    keys = list(Simulation.objects.filter(status__in=UNFINISHED, share__isnull=True).values_list("pk", flat=True))
    for key in keys:
        with transaction.atomic():
            simulation = Simulation.objects.select_for_update().filter(pk=key).first()
            if simulation is not None:
                settle(simulation)
    return len(keys)


def left_by_former_engines() -> list[int]:
    """Keys of what waits for another engine than this one, whose workers are gone."""
    before = timezone.now() - FORMER_ENGINE_LEFT
    lately = SimulationChunk.objects.filter(
        Q(claimed_at__gte=before) | Q(finished_at__gte=before), simulation=OuterRef("pk")
    )
    left = Simulation.objects.filter(~Exists(lately), status__in=UNFINISHED, created_at__lt=before)
    return list(left.exclude(engine=ENGINE_VERSION).order_by("pk").values_list("pk", flat=True))


def take_over(key: int) -> None:
    """Begin a simulation anew by this engine.

    Raises :class:`TakeOverCrashed`, after closing the row, for faults of ours.
    """
    simulation = Simulation.objects.filter(pk=key, status__in=UNFINISHED).exclude(engine=ENGINE_VERSION).first()
    if simulation is None:
        return
    worked(
        lambda: _begin_anew(simulation),
        Ends(
            give_up=lambda problem: give_up_all(simulation, problem),
            hand_back=lambda: None,
            attempt=1,
            refused={DocumentError: attrgetter("message"), NoRelease: str},
            fault="Beginning this anew by the present engine ended in a fault of the service. Please report it.",
            crashed=TakeOverCrashed(f"simulation {key}"),
            worn_out="",
        ),
    )


def _begin_anew(simulation: Simulation) -> None:
    question = question_asked(simulation, catalogue_of_simulation(simulation))
    begun = Worked(question.prepare().parts, None)
    with transaction.atomic():
        old = Simulation.objects.select_for_update().filter(pk=simulation.pk, status__in=UNFINISHED).first()
        if old is None:
            return  # it ended meanwhile
        requests = list(old.requests.select_related("owner").order_by("asked_at", "pk"))
        waiting = [request for request in requests if request.cancelled_at is None]
        if waiting:
            priority = Priority(old.priority)
            new = simulation_of(question, begun, person=waiting[0].owner, priority=priority)
            theirs = set(new.requests.values_list("owner_id", flat=True))
            kept = [request.pk for request in requests if request.owner_id not in theirs]
            old.requests.filter(pk__in=kept).update(simulation=new)
        # A cell, which nobody has a request for, is asked anew by whoever looks at it.
        old.delete()
