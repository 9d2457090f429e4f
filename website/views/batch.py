"""Folders of lists: hand them in, watch them being checked, sort, filter and download the verdicts."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from datasheets.selectors import NoRelease, catalogue_of
from roster.checking import check_text
from roster.document_faults import DocumentError
from roster.event_documents import event_from_json
from roster.models import CheckBatch, ItemStatus
from roster.models.batch import KEPT_FOR_DAYS, MAXIMUM_LISTS
from roster.rations import BatchThrottle
from roster.selectors import batch_csv, batch_progress, batch_visible_to, batches_visible_to
from roster.services import UploadError, create_batch, delete_batch, uploads_of
from website.batch_table import batch_table, batch_title, shown_batches, verdicts_in_words
from website.events import EventChoice, chosen_event, offered_events
from website.forms import BatchForm
from website.page import catalogue_in_force, is_partial, page, problem, show
from website.result import result_sheet
from website.throttle import seconds_to_wait, too_many_checks
from website.views.check import no_release

LARGEST_UPLOAD_BYTES = 65_000_000
SHOWN_BATCHES = 50


@page("GET", "HEAD", "POST", most_bytes=LARGEST_UPLOAD_BYTES)
@login_required
@never_cache
def batches(request: HttpRequest) -> HttpResponse:
    """Hand in a folder of lists; below, the batches handed in before."""
    form = BatchForm()
    choice = chosen_event(request)
    status = 200
    if request.method == "POST":
        wait = seconds_to_wait(request, BatchThrottle)
        if wait is not None:
            return _busy(request, wait)
        if catalogue_in_force() is None:
            return no_release(request)
        form = BatchForm(request.POST, request.FILES)
        if choice.fault:
            form.add_error("lists", choice.fault)
        batch = _created(request, form, choice)
        if batch is not None:
            return redirect("check-batch", batch.uuid)
        status = 422
    mine = shown_batches(batches_visible_to(request.user)[:SHOWN_BATCHES])
    context = {
        "form": form,
        "batches": mine,
        "maximum_lists": MAXIMUM_LISTS,
        "kept_for_days": KEPT_FOR_DAYS,
        "choice": choice,
        "events": offered_events(request),
    }
    return show(request, "website/batches.html", context, status=status)


@page("GET", "HEAD")
@login_required
@never_cache
def batch(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """How far a batch is and its table of verdicts, sorted by ``?order=`` and narrowed by ``?show=``.

    htmx gets the table for a sorting link and the progress, once a second, until every list has its answer.
    """
    found = _batch_of(request, batch_id)
    progress = batch_progress(found)
    table = batch_table(found, progress, order=request.GET.get("order", ""), show=request.GET.get("show", ""))
    context = {
        "batch": found,
        "title": batch_title(found),
        "progress": progress,
        "verdicts": verdicts_in_words(progress),
        "table": table,
    }
    if not is_partial(request):
        return show(request, "website/batch.html", context)
    if request.headers.get("HX-Target") == "batch-lists":
        return show(request, "website/_batch_table.html", context)
    return show(request, "website/_batch_progress.html", {**context, "with_table": progress.is_finished})


@page("GET", "HEAD")
@login_required
@never_cache
def batch_item(request: HttpRequest, batch_id: uuid.UUID, position: int) -> HttpResponse:
    """The whole report on one list of a batch, by the release that judged the batch."""
    found = _batch_of(request, batch_id)
    item = found.items.filter(position=position).first()
    if item is None:
        raise Http404("No list stands at this place of the batch.")
    context: dict[str, object] = {
        "batch": found,
        "title": batch_title(found),
        "item": item,
        "is_last": position >= found.total,
    }
    if item.status == ItemStatus.DONE:
        if (refused := too_many_checks(request)) is not None:
            return refused
        try:
            catalogue = catalogue_of(found.release)
        except NoRelease:
            return no_release(request)
        try:
            event = event_from_json(found.event_profile) if found.event_profile is not None else None
        except DocumentError as fault:
            return problem(request, 409, "The event cannot be read", f"{fault} Hand the lists in again.")
        sheet = result_sheet(check_text(item.text, catalogue, event=event), catalogue)
        context |= {"sheet": sheet, "save_text": item.text if sheet.army else ""}
    return show(request, "website/batch_item.html", context)


@page("GET", "HEAD")
@login_required
@never_cache
def batch_table_csv(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponseBase:
    """The table of a batch as a CSV file, in the order the lists were handed in."""
    found = _batch_of(request, batch_id)
    response = StreamingHttpResponse(_encoded(batch_csv(found)), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="check-{found.uuid}.csv"'
    return response


@page("POST")
@login_required
def batch_deletion(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """Delete a batch with its texts and reports before its time (R-35)."""
    delete_batch(_batch_of(request, batch_id))
    return redirect("check-batches")


def _batch_of(request: HttpRequest, batch_id: uuid.UUID) -> CheckBatch:
    """The batch, or 404 alike for one that does not exist and one that is somebody else's."""
    found = batch_visible_to(request.user, batch_id)
    if found is None:
        raise Http404("There is no such batch.")
    return found


def _busy(request: HttpRequest, wait: int) -> HttpResponse:
    response = problem(
        request,
        429,
        "Too many batches at once",
        f"You handed in many batches within an hour. Wait {-(-wait // 60)} min and upload again; "
        "a batch holds up to 300 lists.",
    )
    response.headers["Retry-After"] = str(wait)
    return response


def _created(request: HttpRequest, form: BatchForm, choice: EventChoice) -> CheckBatch | None:
    """The new batch, or None where the form says what is wrong."""
    if not form.is_valid():
        return None
    owner = cast(User, request.user)  # @login_required let nobody else through
    try:
        return create_batch(
            owner, uploads_of(form.cleaned_data["lists"]), name=form.cleaned_data["name"], event=choice.event
        )
    except UploadError as refusal:
        form.add_error("lists", str(refusal))
        return None


def _encoded(lines: Iterator[str]) -> Iterator[bytes]:
    # Spreadsheets read a CSV as UTF-8 only where it begins with this mark.
    yield b"\xef\xbb\xbf"
    for line in lines:
        yield line.encode()
