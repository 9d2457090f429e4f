"""The roles hold exactly their permissions, whatever was there before."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core.management import call_command

from datasheets.services.roles import Right, Role, ensure_roles, give_role, may
from tests.datasheets.releasing import person_with

pytestmark = pytest.mark.django_db


def codenames(role: Role) -> set[str]:
    return set(Group.objects.get(name=role).permissions.values_list("codename", flat=True))


@pytest.mark.parametrize(
    ("role", "rights"),
    [
        (Role.VIEWER, set()),
        (Role.EDITOR, {Right.EDIT, Right.COMPILE}),
        (Role.PUBLISHER, {Right.EDIT, Right.COMPILE, Right.PUBLISH, Right.CONFIRM}),
    ],
)
def test_role_gives_its_rights_and_no_other(role: Role, rights: set[Right]) -> None:
    person = person_with(role)

    assert {right for right in Right if may(person, right)} == rights
    assert person.is_staff


def test_viewer_sees_every_table_and_changes_none() -> None:
    ensure_roles()

    assert {name.partition("_")[0] for name in codenames(Role.VIEWER)} == {"view"}
    assert {"view_datasheet", "view_release", "view_override"} <= codenames(Role.VIEWER)


def test_editor_changes_datasheets_and_no_release() -> None:
    ensure_roles()

    assert {"change_datasheet", "add_datasheet", "delete_copytier"} <= codenames(Role.EDITOR)
    assert not {"change_release", "add_publication", "change_override", "delete_edit"} & codenames(Role.EDITOR)


def test_organiser_keeps_events_and_nothing_else() -> None:
    ensure_roles()

    assert codenames(Role.ORGANISER) == {"view_event", "add_event", "change_event", "delete_event"}


def test_second_run_changes_nothing() -> None:
    assert ensure_roles() == ("viewer", "editor", "publisher", "organiser")
    assert ensure_roles() == ()


def test_role_that_was_changed_by_hand_is_mended() -> None:
    ensure_roles()
    Group.objects.get(name="viewer").permissions.add(Permission.objects.get(codename="publish_release"))

    assert ensure_roles() == ("viewer",)
    assert "publish_release" not in codenames(Role.VIEWER)


def test_command_says_what_it_made() -> None:
    said = StringIO()
    call_command("ensure_roles", stdout=said)
    call_command("ensure_roles", stdout=said)

    assert said.getvalue().splitlines() == [
        "Made or mended: viewer, editor, publisher, organiser.",
        "Nothing to do: the roles are there.",
    ]


def test_person_who_was_switched_off_has_no_right() -> None:
    person = person_with(Role.PUBLISHER)
    person.is_active = False
    person.save()

    assert not any(may(User.objects.get(pk=person.pk), right) for right in Right)


def test_role_opens_the_administration(owner: User) -> None:
    ensure_roles()

    give_role(owner, Role.EDITOR)

    assert User.objects.get(pk=owner.pk).is_staff
