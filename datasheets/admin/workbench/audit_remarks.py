"""What the audit says of entries, as remarks beside their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from datasheets.admin.workbench.editor import Place, Remark
from datasheets.admin.workbench.standing import standing_data
from datasheets.audit import Fault, Severity, audit_entries
from datasheets.catalogue.entries import EntryRef, Value, with_entries

Said = tuple[str, EntryRef, str]
"""What names a fault whatever its place: kind, entry and sentence."""


def faults_of(refs: Iterable[EntryRef], changes: Mapping[EntryRef, Value | None] | None = None) -> tuple[Fault, ...]:
    """The faults of entries as they stand, or as they would be with ``changes``."""
    data = standing_data()
    if changes:
        data = with_entries(data, changes)
    return audit_entries(data, {*refs, *(changes or {})})


def new_errors(before: Iterable[Fault], after: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults of severity error that were not there before."""
    known = {_said(fault) for fault in before}
    return tuple(fault for fault in after if fault.severity is Severity.ERROR and _said(fault) not in known)


def remarks_of(faults: Iterable[Fault]) -> dict[Place, list[Remark]]:
    """Faults beside the fields they point at."""
    remarks: dict[Place, list[Remark]] = {}
    for fault in faults:
        field, *rest = fault.pointer.strip("/").split("/")
        remark = Remark(fault.severity.value, fault.message, fault.hint, _where(rest))
        remarks.setdefault((fault.ref, field), []).append(remark)
    return remarks


def _where(rest: list[str]) -> str:
    """The row a pointer leads to, counted as people count."""
    return f"row {int(rest[0]) + 1}" if rest and rest[0].isdigit() else ""


def _said(fault: Any) -> Said:
    return fault.kind, fault.ref, fault.message
