"""Every spec with a broken check, its fixes found once for all tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import jsonpatch
import msgspec

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.documents import document_to_json
from roster.muster import EventProfile, Fix, Report, Severity, Stage, Verdict, Violation, check_roster
from roster.muster.fixes import find_fixes
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue
from tests.muster.specs import Spec, all_specs

STEPS = 10
"""Fixes applied one after another to a roster; none has as many violations."""


@dataclass(frozen=True)
class Tried:
    """A roster of a spec with its report, which has fixes."""

    spec: Spec
    document: RosterDocument
    catalogue: Catalogue
    stage: Stage
    event: EventProfile | None
    report: Report

    @property
    def name(self) -> str:
        """The spec, for messages."""
        return f"{self.spec.check}/{self.spec.name}"

    def judged(self, document: RosterDocument) -> Report:
        """Another document, judged as this one was."""
        return check_roster(document, self.catalogue, stage=self.stage, event=self.event)

    def fixes(self) -> Iterator[tuple[Verdict, Violation, Fix]]:
        """Every fix that is offered, with what it mends."""
        for verdict in self.report.verdicts:
            for violation in verdict.violations:
                for fix in violation.fixes:
                    yield verdict, violation, fix


@cache
def tried_specs(real: Catalogue) -> tuple[Tried, ...]:
    """The specs with something broken, in which something is illegal or not."""
    found = []
    for spec in all_specs():
        catalogue = real if spec.content.get("catalogue") == "real" else spec_catalogue()
        event = spec.event
        stage = Stage(spec.content.get("stage", "event" if event is not None else "final"))
        document = roster_of(spec.content["roster"], catalogue)
        report = check_roster(document, catalogue, stage=stage, event=event)
        if spec.broken or report.is_legal is False:
            with_fixes = find_fixes(document, catalogue, report, event=event)
            found.append(Tried(spec, document, catalogue, stage, event, with_fixes))
    return tuple(found)


def applied(document: RosterDocument, fix: Fix) -> RosterDocument:
    """The document after the fix, by its patch alone; specs hold documents that no JSON decoder lets in."""
    patched = jsonpatch.apply_patch(document_to_json(document), list(fix.patch))
    return msgspec.convert(patched, RosterDocument)


def weighty(report: Report) -> Counter[tuple[str, str]]:
    """How often each message of each check is there, advice left out."""
    return Counter(
        (verdict.check, violation.message)
        for verdict in report.broken
        if verdict.severity is not Severity.ADVICE
        for violation in verdict.violations
    )


def repaired(tried: Tried) -> tuple[Report, int]:
    """The report once the first fix of the first illegal violation was applied until none is, and the steps."""
    document, report = tried.document, tried.report
    for step in range(STEPS):
        first = next(
            (
                violation.fixes[0]
                for verdict in report.broken
                if verdict.severity is Severity.ILLEGAL
                for violation in verdict.violations
                if violation.fixes
            ),
            None,
        )
        if first is None:
            return report, step
        document = applied(document, first)
        report = tried.judged(document)
        if report.is_legal is not False:
            return report, step + 1
        report = find_fixes(document, tried.catalogue, report, event=tried.event)
    return report, STEPS
