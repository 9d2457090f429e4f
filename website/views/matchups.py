"""Matchups: what can be asked, and what this person asked before."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from battle.selectors import requests_of
from website.matchups.ask_kinds import KINDS
from website.matchups.ask_list import ROWS_OF_A_PAGE, request_rows
from website.page import catalogue_in_force, is_partial, page, show


@page("GET", "HEAD")
@never_cache
def matchups(request: HttpRequest) -> HttpResponse:
    """The kinds of question, and below the requests of the signed-in user; visitors are told what it is.

    htmx gets the requests alone, every few seconds for as long as one of them is not finished.
    """
    kinds = tuple(KINDS.values())
    if not request.user.is_authenticated:
        if is_partial(request):
            return HttpResponse(status=204)  # who has signed out meanwhile keeps what is shown
        return show(request, "website/matchups/list.html", {"kinds": kinds})
    catalogue = catalogue_in_force()
    shown = Paginator(requests_of(request.user), ROWS_OF_A_PAGE).get_page(request.GET.get("page"))
    rows = request_rows(list(shown), catalogue.stamp if catalogue is not None else None)
    template = "website/matchups/_ask_runs.html" if is_partial(request) else "website/matchups/list.html"
    is_moving = any(row.is_unfinished for row in rows)
    return show(request, template, {"kinds": kinds, "shown": shown, "rows": rows, "is_moving": is_moving})
