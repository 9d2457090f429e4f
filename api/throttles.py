"""How often somebody may ask: batches are dear, and passwords must not be guessed."""

from __future__ import annotations

import hashlib
import time

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, UserRateThrottle
from rest_framework.views import APIView


class BatchThrottle(UserRateThrottle):
    """Batches a user may start."""

    scope = "batches"
    rate = "60/hour"


class FailedLoginThrottle(BaseThrottle):
    """Refuses sign-ins after too many failed ones; successful ones are not counted.

    Two counts for each window of time: for an account from one address, and for an address whatever
    the account.
    """

    window_seconds = 600
    failures_for_account = 5
    failures_from_address = 20

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether a sign-in may be tried now."""
        return all(cache.get(key, 0) < limit for key, limit in self._counts(request))

    def wait(self) -> float:
        """Seconds until the next window."""
        return self.window_seconds - time.time() % self.window_seconds

    def count_failure(self, request: Request) -> None:
        """Remember that a sign-in failed."""
        for key, _ in self._counts(request):
            cache.add(key, 0, timeout=self.window_seconds)
            cache.incr(key)

    def _counts(self, request: Request) -> tuple[tuple[str, int], ...]:
        window = int(time.time() // self.window_seconds)
        address = self.get_ident(request) or ""
        data = request.data if isinstance(request.data, dict) else {}
        account = str(data.get("username", "")).casefold()
        return (
            (_key(window, address, account), self.failures_for_account),
            (_key(window, address), self.failures_from_address),
        )


def _key(window: int, *what: str) -> str:
    """A cache key that holds neither addresses nor names, whatever was typed."""
    digest = hashlib.sha256("\0".join(what).encode()).hexdigest()
    return f"failed-logins:{window}:{digest}"
