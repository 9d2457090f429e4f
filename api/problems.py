"""What the API says when it cannot do what was asked: problem details (RFC 9457), never HTML, never a traceback.

Each kind of problem has a stable type (``urn:quartermaster:problem:<slug>``), one status and one title.
``detail`` says what is wrong, where, and what to do.
"""

from __future__ import annotations

import errno
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from datasheets.selectors import NoRelease

CONTENT_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:quartermaster:problem:"
CSRF_ADVICE = "Send the cookie csrftoken again as the header X-CSRFToken, or a token of /api/v1/auth/login."
_SECONDS_UNTIL_A_RELEASE = 60
SECONDS_OF_AN_OUTAGE = 10
OUTAGE = (
    "A part of this service does not answer at the moment, so this could not be done. What was stored before is not "
    f"lost. Try again in {SECONDS_OF_AN_OUTAGE} seconds."
)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
LISTED_FAULTS = 20
_LONGEST_ECHO = 100

log = logging.getLogger("api.problems")


class Kind(Enum):
    """Every kind of problem: its slug, status and title."""

    MALFORMED = ("malformed", 400, "The request cannot be read")
    INVALID = ("invalid", 400, "The request does not say what is needed")
    UNREADABLE_UPLOAD = ("unreadable-upload", 400, "The upload cannot be used")
    SIGNED_OUT = ("signed-out", 401, "This is for signed-in users")
    WRONG_CREDENTIALS = ("wrong-credentials", 401, "The sign-in failed")
    FORBIDDEN = ("forbidden", 403, "This is not allowed")
    NOT_FOUND = ("not-found", 404, "There is nothing at this address")
    CONFLICT = ("conflict", 409, "Something changed in between")
    NO_RESULT = ("no-result", 409, "There is no result")
    ALREADY_OVER = ("already-over", 409, "It is over already")
    WRONG_METHOD = ("wrong-method", 405, "This address does not know that method")
    TOO_LARGE = ("too-large", 413, "The request is too large")
    WRONG_CONTENT_TYPE = ("wrong-content-type", 415, "This kind of content is not read here")
    KEY_USED_BEFORE = ("key-used-before", 422, "This key stands for another request")
    TOO_MANY_REQUESTS = ("too-many-requests", 429, "Too many requests")
    NO_STREAM = ("no-stream", 429, "No further stream is opened")
    FAULT = ("fault", 500, "The service failed")
    NO_RELEASE = ("no-release", 503, "There is no catalogue yet")
    UNAVAILABLE = ("unavailable", 503, "A part of the service does not answer")

    def __init__(self, slug: str, status: int, title: str) -> None:
        self.slug = slug
        self.status = status
        self.title = title

    @property
    def type(self) -> str:
        """The stable name of this kind."""
        return f"{TYPE_PREFIX}{self.slug}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in the request: at a JSON pointer into its body, or in a parameter of its address."""

    detail: str
    pointer: str | None = None
    parameter: str | None = None

    def as_dict(self) -> dict[str, str]:
        """As it stands in ``errors``."""
        if self.parameter is not None:
            return {"parameter": self.parameter, "detail": self.detail}
        return {"pointer": self.pointer or "", "detail": self.detail}


class Problem(exceptions.APIException):
    """Raised by views to end a request with a problem."""

    def __init__(
        self, kind: Kind, detail: str, *, errors: Sequence[Fault] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.sentence = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})


def invalid(*faults: Fault) -> Problem:
    """The problem of a request whose fields are wrong.

    Every fault is counted and the first twenty are listed, the first one in ``detail`` too.
    """
    where = "see errors" if len(faults) <= LISTED_FAULTS else f"errors holds the first {LISTED_FAULTS}"
    more = f" There are {len(faults):,} faults in all; {where}." if len(faults) > 1 else ""
    return Problem(Kind.INVALID, f"{faults[0].detail}{more}", errors=faults[:LISTED_FAULTS])


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """The response to any exception a view raised."""
    problem = _problem_of(error, context)
    set_rollback()
    request: Request = context["request"]
    body: dict[str, object] = {
        "type": problem.kind.type,
        "title": problem.kind.title,
        "status": problem.kind.status,
        "detail": problem.sentence,
        "instance": request.path,
    }
    if problem.errors:
        body["errors"] = [fault.as_dict() for fault in problem.errors]
    return Response(body, status=problem.kind.status, headers=problem.headers, content_type=CONTENT_TYPE)


def _problem_of(error: Exception, context: Mapping[str, Any]) -> Problem:
    match error:
        case Problem():
            return error
        case NoRelease():
            return Problem(
                Kind.NO_RELEASE,
                "No release of the catalogue has been published here, so nothing can be checked. "
                "Whoever runs this service imports one with manage.py import_catalogue.",
                headers={"Retry-After": str(_SECONDS_UNTIL_A_RELEASE)},
            )
        case RequestDataTooBig() | TooManyFieldsSent() | TooManyFilesSent():
            return Problem(Kind.TOO_LARGE, "The request is larger than what is read. Send less, or in several parts.")
        case SuspiciousOperation() | UnreadablePostError():
            return Problem(Kind.MALFORMED, "The request arrived damaged or cut short. Send it again.")
        case Http404() | exceptions.NotFound():
            return Problem(Kind.NOT_FOUND, _sentence_of(error, "There is nothing here for you at this address."))
        case PermissionDenied() | exceptions.PermissionDenied():
            sentence = _sentence_of(error, "You may not do this.")
            return Problem(Kind.FORBIDDEN, f"{sentence} {CSRF_ADVICE}" if sentence.startswith("CSRF") else sentence)
        case exceptions.APIException():
            return _problem_of_framework(error, context)
        case _ if is_outage(error):
            log.warning("outage in %s: %s", type(context["view"]).__name__, type(error).__name__)
            return Problem(Kind.UNAVAILABLE, OUTAGE, headers={"Retry-After": str(SECONDS_OF_AN_OUTAGE)})
        case _:
            return _fault_of_ours(error, context)


def _problem_of_framework(error: exceptions.APIException, context: Mapping[str, Any]) -> Problem:
    match error:
        case exceptions.ValidationError():
            return invalid(*(_faults_in(error.detail) or (Fault("The request does not fit.", pointer=""),)))
        case exceptions.MethodNotAllowed():
            allowed = ", ".join(context["view"].allowed_methods)
            return Problem(
                Kind.WRONG_METHOD,
                f"{context['request'].method} is not known here; use {allowed}.",
                headers={"Allow": allowed},
            )
        case exceptions.UnsupportedMediaType():
            known = ", ".join(parser.media_type for parser in context["view"].parser_classes)
            given = _cut(context["request"].content_type or "no content type")
            return Problem(Kind.WRONG_CONTENT_TYPE, f"The body is sent as {given}; send it as {known}.")
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            header = getattr(error, "auth_header", None) or "Token"
            return Problem(
                Kind.SIGNED_OUT,
                "The token is wrong or has expired. Sign in at /api/v1/auth/login for a new one."
                if isinstance(error, exceptions.AuthenticationFailed)
                else "Sign in at /api/v1/auth/login and send the token: Authorization: Token <token>.",
                headers={"WWW-Authenticate": header},
            )
        case exceptions.Throttled():
            seconds = max(1, math.ceil(getattr(error, "wait", None) or 1))
            return Problem(
                Kind.TOO_MANY_REQUESTS,
                f"There were too many requests. Wait {seconds} s and send it again.",
                headers={"Retry-After": str(seconds)},
            )
        case exceptions.ParseError():
            return Problem(Kind.MALFORMED, str(error.detail))
        case _:
            return _fault_of_ours(error, context)


def is_outage(error: BaseException | None) -> bool:
    """Whether a part of the service does not answer, or has no room left: nobody’s fault, and over sooner or later."""
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return True
    return isinstance(error, (OperationalError, InterfaceError, RedisError, BrokerError))


def _fault_of_ours(error: Exception, context: Mapping[str, Any]) -> Problem:
    """A fault nobody foresaw: logged with its traceback, and told without it."""
    request: Request = context["request"]
    log.error("unhandled in %s %s", request.method, type(context["view"]).__name__, exc_info=error)
    got_request_exception.send(sender=type(context["view"]), request=request._request)
    return Problem(Kind.FAULT, "Something went wrong here, not with your request. It has been logged; try again later.")


def _cut(given: str) -> str:
    """What the client wrote, short enough to be repeated to it."""
    return given if len(given) <= _LONGEST_ECHO else f"{given[:_LONGEST_ECHO]}…"


def _sentence_of(error: Exception, otherwise: str) -> str:
    """What the exception says, where it says something for people."""
    if isinstance(error, exceptions.APIException):
        detail = str(error.detail)
        return otherwise if detail == str(type(error).default_detail) else detail
    return str(error) if error.args and isinstance(error.args[0], str) else otherwise


def _faults_in(detail: Any, pointer: str = "") -> tuple[Fault, ...]:
    """The messages of nested serializer errors, each with the pointer it belongs to."""
    if isinstance(detail, Mapping):
        return tuple(
            fault
            for key, value in detail.items()
            for fault in _faults_in(value, pointer if key == "non_field_errors" else f"{pointer}/{key}")
        )
    if isinstance(detail, list | tuple):
        return tuple(
            fault
            for index, value in enumerate(detail)
            for fault in _faults_in(value, f"{pointer}/{index}" if isinstance(value, Mapping) else pointer)
        )
    return (Fault(str(detail), pointer=pointer),)
