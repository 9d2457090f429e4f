"""What an import found and did, as lines for people and as one JSON object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from datasheets.catalogue.catalogue import Catalogue, ReleaseStamp
from datasheets.services.importing import ImportOutcome
from datasheets.services.price_comparison import PriceComparison, compare_prices
from datasheets.sources.counts import CountRow

KINDS = ("datasheets", "weapons", "options", "detachments", "enhancements", "attachments")
"""The kinds of record that are counted, in the order in which they are told."""


def compare_with_manual(outcome: ImportOutcome) -> PriceComparison:
    """The manual's figures beside those of the catalogue after the import."""
    stamp = ReleaseStamp("", "", "", outcome.build.upstream, outcome.build.stamp)
    return compare_prices(outcome.build.manual, Catalogue(stamp, outcome.after))


def as_json(outcome: ImportOutcome, comparison: PriceComparison) -> dict[str, Any]:
    """The report as plain values."""
    difference = outcome.difference
    release = outcome.published.release if outcome.published else None
    return {
        "dry_run": outcome.published is None,
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
                "excluded": row.excluded,
                "supplements": row.supplements,
            }
            for row in outcome.build.counts.rows
        ],
        "findings": [
            {"kind": finding.kind.value, "subject": finding.subject, "text": finding.text}
            for finding in outcome.build.findings
        ],
        "prices": {
            "compared": comparison.rows,
            "differences": list(comparison.differences),
            "corrections": list(comparison.corrections),
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
        "edited": {
            "left_alone": difference.edited,
            "differing": difference.overruled,
            "kept_for_them": len(difference.needed),
        },
        "release": {
            "label": release.label if release else None,
            "content_hash": release.content_hash if release else None,
            "is_new": outcome.published.is_new if outcome.published else False,
            "came_into_force": outcome.published.is_current_anew if outcome.published else False,
        },
    }


def lines(outcome: ImportOutcome, comparison: PriceComparison, verbosity: int) -> Iterator[str]:
    """The report for people; from verbosity 2 on every finding and difference by itself."""
    stamp = outcome.build.stamp
    yield f"Sources: {outcome.build.upstream}; {stamp.name} {stamp.version} of {stamp.date}."
    yield ""
    yield from count_lines(outcome.build.counts.rows)
    yield from _finding_lines(outcome, verbosity)
    yield ""
    yield from outcome_lines(outcome, comparison, verbosity)


def outcome_lines(outcome: ImportOutcome, comparison: PriceComparison, verbosity: int) -> Iterator[str]:
    """What was compared, written and published."""
    count = len(comparison.differences)
    yield f"Prices compared with the manual: {comparison.rows} figures, {count or 'no'} difference{_s(count)}."
    yield from _listed(comparison.differences, verbosity)
    if comparison.corrections:
        yield f"Figures of the manual with a correction laid over them: {len(comparison.corrections)}."
        yield from _listed(comparison.corrections, verbosity)
    yield ""
    yield from _written_lines(outcome, verbosity)
    yield _release_line(outcome)


def count_lines(rows: Iterable[CountRow]) -> Iterator[str]:
    """A line a faction, ``in the package = stored + merged + excluded``, supplements apart; then the sums."""
    by_faction: dict[str, dict[str, CountRow]] = {}
    for row in rows:
        by_faction.setdefault(row.faction, {})[row.kind] = row
    if not by_faction:
        return
    kinds = [*KINDS, *sorted({kind for each in by_faction.values() for kind in each} - set(KINDS))]
    table = [["faction", *kinds]]
    for faction, counts in sorted(by_faction.items()):
        table.append([faction, *(_sum(counts[kind]) if kind in counts else "-" for kind in kinds)])
    table.append(["all", *(_sum(_total(kind, by_faction)) for kind in kinds)])
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    yield "Counts: in the package = stored + merged + excluded; (+ what supplements and the manual add)."
    for line in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
    yield ""


def _sum(row: CountRow) -> str:
    added = f" (+{row.supplements})" if row.supplements else ""
    return f"{row.package}={row.stored}+{row.merged}+{row.excluded}{added}"


def _total(kind: str, by_faction: dict[str, dict[str, CountRow]]) -> CountRow:
    rows = [counts[kind] for counts in by_faction.values() if kind in counts]
    return CountRow(
        faction="all",
        kind=kind,
        package=sum(row.package for row in rows),
        stored=sum(row.stored for row in rows),
        merged=sum(row.merged for row in rows),
        excluded=sum(row.excluded for row in rows),
        supplements=sum(row.supplements for row in rows),
    )


def _finding_lines(outcome: ImportOutcome, verbosity: int) -> Iterator[str]:
    findings = outcome.build.findings
    counted = Counter(finding.kind.value for finding in findings)
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(counted.items()))
    yield f"Findings: {told}." if told else "Findings: none."
    yield from _listed((f"{each.kind.value} {each.subject}: {each.text}" for each in findings), verbosity)


def _written_lines(outcome: ImportOutcome, verbosity: int) -> Iterator[str]:
    difference = outcome.difference
    would = "would be " if outcome.published is None else ""
    if not difference.count:
        yield "Nothing to write: the tables hold what the sources have."
    for found in difference.tables:
        yield (
            f"{found.table.name}: {len(found.created)} {would}created, {len(found.updated)} {would}updated,"
            f" {len(found.deleted)} {would}deleted."
        )
    if difference.edited:
        differing = difference.overruled or "none"
        yield f"Edited in the admin and left alone: {difference.edited} ({differing} of them differ from the sources)."
    if difference.needed:
        yield f"No longer in the sources, kept because edited entries need them: {len(difference.needed)}."
        yield from _listed((f"{table.name}: {', '.join(map(str, key))}" for table, key in difference.needed), verbosity)


def _release_line(outcome: ImportOutcome) -> str:
    if outcome.published is None:
        if outcome.would_publish:
            return "Dry run: nothing was written. A release would be published."
        return "Dry run: nothing was written. No release would be published."
    release = outcome.published.release
    told = f"{release.label} ({release.content_hash[:12]})"
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
