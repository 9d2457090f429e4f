"""Changes to a roster, tried: the changed roster is checked as a whole, and what it breaks anew is told.

What an explanation says to be possible or impossible has been tried here; nothing is inferred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from datasheets.catalogue import Catalogue
from roster.document import RosterDocument
from roster.explaining.explanation import Broken
from roster.muster import EventProfile, Outcome, Report, Severity, Stage, Verdict, Violation, check_roster
from roster.muster.army import Army, assemble
from roster.wording import violation_problem

POINTS_LIMIT = "25.03/points-limit"
PLAN_CHECKS = frozenset(
    {
        "18.01/dedicated-transport-filled",
        "19.01/attached-unit-together",
        "23.01/aircraft-in-reserves",
        "datasheet/starts-in-reserves",
    }
)
"""Checks that a new unit breaks only because the deployment plan does not speak of it yet."""

WORK = 4_000
"""Trials times units: a check costs about as much as the roster has units, and all trials half a second or so."""
FEWEST_TRIALS = 40
MOST_TRIALS = 240
MANY_VIOLATIONS = 100
"""Above so many a roster gets fewer trials, at least ``FEWEST_OF_MANY``: each finds and compares all of them."""
FEWEST_OF_MANY = 8


class OutOfTrials(Exception):
    """The roster has been tried as often as one explanation may."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A changed roster's report, and what it breaks that the roster as it is does not.

    ``breaks`` are illegal, ``warns`` are warnings, ``unsure`` are titles of checks that cannot be made any more.
    """

    report: Report
    breaks: tuple[Broken, ...]
    warns: tuple[Broken, ...]
    unsure: tuple[str, ...]
    mends: tuple[str, ...] = ()
    """Titles of checks that the roster as it is breaks and the changed one does not."""

    @property
    def is_clean(self) -> bool:
        """Whether the change brings nothing against the rules, and no doubt."""
        return not self.breaks and not self.warns and not self.unsure

    @property
    def plan_breaks(self) -> tuple[Broken, ...]:
        """What a change of the deployment plan would mend: the changed roster has the plan it had."""
        return tuple(one for one in self.breaks if one.check in PLAN_CHECKS)

    @property
    def rule_breaks(self) -> tuple[Broken, ...]:
        """What speaks against it beside the points and the plan as it is."""
        return tuple(one for one in self.breaks if one.check != POINTS_LIMIT and one.check not in PLAN_CHECKS)

    @property
    def is_allowed(self) -> bool:
        """Whether nothing but points, the plan or warnings speaks against it."""
        return not self.rule_breaks and not self.unsure

    @property
    def broken_checks(self) -> frozenset[str]:
        """Ids of the checks that the change breaks."""
        return frozenset(one.check for one in self.breaks)


@dataclass
class Trials:
    """The trials of one roster: judged as finished (a draft's gaps count), and for the event if there is one."""

    document: RosterDocument
    catalogue: Catalogue
    stage: Stage
    event: EventProfile | None
    base: Report
    army: Army
    most: int
    made: int = 0

    def of_addition(self, changed: RosterDocument) -> Trial:
        """Try a change that moves no unit from its place: any violation that is not there now is the change's."""
        return self._tried(changed, _by_whole)

    def of_removal(self, changed: RosterDocument) -> Trial:
        """Try a change after which pointers name other things: violations are counted by what they say."""
        return self._tried(changed, _by_message)

    def _tried(self, changed: RosterDocument, key: Callable[[Verdict, Violation], object]) -> Trial:
        if self.made >= self.most:
            raise OutOfTrials
        self.made += 1
        report = check_roster(changed, self.catalogue, stage=self.stage, event=self.event)
        before = Counter(key(verdict, one) for verdict in self.base.broken for one in verdict.violations)
        breaks: list[Broken] = []
        warns: list[Broken] = []
        for verdict in report.broken:
            violation = _first_new(verdict, before, key)
            if violation is None or verdict.severity is Severity.ADVICE:
                continue
            is_illegal = verdict.severity is Severity.ILLEGAL
            broken = Broken(verdict.check, verdict.title, violation_problem(verdict, violation), is_illegal)
            (breaks if is_illegal else warns).append(broken)
        return Trial(report, tuple(breaks), tuple(warns), self._newly_unsure(report), self._mended(report))

    def _mended(self, report: Report) -> tuple[str, ...]:
        held = {
            verdict.check for verdict in report.verdicts if verdict.outcome in (Outcome.HELD, Outcome.NOT_APPLICABLE)
        }
        return tuple(
            verdict.title
            for verdict in self.base.broken
            if verdict.severity is Severity.ILLEGAL and verdict.check in held
        )

    def _newly_unsure(self, report: Report) -> tuple[str, ...]:
        already = {verdict.check for verdict in self.base.verdicts if verdict.outcome is Outcome.NOT_CHECKED}
        return tuple(
            verdict.title
            for verdict in report.verdicts
            if verdict.outcome is Outcome.NOT_CHECKED and verdict.check not in already
        )


def _first_new(
    verdict: Verdict, before: Counter[object], key: Callable[[Verdict, Violation], object]
) -> Violation | None:
    """The first violation beyond those that the roster as it is has already."""
    left = Counter(before)
    for violation in verdict.violations:
        if left[key(verdict, violation)]:
            left[key(verdict, violation)] -= 1
        else:
            return violation
    return None


def _by_whole(verdict: Verdict, violation: Violation) -> object:
    params = tuple(sorted((name, str(value)) for name, value in violation.params.items()))
    return verdict.check, violation.message, violation.at, violation.causes, params


def _by_message(verdict: Verdict, violation: Violation) -> object:
    return verdict.check, violation.message


def trials_of(
    document: RosterDocument, catalogue: Catalogue, *, stage: Stage, event: EventProfile | None, most: int | None = None
) -> Trials:
    """Trials of this roster; ``most`` of them, or as many as a roster of its size gets."""
    judged_as = Stage.FINAL if stage is Stage.DRAFT else stage
    plain = replace(document, stated_points=None)
    base = check_roster(plain, catalogue, stage=judged_as, event=event)
    size = max(1, len(document.units))
    allowed = _allowed(size, sum(len(verdict.violations) for verdict in base.verdicts)) if most is None else most
    return Trials(plain, catalogue, judged_as, event, base, assemble(plain, catalogue, event), allowed)


def _allowed(size: int, violations: int) -> int:
    """Trials of a roster of ``size`` units in which so many violations were found."""
    allowed = min(MOST_TRIALS, max(FEWEST_TRIALS, WORK // size))
    return allowed if violations <= MANY_VIOLATIONS else max(FEWEST_OF_MANY, allowed * MANY_VIOLATIONS // violations)
