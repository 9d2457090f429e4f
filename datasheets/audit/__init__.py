"""The audit: what is wrong with a catalogue, as data, before anybody builds a roster on it.

Plain Python: nothing here imports Django.
"""

from datasheets.audit.registry import AuditKind, Severity, all_kinds, kind_named
from datasheets.audit.report import AuditReport, Fault
from datasheets.audit.run import audit, audit_entries, refs_about

__all__ = [
    "AuditKind",
    "AuditReport",
    "Fault",
    "Severity",
    "all_kinds",
    "audit",
    "audit_entries",
    "kind_named",
    "refs_about",
]
