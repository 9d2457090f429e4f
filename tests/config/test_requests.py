"""Headers that no request may have: each gets an answer, none ends the service's own way."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from config.requests import Handler, Request
from datasheets.catalogue import Catalogue
from tests.releases import release

__all__ = ["release"]
pytestmark = pytest.mark.django_db
UNUSABLE = ["hex", "idna", "zip", "rot13", "undefined", "utf-7", "koi8-r", "no-such-charset", "utf-16-le", "\x00"]


@pytest.fixture(autouse=True)
def _requests_keep_the_connection_of_the_test() -> Iterator[None]:
    """A request through WSGI closes connections before and after; the test's own holds its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(
    path: str, query: str = "", *, content: bytes = b"", method: str = "POST", **headers: str
) -> tuple[int, str, bytes]:
    """Status, content type and body of what the server's own door answers."""
    environment: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "CONTENT_LENGTH": str(len(content)),
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "2001:db8::7e57",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(content),
        "wsgi.errors": io.StringIO(),
        **headers,
    }
    told: dict[str, Any] = {}

    def start(status: str, headers: list[tuple[str, str]], failure: object = None, /) -> Callable[[bytes], object]:
        told.update(status=int(status.split()[0]), type=dict(headers)["Content-Type"])
        return lambda content: None

    body = b"".join(Handler()(environment, start))
    return told["status"], told["type"], body


@pytest.mark.parametrize("charset", UNUSABLE)
@pytest.mark.parametrize("media_type", ["text/plain", "application/json", "multipart/form-data; boundary=x"])
def test_a_charset_that_is_not_read_is_named(release: Catalogue, media_type: str, charset: str) -> None:
    status, content_type, body = ask(
        "/api/v1/muster/check", "stage=%41", content=b"x", CONTENT_TYPE=f"{media_type}; charset={charset}"
    )
    assert (status, content_type) == (415, "application/problem+json")
    assert json.loads(body)["detail"] == f"The body is sent in the charset {charset!r}; send it in UTF-8."


@pytest.mark.parametrize("charset", UNUSABLE)
def test_without_a_body_no_charset_matters(release: Catalogue, charset: str) -> None:
    status, _, _ = ask("/check/", "example=%41", method="GET", CONTENT_TYPE=f"text/plain; charset={charset}")
    assert status == 404


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", "us-ascii", "iso-8859-1", "windows-1252", "utf-16"])
def test_texts_in_the_usual_charsets_are_read(release: Catalogue, charset: str) -> None:
    status, _, body = ask(
        "/api/v1/muster/check", content="Kâhl".encode(), CONTENT_TYPE=f"text/plain; charset={charset}"
    )
    assert (status, json.loads(body)["line_details"][0]["text"]) == (200, "Kâhl")


@pytest.mark.parametrize("charset", ["iso-8859-1", "utf-16"])
def test_a_form_is_utf_8(release: Catalogue, charset: str) -> None:
    status, content_type, body = ask(
        "/check/", content=b"text=x", CONTENT_TYPE=f"application/x-www-form-urlencoded; charset={charset}"
    )
    assert (status, content_type) == (415, "text/html; charset=utf-8")
    assert f"The body is sent in the charset &#x27;{charset}&#x27;; send it in UTF-8." in body.decode()


@pytest.mark.parametrize("parameter", ["a*=hex''%41", "a*=idna''%41", "a*=undefined''%41", "charset*=idna''%41"])
def test_a_content_type_that_cannot_be_taken_apart_is_none(release: Catalogue, parameter: str) -> None:
    status, _, body = ask("/api/v1/muster/check", content=b"x", CONTENT_TYPE=f"application/xml; {parameter}")
    assert (status, json.loads(body)["type"]) == (415, "urn:quartermaster:problem:wrong-content-type")
    assert ask("/check/", method="GET", CONTENT_TYPE=f"application/xml; {parameter}")[0] == 200


def test_too_many_parameters_are_told_whatever_the_charset(release: Catalogue) -> None:
    status, content_type, body = ask(
        "/api/v1/muster/check", "&".join(["a=1"] * 4001), content=b"x", CONTENT_TYPE="text/plain; charset=utf-8"
    )
    assert (status, content_type) == (413, "application/problem+json")
    status, content_type, body = ask("/check/", "&".join(["a=1"] * 4001), method="GET")
    assert (status, content_type) == (413, "text/html; charset=utf-8")
    assert "more fields than any form here has" in body.decode()


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip"])
def test_a_packed_body_is_refused(release: Catalogue, coding: str) -> None:
    status, content_type, body = ask(
        "/api/v1/muster/check", content=b"\x1f\x8b", CONTENT_TYPE="application/json", HTTP_CONTENT_ENCODING=coding
    )
    assert (status, content_type) == (415, "application/problem+json")
    assert json.loads(body)["detail"] == f"The body is packed ({coding}), which is not read here. Send it unpacked."


def test_a_body_that_is_not_packed_may_say_so(release: Catalogue) -> None:
    status, _, _ = ask(
        "/api/v1/muster/check", content=b"x", CONTENT_TYPE="text/plain", HTTP_CONTENT_ENCODING="identity"
    )
    assert status == 200


@pytest.mark.parametrize(
    ("path", "content_type"),
    [("/api/v1/muster/check", "application/problem+json"), ("/check/", "text/html; charset=utf-8")],
)
def test_a_body_without_a_length_is_refused(release: Catalogue, path: str, content_type: str) -> None:
    status, told_type, body = ask(path, CONTENT_TYPE="text/plain", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked")
    assert (status, told_type) == (400, content_type)
    assert (
        "The body arrives in pieces without its length, so it was not read. Send it whole, with Content-Length."
        in body.decode()
    )


def test_a_cookie_with_a_letter_no_database_holds_is_left_out(release: Catalogue) -> None:
    cookies = 'sessionid="\\000abcdefghijkl"; csrftoken=kept'
    request = Request({"REQUEST_METHOD": "GET", "wsgi.input": io.BytesIO(), "HTTP_COOKIE": cookies})
    assert request.COOKIES == {"csrftoken": "kept"}
    assert ask("/check/batch/", method="GET", HTTP_COOKIE=cookies)[0] == 302


@pytest.mark.parametrize("cookie", ['"\\377abcdefghijkl"', "x" * 5_000, ";;;=", "\xe9" * 20])
def test_a_session_of_odd_letters_is_none(release: Catalogue, cookie: str) -> None:
    assert ask("/check/batch/", method="GET", HTTP_COOKIE=f"sessionid={cookie}")[0] == 302
