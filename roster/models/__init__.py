"""Rows of the roster app, one module per aggregate."""

from roster.models.batch import CheckBatch, CheckBatchItem, ItemStatus
from roster.models.comparison import ComparedRoster, Comparison, ComparisonStatus, Purpose
from roster.models.event import Event
from roster.models.roster import Roster, RosterReference

__all__ = [
    "CheckBatch",
    "CheckBatchItem",
    "ComparedRoster",
    "Comparison",
    "ComparisonStatus",
    "Event",
    "ItemStatus",
    "Purpose",
    "Roster",
    "RosterReference",
]
