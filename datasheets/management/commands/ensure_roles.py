"""``manage.py ensure_roles``: the groups viewer, editor, publisher and organiser with their permissions."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from datasheets.services.roles import ensure_roles


class Command(BaseCommand):
    """Make the roles."""

    help = (
        "Make the groups viewer, editor, publisher and organiser, and give each exactly its permissions. A second run"
        " changes nothing. People are put into groups at /admin/; they need the mark staff to get in there."
    )

    requires_migrations_checks = True

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, then say which changed."""
        changed = ensure_roles()
        if options["verbosity"]:
            told = f"Made or mended: {', '.join(changed)}." if changed else "Nothing to do: the roles are there."
            self.stdout.write(told)
