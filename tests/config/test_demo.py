"""Demo logins: made once, printed at every start, of no use where strangers are."""

from __future__ import annotations

import json
import stat
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from pytest_django import Settings

from datasheets.services.roles import Right, may
from roster.access import may_organise
from website.demo import demo_logins

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.DEMO_LOGINS_FILE = tmp_path / "demo_logins.json"
    return tmp_path


def load_demo() -> str:
    said = StringIO()
    call_command("load_demo", stdout=said)
    return said.getvalue()


def test_a_player_an_organiser_an_editor_a_publisher_and_an_administrator_are_created_with_passwords_that_work() -> (
    None
):
    load_demo()
    rights = {user.username: (user.is_staff, user.is_superuser) for user in User.objects.all()}
    assert rights == {
        "demo": (False, False),
        "organiser": (True, False),
        "editor": (True, False),
        "publisher": (True, False),
        "quartermaster": (True, True),
    }
    assert [login.username for login in demo_logins()] == ["demo", "organiser", "editor", "publisher", "quartermaster"]
    for login in demo_logins():
        assert authenticate(username=login.username, password=login.password) == User.objects.get(
            username=login.username
        )


def test_a_second_run_changes_nothing_and_prints_the_same_passwords() -> None:
    first = load_demo()
    before = list(User.objects.order_by("pk").values())
    second = load_demo()
    assert list(User.objects.order_by("pk").values()) == before
    assert first.splitlines()[0] == "Created: demo, organiser, editor, publisher, quartermaster."
    assert second.splitlines()[0] == "Nothing to do: the demo users are there."
    assert first.splitlines()[1:] == second.splitlines()[1:]


def test_the_passwords_are_kept_for_their_owner_only(var: Path) -> None:
    load_demo()
    kept = var / "demo_logins.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert set(json.loads(kept.read_text())) == {"demo", "organiser", "editor", "publisher", "quartermaster"}


def test_a_password_that_was_changed_is_neither_printed_nor_set_back() -> None:
    load_demo()
    demo = User.objects.get(username="demo")
    demo.set_password("my own")
    demo.save()
    assert "demo / (password was changed)  (a player)\n" in load_demo()
    assert authenticate(username="demo", password="my own") == demo


def test_a_lost_password_file_gives_new_passwords_that_work(var: Path) -> None:
    load_demo()
    (var / "demo_logins.json").unlink()
    load_demo()
    assert User.objects.count() == 5
    for login in demo_logins():
        assert authenticate(username=login.username, password=login.password) is not None


def test_a_served_installation_gets_no_demo_logins(settings: Settings) -> None:
    settings.SERVED = True
    with pytest.raises(CommandError, match="Demo logins are for an embedded installation"):
        load_demo()
    assert User.objects.count() == 0


def test_editor_edits_and_publisher_publishes() -> None:
    load_demo()

    rights = {
        user.username: {right.value for right in Right if may(user, right)}
        for user in User.objects.exclude(username="quartermaster")
    }

    assert rights == {
        "demo": set(),
        "organiser": set(),
        "editor": {"edit_catalogue", "compile_draft"},
        "publisher": {"edit_catalogue", "compile_draft", "publish_release", "confirm_override"},
    }


def test_the_organiser_may_keep_events_and_nobody_else_but_the_administrator() -> None:
    load_demo()
    assert {user.username for user in User.objects.all() if may_organise(user)} == {"organiser", "quartermaster"}
