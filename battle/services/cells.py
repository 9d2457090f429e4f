"""One cell of a table in full: the same question for the pair alone, with one roll to read; nobody's list shows it."""

from __future__ import annotations

import time
from typing import Literal

from django.db import transaction
from django.utils import timezone

from battle.models import Priority, Simulation, SimulationContent, SimulationRequest
from battle.models.simulation import CELL_KEPT_FOR
from battle.preparing import catalogue_of_simulation
from battle.questions import Question, QuestionRefused, question_of_document
from battle.releases import NoRelease
from battle.scenario.canonical import cell_question
from battle.scenario.rolling import Rolls
from battle.services.storing import NotWorkedOut, Worked, is_wanted, simulation_of
from roster.document_faults import DocumentError

_TRIES = 5


def ask_cell(
    request: SimulationRequest,
    *,
    view: int,
    direction: Literal["forth", "back"],
    row: int,
    column: int,
    side: int = 0,
    seed: int = 1,
) -> Simulation:
    """The simulation of one cell of the request's table, answered at once where it is small.

    By the release the table was answered by. Raises :class:`~battle.questions.QuestionRefused` for a cell that is
    not there, and where the release is gone.
    """
    question = _question(request.simulation, view, direction, row, column, side, seed)
    worked: Worked | None = None
    for _ in range(_TRIES):
        if worked is None and not is_wanted(question.key):
            worked = _worked(question)
        try:
            with transaction.atomic():
                found = simulation_of(question, worked, person=request.owner, priority=Priority.PERSON)
                _keep(found)
                return found
        except NotWorkedOut:
            worked = _worked(question)
    raise NotWorkedOut


def _question(
    simulation: Simulation, view: int, direction: Literal["forth", "back"], row: int, column: int, side: int, seed: int
) -> Question:
    content = SimulationContent.objects.get(simulation=simulation)
    if content.result is None or "views" not in content.result:
        raise QuestionRefused(DocumentError("", "There is no table here of which a cell could be opened."))
    try:
        document = cell_question(
            content.question, view=view, direction=direction, row=row, column=column, side=side, answer=content.result
        )
    except LookupError as error:
        raise QuestionRefused(DocumentError("", f"This cell is not there. {error}")) from error
    try:
        catalogue = catalogue_of_simulation(simulation)
        return question_of_document(document, catalogue, Rolls(None, seed, True))
    except NoRelease as error:
        raise QuestionRefused(DocumentError("", str(error))) from error
    except DocumentError as fault:
        raise QuestionRefused(fault) from fault


def _worked(question: Question) -> Worked:
    begun = time.perf_counter()
    try:
        fielded = question.prepare()
        answer = fielded.at_once()
    except DocumentError as fault:
        raise QuestionRefused(fault) from fault
    return Worked(fielded.parts, answer, time.perf_counter() - begun if answer is not None else 0.0)


def _keep(simulation: Simulation) -> None:
    """Keep it for a while from now, unless somebody asked the same by themselves and it is kept longer."""
    if not simulation.requests.exists():
        simulation.expires_at = timezone.now() + CELL_KEPT_FOR
        Simulation.objects.filter(pk=simulation.pk).update(expires_at=simulation.expires_at)
