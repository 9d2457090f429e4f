"""What pages and the API read: who may see it is decided in ``roster.access``."""

from roster.selectors.batches import (
    CSV_COLUMNS,
    ITEM_ORDERINGS,
    BatchProgress,
    ItemFilter,
    batch_csv,
    batch_progress,
    batch_visible_to,
    batches_visible_to,
    items_of,
    progress_of_batches,
    verdict_word,
)

__all__ = [
    "CSV_COLUMNS",
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
