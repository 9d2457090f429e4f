"""A check result as a short report in lines, for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult
from roster.document import RosterDocument
from roster.event_wording import lowered_in_words, lowered_verdicts
from roster.interchange.result import LineStatus, ReadResult
from roster.muster.report import Outcome, Report, Severity, Stage, Verdict
from roster.muster.words import abridged, counted
from roster.wording import fix_text, violation_text

_SHOWN_LINES = 20
_SHOWN_TEXT = 60
_SHOWN_VIOLATIONS = 10
_TAKEN_AS = {Stage.DRAFT: "a draft", Stage.FINAL: "a finished roster", Stage.EVENT: "a roster handed in there"}


def report_lines(result: CheckResult, catalogue: Catalogue, *, file: str) -> list[str]:
    """The report on one list: what was read, what it costs, the verdict and everything behind it."""
    read, report = result.read, result.report
    lines = [f"{file}: {verdict_line(result)}"]
    document = result.document or (read.document if read else None)
    if read is not None and read.refusal is not None:
        lines.append(f"  {read.refusal}")
    if document is not None:
        lines += _army(document, catalogue)
    if report is not None:
        lines += _event(report)
        lines += _points(result, report)
        lines += _verdicts(report)
        lines += [f"  Price: {row.name}: {row.explanation}" for row in result.differences]
        lines += [f"  Data: {row.name}: {row.explanation}" for row in result.data_differences]
        if report.not_covered:
            lines.append(f"  Not checked by this version: {' '.join(report.not_covered)}")
    if read is not None:
        lines += [f"  Question: {question}" for question in read.questions]
        if read.document is not None:
            lines += _unread(read)
    manual = catalogue.stamp.manual
    lines.append(f"  Judged by release {catalogue.stamp.label}, {manual.name} {manual.version} of {manual.date}.")
    return [printable(line) for line in lines]


def verdict_line(result: CheckResult) -> str:
    """The verdict in a few words."""
    if result.report is None:
        return "NOT READ"
    if result.is_legal is None:
        return "NO VERDICT: nothing is broken, but something was not understood or could not be checked"
    return "LEGAL" if result.is_legal else "ILLEGAL"


def _army(document: RosterDocument, catalogue: Catalogue) -> Iterator[str]:
    lineage = catalogue.lineage(document.faction.id) if document.faction and document.faction.id else ()
    detachments = []
    for reference in document.detachments:
        detachment = catalogue.detachments.get(reference.id or "")
        offer = detachment.offer_to(*lineage) if detachment else None
        points = offer.points if offer else None
        detachments.append(f"{reference.name} ({'?' if points is None else points} DP)")
    yield f"  {document.name or '(no name)'}"
    yield f"  Faction: {document.faction.name if document.faction else 'not named'}"
    yield f"  Battle size: {document.battle_size.name if document.battle_size else 'not named'}"
    yield f"  Detachments: {', '.join(detachments) or 'none named'}"
    yield f"  Units: {len(document.units)}"


def _event(report: Report) -> Iterator[str]:
    if report.event is None:
        return
    lowered = lowered_verdicts(report)
    yield f"  Judged for {report.event.name} as {_TAKEN_AS[report.stage]}."
    if lowered:
        yield f"  Lowered by {report.event.name}: {abridged([row.check for row in lowered])}."


def _points(result: CheckResult, report: Report) -> Iterator[str]:
    stated = "none" if result.stated_points is None else str(result.stated_points)
    note = "" if report.points.is_complete else " (not everything has a known price)"
    yield f"  Points: {stated} stated, {report.points.total} computed{note}"
    if result.total_difference is not None:
        yield f"  {result.total_difference.explanation}"


def _verdicts(report: Report) -> Iterator[str]:
    counts = {outcome: sum(row.outcome is outcome for row in report.verdicts) for outcome in Outcome}
    weights = {severity: sum(row.severity is severity for row in report.broken) for severity in Severity}
    remarks = [
        words
        for words, count in (
            (counted(weights[Severity.WARNING], "warning"), weights[Severity.WARNING]),
            (f"{weights[Severity.ADVICE]} advised", weights[Severity.ADVICE]),
        )
        if count
    ]
    found = ", ".join([f"{counts[Outcome.HELD]} held", f"{weights[Severity.ILLEGAL]} broken", *remarks])
    yield (
        f"  Checks: {found}, {counts[Outcome.NOT_APPLICABLE]} not applicable, {counts[Outcome.NOT_CHECKED]} not checked"
    )
    order = (Severity.ILLEGAL, Severity.WARNING, Severity.ADVICE)
    for verdict in sorted(report.broken, key=lambda row: order.index(row.severity)):
        yield from _violations(verdict)
        if words := lowered_in_words(verdict, report.event):
            yield f"    {words}"
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for verdict in report.verdicts:
        if verdict.outcome is Outcome.NOT_CHECKED:
            reasons[verdict.reason or "no reason is known"].append(verdict.check)
    for reason, checks in reasons.items():
        yield f"  Not checked ({abridged(checks)}): {reason}"


def _violations(verdict: Verdict) -> Iterator[str]:
    # Units of one datasheet often read alike: one line says how many.
    alike: dict[tuple[str, str], int] = {}
    for violation in verdict.violations:
        mended = fix_text(violation.fixes[0]) if violation.fixes else ""
        told = (violation_text(verdict, violation), mended)
        alike[told] = alike.get(told, 0) + 1
    shown = list(alike.items())[:_SHOWN_VIOLATIONS]
    for (sentence, mended), count in shown:
        times = f" ({count} times)" if count > 1 else ""
        yield f"  {verdict.severity.value.capitalize()} {verdict.check}: {sentence}{times}"
        if mended:
            yield f"    Fix: {mended}"
    more = len(verdict.violations) - sum(count for _, count in shown)
    if more > 0:
        yield f"  {verdict.severity.value.capitalize()} {verdict.check}: and {more} more of this kind"


def _unread(read: ReadResult) -> Iterator[str]:
    unknown = [line for line in read.lines if line.status is LineStatus.UNKNOWN]
    ignored = [line for line in read.lines if line.status is LineStatus.IGNORED]
    yield f"  Lines: {read.count(LineStatus.USED)} used, {len(ignored)} ignored, {len(unknown)} not understood"
    for line in unknown[:_SHOWN_LINES]:
        yield f"  Line {line.number} {_quoted(line.text)}: {line.meaning}{_suggested(line.suggestions)}"
    if len(unknown) > _SHOWN_LINES:
        yield f"  and {len(unknown) - _SHOWN_LINES} more lines that were not understood"


def printable(text: str) -> str:
    """The text without characters that could steer a terminal: names come from strangers."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else " " for letter in text)


def _quoted(text: str) -> str:
    """The line in quotes, cut."""
    shown = text.strip()
    return f'"{shown if len(shown) <= _SHOWN_TEXT else shown[: _SHOWN_TEXT - 1] + "…"}"'


def _suggested(suggestions: Sequence[str]) -> str:
    return f". Meant: {' or '.join(suggestions)}?" if suggestions else ""
