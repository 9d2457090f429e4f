"""A list text or a roster document in, an explained verdict out. Plain Python: no database, no clock.

Every way in (command, API, page, batch) calls :func:`check_text` or :func:`check_document` and shows
the same :class:`CheckResult`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from roster.interchange.result import ReadResult
from roster.muster.report import Report


class Cause(StrEnum):
    """Why a stated figure differs from the computed one (R-27)."""

    OLDER_PRICE = "older_price"
    """An older manual printed the stated figure, or its figure for this entry is another one."""
    COPY_TIER = "copy_tier"
    """The stated figure is that of another copy of the datasheet."""
    NOT_READ = "not_read"
    """Something of the unit was not understood, so its computed price is not whole."""
    UNPRICED = "unpriced"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class PriceDifference:
    """A unit whose stated and computed points differ. ``explanation`` is a sentence with both figures."""

    unit: str
    name: str
    stated: int
    computed: int | None
    cause: Cause
    explanation: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One list checked. ``report`` is None when nothing could be read (``read.refusal`` says why).

    ``is_legal`` is the report's, and None where a line was not understood and nothing is broken (R-19).
    """

    read: ReadResult | None
    report: Report | None
    is_legal: bool | None
    stated_points: int | None
    computed_points: int | None
    differences: tuple[PriceDifference, ...] = ()
