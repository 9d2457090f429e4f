"""Why a roster costs and counts what it does, what would break it next, and what is still possible."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from datasheets.selectors import NoRelease, catalogue_of
from roster.access import roster_visible_to
from roster.checking import check_text
from roster.explaining import explain
from roster.rations import ExplanationThrottle
from roster.saved import checked
from website.events import chosen_event
from website.forms import ListForm
from website.page import catalogue_in_force, page, problem, show
from website.throttle import seconds_to_wait, too_many_checks
from website.views.check import no_release
from website.why_sheet import why_sheet


@page("GET", "HEAD")
@login_required
@never_cache
def roster_why(request: HttpRequest, roster_id: uuid.UUID) -> HttpResponse:
    """A saved roster explained by the release it stands on, and for the event it is looked at for."""
    found = roster_visible_to(request.user, roster_id)
    if found is None:
        raise Http404("There is no such roster.")
    if (refused := _too_many(request)) is not None:
        return refused
    choice = chosen_event(request)
    if choice.fault:
        return problem(request, 422, "Not explained", choice.fault)
    try:
        catalogue = catalogue_of(found.release.label)
    except NoRelease:
        return no_release(request)
    explanation = explain(checked(found, catalogue, event=choice.profile), catalogue)
    sheet = why_sheet(explanation, catalogue, open_lines=len(found.open_lines))
    return show(request, "website/why.html", {"roster": found, "name": found.name, "why": sheet, "sheet": sheet.result})


@page("GET", "HEAD", "POST")
def check_why(request: HttpRequest) -> HttpResponse:
    """A pasted list explained by the release in force, for the event chosen; nothing is stored.

    Without a list: to the check page.
    """
    if request.method != "POST":
        return redirect("check")
    if (refused := _too_many(request)) is not None:
        return refused
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    form = ListForm({"text": request.POST.get("text", "")})
    if not form.is_valid():
        sentence = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return problem(request, 422, "Not explained", sentence)
    choice = chosen_event(request)
    if choice.fault:
        return problem(request, 422, "Not explained", choice.fault)
    result = check_text(form.cleaned_data["list_text"], catalogue, event=choice.profile)
    explanation = explain(result, catalogue)
    sheet = why_sheet(explanation, catalogue)
    name = (sheet.result.army.name if sheet.result.army else "") or "this list"
    return show(request, "website/why.html", {"name": name, "why": sheet, "sheet": sheet.result})


def _too_many(request: HttpRequest) -> HttpResponse | None:
    """Explanations are checks and rationed as such, and by a count of their own on top."""
    if (refused := too_many_checks(request)) is not None:
        return refused
    wait = seconds_to_wait(request, ExplanationThrottle)
    if wait is None:
        return None
    seconds = "1 second" if wait == 1 else f"{wait} seconds"
    response = problem(
        request,
        429,
        "Too many explanations at once",
        f"Many rosters were explained for you within a minute. Wait {seconds} and try again.",
    )
    response.headers["Retry-After"] = str(wait)
    return response
