"""Gauntlets: the targets that come with the service and one's own, shown, made, changed and deleted."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from battle.access import gauntlet_visible_to, gauntlets_changeable_by, gauntlets_visible_to
from battle.gauntlets import GauntletRefused
from battle.models import Gauntlet
from battle.models.gauntlet import MOST_GAUNTLETS
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE
from battle.services.gauntlets import create_gauntlet, delete_gauntlet, replace_gauntlet
from datasheets.catalogue import Catalogue
from roster.access import rosters_visible_to
from website.matchups.gauntlet_form import GauntletForm
from website.matchups.gauntlet_rows import targets_of
from website.page import catalogue_in_force, page, problem, show
from website.throttle import too_many_checks
from website.views.check import no_release

COPY_OF = "Copy of "


@page("GET", "HEAD")
@never_cache
def gauntlets(request: HttpRequest) -> HttpResponse:
    """Those that come with the service, and one's own."""
    found = list(gauntlets_visible_to(request.user))
    context = {
        "shipped": [one for one in found if one.owner_id is None],
        "own": [one for one in found if one.owner_id is not None],
        "most": MOST_GAUNTLETS,
    }
    return show(request, "website/matchups/gauntlets.html", context)


@page("GET", "HEAD")
@never_cache
def gauntlet(request: HttpRequest, slug: str) -> HttpResponse:
    """One gauntlet with its targets."""
    found = _visible(request, slug)
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    context = {"gauntlet": found, "targets": targets_of(found, catalogue), "is_own": found.owner_id is not None}
    return show(request, "website/matchups/gauntlet.html", context)


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def gauntlet_new(request: HttpRequest) -> HttpResponse:
    """The empty form; with a POST, keep what it says."""
    return _form_page(request, None)


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def gauntlet_change(request: HttpRequest, slug: str) -> HttpResponse:
    """The form filled in; with a POST, keep what it says."""
    return _form_page(request, _own(request, slug))


@page("POST")
@login_required
def gauntlet_copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the same targets as a gauntlet of one's own."""
    found = _visible(request, slug)
    document = {
        "name": f"{COPY_OF}{found.name}"[:120],
        "about": found.about,
        "units": found.units,
        "weights": found.weights,
        "reasons": found.reasons,
    }
    if (refused := too_many_checks(request)) is not None:
        return refused
    try:
        made = create_gauntlet(_user(request), document)
    except GauntletRefused as refusal:
        return problem(request, 422, "Not copied", " ".join(fault.message for fault in refusal.faults))
    messages.success(request, "Copied. This one is yours: change it as you like.")
    return redirect("gauntlet-change", made.slug)


@page("POST")
@login_required
def gauntlet_deletion(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete one's own."""
    found = _own(request, slug)
    name = found.name
    delete_gauntlet(found)
    messages.success(request, f"“{name}” is deleted. Matchups that were asked with it stay as they are.")
    return redirect("gauntlets")


def _form_page(request: HttpRequest, found: Gauntlet | None) -> HttpResponse:
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    if request.method != "POST":
        return _shown_form(request, _form(request, None, found, catalogue), found)
    if (refused := too_many_checks(request)) is not None:
        return refused
    form = _form(request, request.POST, found, catalogue)
    kept = _kept(request, form, found) if form.is_valid() else None
    if kept is None:
        return _shown_form(request, form, found, status=422)
    for note in form.notes:
        messages.warning(request, note)
    messages.success(request, f"“{kept.name}” is kept.")
    return redirect("gauntlet", kept.slug)


def _kept(request: HttpRequest, form: GauntletForm, found: Gauntlet | None) -> Gauntlet | None:
    try:
        if found is None:
            return create_gauntlet(_user(request), form.document)
        return replace_gauntlet(found, form.document)
    except GauntletRefused as refusal:
        form.add_refusals(refusal.faults)
        return None


def _form(request: HttpRequest, data: Any, found: Gauntlet | None, catalogue: Catalogue) -> GauntletForm:
    rosters = rosters_visible_to(request.user).values_list("uuid", "name")
    choices = tuple((str(id), name) for id, name in rosters)
    return GauntletForm(data, person=request.user, catalogue=catalogue, rosters=choices, gauntlet=found)


def _shown_form(request: HttpRequest, form: GauntletForm, found: Gauntlet | None, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "gauntlet": found, "most_targets": MOST_UNITS_OF_A_SIDE}
    return show(request, "website/matchups/gauntlet_form.html", context, status=status)


def _visible(request: HttpRequest, slug: str) -> Gauntlet:
    """The gauntlet, or 404 alike for none and for somebody else's."""
    found = gauntlet_visible_to(request.user, slug)
    if found is None:
        raise Http404("There is no such gauntlet.")
    return found


def _own(request: HttpRequest, slug: str) -> Gauntlet:
    found = gauntlets_changeable_by(request.user).filter(slug=slug).first()
    if found is None:
        raise Http404("You have no such gauntlet to change.")
    return found


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)  # @login_required let nobody else through
