"""Events by command: stored from a file, printed again, and lists checked for one."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import OperationalError

from datasheets.catalogue import Catalogue
from roster.event_documents import event_from_json, event_to_json
from roster.models import Event
from roster.services.events import (
    MAXIMUM_EVENTS,
    EventHasChanged,
    EventRefused,
    change_event,
    create_event,
    delete_event,
    profile_of,
)
from tests.roster.events import organiser_of, profile, stored_event
from tests.roster.lists import LEGAL_LIST

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]


def said(*arguments: object) -> tuple[object, str, str]:
    """Exit code, output and errors of a command."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    try:
        call_command(*map(str, arguments), stdout=out, stderr=err)
    except SystemExit as ended:
        code = ended.code
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A profile that asks for more points than the legal list has."""
    written = tmp_path / "open.json"
    written.write_text(json.dumps(event_to_json(profile(minimum_points=100_000))))
    return written


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """The legal list."""
    written = tmp_path / "list.txt"
    written.write_text(LEGAL_LIST)
    return written


def test_an_event_is_stored_from_a_file_changed_and_printed_as_it_was(file: Path, owner: User) -> None:
    assert said("import_event", file, "--organiser", "owner")[1] == (
        "Stored autumn-open, version 1, seen by its organiser and by staff.\n"
    )
    assert said("import_event", file, "--publish")[1] == "Stored autumn-open, version 2, seen by everybody.\n"
    event = Event.objects.get()
    assert (event.organiser, event.is_published) == (owner, True)
    printed = said("export_event", "autumn-open")[1]
    assert event_from_json(printed.encode()) == profile(minimum_points=100_000)


def test_a_list_is_checked_for_an_event_in_a_file_or_stored(file: Path, text: Path) -> None:
    in_file = said("check_list", text, "--event", file)
    said("import_event", file)
    stored = said("check_list", text, "--event", "autumn-open")
    assert in_file == stored
    assert (stored[0], stored[2]) == (1, "")
    assert "  Judged for Autumn Open as a roster handed in there." in stored[1].splitlines()
    assert "Autumn Open asks for 100000 at least." in stored[1]
    report = json.loads(said("check_list", text, "--json", "--event", file, "--stage", "draft")[1])
    assert (report["stage"], report["event"]["id"]) == ("draft", "autumn-open")
    assert said("check_list", text)[0] == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "is no event profile: /: This is not JSON"),
        ("[]", "is no event profile: /: Expected object, got array."),
        ('{"schema": "x"}', "This version reads event documents of the schema"),
        ("[" * 100_000, "is no event profile: /: "),
        (" " * 1_000_001, "is no event profile: /: The file has more than 1,000,000 bytes."),
    ],
)
def test_a_file_that_is_no_profile_is_refused_in_a_sentence(
    tmp_path: Path, text: Path, content: str, sentence: str
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    for command in (("check_list", text, "--event", bad), ("import_event", bad)):
        with pytest.raises(CommandError) as refused:
            said(*command)
        assert sentence in str(refused.value)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("spring-open", "There is no event 'spring-open'. None is stored."),
        ("a\0b", "There is no event 'a�b'. None is stored."),
        ("a\udcffb", "There is no event 'a�b'. None is stored."),
        ("a\udcffb.json", "a�b.json cannot be read: No such file or directory."),
        ("missing.json", "missing.json cannot be read: No such file or directory."),
        ("/", "/ cannot be read: Is a directory."),
    ],
)
def test_an_event_there_is_not_is_told(text: Path, named: str, sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        said("check_list", text, "--event", named)
    assert str(refused.value).replace(r"\x00", "�").startswith(sentence)


def test_a_profile_that_names_what_is_not_there_is_not_stored(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(event_to_json(profile(factions=("orks", "squats"), battle_size="duel"))))
    with pytest.raises(CommandError) as refused:
        said("import_event", bad)
    lines = str(refused.value).splitlines()
    assert [line.partition(": There is no ")[0] for line in lines] == ["Not stored.", "  /battle_size", "  /factions/1"]
    assert not Event.objects.exists()


def test_a_mark_before_the_text_is_no_part_of_it(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert said("import_event", file)[0] == 0
    assert Event.objects.get().slug == "autumn-open"


@pytest.mark.parametrize(("model", "more"), [(User, ("--organiser", "ghost")), (Event, ())])
def test_a_database_that_is_not_set_up_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, model: type, more: tuple[str, ...]
) -> None:
    def missing(**filters: object) -> None:
        raise OperationalError("no such table")

    monkeypatch.setattr(model.objects, "filter", missing)  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match=r"The database is not set up\. Run: make run"):
        said("import_event", file, *more)


def test_a_release_named_in_bytes_that_are_no_text_is_not_there(text: Path) -> None:
    for command in ("check_list", "explain_roster"):
        with pytest.raises(CommandError, match="a�b"):
            said(command, text, "--release", "a\udcffb")


@pytest.mark.parametrize(("named", "shown"), [("ghost", "ghost"), ("a\udcffb", "a�b")])
def test_a_user_there_is_not_organises_nothing(file: Path, named: str, shown: str) -> None:
    with pytest.raises(CommandError, match=rf"There is no user '{shown}'\. Nothing was stored\."):
        said("import_event", file, "--organiser", named)
    assert not Event.objects.exists()


# Services ------------------------------------------------------------------------------------------


def test_only_an_organiser_creates_and_only_the_own_is_changed(owner: User, stranger: User) -> None:
    with pytest.raises(PermissionDenied, match="that is for the role organiser"):
        create_event(profile(), by=stranger)
    event = stored_event(owner)
    other = organiser_of(stranger)
    for refused in (
        lambda: change_event(event, profile(name="Mine"), by=other),
        lambda: delete_event(event, by=other),
    ):
        with pytest.raises(PermissionDenied, match="it is somebody else's"):
            refused()
    assert list(Event.objects.values_list("name", "version")) == [("Autumn Open", 1)]
    administrator = User.objects.create_superuser("root")
    change_event(event, profile(name="Grand Open"), by=administrator)
    assert list(Event.objects.values_list("name", "version")) == [("Grand Open", 2)]


def test_who_changes_what_was_changed_in_between_writes_nothing(owner: User) -> None:
    event = stored_event(owner)
    late = Event.objects.get()
    change_event(event, profile(minimum_points=1), by=None)
    with pytest.raises(EventHasChanged, match="nothing was written"):
        change_event(late, profile(minimum_points=2), by=None)
    assert profile_of(Event.objects.get()).minimum_points == 1


def test_a_slug_is_taken_once_and_stays(owner: User) -> None:
    event = stored_event(owner)
    with pytest.raises(EventRefused, match='/id: There is an event "autumn-open" already'):
        create_event(profile(), by=None)
    with pytest.raises(EventRefused, match='/id: The event is "autumn-open" for good'):
        change_event(event, profile(id="other"), by=None)
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "pointer"),
    [
        ({"points_limit": -1}, "/points_limit"),
        ({"minimum_points": 10**9}, "/minimum_points"),
        ({"factions": ("x\0",)}, "/factions/0"),
        ({"barred_datasheets": tuple(map(str, range(10_000)))}, "/barred_datasheets"),
        ({"name": ""}, "/name"),
        ({"name": "\ud800"}, ""),
        ({"id": "../etc"}, "/id"),
    ],
)
def test_hostile_values_are_refused_with_their_place(values: dict[str, Any], pointer: str, release: Catalogue) -> None:
    with pytest.raises(EventRefused) as refused:
        create_event(profile(**values), by=None, catalogue=release)
    assert [fault.pointer for fault in refused.value.faults] == [pointer]
    assert not Event.objects.exists()


def test_an_organiser_keeps_so_many_events_and_no_more(owner: User) -> None:
    organiser = organiser_of(owner)
    Event.objects.bulk_create(
        Event(slug=f"e-{place}", name="E", organiser=owner, profile={}) for place in range(MAXIMUM_EVENTS)
    )
    with pytest.raises(EventRefused, match=f"You keep {MAXIMUM_EVENTS} events; {MAXIMUM_EVENTS} is the most."):
        create_event(profile(), by=organiser)
    assert Event.objects.count() == MAXIMUM_EVENTS


def test_a_list_is_explained_for_an_event_by_file_and_by_slug(file: Path, text: Path) -> None:
    assert said("import_event", file)[0] == 0
    for named in (file, "autumn-open"):
        code, out, err = said("explain_roster", text, "--event", named)
        assert (code, err) == (1, "")
        assert "Autumn Open asks for 100000 at least." in out
    assert said("explain_roster", text)[0] == 0
