"""What surrounds every request: its size limit, its id and its log line."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from api import problems
from api.problems import Kind

log = structlog.get_logger(__name__)

Responder = Callable[[HttpRequest], HttpResponse]
_GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
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
    """Refuses a body larger than any this service takes before a byte of it is read.

    Django limits forms itself, but neither uploaded files nor the JSON that REST framework reads. A body
    without a length is not read at all (Django takes its length as 0).
    """

    def __init__(self, get_response: Responder) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = _length_of_body(request)
        is_upload = (request.content_type or "") in _UPLOAD_TYPES
        limit = settings.UPLOAD_MAX_BYTES if is_upload else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if length <= limit:
            return self.get_response(request)
        detail = f"The request has {length:,} bytes; at most {limit:,} are read. Send less, or in several parts."
        if request.path.startswith("/api/"):
            kind = Kind.TOO_LARGE
            problem = {"type": kind.type, "title": kind.title, "status": kind.status, "detail": detail}
            return JsonResponse(
                problem | {"instance": request.path}, status=kind.status, content_type=problems.CONTENT_TYPE
            )
        return HttpResponse(detail, status=413, content_type="text/plain; charset=utf-8")


def _length_of_body(request: HttpRequest) -> int:
    """Bytes announced; 0 where none are, or in words that are no number, which Django takes for 0 as well."""
    announced = request.META.get("CONTENT_LENGTH") or ""
    return int(announced) if announced.isascii() and announced.isdigit() else 0
