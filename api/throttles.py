"""How often somebody may ask: batches are dear. How often passwords may be guessed is in ``roster.guessing``."""

from __future__ import annotations

from rest_framework.throttling import UserRateThrottle


class BatchThrottle(UserRateThrottle):
    """Batches a user may start."""

    scope = "batches"
    rate = "60/hour"
