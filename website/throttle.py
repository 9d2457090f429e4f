"""How often one may have rosters checked on the site, and how long somebody refused has to wait."""

from __future__ import annotations

import math

from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import SimpleRateThrottle

from roster.rations import CHECK_THROTTLES
from website.page import problem


def seconds_to_wait(request: HttpRequest, *kinds: type[SimpleRateThrottle]) -> int | None:
    """Count this request by each kind; whole seconds until the next one is allowed, None where this one is."""
    waits = []
    for kind in kinds:
        throttle = kind()
        # REST framework's throttles read only what a plain request has too: its user and its address.
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]
            waits.append(max(1, math.ceil(throttle.wait() or 1)))
    return max(waits, default=None)


def too_many_checks(request: HttpRequest) -> HttpResponse | None:
    """Count this request as a check; the page that refuses it where there were too many within a minute."""
    wait = seconds_to_wait(request, *CHECK_THROTTLES)
    if wait is None:
        return None
    seconds = "1 second" if wait == 1 else f"{wait} seconds"
    who = "you" if request.user.is_authenticated else "your address"
    more = "" if request.user.is_authenticated else "sign in and "
    response = problem(
        request,
        429,
        "Too many checks at once",
        f"Many rosters were checked for {who} within a minute. Wait {seconds} and try again; "
        f"for a folder of lists, {more}check them in one batch.",
    )
    response.headers["Retry-After"] = str(wait)
    return response
