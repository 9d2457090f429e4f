"""Letting simulations be computed anew, for those who run the service."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F, Q, QuerySet

from battle.models import PartStatus, Priority, Simulation, SimulationContent, SimulationStatus
from battle.models.simulation import UNFINISHED
from battle.questions import question_of_document
from battle.releases import NoRelease, catalogue_to_answer
from battle.scenario.rolling import Rolls
from battle.scenario.version import ENGINE_VERSION
from battle.services.storing import Worked, simulation_of
from roster.document_faults import DocumentError


class NotRequeued(Exception):
    """Why a simulation is not computed anew, in words."""


def unsound_simulations() -> QuerySet[Simulation]:
    """Those that were given up as a whole or have gaps, the oldest first."""
    is_unsound = Q(status=SimulationStatus.FAILED) | Q(status=SimulationStatus.DONE, failed_parts__gt=0)
    return Simulation.objects.filter(is_unsound).order_by("created_at", "pk")


def requeue(simulation: Simulation) -> int:
    """Let all parts of what was given up, or has gaps, be computed anew; how many parts. Raises :class:`NotRequeued`.

    Of what is not finished, the claims are taken from their workers, so that others go on at once: only for
    workers that are known to be dead, since what a living one computes is then computed twice (and stored once).
    """
    if not simulation.is_finished:
        return _let_wait(simulation)
    if simulation.status == SimulationStatus.CANCELLED:
        raise NotRequeued("Whoever asked cancelled it: they ask again if they want it.")
    if simulation.status == SimulationStatus.DONE and not simulation.failed_parts:
        raise NotRequeued("It is done, without gaps.")
    if simulation.engine != ENGINE_VERSION:
        raise NotRequeued(
            f"It was asked of the engine {simulation.engine}, and this is {ENGINE_VERSION}: whoever asked asks again."
        )
    person = _who_waits(simulation)
    if person is None:
        raise NotRequeued("Nobody is left who asked.")
    content = SimulationContent.objects.get(simulation=simulation)
    rolls = Rolls(simulation.samples, simulation.seed, simulation.is_traced)
    try:
        catalogue = catalogue_to_answer(simulation.release, simulation.release_hash) if simulation.release else None
        question = question_of_document(content.question, catalogue, rolls)
        worked = Worked(question.prepare().parts, None)
    except (NoRelease, DocumentError) as refusal:
        raise NotRequeued(str(refusal)) from refusal
    with transaction.atomic():
        # What has gaps counts as given up from here on, and so begins anew.
        gaps = Simulation.objects.filter(pk=simulation.pk, status=SimulationStatus.DONE, failed_parts__gt=0)
        gaps.update(status=SimulationStatus.FAILED)
        begun = simulation_of(question, worked, person=person, priority=Priority(simulation.priority))
    return begun.total_parts


def _let_wait(simulation: Simulation) -> int:
    with transaction.atomic():
        Simulation.objects.select_for_update().filter(pk=simulation.pk, status__in=UNFINISHED).first()
        claimed = simulation.chunks.filter(status=PartStatus.CLAIMED)
        # The claim was no fault of the part.
        return claimed.update(status=PartStatus.PENDING, claim_token=None, claimed_at=None, attempts=F("attempts") - 1)


def _who_waits(simulation: Simulation) -> AbstractBaseUser | None:
    request = simulation.requests.select_related("owner").order_by("cancelled_at", "asked_at", "pk").first()
    if request is not None:
        return request.owner
    return simulation.share.person if simulation.share is not None else None
