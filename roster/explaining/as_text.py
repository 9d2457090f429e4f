"""An explanation as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue import Catalogue
from roster.explaining.explanation import Answer, ArmyAccount, Chapter, Explanation, LimitLine, UnitAccount, UnitOutlook
from roster.list_report import printable, report_lines
from roster.muster.report import Outcome, PriceKind, Report, Severity, Verdict
from roster.muster.words import counted, ordinal
from roster.wording import violation_text

KIND_WORDS = {
    PriceKind.SIZE: "unit sizes",
    PriceKind.COPY: "further copies",
    PriceKind.WARGEAR: "wargear",
    PriceKind.ADD_ON: "added models",
    PriceKind.ENHANCEMENT: "enhancements",
}
ANSWER_SIGNS = {Answer.YES: "+", Answer.NOT_NOW: "~", Answer.NO: "-"}

OUTCOME_WORDS = {
    Outcome.HELD: "held",
    Outcome.BROKEN: "broken",
    Outcome.NOT_APPLICABLE: "does not apply",
    Outcome.NOT_CHECKED: "not checked",
}
SHOWN_VIOLATIONS = 10


def explanation_lines(explanation: Explanation, catalogue: Catalogue, *, file: str) -> list[str]:
    """The report on the roster, and after it every price, limit and verdict, and what may still change."""
    lines = report_lines(explanation.result, catalogue, file=file)
    report = explanation.result.report
    if report is None:
        return lines
    more: list[str] = ["", explanation.opening]
    if explanation.account is not None:
        more += _account(explanation.account)
    more += _limits("Limits", explanation.limits)
    more += _limits("Closest to their end", explanation.closest)
    for chapter in explanation.chapters:
        more += _chapter(chapter)
    if explanation.units:
        more += ["", "What hangs on each unit"]
        for unit in explanation.units:
            more += _unit(unit)
    more += _verdicts(report)
    if explanation.trials:
        more += ["", f"What is said to be possible or not was tried: {counted(explanation.trials, 'changed roster')}."]
    return [*lines, *(printable(line) for line in more)]


def _account(account: ArmyAccount) -> Iterator[str]:
    yield ""
    yield f"Prices: {account.total} points" + ("" if account.is_complete else ", and something has no known price")
    yield from (f"  {points} for {KIND_WORDS[kind]}" for kind, points in account.by_kind.items())
    for unit in account.units:
        yield from _price(unit)


def _price(unit: UnitAccount) -> Iterator[str]:
    points = f"{unit.points} points" if unit.points is not None else f"no whole price, {unit.known} points known"
    copy = f", {ordinal(unit.copy)} of {unit.copies} copies" if unit.copies > 1 else ""
    source = f", list of {unit.price_list}" if unit.price_list else ""
    yield f"  {unit.name}: {points}{copy}{source}"
    for row in unit.rows:
        note = f" {row.note}" if row.note else ""
        yield f"    {row.points:+} {row.label} ({row.source or 'no source named'}).{note}"
    yield from (f"    no known price: {missing}" for missing in unit.missing)


def _limits(title: str, limits: tuple[LimitLine, ...]) -> Iterator[str]:
    if limits:
        yield ""
        yield title
    for line in limits:
        note = f" {line.note}" if line.note else ""
        yield f"  {line.check}: {line.sentence}{note}"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield ""
    yield f"{chapter.title}: {chapter.summary}".rstrip()
    yield from (f"  {ANSWER_SIGNS[one.answer]} {one.sentence}" for one in chapter.possibilities)
    if chapter.untried:
        yield f"  ? {chapter.untried}"


def _unit(unit: UnitOutlook) -> Iterator[str]:
    yield f"  {unit.name}"
    yield from (f"    {sentence}" for sentence in unit.depends)
    for one in unit.breaks:
        word = "broken" if one.is_illegal else "a warning"
        yield f"    Without it, {word} ({one.check}): {one.sentence}"
    yield from (f"    Without it, no longer broken: {title}." for title in unit.mends)
    if not unit.was_tried:
        yield "    What its removal would break was not tried: this roster was tried often enough."
    elif not any(one.is_illegal for one in unit.breaks):
        yield "    Without it, nothing more is broken."
    yield from (f"    {sentence}" for sentence in unit.can_take)


def _verdicts(report: Report) -> Iterator[str]:
    yield ""
    yield "Every check"
    for verdict in report.verdicts:
        figures = "" if verdict.used is None or verdict.limit is None else f" [{verdict.used} of {verdict.limit}]"
        yield f"  {verdict.check}: {_outcome(verdict)}. {verdict.title}{figures}. {verdict.reason or ''}".rstrip()
        yield from (f"    {violation_text(verdict, one)}" for one in verdict.violations[:SHOWN_VIOLATIONS])
        if len(verdict.violations) > SHOWN_VIOLATIONS:
            yield f"    and {len(verdict.violations) - SHOWN_VIOLATIONS} more of this kind"


def _outcome(verdict: Verdict) -> str:
    word = OUTCOME_WORDS[verdict.outcome]
    if verdict.outcome is not Outcome.BROKEN or verdict.severity is Severity.ILLEGAL:
        return word
    lowered = f", lowered from {verdict.lowered_from.value}" if verdict.lowered_from else ""
    return f"{word} ({verdict.severity.value}{lowered})"
