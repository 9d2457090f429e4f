"""Problems of every exception a view can raise, and that none shows what is inside."""

from __future__ import annotations

import errno
import json
import logging

import pytest
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import OperationalError
from django.http import Http404, UnreadablePostError
from redis.exceptions import ConnectionError as RedisIsAway
from rest_framework import exceptions
from rest_framework.test import APIClient, APIRequestFactory

from api.problems import Fault, Kind, exception_handler, invalid
from api.v1.view import OpenApiView
from datasheets.catalogue import Catalogue
from tests.api.problem import problem_of


def answer_to(error: Exception) -> dict[str, object]:
    view = OpenApiView()
    request = view.initialize_request(APIRequestFactory().post("/api/v1/somewhere", {}, format="json"))
    response = exception_handler(error, {"request": request, "view": view})
    assert response.content_type == "application/problem+json"
    assert response.status_code == response.data["status"]
    assert response.data["instance"] == "/api/v1/somewhere"
    return response.data


@pytest.mark.parametrize(
    ("error", "kind", "detail"),
    [
        (Http404("No such thing."), Kind.NOT_FOUND, "No such thing."),
        (Http404(), Kind.NOT_FOUND, "There is nothing here for you at this address."),
        (exceptions.NotFound(), Kind.NOT_FOUND, "There is nothing here for you at this address."),
        (PermissionDenied(), Kind.FORBIDDEN, "You may not do this."),
        (exceptions.PermissionDenied(), Kind.FORBIDDEN, "You may not do this."),
        (exceptions.ParseError("It breaks off."), Kind.MALFORMED, "It breaks off."),
        (
            RequestDataTooBig(),
            Kind.TOO_LARGE,
            "The request is larger than what is read. Send less, or in several parts.",
        ),
        (
            TooManyFilesSent(),
            Kind.TOO_LARGE,
            "The request is larger than what is read. Send less, or in several parts.",
        ),
        (
            TooManyFieldsSent(),
            Kind.TOO_LARGE,
            "The request is larger than what is read. Send less, or in several parts.",
        ),
        (SuspiciousOperation("x"), Kind.MALFORMED, "The request arrived damaged or cut short. Send it again."),
        (UnreadablePostError(), Kind.MALFORMED, "The request arrived damaged or cut short. Send it again."),
    ],
)
def test_known_exceptions_have_their_kind(error: Exception, kind: Kind, detail: str):
    answer = answer_to(error)
    assert (answer["type"], answer["status"], answer["title"], answer["detail"]) == (
        kind.type,
        kind.status,
        kind.title,
        detail,
    )


def test_nested_faults_of_a_serializer_are_pointed_at():
    answer = answer_to(
        exceptions.ValidationError({"units": [{}, {"key": ["Too long."]}], "non_field_errors": ["Odd."]})
    )
    assert answer["type"] == Kind.INVALID.type
    assert answer["errors"] == [
        {"pointer": "/units/1/key", "detail": "Too long."},
        {"pointer": "", "detail": "Odd."},
    ]


def test_a_fault_of_ours_is_logged_and_told_without_its_inside(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR, logger="api.problems"):
        answer = answer_to(ZeroDivisionError("the secret inside"))
    assert answer == {
        "type": Kind.FAULT.type,
        "title": Kind.FAULT.title,
        "status": 500,
        "detail": "Something went wrong here, not with your request. It has been logged; try again later.",
        "instance": "/api/v1/somewhere",
    }
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ZeroDivisionError)


@pytest.mark.parametrize(
    "error",
    [OperationalError("no connection"), RedisIsAway("refused"), OSError(errno.ENOSPC, "No space left on device")],
)
def test_a_part_of_the_service_that_does_not_answer_is_told_as_such(error: Exception):
    assert answer_to(error) == {
        "type": Kind.UNAVAILABLE.type,
        "title": "A part of the service does not answer",
        "status": 503,
        "detail": "A part of this service does not answer at the moment, so this could not be done. "
        "What was stored before is not lost. Try again in 10 seconds.",
        "instance": "/api/v1/somewhere",
    }


def test_types_of_problems_are_unique_and_stable():
    assert {kind.type: kind.status for kind in Kind} == {
        "urn:quartermaster:problem:malformed": 400,
        "urn:quartermaster:problem:invalid": 400,
        "urn:quartermaster:problem:unreadable-upload": 400,
        "urn:quartermaster:problem:signed-out": 401,
        "urn:quartermaster:problem:wrong-credentials": 401,
        "urn:quartermaster:problem:forbidden": 403,
        "urn:quartermaster:problem:not-found": 404,
        "urn:quartermaster:problem:conflict": 409,
        "urn:quartermaster:problem:no-result": 409,
        "urn:quartermaster:problem:already-over": 409,
        "urn:quartermaster:problem:wrong-method": 405,
        "urn:quartermaster:problem:too-large": 413,
        "urn:quartermaster:problem:wrong-content-type": 415,
        "urn:quartermaster:problem:key-used-before": 422,
        "urn:quartermaster:problem:too-many-requests": 429,
        "urn:quartermaster:problem:no-stream": 429,
        "urn:quartermaster:problem:fault": 500,
        "urn:quartermaster:problem:no-release": 503,
        "urn:quartermaster:problem:unavailable": 503,
    }


def test_only_the_first_faults_are_listed_and_all_are_counted():
    faults = [Fault(f"Fault {number}.", pointer=f"/{number}") for number in range(1, 1_001)]
    problem = invalid(*faults)
    assert problem.sentence == "Fault 1. There are 1,000 faults in all; errors holds the first 20."
    assert problem.errors == tuple(faults[:20])
    assert invalid(*faults[:20]).sentence == "Fault 1. There are 20 faults in all; see errors."
    assert len(invalid(*faults[:20]).errors) == 20


@pytest.mark.django_db
def test_very_many_faults_make_a_short_answer(as_owner: APIClient, release: Catalogue):
    lists = [{"text": "a", **{f"member{number}": 1 for number in range(50_000)}}]
    response = as_owner.post("/api/v1/muster/batches", json.dumps({"lists": lists}), content_type="application/json")
    told = problem_of(response, Kind.INVALID)
    assert told["detail"].endswith(" There are 50,000 faults in all; errors holds the first 20.")
    assert len(told["errors"]) == 20
