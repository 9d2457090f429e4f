"""Applying a fix that a saved roster's page offers."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from datasheets.selectors import NoRelease
from roster.access import roster_visible_to
from roster.services.fixes import FixNotOffered, apply_fix
from roster.services.rosters import RosterHasChanged, RosterRefused
from roster.wording import fix_text
from website.events import chosen_event
from website.page import page, problem
from website.views.check import no_release

LARGEST_VERSION = 2_147_483_647


@page("POST")
@login_required
def roster_fix(request: HttpRequest, roster_id: uuid.UUID) -> HttpResponse:
    """Change the roster by the fix that was chosen, where it is still the one that was looked at."""
    found = roster_visible_to(request.user, roster_id)
    if found is None:
        raise Http404("There is no such roster.")
    choice = chosen_event(request)
    if choice.fault:
        return problem(request, 422, "Not changed", choice.fault)
    try:
        version = _version(request.POST.get("version", ""))
        fix = apply_fix(found, request.POST.get("fix", ""), version=version, event=choice.profile)
    except NoRelease:
        return no_release(request)
    except (RosterHasChanged, FixNotOffered) as refusal:
        return problem(request, 409, "Not changed", str(refusal))
    except RosterRefused as refusal:
        return problem(request, 422, "Not changed", str(refusal))
    messages.success(request, f"Done: {fix_text(fix)}")
    address = reverse("roster", args=[found.uuid])
    return redirect(f"{address}?{urlencode({'event': choice.slug})}" if choice.slug else address)


def _version(written: str) -> int:
    """The version that was looked at; 0, which no roster has, for anything else."""
    is_number = written.isascii() and written.isdigit() and len(written) <= len(str(LARGEST_VERSION))
    return int(written) if is_number else 0
