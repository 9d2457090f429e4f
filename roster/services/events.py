"""What organisers do with events: create them, change them, take them back."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from datasheets.catalogue import Catalogue
from datasheets.selectors import current_catalogue
from roster.access import events_changeable_by, may_organise
from roster.document_faults import DocumentError
from roster.event_documents import event_from_json, event_to_json
from roster.models import Event
from roster.muster import EventProfile
from roster.muster.profiles import ProfileFault, profile_faults

MAXIMUM_EVENTS = 200
"""Events one organiser may keep."""


@dataclass(frozen=True, slots=True)
class Dates:
    """First and last day of an event, where they are known."""

    starts_on: datetime.date | None = None
    ends_on: datetime.date | None = None


class EventRefused(Exception):
    """The event is not stored; ``faults`` say what of its profile does not fit and why."""

    def __init__(self, *faults: ProfileFault) -> None:
        super().__init__(" ".join(f"{fault.pointer or '/'}: {fault.message}" for fault in faults))
        self.faults = faults


class EventHasChanged(Exception):
    """Somebody changed or deleted the event in between; nothing was written."""


def create_event(
    profile: EventProfile,
    *,
    by: User | None,
    organiser: User | None = None,
    dates: Dates = Dates(),
    is_published: bool = False,
    catalogue: Catalogue | None = None,
) -> Event:
    """Store a new event of ``by``; None is whoever has a shell on the machine, who says whose it is.

    Raises :class:`EventRefused` where its profile names what the release in force does not have, its
    slug is taken or the organiser keeps as many as one may, and ``PermissionDenied`` for who is none.
    """
    if by is not None and not may_organise(by):
        raise PermissionDenied(f"{by.get_username()} may not create events: that is for the role organiser.")
    sound_profile(profile, dates, catalogue)
    try:
        with transaction.atomic():
            if by is not None:
                _require_room(by)
            return Event.objects.create(
                slug=profile.id, organiser=by or organiser, is_published=is_published, **_columns(profile, dates)
            )
    except IntegrityError as error:
        raise EventRefused(
            ProfileFault("/id", f'There is an event "{profile.id}" already. Choose another id.')
        ) from error


def change_event(
    event: Event,
    profile: EventProfile,
    *,
    by: User | None,
    dates: Dates | None = None,
    is_published: bool | None = None,
    catalogue: Catalogue | None = None,
) -> None:
    """Store another profile of an event that was read at ``event.version``; what is None stays as it is.

    Raises what :func:`create_event` does, and :class:`EventHasChanged` where the row is not the one
    that was read.
    """
    _require_leave(event, by)
    if profile.id != event.slug:
        raise EventRefused(
            ProfileFault("/id", f'The event is "{event.slug}" for good: links and batches name it. Create another.')
        )
    dates = dates or Dates(event.starts_on, event.ends_on)
    sound_profile(profile, dates, catalogue)
    published = event.is_published if is_published is None else is_published
    values = {**_columns(profile, dates), "is_published": published, "updated_at": timezone.now()}
    if not Event.objects.filter(pk=event.pk, version=event.version).update(**values, version=F("version") + 1):
        raise EventHasChanged("This event was changed or deleted in between. Load it again; nothing was written.")
    for name, value in values.items():
        setattr(event, name, value)
    event.version += 1


def delete_event(event: Event, *, by: User | None) -> None:
    """Delete the event. Batches that were checked for it keep its profile and their verdicts."""
    _require_leave(event, by)
    event.delete()


def profile_of(event: Event) -> EventProfile:
    """The profile as it is kept. Raises ``DocumentError`` where it cannot be read by this version."""
    return event_from_json(event.profile)


def _require_room(by: User) -> None:
    # One at a time for each organiser, so that the limit holds.
    User.objects.select_for_update().filter(pk=by.pk).first()
    kept = Event.objects.filter(organiser=by).count()
    if kept >= MAXIMUM_EVENTS:
        raise EventRefused(
            ProfileFault("", f"You keep {kept} events; {MAXIMUM_EVENTS} is the most. Delete one that is over.")
        )


def _require_leave(event: Event, by: User | None) -> None:
    if by is not None and not events_changeable_by(by).filter(pk=event.pk).exists():
        raise PermissionDenied(f"{by.get_username()} may not change this event: it is somebody else's.")


def sound_profile(profile: EventProfile, dates: Dates, catalogue: Catalogue | None = None) -> EventProfile:
    """The profile, if it may be stored; :class:`EventRefused` names every fault."""
    try:
        # Whatever it was made from, what is stored can be read again.
        profile = event_from_json(event_to_json(profile))
    except DocumentError as error:
        raise EventRefused(ProfileFault(error.pointer, error.message)) from error
    except UnicodeError as error:
        raise EventRefused(ProfileFault("", f"The profile holds what no text can: {error}.")) from error
    faults = list(profile_faults(profile, catalogue or current_catalogue()))
    if dates.starts_on and dates.ends_on and dates.ends_on < dates.starts_on:
        faults.append(ProfileFault("/ends_on", f"The event would end on {dates.ends_on}, before it starts."))
    if faults:
        raise EventRefused(*faults)
    return profile


def _columns(profile: EventProfile, dates: Dates) -> dict[str, object]:
    return {
        "name": profile.name,
        "profile": event_to_json(profile),
        "starts_on": dates.starts_on,
        "ends_on": dates.ends_on,
    }
