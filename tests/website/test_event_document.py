"""An event as a document: pasted, as a file, and to take along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from roster.event_documents import event_to_json
from roster.models import Event
from roster.services.events import change_event, profile_of
from tests.roster.events import organiser_of, profile, stored_event
from tests.website.pages import page_of

pytestmark = pytest.mark.usefixtures("release")
NEW = "/organise/event/json/"
CHANGE = "/events/autumn-open/json/"


@pytest.fixture
def organiser(client: Client, owner: User) -> Client:
    """The owner's browser: an organiser, signed in."""
    client.force_login(organiser_of(owner))
    return client


def document(**values: Any) -> str:
    return json.dumps(event_to_json(profile(**values)))


def test_an_event_is_stored_from_a_text_or_a_file_unpublished(organiser: Client, owner: User) -> None:
    assert organiser.post(NEW, {"text": document(minimum_points=900)}).status_code == 302
    file = SimpleUploadedFile("e.json", b"\xef\xbb\xbf" + document(id="winter-open", name="Winter Open").encode())
    assert organiser.post(NEW, {"text": "", "file": file}).status_code == 302
    assert list(Event.objects.order_by("pk").values_list("slug", "organiser", "is_published")) == [
        ("autumn-open", owner.pk, False),
        ("winter-open", owner.pk, False),
    ]


def test_what_is_downloaded_is_read_again(organiser: Client, owner: User) -> None:
    stored_event(owner, minimum_points=900)
    answer = organiser.get("/events/autumn-open/profile.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="autumn-open.json"'
    assert answer.json() == event_to_json(profile(minimum_points=900))
    file = SimpleUploadedFile("autumn-open.json", answer.content)
    assert organiser.post(CHANGE, {"file": file, "version": "1"}).status_code == 302
    assert (profile_of(Event.objects.get()), Event.objects.get().version) == (profile(minimum_points=900), 2)


def test_a_changed_document_keeps_days_and_publication(organiser: Client, owner: User) -> None:
    stored_event(owner)
    box = page_of(organiser.get(CHANGE)).one("textarea", id="id_text")
    shown = json.loads("".join(str(child) for child in box.children))
    assert shown == event_to_json(profile())
    response = organiser.post(CHANGE, {"text": json.dumps({**shown, "minimum_points": 5}), "version": "1"})
    assert response.status_code == 302
    event = Event.objects.get()
    assert (profile_of(event).minimum_points, event.is_published) == (5, True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no profile here. Paste one, or choose its file."),
        ("{", "/: This is not JSON: "),
        ("[1]", "/: Expected object, got array."),
        ("[" * 100_000, "/: "),
        ('{"schema": "quartermaster.event/1", "id": "a", "name": "A", "points_limit": -5}', "/points_limit: "),
        (
            '{"schema": "quartermaster.event/1", "id": "a", "name": "A", "factions": ["squats"]}',
            '/factions/0: There is no faction "squats" in release 2026.09.1.',
        ),
        ("x" * 1_000_001, "The profile has more than 1,000,000 bytes, which is the most that is read."),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(organiser: Client, text: str, sentence: str) -> None:
    for sent in ({"text": text}, {"file": SimpleUploadedFile("e.json", text.encode())}):
        response = organiser.post(NEW, sent)
        assert response.status_code == 422
        [errors] = page_of(response).all("div", class_="field-errors")
        assert sentence in errors.text
    assert not Event.objects.exists()


def test_a_document_that_is_late_or_of_another_event_changes_nothing(organiser: Client, owner: User) -> None:
    event = stored_event(owner)
    other = organiser.post(CHANGE, {"text": document(id="winter-open"), "version": "1"})
    assert '/id: The event is "autumn-open" for good' in page_of(other).text
    change_event(event, profile(minimum_points=950), by=None)
    late = organiser.post(CHANGE, {"text": document(minimum_points=1), "version": "1"})
    assert (other.status_code, late.status_code) == (422, 409)
    assert profile_of(Event.objects.get()) == profile(minimum_points=950)
