"""The front door: what there is, and which release is in force."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.problems import Kind
from api.v1.schema.report import RELEASE_EXAMPLE
from api.v1.view import OpenApiView
from datasheets.selectors import current_catalogue

_ADDRESSES = {
    "check": "check",
    "batches": "batches",
    "rosters": "rosters",
    "events": "events",
    "simulations": "simulations",
    "gauntlets": "gauntlets",
    "data_errors": "data-errors",
    "release": "release",
    "releases": "releases",
    "checks": "checks",
    "problems": "problems",
    "login": "login",
    "logout": "logout",
    "roster_schema": "roster-schema",
    "event_schema": "event-schema",
    "ask_schema": "ask-schema",
    "openapi": "schema",
    "documentation": "documentation",
}


class IndexSerializer(serializers.Serializer):
    """Addresses of the API."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """One address for each door."""
        return {name: serializers.URLField() for name in _ADDRESSES}


class IndexView(OpenApiView):
    """Where everything is."""

    @extend_schema(
        operation_id="index",
        tags=["about"],
        summary="Where everything is",
        responses={200: IndexSerializer},
        examples=[
            OpenApiExample(
                "Addresses",
                {name: f"https://quartermaster.example/api/v1/{name}" for name in _ADDRESSES},
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """The addresses."""
        return Response({name: reverse(f"api-v1:{route}", request=request) for name, route in _ADDRESSES.items()})


class ManualSerializer(serializers.Serializer):
    """The points manual that the prices come from."""

    name = serializers.CharField()
    version = serializers.CharField()
    date = serializers.DateField()


class ReleaseSerializer(serializers.Serializer):
    """A release of the catalogue: it never changes."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not the label of one
    content_hash = serializers.CharField(help_text="SHA-256 of the content, hex.")
    published = serializers.CharField(help_text="ISO date and time, UTC.")
    upstream = serializers.CharField(help_text="The data package and its version.")
    manual = ManualSerializer()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How many of each there are.")


COUNTED = ("factions", "datasheets", "items", "detachments", "enhancements", "attachments", "allied_rules")


class ReleaseView(OpenApiView):
    """The release that judges unless a request names another."""

    @extend_schema(
        operation_id="get_release",
        tags=["about"],
        summary="The release in force",
        responses={200: ReleaseSerializer},
        examples=[
            OpenApiExample(
                "Release",
                {**RELEASE_EXAMPLE, "counts": dict.fromkeys(COUNTED, 100)},
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """Its label, hash, sources and counts."""
        catalogue = current_catalogue()
        stamp = catalogue.stamp
        return Response(
            {
                "label": stamp.label,
                "content_hash": stamp.content_hash,
                "published": stamp.published,
                "upstream": stamp.upstream,
                "manual": {"name": stamp.manual.name, "version": stamp.manual.version, "date": stamp.manual.date},
                "counts": {name: len(getattr(catalogue.data, name)) for name in COUNTED},
            }
        )


class ProblemKindSerializer(serializers.Serializer):
    """A kind of problem."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


class ProblemsView(OpenApiView):
    """Every kind of problem that the API answers with."""

    @extend_schema(
        operation_id="list_problems",
        tags=["about"],
        summary="The kinds of problems",
        description="Types never change their meaning. A problem's `detail` says what is wrong, where, and what to do.",
        responses={200: ProblemKindSerializer(many=True)},
        examples=[
            OpenApiExample(
                "Kind",
                {"type": Kind.INVALID.type, "status": Kind.INVALID.status, "title": Kind.INVALID.title},
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """Type, status and title of each."""
        return Response([{"type": kind.type, "status": kind.status, "title": kind.title} for kind in Kind])
