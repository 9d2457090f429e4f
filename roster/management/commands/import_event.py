"""``manage.py import_event FILE``: store an event from its profile, or change the one it names."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from datasheets.selectors import NoRelease
from roster.command_line import UNSURE, shown
from roster.event_arguments import event_in_file
from roster.list_report import printable
from roster.models import Event
from roster.services.events import EventHasChanged, EventRefused, change_event, create_event


class Command(BaseCommand):
    """Reads a profile, checks it against the release in force, and stores it."""

    help = (
        "Store an event from its profile (quartermaster.event/1): a new one, or another profile for the one with its "
        "id. Nothing is stored where the profile names what the release in force does not have."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a JSON file with the profile")
        parser.add_argument(
            "--organiser", metavar="USER", help="whose event it is, where it is a new one (default: nobody's)"
        )
        parser.add_argument("--publish", action="store_true", help="let everybody see it")

    def handle(self, *args: Any, **options: Any) -> None:
        profile = event_in_file(options["file"])
        try:
            organiser = self._organiser(options["organiser"])
            stored = Event.objects.filter(slug=profile.id).first()
        except DatabaseError as error:
            raise CommandError(
                "The database is not set up. Run: make run, or: python manage.py migrate", returncode=UNSURE
            ) from error
        try:
            if stored is not None:
                change_event(stored, profile, by=None, is_published=True if options["publish"] else None)
            else:
                stored = create_event(profile, by=None, organiser=organiser, is_published=options["publish"])
        except EventRefused as refusal:
            faults = "\n".join(f"  {fault.pointer or '/'}: {fault.message}" for fault in refusal.faults)
            raise CommandError(f"Not stored.\n{_printable_lines(faults)}") from refusal
        except (EventHasChanged, NoRelease) as error:
            raise CommandError(printable(str(error))) from error
        seen = "seen by everybody" if stored.is_published else "seen by its organiser and by staff"
        self.stdout.write(printable(f"Stored {stored.slug}, version {stored.version}, {seen}."))

    def _organiser(self, username: str | None) -> User | None:
        if username is None:
            return None
        username = shown(username)
        organiser = User.objects.filter(username=username.replace("\0", "�")).first()
        if organiser is None:
            raise CommandError(printable(f"There is no user {username[:60]!r}. Nothing was stored."))
        return organiser


def _printable_lines(text: str) -> str:
    """Each line printable."""
    return "\n".join(printable(line) for line in text.split("\n"))
