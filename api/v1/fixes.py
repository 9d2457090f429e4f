"""Changing a saved roster by a fix that its report offers."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import Fault, Kind, Problem, invalid
from api.v1.check import event_named
from api.v1.roster_requests import VERSION, faults_of_version, version_of
from api.v1.roster_shapes import WHOLE_ROSTER, WholeRosterSerializer, answered
from api.v1.rosters import roster_of, whole_roster
from api.v1.view import JudgingView, kind_of, object_of
from roster.services.events import profile_of
from roster.services.fixes import FixNotOffered, apply_fix
from roster.services.rosters import RosterHasChanged, RosterRefused

FIX_REQUEST: dict[str, Any] = {
    "application/json": {
        "type": "object",
        "required": ["version", "fix"],
        "additionalProperties": False,
        "properties": {
            "version": VERSION,
            "fix": {"type": "string", "description": "The `id` of a fix in the report of the roster."},
            "event": {
                "type": ["string", "null"],
                "description": "Slug of the event for which the roster was looked at; null or left out: none.",
            },
        },
    }
}
FIX_EXAMPLE = {"version": 1, "fix": "ee1efa8d0758706f"}


@dataclass(frozen=True, slots=True)
class FixRequest:
    """Which fix is wanted, for which version of the roster, and for which event, by its slug."""

    version: int
    fix: str
    event: str | None


class RosterFixView(JudgingView):
    """Mending a saved roster."""

    @extend_schema(
        operation_id="fix_roster",
        tags=["rosters"],
        summary="Change a roster by a fix that is offered",
        description=(
            "The fixes of the roster are looked for anew, and the one with this id is applied: nothing else ever is. "
            "409 where the roster has another version than the one you saw, or where the fix is not offered (any more)."
        ),
        request=FIX_REQUEST,
        responses={200: WholeRosterSerializer},
        examples=[
            OpenApiExample("One of the offered fixes", FIX_EXAMPLE, request_only=True),
            answered("A saved roster", WHOLE_ROSTER),
        ],
    )
    def post(self, request: Request, roster: uuid.UUID) -> Response:
        """Apply it, and answer with the roster and its new report."""
        found = roster_of(request, roster)
        wanted = fix_request(request)
        event = profile_of(event_named(wanted.event, request.user)) if wanted.event else None
        try:
            apply_fix(found, wanted.fix, version=wanted.version, event=event)
        except (RosterHasChanged, FixNotOffered) as refusal:
            raise Problem(Kind.CONFLICT, str(refusal)) from refusal
        except RosterRefused as refusal:
            raise invalid(Fault(str(refusal), pointer="/fix")) from refusal
        return Response(whole_roster(found, request))


def fix_request(request: Request) -> FixRequest:
    """The request as values, or a problem that names every fault."""
    body = object_of(request.data, "version", "fix", "event")
    faults = faults_of_version(body)
    fix, event = body.get("fix"), body.get("event")
    if not isinstance(fix, str):
        found = kind_of(fix) if "fix" in body else "missing"
        faults.append(Fault(f"fix is {found}; send the id of a fix in the report.", pointer="/fix"))
    if event is not None and not isinstance(event, str):
        faults.append(Fault(f"event is {kind_of(event)}; send the slug of an event.", pointer="/event"))
    if faults:
        raise invalid(*faults)
    return FixRequest(version=version_of(body), fix=str(fix), event=event if isinstance(event, str) and event else None)
