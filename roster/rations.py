"""How many batches, rosters and reports of data errors one may hand in, whichever door is used: page or API.

How often passwords may be guessed is in ``roster.guessing``.
"""

from __future__ import annotations

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class BatchThrottle(UserRateThrottle):
    """Sixty batches an hour and user; one count for both doors."""

    scope = "batches"
    rate = "60/hour"


class RosterThrottle(UserRateThrottle):
    """Saving two hundred rosters an hour and user."""

    scope = "rosters"
    rate = "200/hour"


class ExplanationThrottle(UserRateThrottle):
    """Thirty explanations a minute and user, or address of a visitor: each checks up to 240 changed rosters."""

    scope = "explanations"
    rate = "30/min"


class ReportThrottle(UserRateThrottle):
    """Sixty reports an hour and user, or address of a visitor."""

    scope = "reports"
    rate = "60/hour"


class VisitorReportThrottle(AnonRateThrottle):
    """Ten reports an hour and address from those who are not signed in."""

    scope = "reports-of-visitors"
    rate = "10/hour"


REPORT_THROTTLES = (ReportThrottle, VisitorReportThrottle)
