"""How many checks, batches, rosters and reports of data errors one may ask for, whichever door is used: page or API.

How often passwords may be guessed is in ``roster.guessing``.
"""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle
from rest_framework.views import APIView


class VisitorCheckThrottle(AnonRateThrottle):
    """Checks of an address from those who are not signed in: ``THROTTLE_ANONYMOUS``, 60 a minute unless set.

    A check is whatever judges a roster while somebody waits: a list, a saved roster, an explanation, a fix.
    ``settings.WEBSITE_CHECK_RATE`` is another rate, where there is one.
    """

    scope = "checks-of-visitors"

    def get_rate(self) -> str:
        """The rate in force: ``"60/min"``."""
        return str(getattr(settings, "WEBSITE_CHECK_RATE", None) or self.THROTTLE_RATES["anon"])


class CheckThrottle(UserRateThrottle):
    """Checks of a person who is signed in: ``THROTTLE_USER``, 300 a minute unless set."""

    scope = "checks"

    def get_rate(self) -> str:
        """The rate in force: ``"300/min"``."""
        return str(self.THROTTLE_RATES["user"])

    def get_cache_key(self, request: Request, view: APIView | None) -> str | None:
        """One count a person, whatever address they come from; visitors are counted by another."""
        if not request.user or not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


CHECK_THROTTLES = (CheckThrottle, VisitorCheckThrottle)


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
