"""``manage.py load_gauntlets``: the gauntlets that come with the service."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from battle.services.shipped_gauntlets import Loaded, load_gauntlets


class Command(BaseCommand):
    """Keep the gauntlets of ``fixtures/gauntlets`` in the database."""

    help = (
        "Make, change and remove the gauntlets that come with the service as fixtures/gauntlets has them. A second run"
        " changes nothing, and nobody's own gauntlets are touched."
    )

    requires_migrations_checks = True

    def handle(self, *args: Any, **options: Any) -> None:
        """Load them, then say what changed."""
        loaded = load_gauntlets()
        if options["verbosity"]:
            self.stdout.write(_told(loaded))


def _told(loaded: Loaded) -> str:
    said = (("Made", loaded.made), ("Changed", loaded.changed), ("Removed", loaded.removed))
    return " ".join(f"{what}: {', '.join(slugs)}." for what, slugs in said if slugs) or "Nothing to do."
