"""What pages and the API read of batches: who may see them is decided in ``roster.access``."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import NullIf

from roster.access import batch_visible_to, batches_visible_to
from roster.models import CheckBatch, CheckBatchItem, ItemStatus

__all__ = [
    "ITEM_ORDERINGS",
    "BatchProgress",
    "ItemFilter",
    "batch_csv",
    "batch_progress",
    "batch_visible_to",
    "batches_visible_to",
    "items_of",
    "progress_of_batches",
    "verdict_word",
]

ITEM_ORDERINGS: tuple[str, ...] = (
    "position",
    "filename",
    "status",
    "is_legal",
    "faction",
    "battle_size",
    "stated_points",
    "computed_points",
    "broken_checks",
    "unknown_lines",
)
"""What the table of a batch can be sorted by; a leading ``-`` turns the order round."""


class ItemFilter(StrEnum):
    """Which lists of a batch are wanted. Every list is in exactly one of all but ``ALL``."""

    ALL = "all"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    """Read, nothing broken, but something could not be checked (R-19)."""
    UNREADABLE = "unreadable"
    FAILED = "failed"
    WAITING = "waiting"


_CONDITIONS = {
    ItemFilter.ALL: Q(),
    ItemFilter.LEGAL: Q(status=ItemStatus.DONE, is_legal=True),
    ItemFilter.ILLEGAL: Q(status=ItemStatus.DONE, is_legal=False),
    ItemFilter.UNDECIDED: Q(status=ItemStatus.DONE, is_readable=True, is_legal__isnull=True),
    ItemFilter.UNREADABLE: Q(status=ItemStatus.DONE, is_readable=False),
    ItemFilter.FAILED: Q(status=ItemStatus.FAILED),
    ItemFilter.WAITING: Q(status__in=(ItemStatus.PENDING, ItemStatus.CLAIMED)),
}


_COUNTS = {
    **{status.value: Count("pk", filter=Q(status=status)) for status in ItemStatus},
    **{
        verdict.value: Count("pk", filter=_CONDITIONS[verdict])
        for verdict in (ItemFilter.LEGAL, ItemFilter.ILLEGAL, ItemFilter.UNDECIDED, ItemFilter.UNREADABLE)
    },
}


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is, in lists. ``legal + illegal + undecided + unreadable == done``."""

    total: int
    pending: int
    claimed: int
    done: int
    failed: int
    legal: int
    illegal: int
    undecided: int
    unreadable: int

    @property
    def finished(self) -> int:
        """Lists with an answer: checked, or given up for a stated reason."""
        return self.done + self.failed

    @property
    def is_finished(self) -> bool:
        """Whether every list has its answer."""
        return self.finished == self.total

    @property
    def percent(self) -> int:
        """Finished lists in a hundred, rounded down: 100 means all."""
        return self.finished * 100 // self.total


def batch_progress(batch: CheckBatch) -> BatchProgress:
    """Count the rows of a batch. One query."""
    return BatchProgress(total=batch.total, **batch.items.aggregate(**_COUNTS))


def progress_of_batches(batches: Iterable[CheckBatch]) -> dict[int, BatchProgress]:
    """Count the rows of several batches, by the batch's key. One query for all."""
    totals = {batch.pk: batch.total for batch in batches}
    rows = CheckBatchItem.objects.filter(batch__in=totals).order_by().values_list("batch_id").annotate(**_COUNTS)
    return {key: BatchProgress(total=totals[key], **dict(zip(_COUNTS, counts, strict=True))) for key, *counts in rows}


def items_of(
    batch: CheckBatch, *, ordering: str = "position", filter: ItemFilter = ItemFilter.ALL
) -> QuerySet[CheckBatchItem]:
    """Rows of the table of a batch, without the texts and reports, which are large.

    ``ordering`` is one of :data:`ITEM_ORDERINGS`, ``-`` in front to turn it round; what has no value
    stands last either way, and equal rows keep the order they were handed in. Raises ``ValueError``
    for another ordering.
    """
    name = ordering.removeprefix("-")
    if name not in ITEM_ORDERINGS:
        raise ValueError(f"Lists cannot be sorted by {name!r}; choose one of {', '.join(ITEM_ORDERINGS)}.")
    # A name that was not read is stored as an empty text.
    column = NullIf(F(name), Value("")) if name in ("faction", "battle_size") else F(name)
    order = column.desc(nulls_last=True) if ordering.startswith("-") else column.asc(nulls_last=True)
    rows = batch.items.filter(_CONDITIONS[filter]).defer("text", "result")
    return rows.order_by(order, "position")


def verdict_word(item: CheckBatchItem) -> str:
    """The verdict on a list in one word, as :class:`ItemFilter` names it."""
    if item.status == ItemStatus.FAILED:
        return ItemFilter.FAILED.value
    if item.status != ItemStatus.DONE:
        return ItemFilter.WAITING.value
    if not item.is_readable:
        return ItemFilter.UNREADABLE.value
    if item.is_legal is None:
        return ItemFilter.UNDECIDED.value
    return ItemFilter.LEGAL.value if item.is_legal else ItemFilter.ILLEGAL.value


CSV_COLUMNS: tuple[str, ...] = (
    "position",
    "file",
    "verdict",
    "faction",
    "battle_size",
    "stated_points",
    "computed_points",
    "broken_checks",
    "unknown_lines",
    "problem",
)


class _Line:
    """What ``csv.writer`` writes to: it hands each line straight back."""

    def write(self, line: str) -> str:
        return line


def as_csv_line() -> Callable[[Iterable[object]], str]:
    """What makes a line of CSV of cells."""
    return csv.writer(_Line()).writerow


def batch_csv(batch: CheckBatch) -> Iterator[str]:
    """The table of a batch as CSV lines, header first, in the order the lists were handed in.

    Cells that a spreadsheet would take for a formula begin with an apostrophe.
    """
    line = as_csv_line()
    yield line(CSV_COLUMNS)
    for item in items_of(batch).iterator(chunk_size=100):
        yield line(
            [
                item.position,
                plain_cell(item.filename),
                verdict_word(item),
                plain_cell(item.faction),
                plain_cell(item.battle_size),
                "" if item.stated_points is None else item.stated_points,
                "" if item.computed_points is None else item.computed_points,
                "" if item.broken_checks is None else item.broken_checks,
                "" if item.unknown_lines is None else item.unknown_lines,
                plain_cell(item.problem),
            ]
        )


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def plain_cell(text: str) -> str:
    """The text as a spreadsheet shows it: a leading formula sign, even behind spaces, is disarmed."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_FORMULA_STARTS) or text.startswith(("\t", "\r")) else text
