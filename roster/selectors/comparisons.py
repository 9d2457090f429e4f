"""What the administration reads of comparisons: how far one is, and which rosters change how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, F, Q, QuerySet

from roster.models import ComparedRoster, Comparison, ItemStatus
from roster.selectors.batches import as_csv_line, plain_cell


class ChangeFilter(StrEnum):
    """Which rosters of a comparison are wanted; a roster may be in several."""

    CHANGED = "changed"
    PRICE = "price"
    LEGALITY = "legality"
    NEWLY_ILLEGAL = "newly-illegal"
    NEWLY_LEGAL = "newly-legal"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    WAITING = "waiting"


_CHANGED = Q(is_priced_otherwise=True) | Q(is_judged_otherwise=True)
CONDITIONS = {
    ChangeFilter.CHANGED: _CHANGED,
    ChangeFilter.PRICE: Q(is_priced_otherwise=True),
    ChangeFilter.LEGALITY: Q(is_judged_otherwise=True),
    ChangeFilter.NEWLY_ILLEGAL: Q(legality_after="illegal") & ~Q(legality_before="illegal"),
    ChangeFilter.NEWLY_LEGAL: Q(legality_after="legal") & ~Q(legality_before="legal"),
    ChangeFilter.UNCHANGED: Q(is_priced_otherwise=False, is_judged_otherwise=False),
    ChangeFilter.FAILED: Q(status=ItemStatus.FAILED),
    ChangeFilter.WAITING: Q(status__in=(ItemStatus.PENDING, ItemStatus.CLAIMED)),
}
FILTER_WORDS = {
    ChangeFilter.CHANGED: "Changed",
    ChangeFilter.PRICE: "Price",
    ChangeFilter.LEGALITY: "Legality",
    ChangeFilter.NEWLY_ILLEGAL: "Newly not legal",
    ChangeFilter.NEWLY_LEGAL: "Newly legal",
    ChangeFilter.UNCHANGED: "Unchanged",
    ChangeFilter.FAILED: "Not judged",
    ChangeFilter.WAITING: "Waiting",
}


@dataclass(frozen=True, slots=True)
class ComparisonProgress:
    """How far a comparison is, in rosters, and how many of them are in each group."""

    total: int
    counts: dict[ChangeFilter, int]

    @property
    def finished(self) -> int:
        """Rosters with an answer: judged, or given up for a stated reason."""
        return self.total - self.counts[ChangeFilter.WAITING]

    @property
    def percent(self) -> int:
        """Finished rosters in a hundred, rounded down; 100 where there is none to judge."""
        return self.finished * 100 // self.total if self.total else 100


def comparison_progress(comparison: Comparison) -> ComparisonProgress:
    """Count the rows of a comparison. One query."""
    counts = {f"n{index}": Count("pk", filter=condition) for index, condition in enumerate(CONDITIONS.values())}
    found = comparison.rows.aggregate(total=Count("pk"), **counts)
    return ComparisonProgress(found["total"], {choice: found[f"n{index}"] for index, choice in enumerate(CONDITIONS)})


def compared_rosters(comparison: Comparison, show: ChangeFilter) -> QuerySet[ComparedRoster]:
    """The rows of a group with rosters and owners, the largest rise of points first."""
    rows = comparison.rows.filter(CONDITIONS[show]).select_related("roster__owner")
    change = F("points_after") - F("points_before")
    rows = rows.defer("roster__document", "roster__open_lines")
    return rows.order_by(change.desc(nulls_last=True), "pk")


CSV_COLUMNS = (
    "roster",
    "name",
    "owner",
    "faction",
    "points_before",
    "points_after",
    "legality_before",
    "legality_after",
    "over_the_limit_by",
    "newly_broken",
    "newly_held",
    "units",
    "status",
    "problem",
)


def comparison_csv(comparison: Comparison, show: ChangeFilter | None = None) -> Iterator[str]:
    """The rows as CSV lines, header first; of one group, or of all in the order they were added."""
    line = as_csv_line()
    yield line(CSV_COLUMNS)
    rows = (
        compared_rosters(comparison, show)
        if show is not None
        else comparison.rows.select_related("roster__owner").defer("roster__document", "roster__open_lines")
    )
    for row in rows.iterator(chunk_size=200):
        yield line(
            [
                row.roster.uuid,
                plain_cell(row.roster.name),
                plain_cell(row.roster.owner.get_username()),
                plain_cell(row.roster.faction),
                _number(row.points_before),
                _number(row.points_after),
                row.legality_before,
                row.legality_after,
                _number(row.over_by),
                " ".join(row.newly_broken),
                " ".join(row.newly_held),
                plain_cell("; ".join(unit_in_words(unit) for unit in row.units)),
                row.status,
                plain_cell(row.problem),
            ]
        )


def unit_in_words(unit: dict[str, object]) -> str:
    """``Warboss 100 → 110``; a question mark where there is no known price."""
    before, after = (("?" if unit[side] is None else unit[side]) for side in ("before", "after"))
    return f"{unit['name']} {before} → {after}"


def _number(value: int | None) -> object:
    return "" if value is None else value
