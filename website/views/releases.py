"""Which data there is and was, and what differs between two releases of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from datasheets.release_selectors import diff_between, may_see_drafts, release_visible_to, releases_visible_to, shown
from datasheets.releases import ReleaseDiff, changelog
from website.page import page, show
from website.release_diff import diff_sheet

MOST_SHOWN = 100
"""Releases on the page; the API has all."""


@page("GET", "HEAD")
def releases(request: HttpRequest) -> HttpResponse:
    """The releases, newest first; ``?from=`` and ``?to=`` go to what differs between two of them."""
    if "from" in request.GET and "to" in request.GET:
        before, after = _label(request, request.GET["from"]), _label(request, request.GET["to"])
        return redirect("release-diff", before, after)
    found = shown(releases_visible_to(request.user)[:MOST_SHOWN])
    former = [row for row in found if row.was_in_force]
    rows = [(row, next((each for each in former if each.release.pk < row.release.pk), None)) for row in found]
    context = {"rows": rows, "with_drafts": may_see_drafts(request.user)}
    return show(request, "website/releases.html", context)


@page("GET", "HEAD")
def release_diff(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """What differs, counted by faction, and in full for one faction (``?faction=``; ``-``: for none)."""
    diff = _diff(request, before, after)
    faction = request.GET.get("faction")
    sheet = diff_sheet(diff, None if faction is None else faction.removeprefix("-"))
    if sheet is None:
        raise Http404("Nothing differs for such a faction.")
    return show(request, "website/release_diff.html", {"diff": diff, "sheet": sheet})


@page("GET", "HEAD")
def release_changelog(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """The same as a page of Markdown, to keep and to send round."""
    diff = _diff(request, before, after)
    response = HttpResponse(changelog(diff), content_type="text/markdown; charset=utf-8")
    name = f"{diff.before.label}-to-{diff.after.label}.md"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _diff(request: HttpRequest, before: str, after: str) -> ReleaseDiff:
    found = [release_visible_to(request.user, label) for label in (before, after)]
    earlier, later = found
    if earlier is None or later is None:
        raise Http404("There is no such release.")
    return diff_between(earlier.release, later.release)


def _label(request: HttpRequest, label: str) -> str:
    found = release_visible_to(request.user, label)
    if found is None:
        raise Http404("There is no such release.")
    return found.release.label
