"""Saved rosters: keep one, look at it, change it, move it to another release, delete it."""

from __future__ import annotations

import uuid

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.pagination import Pages
from api.problems import Fault, Kind, Problem, invalid
from api.v1.check import catalogue_named
from api.v1.roster_requests import (
    CHANGE_EXAMPLE,
    CHANGE_REQUEST,
    CREATE_EXAMPLE,
    CREATE_REQUEST,
    MOVE_EXAMPLE,
    MOVE_REQUEST,
    change_request,
    create_request,
    move_request,
)
from api.v1.roster_shapes import (
    MOVE_SHOWN,
    ROSTER_SHOWN,
    WHOLE_ROSTER,
    MoveSerializer,
    SavedRosterSerializer,
    ShownRoster,
    WholeRosterSerializer,
    answered,
    move_as_dict,
)
from api.v1.view import JudgingView, owner_of
from datasheets.selectors import catalogue_of
from roster.access import roster_visible_to
from roster.checking import check_text
from roster.fixing import with_fixes
from roster.models import Roster
from roster.models.roster import MAXIMUM_ROSTERS
from roster.presentation import result_as_dict
from roster.rations import RosterThrottle
from roster.saved import checked
from roster.selectors.rosters import listed_rosters, notices_of
from roster.services.rosters import (
    RosterHasChanged,
    RosterRefused,
    delete_roster,
    finish_roster,
    move_to_release,
    plan_move,
    rename_roster,
    save_checked,
    save_roster,
)

_LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201], description="The roster."
)


class RostersView(JudgingView):
    """The saved rosters of the signed-in user."""

    pagination_class = Pages

    def get_throttles(self) -> list[BaseThrottle]:
        """Keeping a roster is rationed on top of the usual."""
        usual = super().get_throttles()
        return [*usual, RosterThrottle()] if self.request.method == "POST" else usual

    @extend_schema(
        operation_id="create_roster",
        tags=["rosters"],
        summary="Save a roster",
        description=(
            "A list text or a roster document, kept as a draft on the release that judges it. Lines of a text that "
            "were not understood are kept as `open_lines`, and the roster is not called legal while there are some. "
            f"A user keeps up to {MAXIMUM_ROSTERS} rosters; they are nobody else's to see, and stay until deleted."
        ),
        parameters=[_LOCATION],
        request=CREATE_REQUEST,
        responses={201: WholeRosterSerializer},
        examples=[
            OpenApiExample("A list text", CREATE_EXAMPLE, request_only=True),
            answered("A saved roster", WHOLE_ROSTER, "201"),
        ],
    )
    def post(self, request: Request) -> Response:
        """Judge and keep it."""
        wanted, name = create_request(request)
        catalogue = catalogue_named(wanted.release)
        owner = owner_of(request)
        try:
            if isinstance(wanted.roster, str):
                saved = save_checked(owner, check_text(wanted.roster, catalogue), catalogue=catalogue, name=name)
            else:
                saved = save_roster(owner, wanted.roster, catalogue=catalogue, name=name)
        except RosterRefused as refusal:
            where = "text" if isinstance(wanted.roster, str) else "roster"
            raise invalid(Fault(str(refusal), pointer=f"/{where}")) from refusal
        body = whole_roster(saved, request)
        return Response(body, status=201, headers={"Location": body["url"]})

    @extend_schema(
        operation_id="list_rosters",
        tags=["rosters"],
        summary="Your rosters",
        description="Last changed first, with what the release in force changes where a roster stands on another.",
        responses={200: SavedRosterSerializer(many=True)},
        examples=[answered("A roster that a release changes", ROSTER_SHOWN)],
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        pages = self.pagination_class()
        rosters = pages.paginate_queryset(listed_rosters(request.user), request, self) or []
        notices = notices_of(rosters)
        shown = [ShownRoster(roster, notices.get(roster.pk)) for roster in rosters]
        return pages.get_paginated_response(SavedRosterSerializer(shown, many=True, context={"request": request}).data)


class RosterView(JudgingView):
    """One saved roster."""

    judging = frozenset({"GET", "PATCH"})

    @extend_schema(
        operation_id="get_roster",
        tags=["rosters"],
        summary="A roster with its report",
        responses={200: WholeRosterSerializer},
        examples=[answered("A saved roster", WHOLE_ROSTER)],
    )
    def get(self, request: Request, roster: uuid.UUID) -> Response:
        """The roster, judged now by the release it stands on."""
        return Response(whole_roster(roster_of(request, roster), request))

    @extend_schema(
        operation_id="change_roster",
        tags=["rosters"],
        summary="Rename or finish a roster",
        request=CHANGE_REQUEST,
        responses={200: WholeRosterSerializer},
        examples=[
            OpenApiExample("A finished roster", CHANGE_EXAMPLE, request_only=True),
            answered("A saved roster", WHOLE_ROSTER),
        ],
    )
    def patch(self, request: Request, roster: uuid.UUID) -> Response:
        """Change what is named, and nothing where somebody else changed the roster in between."""
        found = roster_of(request, roster)
        wanted = change_request(request)
        _refuse_another_version(found, wanted.version)
        try:
            with transaction.atomic():  # both or neither
                if wanted.name is not None:
                    rename_roster(found, wanted.name)
                if wanted.is_finished is not None:
                    finish_roster(found, is_finished=wanted.is_finished)
        except RosterHasChanged as refusal:
            raise Problem(Kind.CONFLICT, str(refusal)) from refusal
        return Response(whole_roster(found, request))

    @extend_schema(
        operation_id="delete_roster",
        tags=["rosters"],
        summary="Delete a roster",
        description="At once and for good.",
        responses={204: None},
    )
    def delete(self, request: Request, roster: uuid.UUID) -> Response:
        """Delete it."""
        delete_roster(roster_of(request, roster))
        return Response(status=204)


class RosterMoveView(JudgingView):
    """Moving a saved roster to another release."""

    @extend_schema(
        operation_id="move_roster",
        tags=["rosters"],
        summary="Move a roster to another release, or ask what that changes",
        description=(
            "Unless `dry_run` is false nothing is written: the answer says every price and verdict that would change. "
            "Send it again with `dry_run: false`, the release and the version you saw to move the roster."
        ),
        request=MOVE_REQUEST,
        responses={200: MoveSerializer},
        examples=[
            OpenApiExample("Only ask", MOVE_EXAMPLE, request_only=True),
            answered("A roster that would be over its limit", MOVE_SHOWN),
        ],
    )
    def post(self, request: Request, roster: uuid.UUID) -> Response:
        """What changes, and the move itself where it is wanted."""
        found = roster_of(request, roster)
        wanted = move_request(request)
        catalogue = catalogue_named(wanted.release)
        _refuse_another_version(found, wanted.version)
        before = found.release.label
        change = plan_move(found, catalogue).change
        if not wanted.is_dry_run:
            try:
                move_to_release(found, catalogue)
            except RosterHasChanged as refusal:
                raise Problem(Kind.CONFLICT, str(refusal)) from refusal
        return Response(
            move_as_dict(
                change,
                before=before,
                after=catalogue.stamp.label,
                version=found.version,
                is_moved=not wanted.is_dry_run,
            )
        )


def roster_of(request: Request, roster: uuid.UUID) -> Roster:
    """The user's roster of this id; NotFound alike for one that does not exist and one that is somebody else's."""
    found = roster_visible_to(request.user, roster)
    if found is None:
        raise NotFound("There is no roster of yours with this id.")
    return found


def _refuse_another_version(roster: Roster, version: int) -> None:
    if roster.version != version:
        raise Problem(
            Kind.CONFLICT,
            f"The roster has version {roster.version}, and you saw {version:,}. Fetch it again and decide anew; "
            "nothing was changed.",
        )


def whole_roster(roster: Roster, request: Request) -> dict[str, str]:
    """The roster as it is shown whole, with its report and the fixes of what is broken."""
    catalogue = catalogue_of(roster.release.label)
    report = result_as_dict(with_fixes(checked(roster, catalogue), catalogue), catalogue)
    shown = ShownRoster(roster, notices_of([roster]).get(roster.pk), report)
    return WholeRosterSerializer(shown, context={"request": request}).data
