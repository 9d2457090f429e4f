"""Admin pages of the roster app."""

from roster.admin.batch import CheckBatchAdmin
from roster.admin.comparison import ComparisonAdmin
from roster.admin.event import EventAdmin
from roster.admin.roster import RosterAdmin

__all__ = ["CheckBatchAdmin", "ComparisonAdmin", "EventAdmin", "RosterAdmin"]
