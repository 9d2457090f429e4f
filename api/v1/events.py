"""Events: what each restricts beside the rules, to look at and to check rosters by. Organisers keep them on pages."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.pagination import Pages
from api.v1.schema.event import EVENT_PROFILE, EVENT_PROFILE_EXAMPLE, EVENT_SCHEMA
from api.v1.view import OpenApiView
from datasheets.catalogue import Catalogue
from datasheets.selectors import NoRelease, current_catalogue
from roster.document_faults import DocumentError
from roster.event_wording import gone_in_words, lowerings_of, restrictions_of
from roster.models import Event
from roster.selectors.events import event_visible_to, listed_events
from roster.services.events import profile_of


class ListedEventSerializer(serializers.ModelSerializer):
    """An event."""

    id = serializers.SlugField(source="slug")
    # Numbers are spelled out: those of a model are bounded by the database at hand, and so would the description be.
    version = serializers.IntegerField(min_value=1, help_text="Counts its changes.")
    url = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = ("id", "name", "starts_on", "ends_on", "is_published", "version", "updated_at", "url")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, event: Event) -> str:
        """Address of the event."""
        return reverse("api-v1:event", kwargs={"slug": event.slug}, request=self.context["request"])


class LoweredCheckSerializer(serializers.Serializer):
    """A check that weighs less at the event."""

    check = serializers.CharField()
    title = serializers.CharField()
    severity = serializers.CharField()
    text = serializers.CharField(help_text="From what to what, and why.")


class EventSerializer(ListedEventSerializer):
    """An event with its profile and what that says in words."""

    profile = serializers.SerializerMethodField()
    restrictions = serializers.ListField(
        child=serializers.CharField(),
        help_text="What it restricts, in English, with the names of the release in force.",
    )
    lowered = LoweredCheckSerializer(many=True)
    gone = serializers.CharField(help_text="What of the profile the release in force does not have; empty: nothing.")

    class Meta(ListedEventSerializer.Meta):
        fields = (*ListedEventSerializer.Meta.fields, "profile", "restrictions", "lowered", "gone")  # type: ignore[assignment]

    @extend_schema_field(EVENT_PROFILE)
    def get_profile(self, event: Event) -> object:
        """The profile, a document of the schema quartermaster.event/1."""
        return event.profile


_LISTED = {
    "id": "autumn-open",
    "name": "Autumn Open",
    "starts_on": "2026-12-05",
    "ends_on": "2026-12-06",
    "is_published": True,
    "version": 1,
    "updated_at": "2026-11-30T08:00:00Z",
    "url": "https://quartermaster.example/api/v1/events/autumn-open",
}


class EventsView(OpenApiView):
    """The events there are."""

    pagination_class = Pages
    serializer_class = ListedEventSerializer

    @extend_schema(
        operation_id="list_events",
        tags=["events"],
        summary="The events",
        description="The latest first. Those not published yet are listed for their organiser and for staff only.",
        responses={200: ListedEventSerializer(many=True)},
        examples=[OpenApiExample("Event", _LISTED, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        pages = self.pagination_class()
        found = pages.paginate_queryset(listed_events(request.user), request, self) or []
        return pages.get_paginated_response(ListedEventSerializer(found, many=True, context={"request": request}).data)


class EventView(OpenApiView):
    """One event."""

    @extend_schema(
        operation_id="get_event",
        tags=["events"],
        summary="An event, what it restricts, and which checks it lowers",
        responses={200: EventSerializer},
        examples=[
            OpenApiExample(
                "Event",
                {
                    **_LISTED,
                    "profile": EVENT_PROFILE_EXAMPLE,
                    "restrictions": ["The battle size is Incursion.", "Legends are barred."],
                    "lowered": [
                        {
                            "check": "24.34/one-support",
                            "title": "One support unit",
                            "severity": "warning",
                            "text": "A warning instead of illegal: House rule of the club.",
                        }
                    ],
                    "gone": "",
                },
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The event in full."""
        event = event_visible_to(request.user, slug)
        if event is None:
            raise NotFound("There is no event of this name. /api/v1/events lists those there are.")
        listed = ListedEventSerializer(event, context={"request": request}).data
        return Response({**listed, "profile": event.profile, **_in_words(event)})


class EventSchemaView(OpenApiView):
    """The JSON Schema of the event profile."""

    schema = None
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        """The schema; it changes only by additions."""
        return Response(EVENT_SCHEMA, content_type="application/schema+json")


def _in_words(event: Event) -> dict[str, Any]:
    try:
        profile = profile_of(event)
    except DocumentError as error:
        return {"restrictions": [], "lowered": [], "gone": f"The profile cannot be read: {error}"}
    try:
        catalogue: Catalogue = current_catalogue()
    except NoRelease as error:
        return {"restrictions": [], "lowered": [], "gone": str(error)}
    return {
        "restrictions": [row.in_words for row in restrictions_of(profile, catalogue)],
        "lowered": [
            {"check": row.check, "title": row.title, "severity": row.severity.value, "text": row.sentence}
            for row in lowerings_of(profile)
        ],
        "gone": gone_in_words(profile, catalogue),
    }
