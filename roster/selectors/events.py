"""What pages and the API read of events; who may see them is decided in ``roster.access``."""

from __future__ import annotations

from django.db.models import QuerySet

from roster.access import Person, event_visible_to, events_visible_to
from roster.models import Event

__all__ = ["event_visible_to", "listed_events"]


def listed_events(person: Person) -> QuerySet[Event]:
    """The events a person may look at, the latest first, without their profiles, which may be large."""
    return events_visible_to(person).select_related("organiser").defer("profile")
