"""The muster: is a roster legal, what does it cost, and why. Plain Python over plain values.

:func:`check_roster` is the way in; checks register themselves in :mod:`roster.muster.registry`.
"""

from roster.muster.report import (
    Outcome,
    PointsBreakdown,
    PriceKind,
    PricePart,
    Report,
    Severity,
    Stage,
    UnitPrice,
    Verdict,
    Violation,
)
from roster.muster.validate import check_roster

__all__ = [
    "Outcome",
    "PointsBreakdown",
    "PriceKind",
    "PricePart",
    "Report",
    "Severity",
    "Stage",
    "UnitPrice",
    "Verdict",
    "Violation",
    "check_roster",
]
