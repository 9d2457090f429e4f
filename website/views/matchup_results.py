"""Matchups that were asked for: how far each is, what came of it, its cells, and what can be done with it."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django_htmx.http import reswap, retarget

from battle.access import request_visible_to
from battle.models import Simulation, SimulationRequest, SimulationStatus
from battle.rations import SIMULATION_THROTTLES
from battle.selectors import freshness_of, progress_of, result_of
from battle.services import AskRefused, NotCancellable, TooManyUnfinished, ask_again, ask_cell, cancel, delete_request
from website.matchups.show_about import about, out_of_date
from website.matchups.show_address import wanted_of
from website.matchups.show_answer import shown_answer
from website.matchups.show_cells import CellPlace, NoSuchCell, cell_place
from website.matchups.show_progress import shown_progress
from website.page import is_partial, page, problem, show
from website.throttle import seconds_to_wait, too_many_checks

LARGEST_SEED = 2**32 - 1


@page("GET", "HEAD")
@login_required
@never_cache
@gzip_page
def matchup(request: HttpRequest, matchup_id: uuid.UUID) -> HttpResponse:
    """How far a matchup is, or its answer as the address wants it.

    htmx gets the progress once a second, with the answer in its place once it is there; and the answer alone for
    a link that sorts it or shows another figure.
    """
    found = matchup_of(request, matchup_id)
    context = matchup_context(request, found)
    if not is_partial(request):
        return show(request, "website/matchups/result.html", context)
    if request.headers.get("HX-Target") == "matchup-answer" and "answer" in context:
        answer = context["answer"]
        return show(request, answer.template, {**context, "shape": answer.shape})  # type: ignore[attr-defined]
    return _polled(request, context, "website/matchups/_result.html")


@page("GET", "HEAD")
@login_required
@never_cache
@gzip_page
def matchup_cell(
    request: HttpRequest, matchup_id: uuid.UUID, view: int, way: str, row: int, column: int
) -> HttpResponse:
    """One cell of a matchup in full, or how far it is; ``?seed=`` rolls other dice for the roll to read."""
    found = matchup_of(request, matchup_id)
    if not is_partial(request) and (refused := too_many_checks(request)) is not None:
        return refused
    try:
        place = cell_of(found, view, way, row, column)
        simulation = simulation_of_cell(found, place, seed_of(request))
    except AskRefused as refusal:
        return problem(request, 409, "This cell cannot be opened", " ".join(fault.message for fault in refusal.faults))
    context = cell_context(request, found, place, simulation)
    if not is_partial(request):
        return show(request, "website/matchups/cell.html", context)
    return _polled(request, context, "website/matchups/_cell.html")


@page("POST")
@login_required
def matchup_cancellation(request: HttpRequest, matchup_id: uuid.UUID) -> HttpResponse:
    """Compute no further what has not ended; what has says how it stands."""
    found = matchup_of(request, matchup_id)
    try:
        cancel(found)
    except NotCancellable as refusal:
        messages.info(request, str(refusal))
    return redirect("matchup", found.uuid)


@page("POST")
@login_required
def matchup_again(request: HttpRequest, matchup_id: uuid.UUID) -> HttpResponse:
    """Ask the same by what is in force today."""
    found = matchup_of(request, matchup_id)
    wait = seconds_to_wait(request, *SIMULATION_THROTTLES)
    if wait is not None:
        return _busy(request, "You asked for many matchups within a short time.", wait)
    try:
        asked = ask_again(found)
    except AskRefused as refusal:
        sentences = " ".join(fault.message for fault in refusal.faults)
        return problem(request, 409, "This cannot be asked any more as it was", f"{sentences} Ask anew.")
    except TooManyUnfinished as refusal:
        return _busy(request, str(refusal), refusal.seconds)
    return redirect("matchup", asked.request.uuid)


@page("POST")
@login_required
def matchup_deletion(request: HttpRequest, matchup_id: uuid.UUID) -> HttpResponse:
    """Delete a matchup from the person's list, before its time (R-35)."""
    delete_request(matchup_of(request, matchup_id))
    return redirect("matchups")


# What other pages of matchups read ---------------------------------------------------------------------------


def matchup_of(request: HttpRequest, matchup_id: uuid.UUID) -> SimulationRequest:
    """The matchup, or 404 alike for one that does not exist and one that is somebody else's."""
    found = request_visible_to(request.user, matchup_id)
    if found is None:
        raise Http404("There is no such matchup.")
    return found


def cell_of(found: SimulationRequest, view: int, way: str, row: int, column: int) -> CellPlace:
    """The cell, or 404 where the answer has none there; raises :class:`AskRefused` where there is no answer."""
    answer = result_of(found.simulation) if found.status == SimulationStatus.DONE else None
    try:
        return cell_place(answer, view, way, row, column)
    except NoSuchCell as error:
        raise Http404("The matchup has no such cell.") from error


def simulation_of_cell(found: SimulationRequest, place: CellPlace, seed: int) -> Simulation:
    """The simulation of the cell; raises :class:`AskRefused`."""
    return ask_cell(
        found,
        view=place.view,
        direction=place.direction,
        row=place.row,
        column=place.column,
        side=place.side,
        seed=seed,
    )


def seed_of(request: HttpRequest) -> int:
    """The seed in the address, 1 where there is none that can be one."""
    given = request.GET.get("seed", "")[:11]
    seed = int(given) if given.isascii() and given.isdecimal() else 1
    return seed if seed <= LARGEST_SEED else 1


def matchup_context(request: HttpRequest, found: SimulationRequest) -> dict[str, object]:
    """What the pages of a matchup show."""
    simulation, status = found.simulation, found.status
    here = reverse("matchup", args=[found.uuid])
    context: dict[str, object] = {
        "matchup": found,
        "simulation": simulation,
        "title": found.shown_name,
        "here": here,
        "files": here,
        "cells": f"{here}cells/",
        "again": reverse("matchup-again", args=[found.uuid]),
        "suffix": "",
    }
    answer = result_of(simulation) if status == SimulationStatus.DONE else None
    if answer is None:
        progress = shown_progress(status, progress_of(simulation), simulation)
        return {**context, "progress": progress, "cancel": reverse("matchup-cancel", args=[found.uuid])}
    return {
        **context,
        "answer": shown_answer(answer, wanted_of(request.GET), f"{here}cells/"),
        "about": about(simulation, answer),
        "stale": out_of_date(simulation, freshness_of(found)),
        "json_url": f"{here}answer.json",
    }


def cell_context(
    request: HttpRequest, found: SimulationRequest, place: CellPlace, simulation: Simulation
) -> dict[str, object]:
    """What the page of a cell shows."""
    seed = seed_of(request)
    whole = reverse("matchup", args=[found.uuid])
    here = f"{whole}cells/{place.path}"
    query = f"?seed={seed}" if seed != 1 else ""
    context: dict[str, object] = {
        "matchup": found,
        "simulation": simulation,
        "title": place.title,
        "where": place.where,
        "back": f"{whole}?{place.query}",
        "here": f"{here}{query}",
        "files": here,
        "suffix": query,
        "file_query": query.removeprefix("?"),
        "before": place.before,
        "after": place.after,
        "cells": f"{whole}cells/",
        "seed": seed,
        "another": f"{here}?seed={seed + 1 if seed < LARGEST_SEED else 0}",
    }
    status = SimulationStatus(simulation.status)
    answer = result_of(simulation) if status == SimulationStatus.DONE else None
    if answer is None:
        return {**context, "progress": shown_progress(status, progress_of(simulation), simulation)}
    return {
        **context,
        "answer": shown_answer(answer, wanted_of({})),
        "about": about(simulation, answer),
        "json_url": f"{here}answer.json{query}",
    }


# ------------------------------------------------------------------------------------------------------------


def _polled(request: HttpRequest, context: dict[str, object], whole: str) -> HttpResponse:
    """The progress for whoever asks for it every second; what came of it takes the place of all of it."""
    if "answer" not in context:
        return show(request, "website/matchups/_progress.html", context)
    return reswap(retarget(show(request, whole, {**context, "is_swapped": True}), "#matchup"), "outerHTML")


def _busy(request: HttpRequest, sentence: str, seconds: int) -> HttpResponse:
    response = problem(request, 429, "Too many matchups at once", f"{sentence} Come back in {seconds} s.")
    response.headers["Retry-After"] = str(seconds)
    return response
