"""Create the demo logins of an embedded installation; a second run changes nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from website.demo import create_demo_logins, demo_logins


class Command(BaseCommand):
    """``manage.py load_demo``: the example lists need no loading, the check page reads them from ``fixtures/demo/``."""

    help = "Create a user for each role (demo, organiser, editor, publisher, quartermaster) and print their passwords."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SERVED:
            raise CommandError(
                "Demo logins are for an embedded installation; strangers reach this one. "
                "Create an administrator instead: manage.py createsuperuser."
            )
        created = create_demo_logins()
        if options["verbosity"] == 0:
            return
        self.stdout.write(f"Created: {', '.join(created)}." if created else "Nothing to do: the demo users are there.")
        for login in demo_logins():
            self.stdout.write(f"{login.username} / {login.password or '(password was changed)'}  ({login.purpose})")
