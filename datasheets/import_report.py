"""What an import found and did, as lines for people and as one JSON object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from datasheets import corrections_report
from datasheets.catalogue.entries import EntryRef
from datasheets.overlay.kept import Waiting
from datasheets.services.importing import ImportOutcome
from datasheets.sources.build import FIXTURES
from datasheets.sources.compare import PriceComparison, compare_prices
from datasheets.sources.corrections import read_corrections
from datasheets.sources.counts import KINDS, CountRow, ImportCounts

_QUESTIONS = {
    Waiting.MOVED: "the sources have another value now",
    Waiting.GONE: "the sources no longer have the entry",
    Waiting.ARRIVED: "the sources now have the entry that was made by hand",
    Waiting.MISFIT: "set aside, because it no longer fits",
}


def compare_with_manual(outcome: ImportOutcome) -> PriceComparison:
    """The manual's figures beside those of the catalogue after the import, edited entries included."""
    if outcome.after == outcome.build.data:
        return outcome.build.comparison
    return compare_prices(outcome.after, outcome.build.manual, read_corrections(FIXTURES / "corrections"))


def as_json(outcome: ImportOutcome, comparison: PriceComparison) -> dict[str, Any]:
    """The report as plain values."""
    difference = outcome.difference
    release = outcome.release
    return {
        "dry_run": outcome.is_dry_run,
        "upstream": outcome.build.upstream,
        "manual": {
            "name": outcome.build.stamp.name,
            "version": outcome.build.stamp.version,
            "date": outcome.build.stamp.date,
        },
        "counts": [
            {
                "faction": row.faction,
                "kind": row.kind,
                "package": row.package,
                "stored": row.stored,
                "merged": row.merged,
                "excluded": dict(row.excluded),
                "supplements": row.supplements,
            }
            for row in outcome.build.counts.rows
        ],
        "findings": [
            {"kind": finding.kind.value, "subject": finding.subject, "text": finding.text}
            for finding in outcome.build.findings
        ],
        "corrections": corrections_report.as_json(outcome.build),
        "prices": {
            "compared": comparison.rows,
            "by_sort": dict(comparison.by_sort),
            "differences": list(comparison.differences),
        },
        "written": [
            {
                "table": found.table.name,
                "created": len(found.created),
                "updated": len(found.updated),
                "deleted": len(found.deleted),
            }
            for found in difference.tables
        ],
        "renamed": [
            {"kind": each.kind.value, "id": each.id, "old_name": each.old_name, "new_name": each.new_name}
            for each in outcome.renamed
        ],
        "external_references": {
            "created": len(outcome.references.created),
            "deleted": len(outcome.references.deleted),
        },
        "edited": {
            "entries": len(outcome.laid.edited),
            "agreed": [{"entry": str(ref), "field": field} for ref, field in outcome.laid.agreed],
            "waiting": [
                {
                    "entry": str(ref),
                    "field": field,
                    "question": kept.waiting.value,
                    "replaced": kept.replaced,
                    "value": kept.value,
                    "moved_to": kept.moved_to,
                    "problem": kept.problem,
                }
                for ref, field, kept in outcome.laid.waiting
            ],
        },
        "release": {
            "label": release.label if release else None,
            "content_hash": release.content_hash if release else None,
            "is_new": outcome.published.is_new if outcome.published else False,
            "came_into_force": outcome.published.is_current_anew if outcome.published else False,
            "held_back": outcome.held_back,
        },
    }


def lines(outcome: ImportOutcome, comparison: PriceComparison, verbosity: int) -> Iterator[str]:
    """The report for people; from verbosity 2 on every finding and difference by itself."""
    stamp = outcome.build.stamp
    yield f"Sources: {outcome.build.upstream}; {stamp.name} {stamp.version} of {stamp.date}."
    yield ""
    yield from count_lines(outcome.build.counts)
    yield from _finding_lines(outcome, verbosity)
    yield from corrections_report.lines(outcome.build)
    yield ""
    yield from outcome_lines(outcome, comparison, verbosity)


def outcome_lines(outcome: ImportOutcome, comparison: PriceComparison, verbosity: int) -> Iterator[str]:
    """What was compared, written and published."""
    count = len(comparison.differences)
    yield f"Prices compared with the manual: {comparison.rows} figures, {count or 'no'} difference{_s(count)}."
    if comparison.by_sort:
        yield "  " + ", ".join(f"{compared} {sort}" for sort, compared in comparison.by_sort.items()) + "."
    yield from _listed(comparison.differences, verbosity)
    yield ""
    yield from _written_lines(outcome, verbosity)
    yield _release_line(outcome)


def count_lines(counts: ImportCounts) -> Iterator[str]:
    """A line a faction, ``in the package = stored + merged + excluded``; then the sums, and why left out."""
    if not counts.rows:
        return
    rows = {(row.faction, row.kind): row for row in counts.rows}
    factions = sorted({faction for faction, _ in rows})
    totals = [counts.total(kind) for kind in KINDS]
    table = [
        ["faction", *KINDS],
        *([faction or "(none)", *(_sum(rows.get((faction, kind))) for kind in KINDS)] for faction in factions),
        ["all", *(_sum(total) for total in totals)],
    ]
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    yield "In the package = stored + merged + excluded (+ stored from manual, supplements and corrections):"
    for line in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
    for total in totals:
        for reason, number in total.excluded:
            yield f"Excluded: {number} {total.kind}: {reason}."
    wrong = [row for row in counts.rows if not row.adds_up]
    yield "The counts add up." if not wrong else f"{len(wrong)} counts do not add up."
    yield from (f"  {row.faction}, {row.kind}: {_sum(row)}" for row in wrong)
    yield ""


def _sum(row: CountRow | None) -> str:
    if row is None:
        return "-"
    excluded = sum(number for _, number in row.excluded)
    added = f" (+{row.supplements})" if row.supplements else ""
    return f"{row.package}={row.stored}+{row.merged}+{excluded}{added}"


def _finding_lines(outcome: ImportOutcome, verbosity: int) -> Iterator[str]:
    findings = outcome.build.findings
    counted = Counter(finding.kind.value for finding in findings)
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(counted.items()))
    yield f"Findings: {told}." if told else "Findings: none."
    yield from _listed((f"{each.kind.value} {each.subject}: {each.text}" for each in findings), verbosity)


def _written_lines(outcome: ImportOutcome, verbosity: int) -> Iterator[str]:
    difference = outcome.difference
    would = "would be " if outcome.is_dry_run else ""
    yield from (
        f"Renamed upstream: {each.old_name} -> {each.new_name} (id stays {each.id})." for each in outcome.renamed
    )
    if not difference.count and not outcome.references.count:
        yield "Nothing to write: the tables hold what the sources have."
    for found in difference.tables:
        yield (
            f"{found.table.name}: {len(found.created)} {would}created, {len(found.updated)} {would}updated,"
            f" {len(found.deleted)} {would}deleted."
        )
    if outcome.references.count:
        created, deleted = len(outcome.references.created), len(outcome.references.deleted)
        yield f"external references: {created} {would}created, {deleted} {would}deleted."
    yield from _edited_lines(outcome)


def _edited_lines(outcome: ImportOutcome) -> Iterator[str]:
    laid = outcome.laid
    if laid.edited:
        entries = "entry" if len(laid.edited) == 1 else "entries"
        yield f"Edited here and laid over the sources: {len(laid.edited)} {entries}."
    for ref, field in laid.agreed:
        yield f"The sources now have what was edited here: {_field(ref, field)}. It is no edit any more."
    if laid.waiting:
        yield f"Edits that wait for a decision, and publishing with them: {len(laid.waiting)}."
    for ref, field, kept in laid.waiting:
        problem = f": {kept.problem}" if kept.problem else ""
        yield f"  {_field(ref, field)}: {_QUESTIONS[kept.waiting]}{problem}"


def _field(ref: EntryRef, field: str) -> str:
    return f"{ref} {field}" if field else str(ref)


def _release_line(outcome: ImportOutcome) -> str:
    release = outcome.release
    if release is None:
        if outcome.would_publish:
            return "Dry run: nothing was written. A release would be compiled."
        return "Dry run: nothing was written. No release would be compiled."
    told = f"{release.label} ({release.content_hash[:12]})"
    if outcome.published is None:
        return f"Compiled {told}; it is not in force. {outcome.held_back}"
    if outcome.published.is_new:
        return f"Published release {told}."
    if outcome.published.is_current_anew:
        return f"Release {told} has this content already; it is in force again."
    return f"Release {told} is in force and stays."


def _listed(texts: Iterable[str], verbosity: int) -> Iterator[str]:
    if verbosity >= 2:
        yield from (f"  {text}" for text in texts)


def _s(count: int) -> str:
    return "" if count == 1 else "s"
