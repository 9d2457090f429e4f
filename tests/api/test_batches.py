"""Batches over the API: handed in, followed, read, deleted, and by their owner alone."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from api.problems import Kind
from api.v1.schema.check import LIST_EXAMPLE
from datasheets.catalogue import Catalogue
from roster.checking import check_text
from roster.models import CheckBatch, CheckBatchItem
from roster.presentation import result_as_dict
from roster.tasks import check_batch
from tests.api.problem import problem_of, send
from tests.roster.batches import batch_of
from tests.roster.uploads import zip_of

pytestmark = pytest.mark.django_db
BATCHES = "/api/v1/muster/batches"
ILLEGAL = LIST_EXAMPLE.replace("  • Warlord\n", "")


def hand_in(client: APIClient, *files: tuple[str, bytes], **fields: object) -> Any:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post(BATCHES, {"files": uploads, **fields}, format="multipart")


def hand_in_json(client: APIClient, body: object) -> Any:
    return client.post(BATCHES, json.dumps(body), content_type="application/json")


@pytest.fixture
def batch(as_owner: APIClient, release: Catalogue) -> dict[str, Any]:
    """A batch of a legal list, an illegal one, an unreadable text and a photo, all checked."""
    response = hand_in(
        as_owner,
        ("legal.txt", LIST_EXAMPLE.encode()),
        ("illegal.txt", ILLEGAL.encode()),
        ("diary.txt", b"Dear diary,\nno army today."),
        ("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(100)),
        name="Saturday",
    )
    check_batch(CheckBatch.objects.get().pk)
    return as_owner.get(response.json()["url"]).json()


# Handing in ----------------------------------------------------------------------------------------


def test_files_are_taken_and_the_batch_can_be_followed(as_owner: APIClient, owner: User, release: Catalogue):
    response = hand_in(as_owner, ("a.txt", b"a list"), ("empty.txt", b""), name="Saturday")
    body = response.json()
    assert response.status_code == 202
    assert response["Location"] == body["url"]
    batch = CheckBatch.objects.get()
    assert body == {
        "id": str(batch.uuid),
        "name": "Saturday",
        "release": release.stamp.label,
        "event": None,
        "created_at": batch.created_at.isoformat().replace("+00:00", "Z"),
        "expires_at": batch.expires_at.isoformat().replace("+00:00", "Z"),
        "skipped": [],
        "progress": {
            "total": 2,
            "pending": 1,
            "claimed": 0,
            "done": 0,
            "failed": 1,
            "legal": 0,
            "illegal": 0,
            "undecided": 0,
            "unreadable": 0,
            "finished": 1,
            "percent": 50,
            "is_finished": False,
        },
        "url": f"http://testserver{BATCHES}/{batch.uuid}",
        "items_url": f"http://testserver{BATCHES}/{batch.uuid}/items",
        "csv_url": f"http://testserver{BATCHES}/{batch.uuid}/csv",
    }
    assert batch.owner == owner
    assert as_owner.get(response["Location"]).json() == body


def test_a_zip_is_unpacked_and_what_is_no_list_is_named(as_owner: APIClient, release: Catalogue):
    content = zip_of(("lists/", b""), ("lists/a.txt", b"a list"), ("../b.txt", b"a list"))
    response = hand_in(as_owner, ("lists.zip", content))
    assert response.status_code == 202
    assert response.json()["skipped"] == [{"name": "lists/", "reason": "a folder"}]
    rows = as_owner.get(response.json()["items_url"]).json()["results"]
    assert [(row["file"], row["status"], row["problem"]) for row in rows] == [
        ("lists/a.txt", "pending", ""),
        (
            "../b.txt",
            "failed",
            "The name ../b.txt leads out of the archive, so the file was not read. "
            "Rename it and pack the archive again.",
        ),
    ]


def test_lists_in_json_are_taken(as_owner: APIClient, release: Catalogue):
    response = hand_in_json(as_owner, {"lists": [{"name": "a.txt", "text": "a list"}, {"text": "another"}]})
    assert (response.status_code, response.json()["name"]) == (202, "")
    rows = as_owner.get(response.json()["items_url"]).json()["results"]
    assert [row["file"] for row in rows] == ["a.txt", "List 2"]


def test_the_bell_rings_after_the_rows_are_stored(
    as_owner: APIClient, release: Catalogue, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        hand_in(as_owner, ("a.txt", b"a list"))
    assert [(callback.func, callback.args) for callback in callbacks] == [
        (check_batch.delay, (CheckBatch.objects.get().pk,))
    ]


@pytest.mark.parametrize(
    ("files", "kind", "detail"),
    [
        (
            [("lists.zip", zip_of(("a.txt", b"a list"))[:-8])],
            Kind.UNREADABLE_UPLOAD,
            "The archive lists.zip is damaged or cut short and cannot be opened. "
            "Pack the lists again, or upload the files themselves.",
        ),
        (
            [("bomb.zip", zip_of(*((f"{number}.txt", b"\0" * 1_000_000) for number in range(65))))],
            Kind.TOO_LARGE,
            "The archive bomb.zip unpacks to 65 MB; at most 64 MB are opened, so nothing was read. "
            "Pack only the lists.",
        ),
        (
            [("empty.zip", zip_of())],
            Kind.UNREADABLE_UPLOAD,
            "There is no list in this upload. Add one text file for each list, or a zip of them.",
        ),
        (
            [(f"{number}.txt", b"a list") for number in range(301)],
            Kind.UNREADABLE_UPLOAD,
            "There are more than 300 lists in this upload. A batch holds at most 300: "
            "split the lists into several batches.",
        ),
    ],
)
def test_an_upload_that_cannot_be_used_is_refused_whole(
    as_owner: APIClient, release: Catalogue, files: list[tuple[str, bytes]], kind: Kind, detail: str
):
    assert problem_of(hand_in(as_owner, *files), kind) == {"detail": detail}
    assert CheckBatch.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ([], "", "The body is an array; send an object with name, event and lists."),
        ({}, "/lists", "lists is null; send an array of 1 to 300 lists."),
        ({"lists": {}}, "/lists", "lists is an object; send an array of 1 to 300 lists."),
        ({"lists": []}, "/lists", "lists has 0 lists; send an array of 1 to 300 lists."),
        ({"lists": [{"text": ""}] * 301}, "/lists", "lists has 301 lists; send an array of 1 to 300 lists."),
        ({"lists": ["a"]}, "/lists/0", "This list is a string; send an object with name and text."),
        ({"lists": [{"name": "a"}]}, "/lists/0/text", "text is null; send the list as a string."),
        ({"lists": [{"text": 7}]}, "/lists/0/text", "text is a number; send the list as a string."),
        (
            {"lists": [{"text": "a", "name": 7}]},
            "/lists/0/name",
            "name must be a string of at most 255 characters.",
        ),
        (
            {"lists": [{"text": "a", "colour": 7}]},
            "/lists/0/colour",
            "There is no member 'colour'; known are name and text.",
        ),
        ({"lists": [{"text": "a"}], "name": 7}, "/name", "name is a number; send a string."),
        ({"lists": [{"text": "a"}], "name": "x" * 121}, "/name", "name has 121 characters; at most 120 are kept."),
        ({"files": []}, "/files", "There is no member 'files'; known are name, event and lists."),
    ],
)
def test_json_of_another_shape_is_refused_with_the_place(
    as_owner: APIClient, release: Catalogue, body: object, pointer: str, detail: str
):
    assert problem_of(hand_in_json(as_owner, body), Kind.INVALID) == {
        "detail": detail,
        "errors": [{"pointer": pointer, "detail": detail}],
    }
    assert CheckBatch.objects.count() == 0


def test_a_form_without_files_and_with_strange_fields_is_refused(as_owner: APIClient, release: Catalogue):
    response = as_owner.post(BATCHES, {"name": "x" * 121, "colour": "red"}, format="multipart")
    assert problem_of(response, Kind.INVALID)["errors"] == [
        {"pointer": "/colour", "detail": "There is no field 'colour'; known are name, event and files."},
        {"pointer": "/name", "detail": "name has 121 characters; at most 120 are kept."},
        {"pointer": "/files", "detail": "There is no file in the form; add text files or one zip of them."},
    ]


@pytest.mark.parametrize("content_type", ["multipart/form-data", "multipart/form-data; boundary=x"])
def test_a_broken_form_is_refused(as_owner: APIClient, release: Catalogue, content_type: str):
    response = send(as_owner, "POST", BATCHES, b"no form at all", content_type)
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("content_type", ["text/plain", "application/zip"])
def test_another_content_type_is_refused(as_owner: APIClient, release: Catalogue, content_type: str):
    response = send(as_owner, "POST", BATCHES, b"a list", content_type)
    assert problem_of(response, Kind.WRONG_CONTENT_TYPE) == {
        "detail": f"The body is sent as {content_type}; send it as multipart/form-data, application/json."
    }


def test_without_a_release_no_batch_is_taken(as_owner: APIClient):
    problem_of(hand_in(as_owner, ("a.txt", b"a list")), Kind.NO_RELEASE)
    assert CheckBatch.objects.count() == 0


# Following and reading -----------------------------------------------------------------------------


def test_a_finished_batch_counts_its_verdicts(batch: dict[str, Any]):
    assert batch["progress"] == {
        "total": 4,
        "pending": 0,
        "claimed": 0,
        "done": 3,
        "failed": 1,
        "legal": 1,
        "illegal": 1,
        "undecided": 0,
        "unreadable": 1,
        "finished": 4,
        "percent": 100,
        "is_finished": True,
    }


def test_the_table_holds_what_an_organiser_looks_for(as_owner: APIClient, batch: dict[str, Any]):
    response = as_owner.get(batch["items_url"])
    page = response.json()
    assert (page["count"], page["next"], page["previous"]) == (4, None, None)
    columns = ("position", "file", "verdict", "is_legal", "faction", "battle_size", "stated_points", "computed_points")
    assert [tuple(row[name] for name in columns) for row in page["results"]] == [
        (1, "legal.txt", "legal", True, "Orks", "Incursion", 100, 100),
        (2, "illegal.txt", "illegal", False, "Orks", "Incursion", 100, 100),
        (3, "diary.txt", "unreadable", None, "", "", None, None),
        (4, "photo.jpg", "failed", None, "", "", None, None),
    ]
    assert [row["broken_checks"] for row in page["results"]] == [0, 1, None, None]
    assert page["results"][1]["problem"].startswith("The roster names no Warlord. ")
    assert page["results"][1]["url"] == f"{batch['items_url']}/2"
    assert [row["attempts"] for row in page["results"]] == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("query", "positions"),
    [
        ("", [1, 2, 3, 4]),
        ("?ordering=-position", [4, 3, 2, 1]),
        ("?ordering=filename", [3, 2, 1, 4]),
        ("?ordering=-broken_checks", [2, 1, 3, 4]),
        ("?is_legal=true", [1]),
        ("?is_legal=false", [2]),
        ("?is_legal=null", []),
        ("?verdict=unreadable", [3]),
        ("?verdict=failed", [4]),
        ("?verdict=waiting", []),
        ("?page_size=3", [1, 2, 3]),
        ("?page_size=3&page=2", [4]),
    ],
)
def test_the_table_is_sorted_narrowed_and_paged(
    as_owner: APIClient, batch: dict[str, Any], query: str, positions: list[int]
):
    response = as_owner.get(batch["items_url"] + query)
    assert [row["position"] for row in response.json()["results"]] == positions


def test_pages_are_linked(as_owner: APIClient, batch: dict[str, Any]):
    first = as_owner.get(f"{batch['items_url']}?page_size=3").json()
    assert (first["count"], first["previous"]) == (4, None)
    second = as_owner.get(first["next"]).json()
    assert second["next"] is None
    assert as_owner.get(second["previous"]).json() == first


@pytest.mark.parametrize(
    ("query", "parameter", "start"),
    [
        ("?ordering=text", "ordering", "ordering cannot be 'text'; choose position, -position, filename,"),
        ("?verdict=all", "verdict", "verdict cannot be 'all'; choose legal, illegal, undecided,"),
        ("?is_legal=1", "is_legal", "is_legal cannot be '1'; choose true, false, null."),
        ("?is_legal=true&verdict=legal", "is_legal", "Give verdict or is_legal, not both."),
        ("?page=0", "page", "page is '0'; give a whole number from 1."),
        ("?page=two", "page", "page is 'two'; give a whole number from 1."),
        ("?page=99999999999999999999", "page", "page is '99999999999999999999'; give a whole number from 1."),
        ("?page_size=301", "page_size", "page_size is '301'; give a whole number from 1 to 300."),
        ("?page_size=-1", "page_size", "page_size is '-1'; give a whole number from 1 to 300."),
        ("?page=٣", "page", "page is '٣'; give a whole number from 1."),
    ],
)
def test_a_wrong_parameter_is_named(as_owner: APIClient, batch: dict[str, Any], query: str, parameter: str, start: str):
    problem = problem_of(as_owner.get(batch["items_url"] + query), Kind.INVALID)
    (error,) = problem["errors"]
    assert error == {"parameter": parameter, "detail": problem["detail"]}
    assert problem["detail"].startswith(start)


def test_there_is_no_page_behind_the_last(as_owner: APIClient, batch: dict[str, Any]):
    for address in (batch["items_url"], f"http://testserver{BATCHES}"):
        assert problem_of(as_owner.get(f"{address}?page=9"), Kind.NOT_FOUND) == {
            "detail": "There is no page 9; follow the links next and previous."
        }


def test_a_list_is_read_with_its_text_and_report(as_owner: APIClient, batch: dict[str, Any], release: Catalogue):
    body = as_owner.get(f"{batch['items_url']}/2").json()
    assert body["text"] == ILLEGAL
    assert body["report"] == result_as_dict(check_text(ILLEGAL, release), release, file="illegal.txt")
    unread = as_owner.get(f"{batch['items_url']}/4").json()
    assert (unread["text"], unread["report"]) == ("", None)


@pytest.mark.parametrize("position", ["0", "5", "99999999999999999999999"])
def test_a_list_that_is_not_there_is_told(as_owner: APIClient, batch: dict[str, Any], position: str):
    assert problem_of(as_owner.get(f"{batch['items_url']}/{position}"), Kind.NOT_FOUND) == {
        "detail": f"This batch has no list {position}; its lists are numbered 1 to 4."
    }


def test_the_table_comes_as_csv(as_owner: APIClient, batch: dict[str, Any]):
    response = as_owner.get(batch["csv_url"])
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="batch-{batch["id"]}.csv"'
    content = response.getvalue()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [(row["file"], row["verdict"]) for row in rows] == [
        ("legal.txt", "legal"),
        ("illegal.txt", "illegal"),
        ("diary.txt", "unreadable"),
        ("photo.jpg", "failed"),
    ]


def test_what_is_read_costs_a_fixed_number_of_queries(
    as_owner: APIClient, owner: User, batch: dict[str, Any], django_assert_num_queries
):
    batch_of(owner, *("a list" for _ in range(40)))
    batch_of(owner, "a list")
    for address, queries in (
        (BATCHES, 3),  # count, batches, their counts
        (batch["url"], 2),  # batch, counts
        (batch["items_url"], 3),  # batch, count, rows
        (f"{batch['items_url']}/1", 2),  # batch, list
    ):
        with django_assert_num_queries(queries):
            assert as_owner.get(address).status_code == 200


def test_a_batch_is_deleted_with_everything_in_it(as_owner: APIClient, batch: dict[str, Any]):
    response = as_owner.delete(batch["url"])
    assert (response.status_code, response.content) == (204, b"")
    assert (CheckBatch.objects.count(), CheckBatchItem.objects.count()) == (0, 0)
    problem_of(as_owner.get(batch["url"]), Kind.NOT_FOUND)
