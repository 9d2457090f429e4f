"""One answer for a roster: every check's verdict, the points, and whether it is legal."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.muster.army import Army, assemble
from roster.muster.coverage import NOT_COVERED
from roster.muster.event import EventProfile
from roster.muster.registry import Check, Found, NotApplicable, NotChecked, all_checks
from roster.muster.report import Outcome, Report, Severity, Stage, Verdict, Violation

SIZE_CHECK = "app/roster-size"
"""The one check that is made of a roster too large for the others."""


def check_roster(
    document: RosterDocument, catalogue: Catalogue, *, stage: Stage = Stage.FINAL, event: EventProfile | None = None
) -> Report:
    """Check a roster against everything this version knows of mustering (25).

    The report has a verdict for every registered check. ``is_legal`` is false if a broken check is
    illegal at this stage, None if none is but some check could not be made, else true (R-19).
    """
    army = assemble(document, catalogue, event)
    verdicts = tuple(_verdict(check, army, stage) for check in all_checks())
    return Report(catalogue.stamp, stage, _is_legal(verdicts), verdicts, army.points, NOT_COVERED, event)


def _is_legal(verdicts: tuple[Verdict, ...]) -> bool | None:
    if any(one.outcome is Outcome.BROKEN and one.severity is Severity.ILLEGAL for one in verdicts):
        return False
    return None if any(one.outcome is Outcome.NOT_CHECKED for one in verdicts) else True


def _verdict(check: Check, army: Army, stage: Stage) -> Verdict:
    if army.is_oversized and check.id != SIZE_CHECK:
        return _without_violations(check, stage, Outcome.NOT_CHECKED, "The roster is too large to be checked.")
    if check.applies is not None and (reason := check.applies(army)) is not None:
        return _without_violations(check, stage, Outcome.NOT_APPLICABLE, reason)
    for need in check.presumes:
        if (lack := army.lacks(need)) is not None:
            return _without_violations(check, stage, Outcome.NOT_CHECKED, lack)
    return _judged(check, army, stage)


def _judged(check: Check, army: Army, stage: Stage) -> Verdict:
    violations: list[Violation] = []
    found: Found | None = None
    not_applicable: str | None = None
    lacks = [lack for need in check.needs if (lack := army.lacks(need)) is not None]
    for finding in check.function(army):
        match finding:
            case Violation():
                violations.append(finding)
            case Found():
                found = finding
            case NotApplicable(reason):
                not_applicable = reason
            case NotChecked(reason):
                lacks.append(reason)
    used, limit = (found.used, found.limit) if found else (None, None)
    severity = check.severity.at(stage)
    if violations:
        return Verdict(check.id, check.title, Outcome.BROKEN, severity, None, used, limit, tuple(violations))
    if lacks:
        reason = " ".join(dict.fromkeys(lacks))
        return Verdict(check.id, check.title, Outcome.NOT_CHECKED, severity, reason, used, limit)
    if not_applicable is not None:
        return _without_violations(check, stage, Outcome.NOT_APPLICABLE, not_applicable)
    return Verdict(check.id, check.title, Outcome.HELD, severity, found.reason if found else check.claim, used, limit)


def _without_violations(check: Check, stage: Stage, outcome: Outcome, reason: str) -> Verdict:
    return Verdict(check.id, check.title, outcome, check.severity.at(stage), reason)
