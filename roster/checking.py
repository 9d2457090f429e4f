"""A list text or a roster document in, an explained verdict out. Plain Python: no database, no clock.

Every way in (command, API, page, batch) calls :func:`check_text` or :func:`check_document` and shows
the same :class:`CheckResult`.
"""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from roster.data_differences import DataCause, DataDifference, data_differences
from roster.document import RosterDocument
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from roster.muster import EventProfile, Report, Stage, check_roster
from roster.price_differences import Cause, PriceDifference, price_differences, total_difference

__all__ = [
    "Cause",
    "CheckResult",
    "DataCause",
    "DataDifference",
    "PriceDifference",
    "check_document",
    "check_text",
    "detachment_points",
]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One list checked. ``report`` is None when nothing could be read (``read.refusal`` says why).

    ``is_legal`` is the report's, and None where a line was not understood and nothing is broken (R-19).
    ``document`` is what was judged, read from a text or given; a text that is refused as a whole may
    still have a ``read.document`` of what was recognised, and has no verdict.
    """

    read: ReadResult | None
    report: Report | None
    is_legal: bool | None
    stated_points: int | None
    computed_points: int | None
    differences: tuple[PriceDifference, ...] = ()
    document: RosterDocument | None = None
    total_difference: PriceDifference | None = None
    """Why the army's stated total is not the computed one, None where they are equal or none is stated."""
    computed_detachment_points: int | None = None
    """Detachment Points of the detachments by the release, None where one is unknown or none is named."""
    data_differences: tuple[DataDifference, ...] = ()
    """What the list names and the release has otherwise, beside the prices of units (R-27)."""


def check_text(
    text: str, catalogue: Catalogue, *, stage: Stage | None = None, event: EventProfile | None = None
) -> CheckResult:
    """Read a list text and judge it at ``stage``, by what ``event`` asks too. Never raises, whatever the text.

    Without a ``stage`` it is taken as a roster for the event, or as a finished one where there is none.
    """
    read = read_text(text, catalogue)
    if read.document is None or read.refusal is not None:
        stated = read.document.stated_points if read.document else None
        return CheckResult(read, None, None, stated, None)
    unread = [line for line in read.lines if line.status is LineStatus.UNKNOWN]
    return _judged(
        read.document,
        catalogue,
        stage,
        event,
        read=read,
        has_unread_lines=bool(unread),
        unread_units=frozenset(line.unit for line in unread if line.unit is not None),
    )


def check_document(
    document: RosterDocument, catalogue: Catalogue, *, stage: Stage | None = None, event: EventProfile | None = None
) -> CheckResult:
    """Judge a roster document at ``stage``, by what ``event`` asks too; without a ``stage`` as a text is."""
    return _judged(document, catalogue, stage, event)


def _judged(
    document: RosterDocument,
    catalogue: Catalogue,
    stage: Stage | None,
    event: EventProfile | None,
    *,
    read: ReadResult | None = None,
    has_unread_lines: bool = False,
    unread_units: frozenset[str] = frozenset(),
) -> CheckResult:
    report = check_roster(document, catalogue, stage=stage, event=event)
    differences = price_differences(
        document,
        report,
        catalogue,
        unread_units=unread_units,
        data_version=read.data_version if read else None,
    )
    # A line that was not understood may be what breaks or mends the roster: no word of "legal".
    is_legal = None if report.is_legal and has_unread_lines else report.is_legal
    return CheckResult(
        read=read,
        report=report,
        is_legal=is_legal,
        stated_points=document.stated_points,
        computed_points=report.points.total,
        differences=differences,
        document=document,
        total_difference=total_difference(document, report, differences),
        computed_detachment_points=detachment_points(document, catalogue),
        data_differences=data_differences(
            document,
            catalogue,
            stated_detachment_points=read.stated_detachment_points if read else None,
            data_version=read.data_version if read else None,
        ),
    )


def detachment_points(document: RosterDocument, catalogue: Catalogue) -> int | None:
    """Detachment Points of the roster as its faction pays them, None where one is unknown or none is named."""
    lineage = catalogue.lineage(document.faction.id) if document.faction and document.faction.id else ()
    total = 0
    for reference in document.detachments:
        detachment = catalogue.detachments.get(reference.id or "")
        offer = detachment.offer_to(*lineage) if detachment else None
        if offer is None or offer.points is None:
            return None
        total += offer.points
    return total if document.detachments else None
