"""Rows of the roster app, one module per aggregate."""

from roster.models.batch import CheckBatch, CheckBatchItem, ItemStatus

__all__ = ["CheckBatch", "CheckBatchItem", "ItemStatus"]
