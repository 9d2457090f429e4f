"""How often a visitor may have a list checked, and how long somebody refused has to wait."""

from __future__ import annotations

import math

from django.conf import settings
from django.http import HttpRequest
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle

DEFAULT_RATE = "60/min"


class CheckPageThrottle(AnonRateThrottle):
    """``WEBSITE_CHECK_RATE`` checks an address (60 a minute unless set), counted in the cache."""

    scope = "website-check"

    def get_rate(self) -> str:
        """The rate in force: ``"60/min"``."""
        return getattr(settings, "WEBSITE_CHECK_RATE", DEFAULT_RATE)


def seconds_to_wait(request: HttpRequest, kind: type[SimpleRateThrottle] = CheckPageThrottle) -> int | None:
    """Count this request; whole seconds until the next one is allowed, None where this one is."""
    throttle = kind()
    # REST framework's throttles read only what a plain request has too: its user and its address.
    if throttle.allow_request(request, None):  # type: ignore[arg-type]
        return None
    return max(1, math.ceil(throttle.wait() or 1))
