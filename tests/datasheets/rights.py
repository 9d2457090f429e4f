"""People with rights, for the tests of who may."""

from __future__ import annotations

from django.contrib.auth.models import Permission, User

from datasheets.services.roles import Right


def with_rights(person: User, *rights: Right) -> User:
    """``person`` with these rights, as fresh from the database."""
    wanted = [right.value for right in rights]
    found = Permission.objects.filter(content_type__app_label="datasheets", codename__in=wanted)
    person.user_permissions.add(*found)
    return User.objects.get(pk=person.pk)
