"""Admin pages of the roster app."""

from roster.admin.batch import CheckBatchAdmin
from roster.admin.comparison import ComparisonAdmin
from roster.admin.roster import RosterAdmin

__all__ = ["CheckBatchAdmin", "ComparisonAdmin", "RosterAdmin"]
