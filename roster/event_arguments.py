"""What commands are told of events: a profile in a file, or the slug of one that is stored."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError
from django.db import DatabaseError

from roster.command_line import UNSURE, shown
from roster.document_faults import DocumentError
from roster.event_documents import MAX_BYTES, event_from_json
from roster.list_report import printable
from roster.models import Event
from roster.muster import EventProfile
from roster.services.events import profile_of


def event_named(named: str) -> EventProfile:
    """The profile in the file ``named`` (``*.json``, or whatever has a slash), else of the stored event with this slug.

    Raises :class:`CommandError` with a sentence where there is none or it cannot be read.
    """
    if named.endswith(".json") or "/" in named:
        return event_in_file(named)
    slug = shown(named)
    try:
        event = Event.objects.filter(slug=slug.replace("\0", "�")).first()
        slugs = [] if event else list(Event.objects.values_list("slug", flat=True)[:8])
    except DatabaseError as error:
        raise CommandError(
            "The database is not set up. Run: make run, or: python manage.py migrate", returncode=UNSURE
        ) from error
    if event is None:
        stored = f"Stored are {', '.join(slugs)}." if slugs else "None is stored."
        raise CommandError(
            printable(f"There is no event {slug[:60]!r}. {stored} A profile in a file is named with its .json."),
            returncode=UNSURE,
        )
    try:
        return profile_of(event)
    except DocumentError as error:
        raise CommandError(
            printable(f"The profile of {event.slug} cannot be read: {error}"), returncode=UNSURE
        ) from error


def event_in_file(file: str) -> EventProfile:
    """The profile in a JSON file; :class:`CommandError` where there is none."""
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise DocumentError("", f"The file has more than {MAX_BYTES:,} bytes.")
        return event_from_json(content)
    except DocumentError as error:
        raise CommandError(printable(f"{shown(file)} is no event profile: {error}"), returncode=UNSURE) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is no name of a file"
        raise CommandError(printable(f"{shown(file)} cannot be read: {reason}."), returncode=UNSURE) from error
