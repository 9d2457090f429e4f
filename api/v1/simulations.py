"""Simulations: ask what units do to one another, follow the answer, open a cell of it, ask again."""

from __future__ import annotations

import hashlib
import uuid

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.pagination import Pages
from api.problems import Fault, Kind, Problem
from api.v1.schema.answer import ANSWER
from api.v1.schema.ask import ASK, ASK_SCHEMA
from api.v1.schema.simulation import (
    AGAIN_DESCRIPTION,
    ANSWER_EXAMPLES,
    ASK_DESCRIPTION,
    ASK_EXAMPLES,
    ASK_PARAMETERS,
    CANCEL_EXAMPLES,
    CELL_DESCRIPTION,
    CELL_EXAMPLES,
    CELL_PARAMETERS,
    LIST_EXAMPLES,
    LIST_PARAMETERS,
    LOCATION,
    RESULT_PARAMETERS,
    RETRY_AFTER,
    SIMULATION_EXAMPLES,
)
from api.v1.simulation_requests import ask_request, cell_place, filters_of
from api.v1.simulation_shapes import (
    AnsweredSimulationSerializer,
    CellSerializer,
    ListedSimulationSerializer,
    ShownSimulation,
    SimulationSerializer,
)
from api.v1.simulation_standing import (
    just_asked,
    refused,
    refused_today,
    simulation_of,
    standing,
    too_many,
    without_result,
)
from api.v1.view import ApiView, OpenApiView, owner_of
from battle.models import SimulationStatus
from battle.rations import SIMULATION_THROTTLES, CellThrottle
from battle.selectors import requests_of, result_of
from battle.services import (
    AskRefused,
    IdempotencyConflict,
    NotCancellable,
    TooManyUnfinished,
    ask,
    ask_again,
    ask_cell,
    cancel,
    delete_request,
)


class SimulationsView(ApiView):
    """The simulations of the signed-in user."""

    pagination_class = Pages

    def get_throttles(self) -> list[BaseThrottle]:
        """Asking is rationed on top of the usual."""
        usual = super().get_throttles()
        return [*usual, *(kind() for kind in SIMULATION_THROTTLES)] if self.request.method == "POST" else usual

    @extend_schema(
        operation_id="ask_simulation",
        tags=["simulations"],
        summary="Ask what units do to one another",
        description=ASK_DESCRIPTION,
        parameters=ASK_PARAMETERS,
        request={"application/json": ASK},
        responses={201: AnsweredSimulationSerializer, 202: SimulationSerializer},
        examples=ASK_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        """The answer where it is small or known, else where to follow it."""
        wanted = ask_request(request)
        try:
            asked = ask(
                owner_of(request),
                wanted.document,
                idempotency_key=wanted.key,
                may_answer_at_once=wanted.may_answer_at_once,
            )
        except AskRefused as refusal:
            raise refused(refusal) from refusal
        except IdempotencyConflict as conflict:
            raise Problem(
                Kind.KEY_USED_BEFORE,
                "The Idempotency-Key stands for another question of yours. Send this one with a key of its own.",
                errors=(Fault("Used before, with another body.", parameter="Idempotency-Key"),),
            ) from conflict
        except TooManyUnfinished as refusal:
            raise too_many(refusal) from refusal
        return just_asked(asked, request)

    @extend_schema(
        operation_id="list_simulations",
        tags=["simulations"],
        summary="Your simulations",
        description="Last asked first. Simulations are deleted 30 days after they were last asked for.",
        parameters=LIST_PARAMETERS,
        responses={200: ListedSimulationSerializer(many=True)},
        examples=LIST_EXAMPLES,
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        wanted = filters_of(request)
        pages = self.pagination_class()
        found = requests_of(owner_of(request)).filter(wanted)
        rows = [ShownSimulation(row) for row in pages.paginate_queryset(found, request, self) or []]
        context = {"request": request}
        return pages.get_paginated_response(ListedSimulationSerializer(rows, many=True, context=context).data)


class SimulationView(ApiView):
    """One simulation."""

    @extend_schema(
        operation_id="get_simulation",
        tags=["simulations"],
        summary="How far a simulation is",
        description="While it is not finished, `Retry-After` says in how many seconds to ask again.",
        responses={200: SimulationSerializer},
        examples=SIMULATION_EXAMPLES,
    )
    def get(self, request: Request, simulation: uuid.UUID) -> Response:
        """The simulation as it stands."""
        return standing(simulation_of(request, simulation), request)

    @extend_schema(
        operation_id="delete_simulation",
        tags=["simulations"],
        summary="Delete a simulation",
        description="At once: what of it still waits is not computed, unless others asked the same.",
        responses={204: None},
    )
    def delete(self, request: Request, simulation: uuid.UUID) -> Response:
        """Delete it."""
        delete_request(simulation_of(request, simulation))
        return Response(status=204)


class SimulationResultView(ApiView):
    """The answer of a simulation."""

    @extend_schema(
        operation_id="get_simulation_result",
        tags=["simulations"],
        summary="The answer",
        description="An `ETag` comes with it: name it as `If-None-Match`, and an answer you have is not sent again.",
        parameters=RESULT_PARAMETERS,
        responses={200: ANSWER, 304: None},
        examples=ANSWER_EXAMPLES,
    )
    def get(self, request: Request, simulation: uuid.UUID) -> HttpResponseBase:
        """The answer; a problem that says where to look while there is none."""
        found = simulation_of(request, simulation)
        if found.status != SimulationStatus.DONE:
            raise without_result(found, request)
        row = found.simulation
        etag = f'"{hashlib.sha256(f"{row.key} {row.finished_at}".encode()).hexdigest()[:32]}"'
        not_modified = get_conditional_response(request._request, etag=etag)
        if not_modified is not None:
            not_modified["ETag"] = etag
            return not_modified
        return Response(result_of(row), headers={"ETag": etag, "Cache-Control": "private, no-cache"})


class SimulationCancelView(ApiView):
    """Cancelling a simulation."""

    @extend_schema(
        operation_id="cancel_simulation",
        tags=["simulations"],
        summary="Cancel a simulation",
        description="What of it still waits is not computed any more, unless others asked the same.",
        request=None,
        responses={200: SimulationSerializer},
        examples=CANCEL_EXAMPLES,
    )
    def post(self, request: Request, simulation: uuid.UUID) -> Response:
        """Cancel it; a problem where it is over already."""
        found = simulation_of(request, simulation)
        try:
            cancel(found)
        except NotCancellable as refusal:
            raise Problem(Kind.ALREADY_OVER, str(refusal)) from refusal
        return standing(simulation_of(request, simulation), request)


class SimulationAgainView(ApiView):
    """Asking once more as of today."""

    def get_throttles(self) -> list[BaseThrottle]:
        """As asking is rationed."""
        usual = super().get_throttles()
        return [*usual, *(kind() for kind in SIMULATION_THROTTLES)] if self.request.method == "POST" else usual

    @extend_schema(
        operation_id="ask_again",
        tags=["simulations"],
        summary="Ask a simulation again, as of today",
        description=AGAIN_DESCRIPTION,
        parameters=[LOCATION, RETRY_AFTER],
        request=None,
        responses={201: AnsweredSimulationSerializer, 202: SimulationSerializer},
        examples=[example for example in ASK_EXAMPLES if example.response_only],
    )
    def post(self, request: Request, simulation: uuid.UUID) -> Response:
        """The answer of today where it is small or known, else where to follow it."""
        found = simulation_of(request, simulation)
        try:
            asked = ask_again(found)
        except AskRefused as refusal:
            raise refused_today(refusal) from refusal
        except TooManyUnfinished as refusal:
            raise too_many(refusal) from refusal
        return just_asked(asked, request)


class SimulationCellsView(ApiView):
    """The cells of a table, each in full."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Opening cells is rationed on top of the usual."""
        return [*super().get_throttles(), CellThrottle()]

    @extend_schema(
        operation_id="get_simulation_cell",
        tags=["simulations"],
        summary="One cell of a table in full",
        description=CELL_DESCRIPTION,
        parameters=CELL_PARAMETERS,
        responses={200: CellSerializer, 202: CellSerializer},
        examples=CELL_EXAMPLES,
    )
    def get(self, request: Request, simulation: uuid.UUID) -> Response:
        """The cell where its answer is there, else that it waits."""
        found = simulation_of(request, simulation)
        place = cell_place(request)
        if found.status != SimulationStatus.DONE:
            raise without_result(found, request)
        try:
            cell = ask_cell(
                found, view=place.view, direction=place.direction, row=place.row, column=place.column, side=place.side
            )
        except AskRefused as refusal:
            raise Problem(Kind.INVALID, " ".join(fault.message for fault in refusal.faults)) from refusal
        if cell.status in (SimulationStatus.FAILED, SimulationStatus.CANCELLED):
            raise Problem(Kind.NO_RESULT, f"This cell cannot be had in full: {cell.problem}")
        answer = result_of(cell) if cell.status == SimulationStatus.DONE else None
        body = CellSerializer(
            {
                "view": place.view,
                "direction": place.direction,
                "row": place.row,
                "column": place.column,
                "side": place.side,
                "status": cell.status,
                "method": cell.method,
                "engine": cell.engine,
                "answer": answer,
            }
        ).data
        return Response(body) if answer is not None else Response(body, status=202, headers={"Retry-After": "1"})


class AskSchemaView(OpenApiView):
    """The JSON Schema of the document that is asked."""

    schema = None
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        """The schema; it changes only by additions."""
        return Response(ASK_SCHEMA, content_type="application/schema+json")
