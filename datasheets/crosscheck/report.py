"""A cross-check told: counts by class and by field, and every difference, for people and as JSON."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datasheets.crosscheck.account import Field
from datasheets.crosscheck.checking import CrossCheck
from datasheets.crosscheck.classifying import Kind, Outcome
from datasheets.crosscheck.comparing import Told

LIMIT = 0.02
"""The share of compared fields that may stay unresolved."""

NOTHING = "nothing"


@dataclass(frozen=True)
class CrossReport:
    """What is told of a cross-check; ``faction`` and ``kind`` keep it to a part."""

    check: CrossCheck
    subject: str
    """What was compared, in words: ``"the working tables"``."""
    faction: str = ""
    kind: Kind | None = None

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """The compared fields of the faction, or all."""
        if not self.faction:
            return self.check.outcomes
        return [each for each in self.check.outcomes if self.faction in (each.row.faction, each.row.listed_in)]

    @property
    def differences(self) -> list[Outcome]:
        """The differences of the class, or all, by faction, entry and field."""
        wanted = [
            each
            for each in self.outcomes
            if each.kind is not Kind.EQUAL and (self.kind is None or each.kind is self.kind)
        ]
        return sorted(wanted, key=lambda each: (each.row.entry, list(Field).index(each.row.field), each.row.detail))

    @property
    def counts(self) -> Counter[Kind]:
        """Compared fields by how they ended."""
        return Counter(each.kind for each in self.outcomes)

    @property
    def unresolved_share(self) -> float:
        """Unresolved differences by compared fields; 0 where nothing was compared."""
        total = len(self.outcomes)
        return self.counts[Kind.UNRESOLVED] / total if total else 0.0

    @property
    def is_within_limit(self) -> bool:
        """Whether less than :data:`LIMIT` of what was compared is unresolved."""
        return bool(self.outcomes) and self.unresolved_share < LIMIT

    def by_field(self) -> Mapping[Field, Counter[Kind]]:
        """Counts for each field that was compared, in the order of :class:`Field`."""
        told: defaultdict[Field, Counter[Kind]] = defaultdict(Counter)
        for each in self.outcomes:
            told[each.row.field][each.kind] += 1
        return {field: told[field] for field in Field if field in told}

    def newer_by_ground(self) -> Mapping[tuple[str, str], int]:
        """How many differences each source and date explains as newer."""
        return Counter((each.reason, each.date) for each in self.outcomes if each.kind is Kind.NEWER)


def as_json(report: CrossReport) -> dict[str, Any]:
    """The report as one JSON object; its shape is told in the command's help and in the docs."""
    counts = report.counts
    return {
        "source": report.check.source,
        "label": report.check.account.label,
        "date": report.check.account.date,
        "catalogue": report.subject,
        "faction": report.faction or None,
        "class": report.kind.value if report.kind else None,
        "compared": len(report.outcomes),
        "counts": {kind.value: counts[kind] for kind in Kind},
        "unresolved_share": round(report.unresolved_share, 6),
        "limit": LIMIT,
        "is_within_limit": report.is_within_limit,
        "fields": {
            field.value: {"compared": told.total(), **{kind.value: told[kind] for kind in Kind}}
            for field, told in report.by_field().items()
        },
        "newer": [
            {"source": source, "date": date, "count": count}
            for (source, date), count in sorted(report.newer_by_ground().items())
        ],
        "notes": list(report.check.account.notes),
        "only_in_catalogue": list(report.check.only_ours),
        "differences": [
            {
                "class": each.kind.value,
                "entry": each.row.entry,
                "name": each.row.name,
                "faction": each.row.faction,
                "field": each.row.field.value,
                "detail": each.row.detail,
                "ours": _plain(each.row.ours),
                "theirs": _plain(each.row.theirs),
                "reason": each.reason,
                "date": each.date,
            }
            for each in report.differences
        ],
    }


def _plain(told: Told) -> str | list[str] | None:
    return sorted(told) if isinstance(told, frozenset) else told


def lines(report: CrossReport, verbosity: int) -> Iterator[str]:
    """The report for people; from ``verbosity`` 2 on differences of every class are listed."""
    account = report.check.account
    counts, total = report.counts, len(report.outcomes)
    yield f"{account.label} of {account.date}, beside {report.subject}" + (
        f", {report.faction} only." if report.faction else "."
    )
    for note in account.notes:
        yield f"  {note}"
    share = f"{report.unresolved_share:.2%}"
    told = ", ".join(f"{counts[kind]:,} {kind.value}" for kind in Kind)
    yield f"{total:,} fields compared: {told}."
    yield f"Unresolved: {share} (the limit is below {LIMIT:.0%})."
    if verbosity < 1:
        return
    yield ""
    yield f"{'field':<20}{'compared':>9}" + "".join(f"{kind.value:>16}" for kind in Kind)
    for field, row in report.by_field().items():
        yield f"{field.value:<20}{row.total():>9,}" + "".join(f"{row[kind]:>16,}" for kind in Kind)
    grounds = report.newer_by_ground()
    if grounds:
        yield ""
        yield "Newer, by what says so:"
        for (source, date), count in sorted(grounds.items()):
            yield f"  {date}  {count:>6,}  {source}"
    yield ""
    yield from _listed(report, verbosity)


def _listed(report: CrossReport, verbosity: int) -> Iterator[str]:
    chosen = report.differences
    if report.kind is None and verbosity < 2:
        chosen = [each for each in chosen if each.kind is Kind.UNRESOLVED]
        yield f"Unresolved ({len(chosen)}):"
    else:
        yield f"Differences ({len(chosen)}):"
    for each in chosen:
        yield f"  {sentence(each)}"


def sentence(outcome: Outcome) -> str:
    """One difference: ``"[newer] orks:boyz, W Boss Nob: 3 here, 2 there (Codex Orks, 2026-08-20)"``."""
    row = outcome.row
    mine, other = _differing(row.ours, row.theirs)
    what = f"{row.field.value} {row.detail}".strip()
    ground = ", ".join(part for part in (outcome.reason, outcome.date) if part)
    return f"[{outcome.kind.value}] {row.entry}, {what}: {mine} here, {other} there" + (
        f" ({ground})" if ground else ""
    )


def _differing(ours: Told, theirs: Told) -> tuple[str, str]:
    """Both sides; of two sets, what only one of them has."""
    if isinstance(ours, frozenset) and isinstance(theirs, frozenset):
        return _words(ours - theirs), _words(theirs - ours)
    return _words(ours), _words(theirs)


def _words(told: Told | Iterable[str]) -> str:
    if told is None:
        return NOTHING
    if isinstance(told, str):
        return told
    return ", ".join(sorted(told)) or f"{NOTHING} else"
