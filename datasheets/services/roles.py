"""Who may do what: the groups viewer, editor, publisher and organiser, and the question whether someone may."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.db import transaction

APP = "datasheets"

LOOKED_AT_ONLY = frozenset(
    {
        "edit",
        "editgroup",
        "externalreference",
        "fieldorigin",
        "importedsources",
        "manualupload",
        "override",
        "publication",
        "release",
        "storedmanual",
        "withdrawal",
    }
)
"""Models that services write and nobody edits row by row."""


class Right(StrEnum):
    """What a person needs leave for, beside looking and editing rows."""

    EDIT = "edit_catalogue"
    COMPILE = "compile_draft"
    PUBLISH = "publish_release"
    CONFIRM = "confirm_override"


class Role(StrEnum):
    """The groups. Of those of the catalogue each may also do what those before it may; an organiser keeps events."""

    VIEWER = "viewer"
    EDITOR = "editor"
    PUBLISHER = "publisher"
    ORGANISER = "organiser"


KEPT_ELSEWHERE: dict[Role, tuple[str, frozenset[str]]] = {Role.ORGANISER: ("roster", frozenset({"event"}))}
"""Roles that keep rows of another app: its label, and its models."""

RIGHTS_OF: dict[Role, frozenset[Right]] = {
    Role.VIEWER: frozenset(),
    Role.EDITOR: frozenset({Right.EDIT, Right.COMPILE}),
    Role.PUBLISHER: frozenset({Right.EDIT, Right.COMPILE, Right.PUBLISH, Right.CONFIRM}),
    Role.ORGANISER: frozenset(),
}
_ACTIONS = ("view", "add", "change", "delete")
_DOING = {
    Right.EDIT: ("edit the catalogue", Role.EDITOR),
    Right.COMPILE: ("compile or preview drafts", Role.EDITOR),
    Right.PUBLISH: ("publish, roll back or withdraw releases", Role.PUBLISHER),
    Right.CONFIRM: ("confirm edits under which the sources moved", Role.PUBLISHER),
}


class NotAllowed(PermissionDenied):
    """Somebody asked for what their roles do not allow; the message says which role would."""


def may(person: User | AnonymousUser, right: Right) -> bool:
    """Whether ``person`` has ``right``."""
    return person.is_active and person.has_perm(f"{APP}.{right}")


def require(by: User | None, right: Right) -> None:
    """Raise :class:`NotAllowed` where ``by`` may not; None is whoever has a shell on the machine, who may."""
    if by is not None and not may(by, right):
        doing, role = _DOING[right]
        raise NotAllowed(
            f"{by.get_username()} may not {doing}: that is for the role {role}. An administrator can give it."
        )


def who(by: User | None) -> str:
    """The name that rows keep of ``by``."""
    return by.get_username() if by is not None else ""


def ensure_roles() -> tuple[str, ...]:
    """Make the groups hold exactly their permissions; the names of those that had to change."""
    labels = {APP, *(label for label, _ in KEPT_ELSEWHERE.values())}
    for label in labels:
        create_permissions(apps.get_app_config(label), verbosity=0)
    changed = []
    with transaction.atomic():
        found = list(Permission.objects.filter(content_type__app_label__in=labels).select_related("content_type"))
        for role in Role:
            group, is_new = Group.objects.get_or_create(name=role.value)
            wanted = set(_permissions(role, found))
            if is_new or wanted != set(group.permissions.all()):
                group.permissions.set(wanted)
                changed.append(role.value)
    return tuple(changed)


def give_role(person: User, role: Role) -> None:
    """Put ``person`` into the group of ``role``, with a way into the administration."""
    person.groups.add(Group.objects.get(name=role.value))
    if not person.is_staff:
        person.is_staff = True
        person.save(update_fields=["is_staff"])


def _permissions(role: Role, found: Iterable[Permission]) -> Iterator[Permission]:
    if role in KEPT_ELSEWHERE:
        label, models = KEPT_ELSEWHERE[role]
        for permission in found:
            if permission.content_type.app_label == label and permission.content_type.model in models:
                yield permission
        return
    rights = {right.value for right in RIGHTS_OF[role]}
    for permission in found:
        if permission.content_type.app_label != APP:
            continue
        name, model = permission.codename, permission.content_type.model
        actions = ("view",) if model in LOOKED_AT_ONLY or Right.EDIT not in RIGHTS_OF[role] else _ACTIONS
        if name in set(Right):
            if name in rights:
                yield permission
        elif name in {f"{action}_{model}" for action in actions}:
            yield permission
