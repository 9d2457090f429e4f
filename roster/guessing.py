"""How often passwords may be guessed, whichever door is knocked at: page, administration or API.

Two counts for each window of ten minutes: for an account from one address, and for an address whatever
the account. An address is never locked out of an account by what another address does.
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass

from django.core.cache import cache

WINDOW_SECONDS = 600
FAILURES_FOR_ACCOUNT = 5
FAILURES_FROM_ADDRESS = 20


@dataclass(frozen=True, slots=True)
class SignIn:
    """One try: the address it comes from and the account it names."""

    address: str
    account: str

    def begin(self) -> int | None:
        """Count this try as failed until it succeeds; whole seconds to wait where there were too many, else None.

        Counting comes before the password is looked at, so that tries side by side are counted too.
        """
        counts = self._counts()
        if any(cache.get(key, 0) >= limit for key, limit in counts):
            return _seconds_left()
        reached = [(_add(key), limit) for key, limit in counts]
        if any(count > limit for count, limit in reached):
            return _seconds_left()
        return None

    def succeed(self) -> None:
        """Take this try out of the counts."""
        for key, _ in self._counts():
            _add(key, -1)

    def _counts(self) -> tuple[tuple[str, int], ...]:
        window = int(time.time() // WINDOW_SECONDS)
        return (
            (_key(window, self.address, self.account.casefold()), FAILURES_FOR_ACCOUNT),
            (_key(window, self.address), FAILURES_FROM_ADDRESS),
        )


def _add(key: str, number: int = 1) -> int:
    """Change a count; a count that is gone, at the end of its window or from a full cache, begins anew."""
    cache.add(key, 0, timeout=WINDOW_SECONDS)
    try:
        count = cache.incr(key, number)
    except ValueError:
        count = max(0, number)
        cache.set(key, count, timeout=WINDOW_SECONDS)
    # Some caches give a changed entry their own time to live.
    cache.touch(key, WINDOW_SECONDS)
    return count


def _seconds_left() -> int:
    """Seconds until the next window."""
    return max(1, math.ceil(WINDOW_SECONDS - time.time() % WINDOW_SECONDS))


def _key(window: int, *what: str) -> str:
    """A cache key that holds neither addresses nor names, whatever was typed."""
    digest = hashlib.sha256("\0".join(what).encode(errors="replace")).hexdigest()
    return f"failed-sign-ins:{window}:{digest}"
