"""Gauntlets: typical targets under one name, to measure rosters by. Some come with the service, others are kept."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.pagination import Pages
from api.problems import Fault, Kind, Problem, invalid
from api.v1.schema.gauntlet import (
    GAUNTLET_EXAMPLE,
    GAUNTLET_REQUEST,
    GAUNTLET_SENT,
    LISTED_GAUNTLET_EXAMPLE,
    UNITS,
    WRITE_DESCRIPTION,
)
from api.v1.view import ApiView, object_of, owner_of
from battle.access import gauntlet_visible_to, gauntlets_visible_to
from battle.models import Gauntlet
from battle.services.gauntlets import GauntletRefused, create_gauntlet, delete_gauntlet, replace_gauntlet

_WORD = "Gauntlet"
_LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description="The gauntlet."
)


class ListedGauntletSerializer(serializers.ModelSerializer):
    """A gauntlet."""

    id = serializers.SlugField(source="slug")
    is_shipped = serializers.SerializerMethodField()
    targets = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    class Meta:
        model = Gauntlet
        fields = ("id", "name", "about", "is_shipped", "targets", "created_at", "updated_at", "url")

    @extend_schema_field({"type": "boolean", "description": "It comes with the service and cannot be changed."})
    def get_is_shipped(self, gauntlet: Gauntlet) -> bool:
        """Whether it is nobody's own."""
        return gauntlet.owner_id is None

    @extend_schema_field({"type": "integer", "minimum": 0, "description": "How many entries it has."})
    def get_targets(self, gauntlet: Gauntlet) -> int:
        """How many entries it has."""
        return len(gauntlet.units)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, gauntlet: Gauntlet) -> str:
        """Address of the gauntlet."""
        return reverse("api-v1:gauntlet", kwargs={"slug": gauntlet.slug}, request=self.context["request"])


class GauntletSerializer(ListedGauntletSerializer):
    """A gauntlet with its units and how common each is."""

    units = serializers.SerializerMethodField()
    weights = serializers.ListField(
        child=serializers.FloatField(min_value=0),
        help_text="How common each entry of `units` is; empty: all count alike.",
    )
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="Why each entry of `units` stands here; empty: none is given."
    )

    class Meta(ListedGauntletSerializer.Meta):
        fields = (*ListedGauntletSerializer.Meta.fields, "units", "weights", "reasons")  # type: ignore[assignment]

    @extend_schema_field(UNITS)
    def get_units(self, gauntlet: Gauntlet) -> Any:
        """The units as a scenario names them."""
        return gauntlet.units


class GauntletsView(ApiView):
    """The gauntlets that the signed-in user can use."""

    pagination_class = Pages

    @extend_schema(
        operation_id="list_gauntlets",
        tags=["gauntlets"],
        summary="The gauntlets",
        description="By name: those that come with the service, and your own.",
        responses={200: ListedGauntletSerializer(many=True)},
        examples=[
            OpenApiExample(_WORD, LISTED_GAUNTLET_EXAMPLE, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        pages = self.pagination_class()
        found = pages.paginate_queryset(gauntlets_visible_to(request.user), request, self) or []
        context = {"request": request}
        return pages.get_paginated_response(ListedGauntletSerializer(found, many=True, context=context).data)

    @extend_schema(
        operation_id="create_gauntlet",
        tags=["gauntlets"],
        summary="Keep a gauntlet",
        description=WRITE_DESCRIPTION,
        parameters=[_LOCATION],
        request=GAUNTLET_REQUEST,
        responses={201: GauntletSerializer},
        examples=[
            OpenApiExample("Three targets", GAUNTLET_SENT, request_only=True),
            OpenApiExample(_WORD, GAUNTLET_EXAMPLE, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        """Keep it."""
        owner = owner_of(request)
        try:
            gauntlet = create_gauntlet(owner, _sent(request))
        except GauntletRefused as refusal:
            raise _refused(refusal) from refusal
        body = GauntletSerializer(gauntlet, context={"request": request}).data
        return Response(body, status=201, headers={"Location": body["url"]})


class GauntletView(ApiView):
    """One gauntlet."""

    @extend_schema(
        operation_id="get_gauntlet",
        tags=["gauntlets"],
        summary="A gauntlet with its units",
        responses={200: GauntletSerializer},
        examples=[OpenApiExample(_WORD, GAUNTLET_EXAMPLE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The gauntlet."""
        return Response(GauntletSerializer(_gauntlet_of(request, slug), context={"request": request}).data)

    @extend_schema(
        operation_id="replace_gauntlet",
        tags=["gauntlets"],
        summary="Replace a gauntlet of yours",
        description=f"It keeps its id; simulations that were asked with it stay as they were. {WRITE_DESCRIPTION}",
        request=GAUNTLET_REQUEST,
        responses={200: GauntletSerializer},
        examples=[
            OpenApiExample("Three targets", GAUNTLET_SENT, request_only=True),
            OpenApiExample(_WORD, GAUNTLET_EXAMPLE, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request, slug: str) -> Response:
        """Replace it."""
        gauntlet = _own(_gauntlet_of(request, slug))
        try:
            replaced = replace_gauntlet(gauntlet, _sent(request))
        except GauntletRefused as refusal:
            raise _refused(refusal) from refusal
        return Response(GauntletSerializer(replaced, context={"request": request}).data)

    @extend_schema(
        operation_id="delete_gauntlet",
        tags=["gauntlets"],
        summary="Delete a gauntlet of yours",
        description="At once and for good; simulations that were asked with it stay as they were.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Delete it."""
        delete_gauntlet(_own(_gauntlet_of(request, slug)))
        return Response(status=204)


def _gauntlet_of(request: Request, slug: str) -> Gauntlet:
    found = gauntlet_visible_to(request.user, slug)
    if found is None:
        raise NotFound("There is no gauntlet of this id for you. /api/v1/gauntlets lists those there are.")
    return found


def _own(gauntlet: Gauntlet) -> Gauntlet:
    if gauntlet.owner_id is None:
        raise Problem(
            Kind.FORBIDDEN,
            f"{gauntlet.name} comes with the service and stays as it is. Keep one of your own: "
            "POST /api/v1/gauntlets takes its units.",
        )
    return gauntlet


def _sent(request: Request) -> dict[str, object]:
    return object_of(request.data, "name", "about", "units", "weights", "reasons")


def _refused(refusal: GauntletRefused) -> Problem:
    return invalid(*(Fault(fault.message, pointer=fault.pointer) for fault in refusal.faults))
