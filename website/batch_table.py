"""The table of a batch as the page shows it: sorting links, filters with counts, rows with their verdict in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from roster.models import CheckBatch, CheckBatchItem
from roster.selectors import BatchProgress, ItemFilter, items_of, verdict_word
from website.result.banner import counted

DEFAULT_ORDER = "position"
COLUMNS: tuple[tuple[str, str], ...] = (
    ("filename", "List"),
    ("is_legal", "Verdict"),
    ("faction", "Faction"),
    ("stated_points", "Stated"),
    ("computed_points", "Computed"),
    ("broken_checks", "Broken rules"),
    ("unknown_lines", "Unread lines"),
)
"""What the page sorts by, with its headings; "position" is the order in which the lists were handed in."""

VERDICT_WORDS: Mapping[str, str] = {
    ItemFilter.LEGAL: "Legal",
    ItemFilter.ILLEGAL: "Not legal",
    ItemFilter.UNDECIDED: "Cannot say",
    ItemFilter.UNREADABLE: "Not readable",
    ItemFilter.FAILED: "Not checked",
    ItemFilter.WAITING: "Waiting",
}


NUMBERS = frozenset({"stated_points", "computed_points", "broken_checks", "unknown_lines"})
VERDICT_ICONS: Mapping[str, str] = {
    ItemFilter.LEGAL: "legal",
    ItemFilter.ILLEGAL: "illegal",
    ItemFilter.UNDECIDED: "unsure",
    ItemFilter.UNREADABLE: "none",
    ItemFilter.FAILED: "none",
    ItemFilter.WAITING: "waiting",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A heading that sorts: ``query`` is what its link asks for, ``sorted`` how it stands now (ARIA's words)."""

    label: str
    query: str
    sorted: str
    is_number: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A filter with the number of lists behind it."""

    label: str
    count: int
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A list of the batch with its verdict in words. ``broken`` is None where there was nothing to judge."""

    item: CheckBatchItem
    verdict: str
    word: str
    icon: str
    broken: int | None


@dataclass(frozen=True, slots=True)
class BatchTable:
    """The table as it stands. ``in_words`` says what is shown and in which order."""

    columns: tuple[Column, ...]
    choices: tuple[Choice, ...]
    rows: tuple[Row, ...]
    in_words: str
    query: str


def batch_table(batch: CheckBatch, progress: BatchProgress, *, order: str = "", show: str = "") -> BatchTable:
    """The table sorted by ``order`` and narrowed to ``show``; values the table does not know are as if not given."""
    sortable = {DEFAULT_ORDER, *(name for name, _ in COLUMNS)}
    if order.removeprefix("-") not in sortable:
        order = DEFAULT_ORDER
    shown = ItemFilter(show) if show in set(ItemFilter) else ItemFilter.ALL
    rows = tuple(
        Row(
            item=item,
            verdict=verdict,
            word=VERDICT_WORDS[verdict],
            icon=VERDICT_ICONS[verdict],
            broken=item.broken_checks if item.is_readable else None,
        )
        for item in items_of(batch, ordering=order, filter=shown)
        for verdict in (verdict_word(item),)
    )
    return BatchTable(
        columns=tuple(_column(name, label, order, shown) for name, label in COLUMNS),
        choices=_choices(progress, order, shown),
        rows=rows,
        in_words=_in_words(len(rows), order, shown),
        query=_query(order, shown),
    )


@dataclass(frozen=True, slots=True)
class ShownBatch:
    """A batch in the list of a person's batches."""

    batch: CheckBatch
    title: str


def shown_batches(batches: Iterable[CheckBatch]) -> tuple[ShownBatch, ...]:
    """The batches by the name their owner gave, or by the number of their lists."""
    return tuple(ShownBatch(batch=batch, title=batch_title(batch)) for batch in batches)


def batch_title(batch: CheckBatch) -> str:
    """The name its owner gave, or how many lists it has."""
    return batch.name or f"Batch of {counted(batch.total, 'list')}"


def _column(name: str, label: str, order: str, shown: ItemFilter) -> Column:
    is_number = name in NUMBERS
    if order == name:
        return Column(label, _query(f"-{name}", shown), "ascending", is_number)
    return Column(label, _query(name, shown), "descending" if order == f"-{name}" else "none", is_number)


def _choices(progress: BatchProgress, order: str, shown: ItemFilter) -> tuple[Choice, ...]:
    counts = {
        ItemFilter.ALL: progress.total,
        ItemFilter.LEGAL: progress.legal,
        ItemFilter.ILLEGAL: progress.illegal,
        ItemFilter.UNDECIDED: progress.undecided,
        ItemFilter.UNREADABLE: progress.unreadable,
        ItemFilter.FAILED: progress.failed,
        ItemFilter.WAITING: progress.pending + progress.claimed,
    }
    return tuple(
        Choice(VERDICT_WORDS.get(choice, "All"), count, _query(order, choice), choice is shown)
        for choice, count in counts.items()
        if count or choice in (ItemFilter.ALL, shown)
    )


def verdicts_in_words(progress: BatchProgress) -> str:
    """``"3 legal, 1 not legal"``: the answers so far, those that are none left out."""
    counts = (
        (progress.legal, "legal"),
        (progress.illegal, "not legal"),
        (progress.undecided, "cannot say"),
        (progress.unreadable, "not readable"),
        (progress.failed, "not checked"),
    )
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _query(order: str, shown: ItemFilter) -> str:
    wanted = {}
    if order != DEFAULT_ORDER:
        wanted["order"] = order
    if shown is not ItemFilter.ALL:
        wanted["show"] = shown.value
    return urlencode(wanted)


def _in_words(count: int, order: str, shown: ItemFilter) -> str:
    which = "" if shown is ItemFilter.ALL else f" with the verdict “{VERDICT_WORDS[shown]}”"
    label = dict(COLUMNS).get(order.removeprefix("-"), "")
    if not label:
        return f"{counted(count, 'list')}{which}, in the order they were handed in."
    turned = "falling" if order.startswith("-") else "rising"
    return f"{counted(count, 'list')}{which}, sorted by {label.lower()}, {turned}."
