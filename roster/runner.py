"""Checks waiting lists one after another until none waits: the work behind the task."""

from __future__ import annotations

from collections.abc import Callable

from datasheets.catalogue import Catalogue
from datasheets.selectors import NoRelease, catalogue_of
from datasheets.working import Ends, WorkCrashed, work_through, worked
from roster.checking import CheckResult, check_text
from roster.claims import WORN_OUT, Claim, Finding, claim_next, give_up, hand_back, store_finding
from roster.document_faults import DocumentError
from roster.event_documents import event_from_json
from roster.interchange.result import LineStatus
from roster.muster.report import Outcome, Report, Severity
from roster.presentation import result_as_dict
from roster.timebox import OutOfTime, within
from roster.wording import violation_text

SECONDS_FOR_A_LIST = 10.0
_NAME_LENGTH = 120
_LARGEST_STORED_POINTS = 2_147_483_647

Checker = Callable[..., CheckResult]
"""Called with a text, a catalogue and, for a batch that is checked for one, the keyword ``event``."""


class ListCrashed(WorkCrashed):
    """Checking a list ended in a fault of our own. The list has been given up; the others wait as before."""


def check_waiting_lists(*, seconds: float, check: Checker = check_text) -> bool:
    """Check waiting lists of all batches, in turn; True where time ran out before the lists did.

    Raises :class:`ListCrashed`, after closing the row, where ``check`` raises.
    """
    return work_through(claim_next, lambda claim: check_claimed(claim, check), seconds=seconds)


def check_claimed(claim: Claim, check: Checker = check_text) -> None:
    """Check one claimed list and store what was found, or why nothing was."""
    try:
        catalogue = catalogue_of(claim.release)
    except NoRelease:
        give_up(claim, f"The release {claim.release} that this batch is judged by is gone. Start the batch again.")
        return
    try:
        event = {"event": event_from_json(claim.event)} if claim.event is not None else {}
    except DocumentError as fault:
        give_up(
            claim, f"The event’s profile that is kept with this batch cannot be read: {fault} Start the batch again."
        )
        return

    def check_and_store() -> None:
        finding = within(
            SECONDS_FOR_A_LIST, lambda: finding_of(check(claim.text, catalogue, **event), catalogue, claim.filename)
        )
        store_finding(claim, finding)

    worked(
        check_and_store,
        Ends(
            give_up=lambda problem: give_up(claim, problem),
            hand_back=lambda: hand_back(claim),
            attempt=claim.attempt,
            refused={OutOfTime: lambda _: _too_long()},
            fault="Checking this list ended in a fault of the service. Please report it with this list.",
            crashed=ListCrashed(f"item {claim.item}"),
            worn_out=WORN_OUT,
        ),
    )


def _too_long() -> str:
    return (
        f"Checking took longer than {SECONDS_FOR_A_LIST:.0f} seconds, so it was stopped. "
        "See whether the file holds more than one list."
    )


def finding_of(result: CheckResult, catalogue: Catalogue, filename: str) -> Finding:
    """The columns and the report that are kept of a checked list."""
    document = result.read.document if result.read else None
    return Finding(
        is_readable=result.report is not None,
        is_legal=result.is_legal if result.report is not None else None,
        faction=_fitting(document.faction.name if document and document.faction else ""),
        battle_size=_fitting(document.battle_size.name if document and document.battle_size else ""),
        stated_points=_storable(result.stated_points),
        computed_points=_storable(result.computed_points),
        broken_checks=len(_illegal(result.report)) if result.report is not None else None,
        unknown_lines=result.read.count(LineStatus.UNKNOWN) if result.read else 0,
        problem=first_problem(result),
        result=result_as_dict(result, catalogue, file=filename),
    )


def first_problem(result: CheckResult) -> str:
    """The first thing a reader should know of a list that is not simply legal, in one sentence; else empty."""
    if result.report is None:
        return (result.read.refusal if result.read else None) or "Nothing in this text could be read as a roster."
    for verdict in _illegal(result.report):
        for violation in verdict.violations:
            return violation_text(verdict, violation)
        return verdict.title
    unknown = [line for line in result.read.lines if line.status is LineStatus.UNKNOWN] if result.read else []
    if unknown:
        return f"Line {unknown[0].number} was not understood: {unknown[0].meaning}"
    if result.is_legal is None:
        for verdict in result.report.verdicts:
            if verdict.outcome is Outcome.NOT_CHECKED:
                return f"{verdict.title}: not checked. {verdict.reason or ''}".strip()
    return ""


def _illegal(report: Report | None) -> tuple:
    if report is None:
        return ()
    return tuple(verdict for verdict in report.broken if verdict.severity is Severity.ILLEGAL)


def _fitting(name: str) -> str:
    return name if len(name) <= _NAME_LENGTH else name[: _NAME_LENGTH - 1] + "…"


def _storable(points: int | None) -> int | None:
    """Points as the column holds them; an absurd number stays in the report alone."""
    return points if points is not None and abs(points) <= _LARGEST_STORED_POINTS else None
