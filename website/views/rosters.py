"""Saved rosters: keep a checked list, look at it again, and decide when it moves to another release."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from datasheets.catalogue import Catalogue
from datasheets.selectors import NoRelease, catalogue_of
from roster.access import roster_visible_to
from roster.checking import check_text
from roster.fixing import with_fixes
from roster.models import Roster
from roster.models.roster import MAXIMUM_ROSTERS
from roster.muster import EventProfile
from roster.rations import RosterThrottle
from roster.saved import checked, document_of
from roster.selectors.rosters import listed_rosters, notices_of
from roster.services.comparisons import dismiss_notice
from roster.services.rosters import (
    RosterHasChanged,
    RosterRefused,
    delete_roster,
    finish_roster,
    move_to_release,
    plan_move,
    rename_roster,
    save_checked,
    settle_open_lines,
)
from roster.unit_names import unit_names
from website.events import chosen_event, offered_events
from website.forms import MAXIMUM_CHARACTERS, ListForm
from website.page import catalogue_in_force, page, problem, show
from website.result import ResultSheet, result_sheet
from website.roster_table import MoveSheet, legality_words, move_sheet, roster_rows
from website.throttle import seconds_to_wait, too_many_checks
from website.undo import offered_undo
from website.views.check import no_release


@page("GET", "HEAD")
@login_required
@never_cache
def rosters(request: HttpRequest) -> HttpResponse:
    """The rosters of the signed-in user, with what the release in force would change."""
    mine = list(listed_rosters(request.user))
    rows = roster_rows(mine, notices_of(mine))
    return show(request, "website/rosters.html", {"rows": rows, "maximum_rosters": MAXIMUM_ROSTERS})


@page("POST")
@login_required
def roster_saving(request: HttpRequest) -> HttpResponse:
    """Keep a list that was just checked, judged by the release in force."""
    wait = seconds_to_wait(request, RosterThrottle)
    if wait is not None:
        return _busy(request, wait)
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    form = ListForm({"text": request.POST.get("text", "")})
    if not form.is_valid():
        sentence = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return problem(request, 422, "Not saved", sentence or f"A list has at most {MAXIMUM_CHARACTERS:,} characters.")
    result = check_text(form.cleaned_data["list_text"], catalogue)
    try:
        roster = save_checked(_user(request), result, catalogue=catalogue, name=request.POST.get("name", ""))
    except RosterRefused as refusal:
        return problem(request, 422, "Not saved", str(refusal))
    messages.success(request, "Saved as a draft. Finish it when nothing is to be added any more.")
    return to_roster(roster, request.POST.get("event", ""))


@page("GET", "HEAD")
@login_required
@never_cache
def roster(request: HttpRequest, roster_id: uuid.UUID) -> HttpResponse:
    """A saved roster: the verdict of its release, and what the release in force would change."""
    found = _roster_of(request, roster_id)
    if (refused := too_many_checks(request)) is not None:
        return refused
    try:
        catalogue = catalogue_of(found.release.label)
    except NoRelease:
        return no_release(request)
    newest = catalogue_in_force()
    is_behind = newest is not None and newest.stamp.label != found.release.label
    choice = chosen_event(request)
    context = {
        "roster": found,
        "choice": choice,
        "events": offered_events(request),
        "sheet": _sheet(found, catalogue, choice.profile),
        "newest": newest.stamp if newest else None,
        "is_behind": is_behind,
        "move": _move(found, newest) if newest is not None and is_behind else None,
        "notice": notices_of([found]).get(found.pk),
        "standing": legality_words(found),
        "undo": offered_undo(request, found),
    }
    return show(request, "website/roster.html", context)


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def roster_move(request: HttpRequest, roster_id: uuid.UUID) -> HttpResponse:
    """Every price and verdict that moving to the release in force changes; with a POST, move."""
    found = _roster_of(request, roster_id)
    if (refused := too_many_checks(request)) is not None:
        return refused
    newest = catalogue_in_force()
    if newest is None:
        return no_release(request)
    if request.method == "POST":
        if request.POST.get("to") != newest.stamp.label or request.POST.get("version") != str(found.version):
            return problem(
                request,
                409,
                "Not moved",
                "The release in force or the roster changed since you looked. Open the roster again and see what "
                "would change now.",
            )
        try:
            move_to_release(found, newest)
        except RosterHasChanged as refusal:
            return problem(request, 409, "Not moved", str(refusal))
        messages.success(request, f"Moved to release {newest.stamp.label}.")
        return redirect("roster", found.uuid)
    if newest.stamp.label == found.release.label:
        return redirect("roster", found.uuid)
    context = {"roster": found, "move": _move(found, newest), "newest": newest.stamp}
    return show(request, "website/roster_move.html", context)


@page("POST")
@login_required
def roster_change(request: HttpRequest, roster_id: uuid.UUID, action: str) -> HttpResponse:
    """Rename, finish, reopen, settle the lines not understood, put a notice away, or delete."""
    found = _roster_of(request, roster_id)
    change = _CHANGES.get(action)
    if change is None:
        raise Http404("A roster cannot be changed in this way.")
    try:
        said = change(found, request)
    except RosterRefused as refusal:
        return problem(request, 422, "Not changed", str(refusal))
    except RosterHasChanged as refusal:
        return problem(request, 409, "Not changed", str(refusal))
    messages.success(request, said)
    if action == "delete" or request.POST.get("back") == "list":
        return redirect("rosters")
    return to_roster(found, "")


def to_roster(roster: Roster, event: str) -> HttpResponse:
    """To the page of the roster, for the event with this slug where one is named."""
    address = reverse("roster", args=[roster.uuid])
    return redirect(f"{address}?{urlencode({'event': event})}" if event else address)


def _rename(found: Roster, request: HttpRequest) -> str:
    rename_roster(found, request.POST.get("name", ""))
    return f"Renamed to “{found.name}”."


def _finish(found: Roster, request: HttpRequest) -> str:
    finish_roster(found)
    return "Finished: it is judged as a finished roster from now on."


def _reopen(found: Roster, request: HttpRequest) -> str:
    finish_roster(found, is_finished=False)
    return "A draft again."


def _settle(found: Roster, request: HttpRequest) -> str:
    settle_open_lines(found)
    return "The lines that were not understood are left out for good."


def _dismiss(found: Roster, request: HttpRequest) -> str:
    dismiss_notice(found)
    return f"The notice on “{found.name}” is put away."


def _delete(found: Roster, request: HttpRequest) -> str:
    name = found.name
    delete_roster(found)
    return f"“{name}” is deleted."


_CHANGES: dict[str, Callable[[Roster, HttpRequest], str]] = {
    "rename": _rename,
    "finish": _finish,
    "reopen": _reopen,
    "settle": _settle,
    "dismiss": _dismiss,
    "delete": _delete,
}


def _sheet(found: Roster, catalogue: Catalogue, event: EventProfile | None = None) -> ResultSheet:
    """The result page of a saved roster, for ``event`` as a roster handed in there (R-21)."""
    result = with_fixes(checked(found, catalogue, event=event), catalogue)
    return result_sheet(result, catalogue, open_lines=len(found.open_lines))


def _move(found: Roster, newest: Catalogue) -> MoveSheet:
    return move_sheet(plan_move(found, newest), unit_names(document_of(found), newest))


def _roster_of(request: HttpRequest, roster_id: uuid.UUID) -> Roster:
    """The roster, or 404 alike for one that does not exist and one that is somebody else's."""
    found = roster_visible_to(request.user, roster_id)
    if found is None:
        raise Http404("There is no such roster.")
    return found


def _busy(request: HttpRequest, wait: int) -> HttpResponse:
    response = problem(
        request,
        429,
        "Too many rosters at once",
        f"You saved many rosters within an hour. Wait {-(-wait // 60)} min and save again.",
    )
    response.headers["Retry-After"] = str(wait)
    return response


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)  # @login_required let nobody else through
