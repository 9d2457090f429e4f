"""The verdicts of a report in the groups and words in which a player reads them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from roster.event_wording import lowered_in_words
from roster.muster.event import EventProfile
from roster.muster.fixes import patch_id
from roster.muster.report import Outcome, Report, Severity, Verdict, Violation
from roster.wording import fix_text, violation_hint, violation_problem
from website.result.army import Trouble, unit_anchor

UNIT_POINTER = re.compile(r"^/units/(\d+)(?:/|$)")

SHOWN_BREACHES = 60
"""Ways in which one rule is broken that a page shows, and units it names for each."""

_BROKEN_GROUPS: Mapping[Severity, str] = {
    Severity.ILLEGAL: "broken",
    Severity.WARNING: "warnings",
    Severity.ADVICE: "advice",
}

SEVERITY_WORDS: Mapping[Severity, str] = {
    Severity.ILLEGAL: "Broken",
    Severity.WARNING: "Warning",
    Severity.ADVICE: "Advice",
}


@dataclass(frozen=True, slots=True)
class UnitLink:
    """A unit by the name that tells it apart, and the anchor of its card."""

    name: str
    anchor: str


@dataclass(frozen=True, slots=True)
class FixLine:
    """A change that was tried and mends the breach: what it does, and the id by which a saved roster asks for it."""

    sentence: str
    id: str


@dataclass(frozen=True, slots=True)
class Breach:
    """One way in which a rule is broken: the sentence, what to do about it, and the units it concerns."""

    sentence: str
    hint: str
    units: tuple[UnitLink, ...]
    units_left_out: int = 0
    fixes: tuple[FixLine, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleLine:
    """What became of one rule. ``numbers`` is ``"Found 4, limit 3"`` or empty, ``reason`` is in words."""

    anchor: str
    check: str
    title: str
    word: str
    is_illegal: bool
    is_advice: bool
    numbers: str
    reason: str
    breaches: tuple[Breach, ...] = ()
    breaches_left_out: int = 0
    lowered: str = ""
    """By which event it was lowered and why, in words."""


@dataclass(frozen=True, slots=True)
class RuleGroups:
    """All verdicts, each in one group; together they are as many as the report has."""

    broken: tuple[RuleLine, ...]
    warnings: tuple[RuleLine, ...]
    advice: tuple[RuleLine, ...]
    not_checked: tuple[RuleLine, ...]
    held: tuple[RuleLine, ...]
    not_applicable: tuple[RuleLine, ...]


def rule_groups(report: Report, names: tuple[str, ...]) -> RuleGroups:
    """The report's verdicts in groups; ``names`` tell its units apart, in the document's order."""
    groups: defaultdict[str, list[RuleLine]] = defaultdict(list)
    for verdict in report.verdicts:
        groups[_group(verdict)].append(_line(verdict, names, report.event))
    return RuleGroups(
        broken=tuple(groups["broken"]),
        warnings=tuple(groups["warnings"]),
        advice=tuple(groups["advice"]),
        not_checked=tuple(groups["not_checked"]),
        held=tuple(groups["held"]),
        not_applicable=tuple(groups["not_applicable"]),
    )


def troubles_by_unit(report: Report) -> dict[int, tuple[Trouble, ...]]:
    """Broken rules, warnings and advice by the place of the unit they point at or are caused by; a rule once a unit."""
    troubles: defaultdict[int, list[Trouble]] = defaultdict(list)
    for verdict in report.broken:
        trouble = Trouble(
            title=verdict.title,
            anchor=rule_anchor(verdict),
            is_illegal=verdict.severity is Severity.ILLEGAL,
            is_advice=verdict.severity is Severity.ADVICE,
        )
        concerned = {index for violation in verdict.violations for index in units_concerned(violation)}
        for index in sorted(concerned):
            troubles[index].append(trouble)
    return {index: tuple(rows) for index, rows in troubles.items()}


def units_concerned(violation: Violation) -> tuple[int, ...]:
    """Places in the document of the units that a violation points at or is caused by, in their order there."""
    found = (UNIT_POINTER.match(pointer) for pointer in (violation.at, *violation.causes))
    return tuple(sorted({int(match.group(1)) for match in found if match}))


def rule_anchor(verdict: Verdict) -> str:
    """The id of a verdict on the page: ``rule-25.03-points-limit``."""
    return check_anchor(verdict.check)


def check_anchor(check: str) -> str:
    """The id on the page of the verdict of this check."""
    return "rule-" + check.replace("/", "-")


def _group(verdict: Verdict) -> str:
    if verdict.outcome is Outcome.BROKEN:
        return _BROKEN_GROUPS[verdict.severity]
    return str(verdict.outcome)


def _line(verdict: Verdict, names: tuple[str, ...], event: EventProfile | None) -> RuleLine:
    return RuleLine(
        anchor=rule_anchor(verdict),
        check=verdict.check,
        title=verdict.title,
        word=SEVERITY_WORDS[verdict.severity],
        is_illegal=verdict.severity is Severity.ILLEGAL,
        is_advice=verdict.severity is Severity.ADVICE,
        numbers=f"Found {verdict.used:,}, limit {verdict.limit:,}"
        if verdict.used is not None and verdict.limit is not None
        else "",
        reason=verdict.reason or "",
        breaches=tuple(_breach(verdict, violation, names) for violation in verdict.violations[:SHOWN_BREACHES]),
        breaches_left_out=max(0, len(verdict.violations) - SHOWN_BREACHES),
        lowered=lowered_in_words(verdict, event),
    )


def _breach(verdict: Verdict, violation: Violation, names: tuple[str, ...]) -> Breach:
    places = [place for place in units_concerned(violation) if place < len(names)]
    return Breach(
        sentence=violation_problem(verdict, violation),
        hint=violation_hint(verdict, violation),
        units=tuple(UnitLink(name=names[place], anchor=unit_anchor(place)) for place in places[:SHOWN_BREACHES]),
        units_left_out=max(0, len(places) - SHOWN_BREACHES),
        fixes=tuple(FixLine(sentence=fix_text(fix), id=patch_id(fix.patch)) for fix in violation.fixes),
    )
