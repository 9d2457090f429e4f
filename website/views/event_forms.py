"""What organisers do on the site: create an event, change it, delete it, as a form or as a document."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from roster.access import event_visible_to, events_changeable_by, may_organise
from roster.document_faults import DocumentError
from roster.event_wording import gone_in_words
from roster.models import Event
from roster.services.events import (
    EventHasChanged,
    EventRefused,
    change_event,
    create_event,
    delete_event,
    profile_of,
)
from website.event_document_form import EventDocumentForm
from website.event_form import EventForm
from website.page import catalogue_in_force, page, show
from website.views.check import no_release

_NO_ORGANISER = "Events are kept by organisers. An administrator can give you that role."


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def event_new(request: HttpRequest) -> HttpResponse:
    """The empty form; with a POST, store the event."""
    _require_organiser(request)
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    if request.method != "POST":
        return _form_page(request, EventForm(catalogue=catalogue), None)
    form = EventForm(request.POST, catalogue=catalogue)

    def store() -> Event:
        return create_event(
            form.profile,
            by=_user(request),
            dates=form.dates,
            is_published=form.cleaned_data["is_published"],
            catalogue=catalogue,
        )

    made, status = _stored(form, store)
    if made is None:
        return _form_page(request, form, None, status=status)
    return _led_to(request, made, f"Stored: {made.name}.")


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def event_change(request: HttpRequest, slug: str) -> HttpResponse:
    """The form filled in; with a POST, store what it says where nobody else changed the event meanwhile."""
    found = _changeable(request, slug)
    catalogue = catalogue_in_force()
    if catalogue is None:
        return no_release(request)
    if request.method != "POST":
        try:
            profile = profile_of(found)
        except DocumentError as error:
            messages.error(request, f"The profile cannot be read: {error} Mend it here.")
            return redirect("event-json", found.slug)
        gone = gone_in_words(profile, catalogue)
        return _form_page(request, EventForm.of(found, profile, catalogue), found, gone=gone)
    form = EventForm(request.POST, catalogue=catalogue, event=found)

    def store() -> Event:
        found.version = form.cleaned_data["version"] or 0
        change_event(
            found,
            form.profile,
            by=_user(request),
            dates=form.dates,
            is_published=form.cleaned_data["is_published"],
            catalogue=catalogue,
        )
        return found

    changed, status = _stored(form, store)
    if changed is None:
        return _form_page(request, form, found, status=status)
    return _led_to(request, changed, f"Stored: {changed.name}.")


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def event_new_json(request: HttpRequest) -> HttpResponse:
    """An event from its profile as a document; it is stored unpublished."""
    _require_organiser(request)
    if catalogue_in_force() is None:
        return no_release(request)
    if request.method != "POST":
        return _document_page(request, EventDocumentForm(), None)
    form = EventDocumentForm(request.POST, request.FILES)
    made, status = _stored(form, lambda: create_event(form.profile, by=_user(request)))
    if made is None:
        return _document_page(request, form, None, status=status)
    return _led_to(request, made, f"Stored: {made.name}. It is not published yet.")


@page("GET", "HEAD", "POST")
@login_required
@never_cache
def event_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The profile as a document; with a POST, store another. Days, and whether it is published, stay."""
    found = _changeable(request, slug)
    if catalogue_in_force() is None:
        return no_release(request)
    if request.method != "POST":
        written = json.dumps(found.profile, ensure_ascii=False, indent=2)
        return _document_page(request, EventDocumentForm(initial={"text": written, "version": found.version}), found)
    form = EventDocumentForm(request.POST, request.FILES)

    def store() -> Event:
        found.version = form.cleaned_data["version"] or 0
        change_event(found, form.profile, by=_user(request))
        return found

    changed, status = _stored(form, store)
    if changed is None:
        return _document_page(request, form, found, status=status)
    return _led_to(request, changed, f"Stored: {changed.name}.")


@page("GET", "HEAD")
def event_download(request: HttpRequest, slug: str) -> HttpResponse:
    """The profile as a file, for whoever may look at the event."""
    found = event_visible_to(request.user, slug)
    if found is None:
        raise Http404("There is no such event.")
    written = json.dumps(found.profile, ensure_ascii=False, indent=2)
    return HttpResponse(
        f"{written}\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{found.slug}.json"'},
    )


@page("POST")
@login_required
def event_deletion(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the event; batches that were checked for it keep their verdicts."""
    found = _changeable(request, slug)
    name = found.name
    delete_event(found, by=_user(request))
    messages.success(request, f"“{name}” is deleted.")
    return redirect("events")


def _stored(form: EventForm | EventDocumentForm, store: Callable[[], Event]) -> tuple[Event | None, int]:
    """The event as stored, or None and the status of the refusal, which the form then says: 409 for a stale version."""
    if not form.is_valid():
        return None, 422
    try:
        return store(), 200
    except EventRefused as refusal:
        form.add_faults(refusal.faults)
    except EventHasChanged as refusal:
        form.add_error(None, str(refusal))
        return None, 409
    return None, 422


def _led_to(request: HttpRequest, event: Event, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect("event", event.slug)


def _form_page(
    request: HttpRequest, form: EventForm, event: Event | None, *, gone: str = "", status: int = 200
) -> HttpResponse:
    faults = [(form[name], form.errors[name]) for name in form.fields if name in form.errors]
    context = {"form": form, "event": event, "gone": gone, "faults": faults}
    return show(request, "website/event_form.html", context, status=status)


def _document_page(
    request: HttpRequest, form: EventDocumentForm, event: Event | None, *, status: int = 200
) -> HttpResponse:
    return show(request, "website/event_json.html", {"form": form, "event": event}, status=status)


def _require_organiser(request: HttpRequest) -> None:
    if not may_organise(request.user):
        raise PermissionDenied(_NO_ORGANISER)


def _changeable(request: HttpRequest, slug: str) -> Event:
    """The event, or 404 alike for one that does not exist and one that is somebody else's to change."""
    found = events_changeable_by(request.user).filter(slug=slug).first()
    if found is None:
        raise Http404("There is no such event.")
    return found


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)  # @login_required let nobody else through
