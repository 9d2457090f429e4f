"""Asking for a matchup: the sides, what was read of them, the situation, and off it goes."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from battle.access import gauntlets_visible_to
from battle.rations import SIMULATION_THROTTLES
from battle.releases import NoRelease, catalogue_to_ask
from battle.services.asking import AskRefused, TooManyUnfinished, ask
from datasheets.catalogue import Catalogue
from datasheets.release_selectors import ReleaseState, releases_visible_to, shown
from roster.access import rosters_visible_to
from website.matchups.ask_datasheets import FEWEST_LETTERS, datasheets_like
from website.matchups.ask_form import MatchupForm
from website.matchups.ask_kinds import KINDS, AskedKind, Source
from website.matchups.ask_sides import Offered
from website.page import catalogue_in_force, page, show
from website.throttle import seconds_to_wait, too_many_checks
from website.views.check import no_release

MOST_RELEASES = 20
MOST_GAUNTLETS = 200
USUAL_GAUNTLET = "typical-targets"
"""The one that comes with the service for whoever has no other in mind: it is offered first."""


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def matchup_new(request: HttpRequest, kind: str) -> HttpResponse:
    """The first step, the second one with what was read, or with ``step=run`` the way to the result."""
    asked_kind = KINDS.get(kind)
    if asked_kind is None:
        raise Http404("There is no such kind of matchup.")
    if catalogue_in_force() is None:
        return no_release(request)
    step = request.POST.get("step", "")
    if request.method != "POST" or step not in ("read", "run"):
        return _first_step(request, asked_kind)
    if (refused := too_many_checks(request)) is not None:
        return refused
    form = _form(request, asked_kind, is_run=step == "run")
    if not form.are_sides_read:
        return _page(request, form, status=422)
    if step == "read":
        form.is_valid()
        return _page(request, form, status=200)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _asked(request, form)


@page("GET", "HEAD")
@login_required
def matchup_datasheets(request: HttpRequest) -> HttpResponse:
    """The names of datasheets that fit what was typed so far, as options of a list."""
    catalogue = catalogue_in_force()
    typed = next((request.GET[key] for key in request.GET if key.endswith("datasheet")), "")
    names = datasheets_like(typed, catalogue) if catalogue is not None else ()
    return show(request, "website/matchups/_ask_names.html", {"names": names, "fewest": FEWEST_LETTERS})


def _first_step(request: HttpRequest, kind: AskedKind) -> HttpResponse:
    """Nothing chosen yet, but for a roster named in the address or a text that comes from a check."""
    mine = next(side.prefix for side in kind.sides if side.is_mine)
    initial: dict[str, str] = {}
    if request.method == "POST" and request.POST.get("list"):
        initial = {"choice": Source.TEXT, "text": request.POST["list"]}
    elif request.GET.get("mine"):
        initial = {"choice": Source.SAVED, "roster": request.GET["mine"]}
    return _page(request, _form(request, kind, is_run=False, initial={mine: initial}), status=200)


def _form(
    request: HttpRequest, kind: AskedKind, *, is_run: bool, initial: Mapping[str, Mapping[str, str]] | None = None
) -> MatchupForm:
    is_handed_in = initial is None
    rosters = rosters_visible_to(request.user).values_list("uuid", "name", "points", "faction")
    gauntlets = list(gauntlets_visible_to(request.user).values_list("slug", "name")[:MOST_GAUNTLETS])
    gauntlets.sort(key=lambda row: row[0] != USUAL_GAUNTLET)
    return MatchupForm(
        kind,
        request.user,
        request.POST if is_handed_in else None,
        request.FILES if is_handed_in else None,
        catalogue=_catalogue(request),
        releases=_releases(request),
        offered=Offered(
            tuple((str(id), _roster_label(name, points, faction)) for id, name, points, faction in rosters),
            tuple(gauntlets),
        ),
        initial=initial,
        is_run=is_run,
    )


def _roster_label(name: str, points: int, faction: str) -> str:
    return f"{name} ({faction}, {points:,} points)" if faction else f"{name} ({points:,} points)"


def _catalogue(request: HttpRequest) -> Catalogue:
    """By which lists are read: the release that was chosen, else the one in force. The form refuses all others."""
    try:
        return catalogue_to_ask(request.POST.get("release") or None)
    except NoRelease:
        return catalogue_to_ask(None)


def _releases(request: HttpRequest) -> tuple[str, ...]:
    """Labels of the releases that can be asked by, the one in force first."""
    found = shown(releases_visible_to(request.user)[:MOST_RELEASES])
    usable = [row for row in found if row.state in (ReleaseState.IN_FORCE, ReleaseState.FORMER)]
    usable.sort(key=lambda row: row.state is not ReleaseState.IN_FORCE)
    return tuple(row.release.label for row in usable)


def _asked(request: HttpRequest, form: MatchupForm) -> HttpResponse:
    document = form.document
    wait = seconds_to_wait(request, *SIMULATION_THROTTLES)
    if wait is not None:
        return _busy(request, form, f"You asked for many matchups within a short time. {_come_back(wait)}", wait)
    try:
        asked = ask(cast(User, request.user), document, idempotency_key=_key(request, document))
    except AskRefused as refusal:
        form.add_faults(refusal.faults)
        return _page(request, form, status=422)
    except TooManyUnfinished as refusal:
        sentence = (
            f"You have {refusal.limit} matchups that are not finished, which is the most. Wait until one is done, or "
            f"cancel one. {_come_back(refusal.seconds)}"
        )
        return _busy(request, form, sentence, refusal.seconds)
    return redirect("matchup", asked.request.uuid)


def _key(request: HttpRequest, document: Mapping[str, Any]) -> str:
    """The same for a form that is sent twice, another one where something in it was changed in between."""
    written = json.dumps(document, sort_keys=True)
    return hashlib.sha256(f"{request.POST.get('asked_as', '')[:64]}\0{written}".encode()).hexdigest()


def _come_back(seconds: int) -> str:
    when = f"{seconds} seconds" if seconds < 120 else f"{-(-seconds // 60)} minutes"
    return f"Come back in {when} and press Run again: everything you wrote is still here."


def _busy(request: HttpRequest, form: MatchupForm, sentence: str, seconds: int) -> HttpResponse:
    response = _page(request, form, status=429, busy=sentence)
    response.headers["Retry-After"] = str(seconds)
    return response


def _page(request: HttpRequest, form: MatchupForm, *, status: int, busy: str = "") -> HttpResponse:
    """The second step where the sides are read, the first one otherwise."""
    template = "website/matchups/options.html" if form.are_sides_read else "website/matchups/sides.html"
    context = {
        "form": form,
        "kind": form.kind,
        "busy": busy,
        "asked_as": request.POST.get("asked_as", "")[:64] or str(uuid.uuid4()),
        "fewest": FEWEST_LETTERS,
    }
    return show(request, template, context, status=status)
