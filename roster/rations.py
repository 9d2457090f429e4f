"""How many batches a user may start, whichever door they are handed in at: page or API.

How often passwords may be guessed is in ``roster.guessing``.
"""

from __future__ import annotations

from rest_framework.throttling import UserRateThrottle


class BatchThrottle(UserRateThrottle):
    """Sixty batches an hour and user; one count for both doors."""

    scope = "batches"
    rate = "60/hour"
