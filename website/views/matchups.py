"""Matchups: what can be asked, and what this person asked before."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from battle.selectors import requests_of
from website.matchups.ask_kinds import KINDS
from website.matchups.ask_list import ROWS_OF_A_PAGE, request_rows
from website.page import catalogue_in_force, page, show


@page("GET", "HEAD")
@never_cache
def matchups(request: HttpRequest) -> HttpResponse:
    """The kinds of question, and below the requests of the signed-in user; visitors are told what it is."""
    kinds = tuple(KINDS.values())
    if not request.user.is_authenticated:
        return show(request, "website/matchups/list.html", {"kinds": kinds})
    catalogue = catalogue_in_force()
    shown = Paginator(requests_of(request.user), ROWS_OF_A_PAGE).get_page(request.GET.get("page"))
    rows = request_rows(list(shown), catalogue.stamp if catalogue is not None else None)
    return show(request, "website/matchups/list.html", {"kinds": kinds, "shown": shown, "rows": rows})
