"""Applying a fix that a saved roster's page offers, and taking it back."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from datasheets.selectors import NoRelease
from roster.access import roster_visible_to
from roster.models import Roster
from roster.saved import document_of
from roster.services.fixes import FixNotOffered, apply_fix, take_back, way_back
from roster.services.rosters import RosterHasChanged, RosterRefused
from roster.wording import fix_text
from website.events import chosen_event
from website.page import page, problem
from website.throttle import too_many_checks
from website.undo import forget_undo, offered_undo, remember_undo
from website.views.check import no_release
from website.views.rosters import to_roster

LARGEST_VERSION = 2_147_483_647


@page("POST")
@login_required
def roster_fix(request: HttpRequest, roster_id: uuid.UUID) -> HttpResponse:
    """Change the roster by the fix that was chosen, where it is still the one that was looked at."""
    found = _roster_of(request, roster_id)
    if (refused := too_many_checks(request)) is not None:
        return refused
    choice = chosen_event(request)
    if choice.fault:
        return problem(request, 422, "Not changed", choice.fault)
    before, version = document_of(found), _version(request.POST.get("version", ""))
    try:
        fix = apply_fix(found, request.POST.get("fix", ""), version=version, event=choice.profile)
    except NoRelease:
        return no_release(request)
    except (RosterHasChanged, FixNotOffered) as refusal:
        return problem(request, 409, "Not changed", str(refusal))
    except RosterRefused as refusal:
        return problem(request, 422, "Not changed", str(refusal))
    remember_undo(request, found, way_back(before, found), seen=version, sentence=fix_text(fix))
    if offered_undo(request, found) is None:
        # Where it can be taken back, the offer on the page says what was done.
        messages.success(request, f"Done: {fix_text(fix)}")
    return to_roster(found, choice.slug)


@page("POST")
@login_required
def roster_undo(request: HttpRequest, roster_id: uuid.UUID) -> HttpResponse:
    """Make the roster what it was before the last fix, where nothing else changed it since."""
    found = _roster_of(request, roster_id)
    if (refused := too_many_checks(request)) is not None:
        return refused
    undo = offered_undo(request, found)
    if undo is None:
        return problem(
            request,
            409,
            "Not taken back",
            "There is nothing to take back: the roster was changed since, or the fix was applied in another browser. "
            "Nothing was written.",
        )
    try:
        take_back(found, undo.patch, version=_version(request.POST.get("version", "")))
    except NoRelease:
        return no_release(request)
    except (RosterHasChanged, RosterRefused) as refusal:
        return problem(request, 409, "Not taken back", str(refusal))
    forget_undo(request, found)
    messages.success(request, f"Taken back: {undo.sentence}")
    return to_roster(found, request.POST.get("event", ""))


def _roster_of(request: HttpRequest, roster_id: uuid.UUID) -> Roster:
    found = roster_visible_to(request.user, roster_id)
    if found is None:
        raise Http404("There is no such roster.")
    return found


def _version(written: str) -> int:
    """The version that was looked at; 0, which no roster has, for anything else."""
    is_number = written.isascii() and written.isdigit() and len(written) <= len(str(LARGEST_VERSION))
    return int(written) if is_number else 0
