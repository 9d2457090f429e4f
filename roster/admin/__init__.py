"""Admin pages of the roster app."""

from roster.admin.batch import CheckBatchAdmin

__all__ = ["CheckBatchAdmin"]
