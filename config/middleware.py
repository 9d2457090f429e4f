"""What surrounds every request: its id, its log line, and the bodies that are not read."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from api import problems
from api.problems import Kind
from website import page

log = structlog.get_logger(__name__)

Responder = Callable[[HttpRequest], HttpResponse]
_GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
_CHARSETS_OF_FORMS = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
# What a text in each of these holds is seen from its bytes (roster.interchange.decoding).
_CHARSETS = _CHARSETS_OF_FORMS | {"iso-8859-1", "windows-1252", "cp1252", "utf-16"}
_UPLOAD_TYPES = ("multipart/form-data", "application/zip", "application/x-zip-compressed", "application/octet-stream")


class RequestLog:
    """Gives each request an id (``X-Request-ID``, taken over where a proxy set one) and logs one line for it.

    The line names the route, not the address: addresses may hold what people typed.
    """

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
        begun = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            match = request.resolver_match
            log.info(
                "request",
                method=request.method,
                route=match.route if match else None,
                status=response.status_code,
                milliseconds=round((time.perf_counter() - begun) * 1000),
            )
        response["X-Request-ID"] = request_id
        return response


class BodyLimit:
    """Refuses a body before a byte of it is read: one too large, or one that nobody here could read.

    Django limits forms itself, but neither uploaded files nor the JSON that REST framework reads. A body
    without a length is not read at all (Django takes its length as 0).
    """

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponse | None:
        """The refusal, or None. Here and not earlier, so that it gets every header that answers get."""
        return _too_large(request, view) or _unreadable(request)


def _too_large(request: HttpRequest, view: Callable[..., Any]) -> HttpResponse | None:
    length = _length_of_body(request)
    # For any other view Django's forgery guard reads the whole body, files and all, before the view is asked.
    reads_when_asked = getattr(view, "csrf_exempt", False)
    is_upload = reads_when_asked and (request.content_type or "") in _UPLOAD_TYPES
    limit = settings.UPLOAD_MAX_BYTES if is_upload else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length <= limit:
        return None
    detail = f"The request has {length:,} bytes; at most {limit:,} are read. Send less, or in several parts."
    return _refusal(request, Kind.TOO_LARGE, "That is too much at once", detail)


def _unreadable(request: HttpRequest) -> HttpResponse | None:
    if "Transfer-Encoding" in request.headers and not request.headers.get("Content-Length"):
        detail = (
            "The body arrives in pieces without its length, so it was not read. Send it whole, with Content-Length."
        )
        return _refusal(request, Kind.MALFORMED, "That request cannot be read", detail)
    if not _length_of_body(request):
        return None
    coding = request.headers.get("Content-Encoding", "")
    if coding.strip().lower() not in ("", "identity"):
        detail = f"The body is packed ({coding[:40]}), which is not read here. Send it unpacked."
        return _refusal(request, Kind.WRONG_CONTENT_TYPE, "That request cannot be read", detail)
    charset = (request.content_params or {}).get("charset", "utf-8")
    known = _CHARSETS_OF_FORMS if request.content_type in _FORM_TYPES else _CHARSETS
    if charset.lower() not in known:
        detail = f"The body is sent in the charset {charset[:40]!r}; send it in UTF-8."
        return _refusal(request, Kind.WRONG_CONTENT_TYPE, "That request cannot be read", detail)
    return None


def _refusal(request: HttpRequest, kind: Kind, title: str, detail: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        problem = {"type": kind.type, "title": kind.title, "status": kind.status, "detail": detail}
        return JsonResponse(
            problem | {"instance": request.path}, status=kind.status, content_type=problems.CONTENT_TYPE
        )
    page.drain(request)
    return page.problem(request, kind.status, title, detail)


def _length_of_body(request: HttpRequest) -> int:
    """Bytes announced; 0 where none are, or in words that are no number, which Django takes for 0 as well."""
    announced = request.META.get("CONTENT_LENGTH") or ""
    return int(announced) if announced.isascii() and announced.isdigit() else 0
