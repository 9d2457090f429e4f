"""Why a roster costs and counts what it does, what a change would break, and what is still possible."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.parsers import ListTextParser, StrictJSONParser
from api.v1.check import STAGES, event_named, result_asked_for
from api.v1.roster_shapes import answered
from api.v1.rosters import roster_of
from api.v1.schema.check import CHECK_EXAMPLES, CHECK_REQUEST
from api.v1.schema.explanation import EXPLANATION, EXPLANATION_EXAMPLE
from api.v1.view import JudgingView, OpenApiView
from datasheets.selectors import catalogue_of
from roster.explaining import explain
from roster.explaining.as_json import explanation_as_dict
from roster.rations import ExplanationThrottle
from roster.saved import checked
from roster.services.events import profile_of

EXPLAINED = answered("Explanation", EXPLANATION_EXAMPLE)


class ExplainView(JudgingView, OpenApiView):
    """Explain a roster."""

    parser_classes = (StrictJSONParser, ListTextParser)

    def get_throttles(self) -> list[BaseThrottle]:
        """Explanations are rationed on top of the usual."""
        return [*super().get_throttles(), ExplanationThrottle()]

    @extend_schema(
        operation_id="explain_roster",
        tags=["muster"],
        summary="Explain a roster",
        description=(
            "The request is that of a check. The answer has the report and beside it every price by its parts, every "
            "limit as used of allowed, and what a change would do: each was tried. A draft is tried as a finished "
            "roster. Thirty explanations a minute."
        ),
        parameters=[
            OpenApiParameter(
                "stage", str, enum=STAGES, description="For a text/plain body; a member of a JSON body comes first."
            ),
            OpenApiParameter("release", str, description="For a text/plain body; a member of a JSON body comes first."),
            OpenApiParameter("event", str, description="Slug of an event; a member of a JSON body comes first."),
        ],
        request=CHECK_REQUEST,
        responses={200: EXPLANATION},
        examples=[*(example for example in CHECK_EXAMPLES if example.request_only), EXPLAINED],
    )
    def post(self, request: Request) -> Response:
        """The explanation; of a text that is no list one that says so."""
        result, catalogue = result_asked_for(request)
        return Response(explanation_as_dict(explain(result, catalogue), catalogue))


class RosterWhyView(JudgingView):
    """A saved roster explained."""

    judging = frozenset({"GET"})

    def get_throttles(self) -> list[BaseThrottle]:
        """Explanations are rationed on top of the usual."""
        return [*super().get_throttles(), ExplanationThrottle()]

    @extend_schema(
        operation_id="explain_saved_roster",
        tags=["rosters"],
        summary="Why a roster stands as it does",
        description="By the release it stands on. Thirty explanations a minute.",
        parameters=[OpenApiParameter("event", str, description="Slug of an event to judge the roster for.")],
        responses={200: EXPLANATION},
        examples=[EXPLAINED],
    )
    def get(self, request: Request, roster: uuid.UUID) -> Response:
        """The explanation."""
        found = roster_of(request, roster)
        named = request.query_params.get("event", "")
        event = profile_of(event_named(named, request.user)) if named else None
        catalogue = catalogue_of(found.release.label)
        return Response(explanation_as_dict(explain(checked(found, catalogue, event=event), catalogue), catalogue))
