"""Events in the API: looked at by who may, named in a check and in a batch."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from api.problems import Kind
from api.v1.schema.check import LIST_EXAMPLE, ROSTER_EXAMPLE
from datasheets.catalogue import Catalogue
from roster.event_documents import event_schema, event_to_json
from roster.models import CheckBatch, CheckBatchItem, Event
from roster.muster import LoweredCheck, Severity
from roster.runner import check_waiting_lists
from tests.api.conftest import client_of
from tests.api.problem import problem_of
from tests.roster.events import organiser_of, profile, stored_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("release")]
CHECK = "/api/v1/muster/check"
BATCHES = "/api/v1/muster/batches"


def post(client: APIClient, address: str, body: object) -> Any:
    return client.post(address, json.dumps(body), content_type="application/json")


def broken(report: dict[str, Any]) -> list[str]:
    return [row["check"] for row in report["verdicts"] if row["outcome"] == "broken" and row["severity"] == "illegal"]


def test_published_events_are_for_everybody_and_the_others_for_their_organiser_and_staff(
    visitor: APIClient, owner: User, club_mate: User, stranger: User
) -> None:
    stored_event(owner, is_published=False)
    staff = User.objects.create_user("staff", is_staff=True)
    seen = {}
    for name, client in (
        ("visitor", visitor),
        ("stranger", client_of(stranger)),
        ("another organiser", client_of(organiser_of(club_mate))),
        ("organiser", client_of(owner)),
        ("staff", client_of(staff)),
        ("administrator", client_of(User.objects.create_superuser("administrator"))),
    ):
        listed = [row["id"] for row in client.get("/api/v1/events").json()["results"]]
        checked = post(client, CHECK, {"text": LIST_EXAMPLE, "event": "autumn-open"}).status_code
        seen[name] = (listed, client.get("/api/v1/events/autumn-open").status_code, checked)
    assert seen == {
        "visitor": ([], 404, 400),
        "stranger": ([], 404, 400),
        "another organiser": ([], 404, 400),
        "organiser": (["autumn-open"], 200, 200),
        "staff": (["autumn-open"], 200, 200),
        "administrator": (["autumn-open"], 200, 200),
    }
    Event.objects.update(is_published=True)
    assert visitor.get("/api/v1/events/autumn-open").status_code == 200


def test_an_event_says_what_it_restricts_in_words_and_as_data(visitor: APIClient, owner: User) -> None:
    lowered = (LoweredCheck("24.34/one-support", Severity.WARNING, "House rule."),)
    written: dict[str, Any] = {
        "battle_size": "incursion",
        "factions": ("orks",),
        "minimum_points": 900,
        "lowered": lowered,
    }
    stored_event(owner, **written)
    told = visitor.get("/api/v1/events/autumn-open").json()
    assert told["profile"] == event_to_json(profile(**written))
    assert told["restrictions"] == [
        "The battle size is Incursion.",
        "An army costs at least 900 points.",
        "Only these factions are allowed: Orks.",
        "Legends are barred.",
        "One force disposition is written on the roster and stays for the whole event.",
    ]
    assert [(row["check"], row["severity"], row["text"]) for row in told["lowered"]] == [
        ("24.34/one-support", "warning", "A warning instead of illegal: House rule.")
    ]
    assert told["gone"] == ""
    assert visitor.get("/api/v1/schemas/event-1.json").json() == event_schema()


def test_a_list_is_judged_for_the_event_named_in_body_or_address(visitor: APIClient, owner: User) -> None:
    stored_event(owner, minimum_points=900)
    answers = [
        post(visitor, CHECK, {"text": LIST_EXAMPLE, "event": "autumn-open"}).json(),
        post(visitor, f"{CHECK}?event=autumn-open", {"text": LIST_EXAMPLE}).json(),
        visitor.post(f"{CHECK}?event=autumn-open", LIST_EXAMPLE, content_type="text/plain").json(),
        post(visitor, CHECK, {"roster": ROSTER_EXAMPLE, "event": "autumn-open"}).json(),
    ]
    event = {"id": "autumn-open", "name": "Autumn Open", "lowered": []}
    assert [(row["stage"], row["event"], broken(row)) for row in answers] == [
        ("event", event, ["event/minimum-points"])
    ] * 4
    draft = post(visitor, CHECK, {"text": LIST_EXAMPLE, "event": "autumn-open", "stage": "draft"}).json()
    assert (draft["stage"], draft["event"], broken(draft)) == ("draft", event, [])


@pytest.mark.parametrize("slug", ["spring-open", "autumn-open\0", "x" * 5000, "'; drop table"])
def test_an_event_there_is_not_is_told(visitor: APIClient, owner: User, slug: str) -> None:
    stored_event(owner)
    problem = problem_of(post(visitor, CHECK, {"text": LIST_EXAMPLE, "event": slug}), Kind.INVALID)
    detail = f"There is no event {slug[:60]!r}; /api/v1/events lists those there are."
    assert problem["errors"] == [{"pointer": "/event", "detail": detail}]


@pytest.mark.parametrize("wrong", [1, [], {}, True])
def test_an_event_is_named_by_a_string(as_owner: APIClient, wrong: object) -> None:
    for address, body in ((CHECK, {"text": "x"}), (BATCHES, {"lists": [{"text": "x"}]})):
        problem = problem_of(post(as_owner, address, {**body, "event": wrong}), Kind.INVALID)
        assert [row["pointer"] for row in problem["errors"]] == ["/event"]
    assert not CheckBatch.objects.exists()


def test_a_batch_keeps_the_profile_it_was_handed_in_under(as_owner: APIClient, owner: User) -> None:
    event = stored_event(owner, minimum_points=900)
    batch = post(as_owner, BATCHES, {"event": "autumn-open", "lists": [{"text": LIST_EXAMPLE}]}).json()
    assert batch["event"] == {"id": "autumn-open", "name": "Autumn Open"}
    event.delete()
    check_waiting_lists(seconds=60)
    item = as_owner.get(f"{batch['items_url']}/1").json()
    assert (item["verdict"], item["problem"]) == (
        "illegal",
        "100 points; Autumn Open asks for 900 at least. Add 800 points.",
    )
    assert item["report"]["event"] == {"id": "autumn-open", "name": "Autumn Open", "lowered": []}
    assert as_owner.get(batch["url"]).json()["event"] == {"id": "autumn-open", "name": "Autumn Open"}


def test_a_batch_as_a_form_names_its_event_too(as_owner: APIClient, owner: User) -> None:
    stored_event(owner)
    file = SimpleUploadedFile("a.txt", LIST_EXAMPLE.encode())
    batch = as_owner.post(BATCHES, {"event": "autumn-open", "files": [file]}, format="multipart")
    assert (batch.status_code, batch.json()["event"]["id"]) == (202, "autumn-open")
    file = SimpleUploadedFile("a.txt", LIST_EXAMPLE.encode())
    problem = problem_of(as_owner.post(BATCHES, {"event": "no", "files": [file]}, format="multipart"), Kind.INVALID)
    assert (problem["errors"][0]["pointer"], CheckBatch.objects.count()) == ("/event", 1)


def test_a_profile_that_cannot_be_read_ends_a_list_with_a_sentence_and_no_other(
    as_owner: APIClient, owner: User
) -> None:
    stored_event(owner)
    post(as_owner, BATCHES, {"event": "autumn-open", "lists": [{"text": LIST_EXAMPLE}]})
    post(as_owner, BATCHES, {"lists": [{"text": LIST_EXAMPLE}]})
    CheckBatch.objects.exclude(event_profile=None).update(event_profile={"schema": "quartermaster.event/9"})
    check_waiting_lists(seconds=60)
    assert sorted(CheckBatchItem.objects.values_list("status", "problem")) == [
        ("done", ""),
        (
            "failed",
            "The event’s profile that is kept with this batch cannot be read: /schema: This version reads event "
            'documents of the schema "quartermaster.event/1". Start the batch again.',
        ),
    ]
    Event.objects.update(profile={"schema": "quartermaster.event/9"})
    told = as_owner.get("/api/v1/events/autumn-open").json()
    assert told["gone"].startswith("The profile cannot be read: /schema: ")
    problem = problem_of(post(as_owner, CHECK, {"text": "x", "event": "autumn-open"}), Kind.INVALID)
    assert problem["errors"][0]["pointer"] == "/event"


def test_an_id_that_has_gone_is_in_the_event_and_in_the_report(
    visitor: APIClient, owner: User, release: Catalogue
) -> None:
    event = stored_event(owner, factions=("orks",))
    event.profile["factions"] = ["orks", "squats"]
    event.save()
    gone = visitor.get("/api/v1/events/autumn-open").json()["gone"]
    assert gone == (
        f"Release {release.stamp.label} does not have 1 entry of this profile: faction squats. The rest is checked."
    )
    report = post(visitor, CHECK, {"text": LIST_EXAMPLE, "event": "autumn-open"}).json()
    (verdict,) = [row for row in report["verdicts"] if row["check"] == "event/profile-current"]
    assert (verdict["outcome"], verdict["severity"], report["is_legal"]) == ("broken", "warning", True)
    assert verdict["violations"][0]["params"]["ids"] == ["squats"]
