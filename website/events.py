"""The choice of an event on pages that check: which there are for this visitor, and which one was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from roster.access import event_visible_to
from roster.document_faults import DocumentError
from roster.models import Event
from roster.muster import EventProfile
from roster.selectors.events import listed_events
from roster.services.events import profile_of

MOST_OFFERED = 100
"""Events in a select, the latest first; any other is asked for by its address."""


@dataclass(frozen=True, slots=True)
class EventChoice:
    """Which event was asked for: ``fault`` says why it cannot be checked for; all are empty where none was."""

    slug: str = ""
    event: Event | None = None
    profile: EventProfile | None = None
    fault: str = ""


def chosen_event(request: HttpRequest) -> EventChoice:
    """The event that the form or the address names (``event``)."""
    slug = request.POST.get("event") or request.GET.get("event") or ""
    if not slug:
        return EventChoice()
    event = event_visible_to(request.user, slug)
    if event is None:
        return EventChoice(slug, fault=f"There is no event “{slug[:60]}”. Choose one of those offered, or none.")
    try:
        return EventChoice(slug, event, profile_of(event))
    except DocumentError as error:
        fault = f"The profile of {event.name} cannot be read ({error}) Its organiser has to store it anew."
        return EventChoice(slug, event, fault=fault)


def offered_events(request: HttpRequest) -> list[Event]:
    """The events that this visitor may choose, as a select shows them."""
    return list(listed_events(request.user)[:MOST_OFFERED])
