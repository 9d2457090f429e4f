"""What a served installation must say before it starts, as system checks with ids and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks

from config.env import MISSING_SECRET_KEY

TAG = "quartermaster"
SECRET_KEY_CHARACTERS = 50


def refuse_if_misconfigured() -> None:
    """Ends the process with the errors and their hints, one a paragraph, if there are any.

    ``manage.py`` runs system checks by itself; web server and worker start through this.
    """
    errors = [found for found in checks.run_checks(tags=[TAG]) if found.is_serious()]
    if errors:
        lines = "\n".join(f"{error.id}: {error.msg}\n    {error.hint}" for error in errors)
        raise SystemExit(f"Quartermaster does not start:\n{lines}")


@checks.register(TAG)
def served_has_what_it_needs(app_configs: Any, **kwargs: Any) -> Sequence[checks.CheckMessage]:
    """A served installation names its database, its broker, its secret key and its hosts."""
    if not settings.SERVED:
        return []
    found = []
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        found.append(
            checks.Error(
                "A served Quartermaster needs PostgreSQL, and DATABASE_URL does not name one.",
                hint="Set DATABASE_URL, for example postgres://quartermaster:PASSWORD@db:5432/quartermaster.",
                id="quartermaster.E001",
            )
        )
    if not settings.CELERY_BROKER_URL.startswith(("redis://", "rediss://", "unix://")):
        found.append(
            checks.Error(
                "A served Quartermaster needs Redis for its work queue and throttles, and REDIS_URL does not name one.",
                hint="Set REDIS_URL, for example redis://redis:6379/0.",
                id="quartermaster.E002",
            )
        )
    if settings.SECRET_KEY == MISSING_SECRET_KEY or len(settings.SECRET_KEY) < SECRET_KEY_CHARACTERS:
        found.append(
            checks.Error(
                f"SECRET_KEY is not set or shorter than {SECRET_KEY_CHARACTERS} characters.",
                hint="Set SECRET_KEY to a long random text, for example the output of: "
                "python -c 'import secrets; print(secrets.token_urlsafe(50))'",
                id="quartermaster.E003",
            )
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        found.append(
            checks.Error(
                "ALLOWED_HOSTS does not name the hosts this service answers for.",
                hint="Set ALLOWED_HOSTS to its names, separated by commas: roster.example.org,www.example.org.",
                id="quartermaster.E004",
            )
        )
    return found
