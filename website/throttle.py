"""How often a visitor may have a list checked, and a signed-in user hand in a batch."""

from __future__ import annotations

import math

from django.conf import settings
from django.http import HttpRequest
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

DEFAULT_RATE = "60/min"


class CheckPageThrottle(AnonRateThrottle):
    """``WEBSITE_CHECK_RATE`` checks an address (60 a minute unless set), counted in the cache."""

    scope = "website-check"

    def get_rate(self) -> str:
        """The rate in force: ``"60/min"``."""
        return getattr(settings, "WEBSITE_CHECK_RATE", DEFAULT_RATE)


class BatchThrottle(UserRateThrottle):
    """Batches a user may start; the API counts under the same name, so that both doors share the ration."""

    scope = "batches"
    rate = "60/hour"


def seconds_to_wait(request: HttpRequest, kind: type[SimpleRateThrottle] = CheckPageThrottle) -> int | None:
    """Count this request; whole seconds until the next one is allowed, None where this one is."""
    throttle = kind()
    # REST framework's throttles read only what a plain request has too: its user and its address.
    if throttle.allow_request(request, None):  # type: ignore[arg-type]
        return None
    return max(1, math.ceil(throttle.wait() or 1))
