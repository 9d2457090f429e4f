"""Applying offered fixes until nothing is wrong, and watching that nothing becomes worse."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.muster import check_roster
from roster.muster.event import EventProfile
from roster.muster.fixes import apply_patch, find_fixes
from roster.muster.report import Fix, Report, Severity, Violation

BEYOND_REPAIR: dict[str, str] = {
    "app/roster-size": "which of hundreds of units are meant is for the player to say",
    "event/faction-allowed": "an army of another faction is another army",
}
"""Checks whose changed rosters count apart, each with the reason why nothing that is offered can mend them."""

STEPS = 12
"""Fixes that are applied one after the other before it is given up."""


@dataclass(frozen=True)
class Repair:
    """How it went. ``left`` says which checks stayed broken, with their messages; ``made_worse`` what a fix broke."""

    name: str
    check: str
    steps: int
    is_repaired: bool
    left: str = ""
    made_worse: str = ""


def weighing(report: Report) -> list[tuple[str, Violation]]:
    """The violations that are more than advice, the illegal ones first."""
    found = [
        (verdict.severity, verdict.check, violation)
        for verdict in report.broken
        if verdict.severity is not Severity.ADVICE
        for violation in verdict.violations
    ]
    found.sort(key=lambda one: one[0] is not Severity.ILLEGAL)
    return [(check, violation) for _, check, violation in found]


def illegal(report: Report) -> frozenset[str]:
    """Ids of the broken checks that make the roster illegal."""
    return frozenset(verdict.check for verdict in report.broken if verdict.severity is Severity.ILLEGAL)


def repaired(
    document: RosterDocument, catalogue: Catalogue, event: EventProfile | None, name: str, check: str
) -> Repair:
    """Apply the first fix of the first violation that has one, check anew, and so on."""
    report = check_roster(document, catalogue, event=event)
    for steps in range(STEPS):
        wrong = weighing(report)
        if not wrong:
            return Repair(name, check, steps, is_repaired=True)
        told = find_fixes(document, catalogue, report, event=event)
        fix = first_fix(told)
        if fix is None:
            return Repair(name, check, steps, is_repaired=False, left=_words(wrong))
        document = apply_patch(document, fix.patch)
        after = check_roster(document, catalogue, event=event)
        if worse := what_is_worse(report, after):
            return Repair(name, check, steps + 1, is_repaired=False, left=_words(weighing(after)), made_worse=worse)
        report = after
    return Repair(name, check, STEPS, is_repaired=False, left=f"after {STEPS} fixes: {_words(weighing(report))}")


def first_fix(report: Report) -> Fix | None:
    """The first fix of the first violation that has one."""
    return next((violation.fixes[0] for _, violation in weighing(report) if violation.fixes), None)


def what_is_worse(before: Report, after: Report) -> str:
    """In words what is worse after a fix; empty where nothing is."""
    was, now = weighing(before), weighing(after)
    if len(now) > len(was):
        return f"{len(now)} violations, {len(was)} before: {_words(now)}"
    if new := illegal(after) - illegal(before):
        return f"newly illegal: {sorted(new)}"
    if others := {check for check, _ in now} - {check for check, _ in was}:
        return f"newly broken: {sorted(others)}"
    if len(now) == len(was):
        return "as many violations as before"
    return ""


def _words(wrong: list[tuple[str, Violation]]) -> str:
    return ", ".join(dict.fromkeys(f"{check} {violation.message}" for check, violation in wrong))
