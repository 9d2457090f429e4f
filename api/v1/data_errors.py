"""Reports of data errors: hand one in, and see what became of your own (R-36)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.throttling import BaseThrottle

from api.pagination import Pages
from api.problems import Fault, Kind, Problem, invalid
from api.v1.roster_shapes import answered
from api.v1.view import ApiView, kind_of, object_of, owner_of
from datasheets.catalogue.entries import COLLECTIONS
from datasheets.models import DataErrorReport, ReportState, ReportSubject
from datasheets.models.report import LONGEST_LINE, LONGEST_WORDS
from datasheets.selectors import NoRelease, current_catalogue
from datasheets.services.reports import ReportDraft, ReportRefused, TooManyReports, submit_report
from roster.rations import REPORT_THROTTLES

MEMBERS = tuple(ReportDraft.__dataclass_fields__)
_BOUNDS = {"release": 80, "key": 400, "check": 100, "line": LONGEST_LINE, "name": 200, "known_from": LONGEST_WORDS}
_TOLD = {
    "release": "Label of the release whose data is meant; left out: the one in force.",
    "key": "Key of the entry: a datasheet's id, for a price the ids of datasheet and price list with | between.",
    "check": "Id of the check whose verdict is doubted.",
    "line": "The line that was not understood.",
    "name": "What your app calls it.",
    "known_from": "Where the right value is known from.",
}
REPORT_REQUEST: dict[str, Any] = {
    "application/json": {
        "type": "object",
        "required": ["subject", "wrong"],
        "additionalProperties": False,
        "properties": {
            "subject": {"type": "string", "enum": list(ReportSubject.values)},
            "wrong": {
                "type": "string",
                "minLength": 1,
                "maxLength": LONGEST_WORDS,
                "description": "What is wrong, in a sentence or two.",
            },
            "collection": {"type": "string", "enum": ["", *COLLECTIONS], "description": "Given together with key."},
            **{
                name: {"type": "string", "maxLength": most, "description": _TOLD[name]}
                for name, most in _BOUNDS.items()
            },
        },
    }
}
REQUEST_EXAMPLE = {
    "subject": "price",
    "collection": "prices",
    "key": "orks:warboss|orks",
    "release": "2026.09.1",
    "wrong": "A Warboss costs 75 points.",
    "known_from": "Munitorum Field Manual 1.5, Orks",
}


class DataErrorSerializer(serializers.Serializer):
    """A report of a data error with its answer."""

    id = serializers.UUIDField(source="uuid")
    subject = serializers.ChoiceField(choices=ReportSubject.values)
    release = serializers.CharField()
    collection = serializers.CharField(help_text="Empty where no entry is named.")
    key = serializers.CharField()
    check = serializers.CharField(source="check_id")
    line = serializers.CharField()
    name = serializers.CharField()
    faction = serializers.CharField(help_text="Id of the entry's faction; empty where it belongs to none.")
    wrong = serializers.CharField()
    known_from = serializers.CharField()
    state = serializers.ChoiceField(choices=ReportState.values)
    note = serializers.CharField(help_text="The editors' answer.")
    created_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    url = serializers.SerializerMethodField()

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, report: DataErrorReport) -> str:
        """Address of the report, for who handed it in."""
        return reverse("api-v1:data-error", kwargs={"report": report.uuid}, request=self.context["request"])


_SHOWN: dict[str, Any] = {
    **dict.fromkeys(("check", "line", "note"), ""),
    **REQUEST_EXAMPLE,
    "id": "b2f0d7f6-55d3-4f0e-8a43-0f5d1f8a7c22",
    "name": "Warboss",
    "faction": "orks",
    "state": "open",
    "created_at": "2026-11-30T08:00:00Z",
    "answered_at": None,
    "url": "https://quartermaster.example/api/v1/data-errors/b2f0d7f6-55d3-4f0e-8a43-0f5d1f8a7c22",
}
_ANSWERED = {**_SHOWN, "state": "fixed", "note": "Corrected.", "answered_at": "2026-12-01T08:00:00Z"}


class DataErrorsView(ApiView):
    """Reports of data errors."""

    pagination_class = Pages

    def get_permissions(self) -> list[BasePermission]:
        """Everybody may report; one's own reports are for those who signed in."""
        needed: Sequence[type[BasePermission]] = (AllowAny,) if self.request.method == "POST" else (IsAuthenticated,)
        return [permission() for permission in needed]

    def get_throttles(self) -> list[BaseThrottle]:
        """Reporting is rationed on top of the usual, more narrowly for visitors."""
        usual = super().get_throttles()
        return [*usual, *(kind() for kind in REPORT_THROTTLES)] if self.request.method == "POST" else usual

    @extend_schema(
        operation_id="report_data_error",
        tags=["data errors"],
        summary="Report a data error",
        description=(
            "Open to everybody: 10 reports an hour for who is not signed in, 60 for who is. It goes into the editors' "
            "queue; who is signed in can read the answer. The same report sent again while it is open is that report."
        ),
        parameters=[
            OpenApiParameter(
                "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description="The report."
            )
        ],
        request=REPORT_REQUEST,
        responses={201: DataErrorSerializer},
        examples=[
            OpenApiExample("A price", REQUEST_EXAMPLE, request_only=True),
            answered("A report that waits", _SHOWN, "201"),
        ],
    )
    def post(self, request: Request) -> Response:
        """Store it."""
        draft = _draft(request)
        try:
            report = submit_report(
                draft,
                by=owner_of(request) if request.user.is_authenticated else None,
                catalogue=_catalogue_if_any(),
            )
        except ReportRefused as refusal:
            raise invalid(*(Fault(fault.message, pointer=f"/{fault.field}") for fault in refusal.faults)) from refusal
        except TooManyReports as refusal:
            raise Problem(Kind.TOO_MANY_REQUESTS, str(refusal), headers={"Retry-After": "86400"}) from refusal
        body = DataErrorSerializer(report, context={"request": request}).data
        return Response(body, status=201, headers={"Location": body["url"]})

    @extend_schema(
        operation_id="list_data_errors",
        tags=["data errors"],
        summary="Your reports",
        description="Newest first, with the editors' answers.",
        responses={200: DataErrorSerializer(many=True)},
        examples=[answered("A report with its answer", _ANSWERED)],
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        pages = self.pagination_class()
        found = pages.paginate_queryset(_reports_of(request), request, self)
        return pages.get_paginated_response(DataErrorSerializer(found, many=True, context={"request": request}).data)


class DataErrorView(ApiView):
    """One report."""

    @extend_schema(
        operation_id="get_data_error",
        tags=["data errors"],
        summary="One of your reports",
        responses={200: DataErrorSerializer},
        examples=[answered("A report with its answer", _ANSWERED)],
    )
    def get(self, request: Request, report: uuid.UUID) -> Response:
        """The report with its answer."""
        found = _reports_of(request).filter(uuid=report).first()
        if found is None:
            raise NotFound("There is no report of yours with this id.")
        return Response(DataErrorSerializer(found, context={"request": request}).data)


def _reports_of(request: Request) -> Any:
    return DataErrorReport.objects.filter(reporter_id=owner_of(request).pk)


def _draft(request: Request) -> ReportDraft:
    body = object_of(request.data, *MEMBERS)
    faults = [
        Fault(f"{name} is {kind_of(value)}; send a string.", pointer=f"/{name}")
        for name, value in body.items()
        if not isinstance(value, str)
    ]
    faults += [
        Fault(f"{name} has {len(value):,} characters; at most {most:,} are kept.", pointer=f"/{name}")
        for name, most in {"wrong": LONGEST_WORDS, **_BOUNDS}.items()
        if isinstance(value := body.get(name), str) and len(value) > most
    ]
    if faults:
        raise invalid(*faults)
    return ReportDraft(**{"subject": "", "wrong": "", **{name: str(value) for name, value in body.items()}})


def _catalogue_if_any() -> Any:
    try:
        return current_catalogue()
    except NoRelease:
        return None
