"""Specs with a broken check, their fixes found once for all tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import jsonpatch
import msgspec

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.documents import document_to_json
from roster.muster import EventProfile, Fix, Outcome, Report, Severity, Stage, Verdict, Violation, check_roster
from roster.muster.fixes import find_fixes
from roster.wording import fix_text
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


ALWAYS = frozenset(
    {
        "01.02.06/split-parts/named-whole",
        "18.01/capacity/a-hold-that-leaves-less",
        "25.02/army-faction/no-faction",
        "25.04/choice-limit/tank-aces",
        "25.04/choice-limit/too-few",
        "25.04/detachment-requires/too-few",
        "25.04/disposition-available/not-granted",
        "25.04/enhancement-bearer/a-model-that-is-not-there",
        "25.04/enhancement-character/choice-taken-back",
        "25.04/enhancement-character/three-where-two-can-be-chosen",
        "25.04/enhancement-demanded/ctan",
        "25.04/support-attached/another-one-could-make-room",
        "app/unit-keys/a-part-with-a-key-in-use",
        "app/unit-keys/a-unit-without-a-key",
        "data/recognised/nothing-is-known",
        "datasheet/composition/a-stranger-among-them",
        "event/faction-allowed/not-among-them",
        "event/plan-written/none",
    }
)
"""Specs that are in every sample: the only ones with one sentence or other, or whose violation has no fix."""


@cache
def broken_specs() -> tuple[Spec, ...]:
    """The specs with something broken."""
    return tuple(spec for spec in all_specs() if spec.broken)


@cache
def tried_specs(real: Catalogue) -> tuple[Tried, ...]:
    """For each check one spec in which it is broken, by seed, and those that are always there.

    All of them take half a minute; ``python -m tests.bench.fixes`` looks at all.
    """
    by_check: dict[str, list[Spec]] = {}
    for spec in broken_specs():
        by_check.setdefault(spec.check, []).append(spec)
    chance = Random(20_261_130)  # noqa: S311  (seeded, not secret)
    chosen = [chance.choice(by_check[check]) for check in sorted(by_check)]
    named = [spec for spec in broken_specs() if spec in chosen or f"{spec.check}/{spec.name}" in ALWAYS]
    return tuple(_tried(spec, real) for spec in named)


def all_tried_specs(real: Catalogue) -> tuple[Tried, ...]:
    """All of them."""
    return tuple(_tried(spec, real) for spec in broken_specs())


def _tried(spec: Spec, real: Catalogue) -> Tried:
    catalogue = real if spec.content.get("catalogue") == "real" else spec_catalogue()
    event = spec.event
    stage = Stage(spec.content.get("stage", "event" if event is not None else "final"))
    document = roster_of(spec.content["roster"], catalogue)
    report = check_roster(document, catalogue, stage=stage, event=event)
    return Tried(spec, document, catalogue, stage, event, find_fixes(document, catalogue, report, event=event))


def faults_of(tried: Tried) -> list[tuple[object, ...]]:
    """What is wrong with the fixes that are offered: not mending, breaking something, making something unknown."""
    faults: list[tuple[object, ...]] = []
    before = weighty(tried.report)
    held = {one.check for one in tried.report.verdicts if one.outcome is Outcome.HELD}
    for verdict, violation, fix in tried.fixes():
        report = tried.judged(applied(tried.document, fix))
        after = weighty(report)
        mended = (verdict.check, violation.message)
        lost = [one.check for one in report.verdicts if one.outcome is Outcome.NOT_CHECKED and one.check in held]
        is_gone = verdict.severity is Severity.ADVICE or after[mended] < before[mended]
        if not is_gone or after - before or lost:
            faults.append((tried.name, verdict.check, fix_text(fix), dict(after - before), lost))
    return faults


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
