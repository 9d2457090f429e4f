"""POST /api/v1/muster/check: a report for whatever is well asked, a problem with its place for the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from api.problems import Kind
from api.v1.schema.check import LIST_EXAMPLE, ROSTER_EXAMPLE
from datasheets.catalogue import Catalogue
from roster.checking import check_document, check_text
from roster.documents import document_from_json
from roster.fixing import with_fixes
from roster.muster.report import Stage
from roster.presentation import result_as_dict
from tests.api.problem import problem_of, send

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/muster/check"


def post(client: APIClient, body: object, address: str = ADDRESS) -> Any:
    return client.post(address, json.dumps(body), content_type="application/json")


def test_a_text_gets_the_report_that_every_other_way_in_gives(visitor: APIClient, release: Catalogue):
    response = post(visitor, {"text": LIST_EXAMPLE})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert response.json() == result_as_dict(with_fixes(check_text(LIST_EXAMPLE, release), release), release)
    assert (response.json()["is_legal"], response.json()["lines"]) == (True, {"used": 10, "ignored": 0, "unknown": 0})


def test_a_plain_body_is_the_list_itself(visitor: APIClient, release: Catalogue):
    expected = post(visitor, {"text": LIST_EXAMPLE}).json()
    for encoding in ("utf-8", "utf-16", "utf-8-sig"):
        response = visitor.post(ADDRESS, LIST_EXAMPLE.encode(encoding), content_type="text/plain; charset=utf-8")
        assert (response.status_code, response.json()) == (200, expected)


def test_a_roster_document_gets_its_report(visitor: APIClient, release: Catalogue):
    response = post(visitor, {"roster": ROSTER_EXAMPLE})
    document = document_from_json(ROSTER_EXAMPLE)
    assert response.status_code == 200
    assert response.json() == result_as_dict(with_fixes(check_document(document, release), release), release)
    assert response.json()["is_legal"] is True


@pytest.mark.parametrize("stage", list(Stage))
def test_the_stage_is_taken_from_body_or_address(visitor: APIClient, release: Catalogue, stage: Stage):
    in_body = post(visitor, {"text": LIST_EXAMPLE, "stage": stage.value})
    in_address = post(visitor, {"text": LIST_EXAMPLE}, f"{ADDRESS}?stage={stage.value}")
    plain = visitor.post(f"{ADDRESS}?stage={stage.value}", LIST_EXAMPLE, content_type="text/plain")
    assert [answer.json()["stage"] for answer in (in_body, in_address, plain)] == [stage.value] * 3


def test_a_release_can_be_named(visitor: APIClient, release: Catalogue):
    label = release.stamp.label
    response = post(visitor, {"text": LIST_EXAMPLE, "release": label, "stage": None})
    assert (response.status_code, response.json()["release"]["label"]) == (200, label)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "The text is empty. Paste the export of an army list."),
        (
            "\x00\x01\x02" * 30,
            "This is not text but the content of a file (a picture, a document or a program). Paste the list as text.",
        ),
    ],
)
def test_a_text_that_is_no_list_is_answered_with_its_refusal(
    visitor: APIClient, release: Catalogue, text: str, refusal: str
):
    response = post(visitor, {"text": text})
    body = response.json()
    assert response.status_code == 200
    assert (body["refusal"], body["is_legal"], body["verdicts"], body["stage"]) == (refusal, None, [], None)


@pytest.mark.parametrize(
    "text", ["Dear diary,\nno army today.", "Ã¤Ã¶Ã¼ â€¢ Ã©tÃ©", "10e list\nCombat Patrol", "\u202e" * 50]
)
def test_other_texts_are_answered_without_a_verdict(visitor: APIClient, release: Catalogue, text: str):
    response = post(visitor, {"text": text})
    assert (response.status_code, response.json()["is_legal"]) == (200, None)
    assert response.json()["refusal"]


def test_an_empty_body_says_what_to_send(visitor: APIClient):
    response = send(visitor, "POST", ADDRESS, b"", "application/json")
    detail = "The body has neither text nor roster; send one of them."
    assert problem_of(response, Kind.INVALID) == {"detail": detail, "errors": [{"pointer": "", "detail": detail}]}


def test_an_empty_plain_body_is_an_empty_list(visitor: APIClient, release: Catalogue):
    response = send(visitor, "POST", ADDRESS, b"", "text/plain")
    assert (response.status_code, response.json()["refusal"]) == (
        200,
        "The text is empty. Paste the export of an army list.",
    )


def test_names_with_markup_come_back_as_they_were_sent(visitor: APIClient, release: Catalogue):
    name = "Waaagh <script>alert(1)</script>'; DROP TABLE roster; --"
    response = post(visitor, {"text": LIST_EXAMPLE.replace("Patrol", name)})
    assert response["Content-Type"] == "application/json"
    assert response.json()["name"] == name


# Problems ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b"{", "The body is no JSON: input data was truncated. Correct it and send it again."),
        (
            b'{"text": "a"\n"b"}',
            "The body is no JSON: expected ',' or '}' at line 2, column 1. Correct it and send it again.",
        ),
        (
            b'{"text": NaN}',
            "The body is no JSON: invalid character at line 1, column 10. Correct it and send it again.",
        ),
        (
            rb'{"text": "\ud800 is half a character"}',
            "The body is no JSON: unexpected end of escaped utf-16 surrogate pair at line 1, column 17. "
            "Correct it and send it again.",
        ),
        (b"[" * 200_000, "The JSON is nested too deeply. No request needs more than a dozen levels."),
        (
            b"\xff\xd8\xff\xe0\x00\x10JFIF",
            "The body is no JSON: invalid character at line 1, column 1. Correct it and send it again.",
        ),
    ],
)
def test_a_body_that_is_no_json_says_where_it_breaks_off(visitor: APIClient, content: bytes, detail: str):
    response = send(visitor, "POST", ADDRESS, content, "application/json")
    assert problem_of(response, Kind.MALFORMED) == {
        "detail": detail,
        "errors": [{"pointer": "", "detail": detail}],
    }


def test_a_body_with_a_field_twice_is_not_guessed_at(visitor: APIClient):
    response = send(visitor, "POST", ADDRESS, b'{"text": "a", "text": "b"}', "application/json")
    assert problem_of(response, Kind.MALFORMED) == {
        "detail": "The body has a field twice, at /text. Send it once.",
        "errors": [{"pointer": "/text", "detail": "This field stands here twice. Write it once."}],
    }


def test_a_photo_sent_as_text_is_no_text(visitor: APIClient):
    response = send(visitor, "POST", ADDRESS, b"\xff\xd8\xff\xe0" + bytes(500), "text/plain")
    detail = "The file is a picture (JPEG), not a text. Save the list as a plain text file and give that."
    assert problem_of(response, Kind.MALFORMED) == {"detail": detail, "errors": [{"pointer": "", "detail": detail}]}


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        (None, "", "The body is null; send an object with text, roster, stage, release and event."),
        ([], "", "The body is an array; send an object with text, roster, stage, release and event."),
        ("text", "", "The body is a string; send an object with text, roster, stage, release and event."),
        (7, "", "The body is a number; send an object with text, roster, stage, release and event."),
        (True, "", "The body is true or false; send an object with text, roster, stage, release and event."),
        ({}, "", "The body has neither text nor roster; send one of them."),
        ({"text": "a", "roster": ROSTER_EXAMPLE}, "", "The body has both text and roster; send one of them."),
        ({"text": 7}, "/text", "text is a number; send the list as a string."),
        ({"text": None}, "/text", "text is null; send the list as a string."),
        ({"text": ["a"]}, "/text", "text is an array; send the list as a string."),
        ({"roster": "a"}, "/roster", "roster is a string; send a roster document, an object."),
        ({"text": "a", "stage": 3}, "/stage", "stage is a number; send a string."),
        ({"text": "a", "stage": "FINAL"}, "/stage", "There is no stage 'FINAL'; choose draft, final, event."),
        ({"text": "a", "release": {}}, "/release", "release is an object; send a string."),
        ({"txt": "a"}, "/txt", "There is no member 'txt'; known are text, roster, stage, release and event."),
        ({"a/b~c": "a"}, "/a~1b~0c", "There is no member 'a/b~c'; known are text, roster, stage, release and event."),
    ],
)
def test_a_wrong_member_is_named_with_its_place(visitor: APIClient, body: object, pointer: str, detail: str):
    assert problem_of(post(visitor, body), Kind.INVALID) == {
        "detail": detail,
        "errors": [{"pointer": pointer, "detail": detail}],
    }


def test_every_fault_is_told(visitor: APIClient):
    assert problem_of(post(visitor, {"text": 1, "stage": "x", "release": 2}), Kind.INVALID) == {
        "detail": "text is a number; send the list as a string. There are 3 faults in all; see errors.",
        "errors": [
            {"pointer": "/text", "detail": "text is a number; send the list as a string."},
            {"pointer": "/release", "detail": "release is a number; send a string."},
            {"pointer": "/stage", "detail": "There is no stage 'x'; choose draft, final, event."},
        ],
    }


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"schema": "quartermaster.roster/2"}, "/roster/schema"),
        ({"units": 7}, "/roster/units"),
        ({"units": [{"key": "u1"}]}, "/roster/units/0"),
        ({"units": [{**ROSTER_EXAMPLE["units"][0], "stated_points": -5}]}, "/roster/units/0/stated_points"),
        ({"units": [{**ROSTER_EXAMPLE["units"][0], "attached_to": "u9"}]}, "/roster/units/0/attached_to"),
        ({"points_limit": 10**30}, "/roster/points_limit"),
        ({"colour": "red"}, "/roster"),
    ],
)
def test_a_fault_in_a_document_is_named_with_its_place(
    visitor: APIClient, release: Catalogue, change: dict[str, object], pointer: str
):
    problem = problem_of(post(visitor, {"roster": {**ROSTER_EXAMPLE, **change}}), Kind.INVALID)
    (error,) = problem["errors"]
    assert (error["pointer"], error["detail"]) == (pointer, problem["detail"])
    assert problem["detail"].endswith(".")


def test_a_stage_of_the_address_is_named_as_a_parameter(visitor: APIClient):
    response = visitor.post(f"{ADDRESS}?stage=x", "a", content_type="text/plain")
    detail = "There is no stage 'x'; choose draft, final, event."
    assert problem_of(response, Kind.INVALID) == {
        "detail": detail,
        "errors": [{"parameter": "stage", "detail": detail}],
    }


def test_a_stage_of_the_body_comes_before_that_of_the_address(visitor: APIClient, release: Catalogue):
    response = post(visitor, {"text": LIST_EXAMPLE, "stage": "draft"}, f"{ADDRESS}?stage=event")
    assert response.json()["stage"] == "draft"


def test_an_unknown_release_is_refused_with_the_one_in_force(visitor: APIClient, release: Catalogue):
    detail = f"There is no release '2019.01.9'; the one in force is '{release.stamp.label}'."
    assert problem_of(post(visitor, {"text": "a", "release": "2019.01.9"}), Kind.INVALID) == {
        "detail": detail,
        "errors": [{"pointer": "/release", "detail": detail}],
    }


def test_two_hundred_thousand_characters_are_read_and_one_more_is_not(visitor: APIClient, release: Catalogue):
    line = "Boyz (80 points)\n"
    longest = (line * (200_000 // len(line) + 1))[:200_000]
    assert post(visitor, {"text": longest}).status_code == 200
    detail = "The text has 200,001 characters; at most 200,000 are read, and a list has a few thousand. Send one list."
    assert problem_of(post(visitor, {"text": longest + "x"}), Kind.TOO_LARGE) == {
        "detail": detail,
        "errors": [{"pointer": "/text", "detail": detail}],
    }
    plain = visitor.post(ADDRESS, longest + "x", content_type="text/plain")
    assert problem_of(plain, Kind.TOO_LARGE)["detail"] == detail


def test_ten_thousand_units_are_answered(visitor: APIClient, release: Catalogue):
    unit = ROSTER_EXAMPLE["units"][0]
    units = [{**unit, "key": f"u{number}"} for number in range(10_000)]
    response = post(visitor, {"roster": {**ROSTER_EXAMPLE, "units": units}})
    assert (response.status_code, response.json()["is_legal"]) == (200, False)


@pytest.mark.parametrize(
    "content_type",
    ["application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "nonsense"],
)
def test_another_content_type_is_refused_with_those_that_are_read(visitor: APIClient, content_type: str):
    response = send(visitor, "POST", ADDRESS, b"a", content_type)
    assert problem_of(response, Kind.WRONG_CONTENT_TYPE) == {
        "detail": f"The body is sent as {content_type}; send it as application/json, text/plain."
    }


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_another_method_is_refused_with_those_that_are_known(visitor: APIClient, method: str):
    response = visitor.generic(method, ADDRESS)
    assert problem_of(response, Kind.WRONG_METHOD) == {"detail": f"{method} is not known here; use POST, OPTIONS."}
    assert response["Allow"] == "POST, OPTIONS"


def test_without_a_release_nothing_is_checked(visitor: APIClient):
    response = post(visitor, {"text": "a"})
    assert problem_of(response, Kind.NO_RELEASE) == {
        "detail": "No release of the catalogue has been published here, so nothing can be checked. "
        "Whoever runs this service imports one with manage.py import_catalogue."
    }
    assert response["Retry-After"] == "60"


def test_html_is_never_answered_whatever_is_wished(visitor: APIClient, release: Catalogue):
    for accept in ("text/html", "image/png", "*/*;q=0.1", ""):
        response = visitor.post(ADDRESS, json.dumps({"text": ""}), content_type="application/json", HTTP_ACCEPT=accept)
        assert (response.status_code, response["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("release_asked", ["\0", "mfm\0", "r" * 5_000, "'; DROP TABLE", "%s{0}"])
def test_a_release_of_odd_letters_is_none(visitor: APIClient, release: Catalogue, release_asked: str):
    body = json.dumps({"text": "a list", "release": release_asked})
    response = visitor.post("/api/v1/muster/check", body, content_type="application/json")
    assert problem_of(response, Kind.INVALID)["errors"][0]["detail"] == (
        f"There is no release {release_asked[:60]!r}; the one in force is {release.stamp.label!r}."
    )
