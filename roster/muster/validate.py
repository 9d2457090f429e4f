"""One answer for a roster: every check's verdict, the points, and whether it is legal."""

from __future__ import annotations

from dataclasses import replace

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.muster.army import Army, assemble
from roster.muster.coverage import NOT_COVERED
from roster.muster.event import EventProfile
from roster.muster.registry import Check, Found, NotApplicable, all_checks, may_be_lowered
from roster.muster.report import Outcome, Report, Severity, Stage, Usage, Verdict, Violation

SIZE_CHECK = "app/roster-size"
"""The one check that is made of a roster too large for the others."""


def check_roster(
    document: RosterDocument, catalogue: Catalogue, *, stage: Stage | None = None, event: EventProfile | None = None
) -> Report:
    """Check a roster against everything this version knows of mustering (25), and what ``event`` asks beyond it.

    The report has a verdict for every registered check. ``is_legal`` is false if a broken check is
    illegal at this stage, None if none is but some check could not be made, else true (R-19).
    Without a ``stage`` the roster is taken as one for the event, or as a finished one where there is none (R-21).
    """
    if stage is None:
        stage = Stage.FINAL if event is None else Stage.EVENT
    army = assemble(document, catalogue, event)
    verdicts = tuple([_verdict(check, army, stage) for check in all_checks()])
    if event is not None:
        verdicts = tuple(_weighed(check, one, event) for check, one in zip(all_checks(), verdicts, strict=True))
    return Report(catalogue.stamp, stage, _is_legal(verdicts), verdicts, army.points, NOT_COVERED, event)


def _is_legal(verdicts: tuple[Verdict, ...]) -> bool | None:
    is_open = False
    for one in verdicts:
        if one.outcome is Outcome.BROKEN and one.severity is Severity.ILLEGAL:
            return False
        is_open = is_open or one.outcome is Outcome.NOT_CHECKED
    return None if is_open else True


def _weighed(check: Check, verdict: Verdict, event: EventProfile) -> Verdict:
    """The verdict with the weight the organiser gives its check; nothing is ever made to weigh more."""
    lowered = event.lowering_of(check.id)
    if lowered is None or not may_be_lowered(check) or not lowered.severity.is_below(verdict.severity):
        return verdict
    return replace(verdict, severity=lowered.severity, lowered_from=verdict.severity)


def _verdict(check: Check, army: Army, stage: Stage) -> Verdict:
    if army.is_oversized and check.id != SIZE_CHECK:
        return _without_violations(check, stage, Outcome.NOT_CHECKED, "The roster is too large to be checked.")
    if check.applies is not None and (reason := check.applies(army)) is not None:
        return _without_violations(check, stage, Outcome.NOT_APPLICABLE, reason)
    if army.lacking:
        for need in check.presumes:
            if (lack := army.lacking.get(need)) is not None:
                return _without_violations(check, stage, Outcome.NOT_CHECKED, lack)
    return _judged(check, army, stage)


def _judged(check: Check, army: Army, stage: Stage) -> Verdict:
    violations: list[Violation] = []
    usages: list[Usage] = []
    found: Found | None = None
    not_applicable: str | None = None
    lacks: list[str] = []
    if army.lacking:
        lacks += [lack for need in check.needs if (lack := army.lacking.get(need)) is not None]
    for finding in check.function(army):
        if isinstance(finding, Found):
            found = finding
        elif isinstance(finding, Violation):
            violations.append(finding)
        elif isinstance(finding, Usage):
            usages.append(finding)
        elif isinstance(finding, NotApplicable):
            not_applicable = finding.reason
        else:
            lacks.append(finding.reason)
    if not violations and not lacks and not_applicable is not None:
        return _without_violations(check, stage, Outcome.NOT_APPLICABLE, not_applicable)
    used, limit = (found.used, found.limit) if found is not None else (None, None)
    outcome, words = Outcome.HELD, found.reason if found is not None else check.claim
    if lacks:
        outcome, words = Outcome.NOT_CHECKED, " ".join(dict.fromkeys(lacks))
    if not violations and not usages:
        return _without_violations(check, stage, outcome, words, used, limit)
    severity = check.severity.at(stage)
    if not violations:
        return Verdict(check.id, check.title, outcome, severity, words, used, limit, usages=tuple(usages))
    broken, usage = tuple(violations), tuple(usages)
    return Verdict(check.id, check.title, Outcome.BROKEN, severity, None, used, limit, broken, usages=usage)


LONGEST_REMEMBERED = 160
"""Characters of the longest reason whose verdict is kept: strangers' names must not fill the memory."""

VERDICTS_KEPT = 8192

_KEPT: dict[tuple[Check, int, int, str, int | None, int | None], Verdict] = {}
"""Stage and outcome by their identities: the hash of an enum's member is worked out anew each time."""


def _without_violations(
    check: Check, stage: Stage, outcome: Outcome, reason: str, used: int | None = None, limit: int | None = None
) -> Verdict:
    """A verdict without violations. Most are the same from roster to roster, and values: they are made once."""
    key = (check, id(stage), id(outcome), reason, used, limit)
    verdict = _KEPT.get(key)
    if verdict is None:
        verdict = Verdict(check.id, check.title, outcome, check.severity.at(stage), reason, used, limit)
        if len(reason) <= LONGEST_REMEMBERED:
            if len(_KEPT) >= VERDICTS_KEPT:
                _KEPT.clear()
            _KEPT[key] = verdict
    return verdict
