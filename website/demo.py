"""The logins of an embedded installation: a player, an organiser, an editor, a publisher and an administrator.

Their passwords are made on the first start and kept in ``settings.DEMO_LOGINS_FILE``,
readable by the owner only, so that every start can print them.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from datasheets.services.roles import Role, ensure_roles, give_role

PURPOSES = {
    "demo": "a player",
    "organiser": "keeps events, /events/",
    "editor": "edits the catalogue and compiles drafts, /admin/",
    "publisher": "also publishes and rolls back, /admin/",
    "quartermaster": "the administrator, /admin/",
}
ROLES = {"organiser": Role.ORGANISER, "editor": Role.EDITOR, "publisher": Role.PUBLISHER}


@dataclass(frozen=True, slots=True)
class DemoLogin:
    """A login as printed; ``password`` is None where somebody changed it."""

    username: str
    password: str | None
    purpose: str


def create_demo_logins() -> tuple[str, ...]:
    """Create the demo users that are missing; returns the names of those created.

    A user who exists without a kept password (the file was lost) gets a new one. A password that its
    owner changed is left alone.
    """
    kept = _read()
    created = []
    ensure_roles()
    for username in PURPOSES:
        user = get_user_model().objects.filter(username=username).first()
        if user is not None and username in kept:
            continue
        is_new = user is None
        user = user or User(username=username)
        password = secrets.token_urlsafe(9)
        user.set_password(password)
        user.is_staff = user.is_superuser = username == "quartermaster"
        user.save()
        if username in ROLES:
            give_role(user, ROLES[username])
        kept[username] = {"password": password, "stored": user.password}
        _write(kept)
        if is_new:
            created.append(username)
    return tuple(created)


def demo_logins() -> tuple[DemoLogin, ...]:
    """The demo users and their passwords, for the person who started the service."""
    kept = _read()
    stored = dict(get_user_model().objects.filter(username__in=PURPOSES).values_list("username", "password"))
    return tuple(
        DemoLogin(
            username=username,
            password=kept[username]["password"] if kept[username]["stored"] == stored[username] else None,
            purpose=purpose,
        )
        for username, purpose in PURPOSES.items()
        if username in kept and username in stored
    )


def _file() -> Path:
    return Path(settings.DEMO_LOGINS_FILE)


def _read() -> dict[str, dict[str, str]]:
    if not _file().exists():
        return {}
    kept: dict[str, dict[str, str]] = json.loads(_file().read_text())
    return kept


def _write(kept: dict[str, dict[str, str]]) -> None:
    handle = os.open(_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump(kept, file)
