"""The muster: is a roster legal, what does it cost, and why. Plain Python over plain values.

:func:`check_roster` is the way in; checks register themselves in :mod:`roster.muster.registry`.
"""

from roster.muster.event import EventProfile, LoweredCheck
from roster.muster.report import (
    Fix,
    Outcome,
    PointsBreakdown,
    PriceKind,
    PricePart,
    Report,
    Severity,
    Stage,
    UnitPrice,
    Usage,
    Verdict,
    Violation,
)
from roster.muster.validate import check_roster

__all__ = [
    "EventProfile",
    "Fix",
    "LoweredCheck",
    "Outcome",
    "PointsBreakdown",
    "PriceKind",
    "PricePart",
    "Report",
    "Severity",
    "Stage",
    "UnitPrice",
    "Usage",
    "Verdict",
    "Violation",
    "check_roster",
]
