"""How simulations are told: one by itself, one just asked for, and why one has no answer or is not asked."""

from __future__ import annotations

import uuid

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import Fault, Kind, Problem, invalid
from api.v1.simulation_shapes import (
    AnsweredSimulationSerializer,
    ShownSimulation,
    SimulationSerializer,
    address_of,
)
from battle.access import request_visible_to
from battle.models import SimulationRequest, SimulationStatus
from battle.selectors import Progress, freshness_of, progress_of, result_of
from battle.services import Asked, AskRefused, TooManyUnfinished

_PARTS_A_SECOND = 20
_LONGEST_WAIT_SECONDS = 30


def simulation_of(request: Request, simulation: uuid.UUID) -> SimulationRequest:
    """The user's simulation of this id; NotFound alike for one that does not exist and one that is somebody else's."""
    found = request_visible_to(request.user, simulation)
    if found is None:
        raise NotFound("There is no simulation of yours with this id. They are deleted 30 days after they were asked.")
    return found


def standing(found: SimulationRequest, request: Request, *, status: int = 200) -> Response:
    """The simulation by itself, with advice when to ask again while it is not finished."""
    shown = ShownSimulation(found, progress_of(found.simulation), freshness_of(found))
    body = SimulationSerializer(shown, context={"request": request}).data
    headers = (
        {} if found.is_finished or shown.progress is None else {"Retry-After": str(seconds_to_wait(shown.progress))}
    )
    return Response(body, status=status, headers=headers)


def just_asked(asked: Asked, request: Request) -> Response:
    """201 and the answer where there is one, else 202 and where to follow it."""
    found = asked.request
    if found.status == SimulationStatus.DONE:
        shown = ShownSimulation(found, progress_of(found.simulation), freshness_of(found), result_of(found.simulation))
        response = Response(AnsweredSimulationSerializer(shown, context={"request": request}).data, status=201)
    else:
        response = standing(found, request, status=202)
    response["Location"] = address_of(found, request)
    if asked.is_replayed:
        response["Idempotency-Replayed"] = "true"
    return response


def seconds_to_wait(progress: Progress) -> int:
    """In how many seconds to ask again: about as long as the parts before and of it take, 30 at most."""
    left = progress.waiting_before + progress.parts_total - progress.parts_done
    return min(_LONGEST_WAIT_SECONDS, 1 + left // _PARTS_A_SECOND)


def without_result(found: SimulationRequest, request: Request) -> Problem:
    """Why there is no answer, and what to do."""
    address = address_of(found, request)
    if found.status in (SimulationStatus.FAILED, SimulationStatus.CANCELLED):
        how = "was cancelled" if found.status == SimulationStatus.CANCELLED else "was given up"
        why = f": {found.simulation.problem}" if found.status == SimulationStatus.FAILED else "."
        return Problem(Kind.NO_RESULT, f"The simulation {how}{why} POST {address}/again asks it again.")
    progress = progress_of(found.simulation)
    seconds = seconds_to_wait(progress)
    return Problem(
        Kind.NO_RESULT,
        f"The simulation is not finished: {progress.parts_done} of {progress.parts_total} parts are done, and "
        f"{progress.waiting_before} parts of others come first. Ask again in {seconds} s, or follow {address}.",
        headers={"Retry-After": str(seconds)},
    )


def refused(refusal: AskRefused) -> Problem:
    """The problem of a document that is not asked, with a pointer to every fault."""
    return invalid(*(Fault(fault.message, pointer=fault.pointer) for fault in refusal.faults))


def refused_today(refusal: AskRefused) -> Problem:
    """The problem of a document that was asked once and is not any more."""
    faults = " ".join(fault.message for fault in refusal.faults)
    return Problem(Kind.CONFLICT, f"This cannot be asked again as it was: {faults}")


def too_many(refusal: TooManyUnfinished) -> Problem:
    """The problem of somebody who has as many unfinished simulations as one may have."""
    return Problem(
        Kind.TOO_MANY_REQUESTS,
        str(refusal),
        headers={"Retry-After": str(refusal.seconds)},
    )
