"""Releases of the catalogue: which there are, and what differs between two of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import Pages
from api.problems import Fault, invalid
from api.v1.release_shapes import (
    DIFF_EXAMPLE,
    RELEASE_LISTED_EXAMPLE,
    DiffSerializer,
    ListedReleaseSerializer,
    change_as_dict,
    faction_as_dict,
    release_as_dict,
    stamp_as_dict,
)
from api.v1.view import OpenApiView
from datasheets.release_selectors import (
    ShownRelease,
    diff_between,
    may_see_drafts,
    release_visible_to,
    releases_visible_to,
    shown,
)
from datasheets.releases import Topic

TOPICS = tuple(topic.value for topic in Topic)


class ReleasesView(OpenApiView):
    """All releases."""

    pagination_class = Pages
    serializer_class = ListedReleaseSerializer

    @extend_schema(
        operation_id="list_releases",
        tags=["releases"],
        summary="The releases, newest first",
        description="Drafts are listed for signed-in editors and publishers only.",
        responses={200: ListedReleaseSerializer(many=True)},
        examples=[OpenApiExample("Release", RELEASE_LISTED_EXAMPLE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        pages = self.pagination_class()
        found = pages.paginate_queryset(releases_visible_to(request.user), request, self) or []
        with_people = may_see_drafts(request.user)
        return pages.get_paginated_response([release_as_dict(each, with_people) for each in shown(found)])


class ReleaseByLabelView(OpenApiView):
    """One release."""

    @extend_schema(
        operation_id="get_release_by_label",
        tags=["releases"],
        summary="A release by its label",
        responses={200: ListedReleaseSerializer},
        examples=[OpenApiExample("Release", RELEASE_LISTED_EXAMPLE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, label: str) -> Response:
        """Its sources, counts and how it stands."""
        return Response(release_as_dict(_release_of(request, label), may_see_drafts(request.user)))


class ReleaseDiffView(OpenApiView):
    """What differs between two releases."""

    pagination_class = Pages
    serializer_class = DiffSerializer

    @extend_schema(
        operation_id="diff_releases",
        tags=["releases"],
        summary="What differs between two releases",
        description=(
            "Counts for every faction, and a page of the changes: of all factions or of one, of all topics or of one. "
            "`before` is null for what is new, `after` for what went; figures are numbers, all else is words."
        ),
        parameters=[
            OpenApiParameter("faction", str, description="Id of a faction; `-` for what belongs to none."),
            OpenApiParameter("topic", str, enum=TOPICS, description="Only changes of this topic."),
            *(
                OpenApiParameter(name, int, description=told, default=default)
                for name, told, default in (
                    ("page", "Number of the page, from 1.", 1),
                    ("page_size", "Rows of a page, up to 300.", Pages.page_size),
                )
            ),
        ],
        responses={200: DiffSerializer},
        examples=[OpenApiExample("Differences", DIFF_EXAMPLE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request, before: str, after: str) -> Response:
        """The counts and a page of changes."""
        topic = _topic(request)
        earlier, later = _release_of(request, before), _release_of(request, after)
        diff = diff_between(earlier.release, later.release)
        faction = request.query_params.get("faction")
        if faction is None:
            changes = diff.changes
        else:
            of_faction = diff.faction("" if faction == "-" else faction)
            if of_faction is None:
                raise NotFound(f"Nothing differs for a faction {faction[:40]!r}; `factions` without it names those.")
            changes = tuple(change for each in of_faction.topics.values() for change in each)
        if topic is not None:
            changes = tuple(change for change in changes if change.topic is topic)
        pages = self.pagination_class()
        page: list[Any] = pages.paginate_queryset(changes, request, self) or []
        paged = pages.get_paginated_response([change_as_dict(change) for change in page]).data
        return Response(
            {
                "before": stamp_as_dict(diff.before),
                "after": stamp_as_dict(diff.after),
                "counts": {each.value: count for each, count in diff.counts.items()},
                "factions": [faction_as_dict(each) for each in diff.factions],
                "changes": paged,
            }
        )


def _release_of(request: Request, label: str) -> ShownRelease:
    found = release_visible_to(request.user, label)
    if found is None:
        raise NotFound(f"There is no release {label[:40]!r}; /api/v1/releases lists those there are.")
    return found


def _topic(request: Request) -> Topic | None:
    given = request.query_params.get("topic")
    if given is None:
        return None
    if given not in TOPICS:
        detail = f"topic cannot be {given[:40]!r}; choose {', '.join(TOPICS)}."
        raise invalid(Fault(detail, parameter="topic"))
    return Topic(given)
