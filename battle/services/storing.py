"""Simulations as rows: one for a question, whoever asks it and how many ask at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from battle.models import Priority, Simulation, SimulationChunk, SimulationContent, SimulationStatus, WorkShare
from battle.questions import Question
from battle.scenario.parts import Part
from battle.scenario.version import ENGINE_VERSION
from datasheets.bells import ring_on_commit

STOPPED = (SimulationStatus.FAILED, SimulationStatus.CANCELLED)
"""What begins anew when somebody asks again."""
_PARTS_PER_BELL = 8
_MOST_BELLS = 4


@dataclass(frozen=True, slots=True)
class Worked:
    """What a new simulation begins with: its parts, and the answer where it was had at once."""

    parts: tuple[Part, ...]
    answer: dict[str, Any] | None
    seconds: float = 0.0


class NotWorkedOut(Exception):
    """The simulation is to be begun, and what it begins with was not worked out: it was there a moment ago."""


def is_wanted(key: str) -> bool:
    """Whether there is an answer to come, or one already, so that nothing has to be worked out."""
    return Simulation.objects.filter(key=key).exclude(status__in=STOPPED).exists()


def simulation_of(
    question: Question, worked: Worked | None, *, person: AbstractBaseUser, priority: Priority
) -> Simulation:
    """The one simulation of the question, locked until the transaction ends; begun where it is not wanted yet.

    Has to be called in a transaction. Raises :class:`NotWorkedOut` where it is to be begun without ``worked``.
    """
    found = Simulation.objects.select_for_update().filter(key=question.key).first()
    if found is None:
        if worked is None:
            raise NotWorkedOut
        try:
            with transaction.atomic():
                return _created(question, worked, person, priority)
        except IntegrityError:
            # Somebody asked the same at the same moment.
            found = Simulation.objects.select_for_update().get(key=question.key)
    if found.status in STOPPED:
        if worked is None:
            raise NotWorkedOut
        _begin_anew(found, worked, person, priority)
    elif not found.is_finished and priority < found.priority:
        Simulation.objects.filter(pk=found.pk).update(priority=priority)
        found.priority = priority
    return found


def share_of(person: AbstractBaseUser) -> WorkShare:
    """The person's share of the workers."""
    share, _ = WorkShare.objects.get_or_create(person_id=person.pk)
    return share


def _created(question: Question, worked: Worked, person: AbstractBaseUser, priority: Priority) -> Simulation:
    simulation = Simulation.objects.create(
        key=question.key,
        question_kind=question.kind,
        release=question.release,
        release_hash=question.release_hash,
        engine=ENGINE_VERSION,
        samples=question.rolls.samples,
        seed=question.rolls.seed,
        is_traced=question.rolls.is_traced,
        priority=priority,
        share=share_of(person),
        **_columns(worked),
    )
    SimulationContent.objects.create(simulation=simulation, question=question.content, result=worked.answer)
    _add_parts(simulation, worked)
    return simulation


def _begin_anew(simulation: Simulation, worked: Worked, person: AbstractBaseUser, priority: Priority) -> None:
    """Let a simulation that was given up or cancelled begin as if it were new."""
    columns: dict[str, Any] = {
        "started_at": None,
        "finished_at": None,
        "method": "",
        "created_at": timezone.now(),
        "priority": priority,
        "share": share_of(person),
        "failed_parts": 0,
        "problem": "",
        "joining_at": None,
        "joins": 0,
        **_columns(worked),
    }
    simulation.chunks.all().delete()
    Simulation.objects.filter(pk=simulation.pk).update(**columns)
    for name, value in columns.items():
        setattr(simulation, name, value)
    SimulationContent.objects.filter(simulation=simulation).update(result=worked.answer)
    _add_parts(simulation, worked)


def _columns(worked: Worked) -> Mapping[str, Any]:
    found: dict[str, Any] = {
        "total_parts": len(worked.parts),
        "total_cells": sum(part.cells for part in worked.parts),
        "status": SimulationStatus.PENDING,
        "seconds": worked.seconds,
    }
    if worked.answer is not None:
        now = timezone.now()
        ended = {"started_at": now, "finished_at": now, "method": worked.answer["method"]}
        found |= {"status": SimulationStatus.DONE, **ended}
    return found


def _add_parts(simulation: Simulation, worked: Worked) -> None:
    """Give it a row for each part, and ring for them."""
    if worked.answer is not None:
        return
    SimulationChunk.objects.bulk_create(
        (SimulationChunk(simulation=simulation, position=part.position, cells=part.cells) for part in worked.parts),
        batch_size=200,
    )
    # The workers' task imports what reads these rows.
    from battle.tasks import work_on_simulations

    for _ in range(min(_MOST_BELLS, -(-len(worked.parts) // _PARTS_PER_BELL))):
        ring_on_commit(work_on_simulations.delay, simulation.pk)
