"""Faults outside of any view: a page to people, a problem to the API's clients."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from redis.exceptions import ConnectionError as RedisIsAway

from config.errors import server_error

HOSTS = ["elsewhere.example", "127.0.0.1@elsewhere.example", "<script>", "a, 127.0.0.1", " "]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_not_served_is_told_to_the_api(client: Client, host: str) -> None:
    answer = client.get("/api/v1/", headers={"Host": host})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json() == {
        "type": "urn:quartermaster:problem:malformed",
        "title": "The request cannot be read",
        "status": 400,
        "detail": "The request names a host that is not served here; see its Host header.",
        "instance": "/api/v1/",
    }


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_not_served_gets_a_page_that_does_not_repeat_it(client: Client, host: str) -> None:
    answer = client.get("/check/", headers={"Host": host})
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert "elsewhere" not in answer.content.decode()
    assert "<h1>That request cannot be read</h1>" in answer.content.decode()


def test_a_fault_nobody_foresaw_is_a_problem_for_the_api_and_a_page_for_people() -> None:
    for path, content_type in (("/api/v1/", "application/problem+json"), ("/check/", "text/html; charset=utf-8")):
        answer = server_error(RequestFactory().get(path))
        assert (answer.status_code, answer["Content-Type"]) == (500, content_type)


@pytest.mark.parametrize("error", [OperationalError("no connection"), RedisIsAway("refused")])
def test_a_part_that_does_not_answer_is_told_to_people_and_programs_with_when_to_come_back(error: Exception) -> None:
    said = "What was stored before is not lost. Try again in 10 seconds."
    for path, content_type in (("/api/v1/", "application/problem+json"), ("/check/", "text/html; charset=utf-8")):
        try:
            raise error
        except (OperationalError, RedisIsAway):
            answer = server_error(RequestFactory().get(path))
        assert (answer.status_code, answer["Content-Type"], answer["Retry-After"]) == (503, content_type, "10")
        assert said in answer.content.decode()
