"""What surrounds every request: its id, its log line, its size limit."""

from __future__ import annotations

import json
import logging
import re

import pytest
from django.test import Client


def test_every_answer_carries_an_id_of_its_request(client: Client) -> None:
    first = client.get("/health/live")["X-Request-ID"]
    second = client.get("/health/live")["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", first)
    assert first != second


def test_an_id_set_by_a_proxy_is_kept(client: Client) -> None:
    assert client.get("/health/live", headers={"X-Request-ID": "edge-0001-abcd"})["X-Request-ID"] == "edge-0001-abcd"


@pytest.mark.parametrize("given", ["short", "with space inside", "<script>alert(1)</script>", "x" * 65])
def test_an_id_that_is_no_id_is_replaced(client: Client, given: str) -> None:
    assert re.fullmatch(r"[0-9a-f]{32}", client.get("/health/live", headers={"X-Request-ID": given})["X-Request-ID"])


def test_the_log_line_names_the_route_and_nothing_that_was_typed(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="config.middleware"):
        client.get("/health/live?list=Captain+Jane+Doe", headers={"X-Request-ID": "edge-0001-abcd"})
    [record] = [record for record in caplog.records if record.name == "config.middleware"]
    assert isinstance(record.msg, dict)
    event = record.msg
    assert {name: event[name] for name in ("event", "method", "route", "status", "request_id")} == {
        "event": "request",
        "method": "GET",
        "route": "health/live",
        "status": 200,
        "request_id": "edge-0001-abcd",
    }
    assert "Jane" not in repr(event)


@pytest.mark.django_db
def test_a_body_over_the_limit_is_refused_with_both_numbers(client: Client) -> None:
    answer = client.post("/health/live", b" " * 2_621_441, content_type="application/json")
    assert answer.status_code == 413
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    page = answer.content.decode()
    assert "<h1>That is too much at once</h1>" in page
    assert "The request has 2,621,441 bytes; at most 2,621,440 are read. Send less, or in several parts." in page
    assert answer["Content-Security-Policy"]


def test_a_body_over_the_limit_is_a_problem_document_for_the_api(client: Client) -> None:
    answer = client.post("/api/v1/muster/check", b" " * 2_621_441, content_type="application/json")
    assert answer.status_code == 413
    assert answer["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content) == {
        "type": "urn:quartermaster:problem:too-large",
        "title": "The request is too large",
        "status": 413,
        "detail": "The request has 2,621,441 bytes; at most 2,621,440 are read. Send less, or in several parts.",
        "instance": "/api/v1/muster/check",
    }


@pytest.mark.django_db
def test_an_upload_may_be_larger_than_a_form(client: Client) -> None:
    assert [
        client.post(address, b" " * 2_621_441, content_type="multipart/form-data; boundary=x").status_code
        for address in ("/api/v1/muster/batches", "/check/batch/")
    ] == [401, 302]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status"), [("/health/live", 405), ("/admin/login/", 413), ("/admin/logout/", 413)]
)
def test_a_view_that_takes_no_uploads_reads_none(client: Client, address: str, status: int) -> None:
    answer = client.post(address, b" " * 2_621_441, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == status


@pytest.mark.parametrize("length", ["", "-5", "many", "１２"])
def test_a_length_that_is_no_number_counts_as_none(client: Client, length: str) -> None:
    assert client.get("/health/live", CONTENT_LENGTH=length).status_code == 200


def test_browsers_are_told_to_load_nothing_from_elsewhere(client: Client) -> None:
    answer = client.get("/health/live")
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
