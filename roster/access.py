"""Who may see and change what. Every reach for a person's rows goes through here."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet

from roster.models import CheckBatch, Event, Roster

Person = AbstractBaseUser | AnonymousUser

MAY_PREVIEW = ("datasheets.compile_draft", "datasheets.change_datasheet", "datasheets.publish_release")
"""Any of these permissions lets a person see what a release would do to saved rosters."""


def batches_visible_to(person: Person) -> QuerySet[CheckBatch]:
    """The batches this person may open, newest first: their own, and nobody else's. None for a visitor."""
    if not _is_signed_in(person):
        return CheckBatch.objects.none()
    return CheckBatch.objects.filter(owner_id=person.pk)


def batch_visible_to(person: Person, batch: uuid.UUID) -> CheckBatch | None:
    """The batch with this public id, or None where it does not exist or is not theirs: a stranger learns neither."""
    return batches_visible_to(person).filter(uuid=batch).first()


def rosters_visible_to(person: Person) -> QuerySet[Roster]:
    """The rosters this person may open, last changed first: their own. None for a visitor.

    Who keeps the catalogue sees in the administration which rosters use an entry, never what is in them.
    """
    if not _is_signed_in(person):
        return Roster.objects.none()
    return Roster.objects.filter(owner_id=person.pk)


def roster_visible_to(person: Person, roster: uuid.UUID) -> Roster | None:
    """The roster with this public id with its release, or None where it does not exist or is not theirs."""
    found = rosters_visible_to(person).filter(uuid=roster)
    return found.select_related("release").defer("release__content").first()


def events_visible_to(person: Person) -> QuerySet[Event]:
    """The events this person may look at: those published, their own, and all of them to staff."""
    if not _is_signed_in(person):
        return Event.objects.filter(is_published=True)
    if oversees_events(person):
        return Event.objects.all()
    return Event.objects.filter(Q(is_published=True) | Q(organiser_id=person.pk))


def oversees_events(person: Person) -> bool:
    """Whether this person sees events of others before they are published: staff does.

    Organisers have a way into the administration for their own events, which makes no staff of them.
    """
    if not _is_signed_in(person) or not getattr(person, "is_staff", False):
        return False
    return getattr(person, "is_superuser", False) or not may_organise(person)


def event_visible_to(person: Person, slug: str) -> Event | None:
    """The event with this slug, or None where there is none or it is not for them to see."""
    # No slug has a NUL, and PostgreSQL looks none up.
    return None if "\0" in slug else events_visible_to(person).filter(slug=slug).first()


def events_changeable_by(person: Person) -> QuerySet[Event]:
    """The events this person may change: their own if they are an organiser, all if they administer the service."""
    if not may_organise(person):
        return Event.objects.none()
    return Event.objects.all() if getattr(person, "is_superuser", False) else Event.objects.filter(organiser=person.pk)


def may_organise(person: Person) -> bool:
    """Whether this person may create events: the role organiser gives it."""
    return _is_signed_in(person) and person.has_perm("roster.add_event")  # type: ignore[union-attr]


def may_preview(person: Person) -> bool:
    """Whether this person may compare releases over everybody's rosters: editors and publishers may."""
    return (
        _is_signed_in(person)
        and getattr(person, "is_staff", False)
        and any(person.has_perm(permission) for permission in MAY_PREVIEW)  # type: ignore[union-attr]
    )


def _is_signed_in(person: Person) -> bool:
    return bool(person.is_authenticated and getattr(person, "is_active", False))
