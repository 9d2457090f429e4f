"""The check page: a list text in, the army beside the verdicts out. Nothing is stored."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from datasheets.catalogue import Catalogue
from roster.checking import check_text
from roster.fixing import with_fixes
from website.events import EventChoice, chosen_event, offered_events
from website.examples import example_of, examples
from website.forms import ListForm
from website.page import catalogue_in_force, is_partial, page, problem, show
from website.result import ResultSheet, result_sheet
from website.throttle import too_many_checks


@page("GET", "HEAD", "POST")
def check(request: HttpRequest) -> HttpResponse:
    """The paste box; with a posted list or ``?example=slug`` also its result. htmx gets the result alone."""
    slug = request.GET.get("example", "")
    if request.method != "POST" and not slug:
        context = {"form": ListForm(), "examples": examples(), **_choice_shown(request, chosen_event(request))}
        return show(request, "website/check.html", context)
    if (refused := too_many_checks(request)) is not None:
        return refused
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    if request.method == "POST":
        return _answer(request, ListForm(request.POST, request.FILES), catalogue)
    example = example_of(slug)
    if example is None:
        return problem(request, 404, "No such example", "Choose one of the examples on the check page.")
    return _answer(request, ListForm({"text": example.text}), catalogue)


def no_release(request: HttpRequest) -> HttpResponse:
    """The page shown while no release of the catalogue is published."""
    return problem(
        request,
        503,
        "No catalogue yet",
        "No release of the catalogue has been published here, so nothing can be checked. "
        "Whoever runs this service publishes one with: python manage.py import_catalogue",
    )


def _answer(request: HttpRequest, form: ListForm, catalogue: Catalogue) -> HttpResponse:
    sheet: ResultSheet | None = None
    save_text = ""
    status = 422
    choice = chosen_event(request)
    if choice.fault:
        form.add_error(None, choice.fault)
    if form.is_valid():
        text = form.cleaned_data["list_text"]
        sheet = result_sheet(with_fixes(check_text(text, catalogue, event=choice.profile), catalogue), catalogue)
        save_text = text if sheet.army else ""
        status = 200
        if form.cleaned_data["file"] is not None:
            # The file's text is put into the box, so that it can be mended there and checked again.
            form = ListForm({"text": text})
    template = "website/_check_answer.html" if is_partial(request) else "website/check.html"
    context = {
        "form": form,
        "sheet": sheet,
        "save_text": save_text,
        "examples": examples(),
        "was_file": bool(request.FILES),
        **_choice_shown(request, choice),
    }
    return show(request, template, context, status=status)


def _choice_shown(request: HttpRequest, choice: EventChoice) -> dict[str, object]:
    """What the select of events shows; the part of a page that htmx swaps has none."""
    return {} if is_partial(request) else {"choice": choice, "events": offered_events(request)}
