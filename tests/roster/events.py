"""Events for tests, as organisers keep them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from datasheets.services.roles import Role, ensure_roles, give_role
from roster.models import Event
from roster.muster import EventProfile
from roster.services.events import create_event


def organiser_of(user: User) -> User:
    """The user in the role organiser, with permissions read anew."""
    ensure_roles()
    give_role(user, Role.ORGANISER)
    return User.objects.get(pk=user.pk)


def profile(**values: Any) -> EventProfile:
    """The Autumn Open, with these restrictions."""
    return EventProfile(**{"id": "autumn-open", "name": "Autumn Open", **values})


def stored_event(by: User, *, is_published: bool = True, **values: Any) -> Event:
    """The Autumn Open of this organiser, stored."""
    return create_event(profile(**values), by=organiser_of(by), is_published=is_published)
