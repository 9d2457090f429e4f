"""What is said of faults outside of any view: a page to people, a problem to the API's clients."""

from __future__ import annotations

import sys

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.views import defaults

from api import problems
from api.problems import Kind


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request is damaged, or names a host that is not this one."""
    if not _is_for_the_api(request):
        return defaults.bad_request(request, exception)
    if isinstance(exception, DisallowedHost):
        return _problem(
            request, Kind.MALFORMED, "The request names a host that is not served here; see its Host header."
        )
    return _problem(request, Kind.MALFORMED, "The request arrived damaged or cut short. Send it again.")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a fault nobody foresaw; Django has logged it. 503 where a part of the service does not answer."""
    if problems.is_outage(sys.exc_info()[1]):
        return _unavailable(request)
    if not _is_for_the_api(request):
        return defaults.server_error(request)
    return _problem(
        request, Kind.FAULT, "Something went wrong here, not with your request. It has been logged; try again later."
    )


def _unavailable(request: HttpRequest) -> HttpResponse:
    if _is_for_the_api(request):
        answer = _problem(request, Kind.UNAVAILABLE, problems.OUTAGE)
    else:
        answer = HttpResponse(loader.get_template("503.html").render({"sentence": problems.OUTAGE}), status=503)
    answer["Retry-After"] = str(problems.SECONDS_OF_AN_OUTAGE)
    return answer


def _is_for_the_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _problem(request: HttpRequest, kind: Kind, detail: str) -> HttpResponse:
    body = {"type": kind.type, "title": kind.title, "status": kind.status, "detail": detail, "instance": request.path}
    return JsonResponse(body, status=kind.status, content_type=problems.CONTENT_TYPE)
