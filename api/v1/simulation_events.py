"""The progress of a simulation as server-sent events, for as many as the service has places for."""

from __future__ import annotations

import dataclasses
import uuid
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from api.problems import Kind, Problem
from api.streams import CONTENT_TYPE, SEATS, STREAMS_OF_A_PERSON, Event, NoSeat, Seat, Stream, over, seen_by, streamed
from api.v1.schema.simulation import EVENTS_DESCRIPTION, EVENTS_EXAMPLE
from api.v1.simulation_shapes import address_of
from api.v1.simulation_standing import simulation_of
from api.v1.view import ApiView, owner_of
from battle.access import Person, request_visible_to
from battle.models import SimulationRequest
from battle.selectors import progress_of

GONE = Event("gone", "gone", {}, is_last=True)


class SimulationEventsView(ApiView):
    """The progress of one simulation, told as it goes."""

    @extend_schema(
        operation_id="follow_simulation",
        tags=["simulations"],
        summary="Follow a simulation as it goes",
        description=EVENTS_DESCRIPTION,
        parameters=[
            OpenApiParameter(
                "Last-Event-ID",
                {"type": "string"},
                OpenApiParameter.HEADER,
                description="The id of the event you saw last.",
            )
        ],
        responses={(200, CONTENT_TYPE): OpenApiTypes.STR, 204: None},
        examples=[EVENTS_EXAMPLE],
    )
    def get(self, request: Request, simulation: uuid.UUID) -> HttpResponseBase:
        """The stream; nothing where its end was seen; a problem where there is no place for it."""
        found = simulation_of(request, simulation)
        seen, now = seen_by(request._request), event_of(found)
        if now.is_last:
            # What is over takes no thread, and no place from anybody.
            return over() if now.id == seen else streamed(Stream(lambda: now, Seat(lambda: None), seen=seen))
        person = owner_of(request)
        try:
            seat = SEATS.take(person.pk, most=settings.SIMULATION_STREAMS)
        except NoSeat as full:
            raise _refusal(full, address_of(found, request)) from full
        return streamed(Stream(lambda: _look(person, simulation), seat, seen=seen))


def event_of(found: SimulationRequest) -> Event:
    """How the simulation stands, as an event."""
    progress = progress_of(found.simulation)
    data: dict[str, Any] = {**dataclasses.asdict(progress), "status": str(found.status)}
    changing = (found.status, progress.parts_done, progress.parts_claimed, progress.waiting_before)
    name = "finished" if found.is_finished else "progress"
    return Event(".".join(str(one) for one in changing), name, data, is_last=found.is_finished)


def _look(person: Person, simulation: uuid.UUID) -> Event:
    found = request_visible_to(person, simulation)
    return GONE if found is None else event_of(found)


def _refusal(full: NoSeat, address: str) -> Problem:
    why = (
        f"You have {STREAMS_OF_A_PERSON} streams open, which is the most for one person."
        if full.of_person
        else "All streams of this service are taken."
    )
    return Problem(
        Kind.NO_STREAM,
        f"{why} Ask {address} for the progress instead, or come back in {full.seconds} s.",
        headers={"Retry-After": str(full.seconds)},
    )
