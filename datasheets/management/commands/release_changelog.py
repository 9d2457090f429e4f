"""``manage.py release_changelog A B``: what changed between two releases, as a page of Markdown."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets.releases import changelog, release_diff
from datasheets.selectors import NoRelease, catalogue_with_drafts_of


class Command(BaseCommand):
    """Print a changelog."""

    help = "Print what changed between two releases or drafts, faction by faction, as Markdown."

    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("before", metavar="A", help="Label of the earlier release, such as 2026.09.1.")
        parser.add_argument("after", metavar="B", help="Label of the later release or draft.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        try:
            before, after = (catalogue_with_drafts_of(options[name].replace("\0", "")) for name in ("before", "after"))
        except NoRelease as missing:
            raise CommandError(str(missing)) from missing
        self.stdout.write(changelog(release_diff(before, after)), ending="")
