"""An audit's report as lines for people, faction by faction, and as one JSON object."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from datasheets.audit.registry import Severity, all_kinds, kind_named
from datasheets.audit.report import AuditReport, Fault

NOBODYS = "(of no faction)"


def lines(report: AuditReport, subject: str, factions: Mapping[str, str], verbosity: int = 1) -> Iterator[str]:
    """The report. ``factions`` has their names by id; verbosity 0 leaves out the faults, 2 adds the hints."""
    counts = ", ".join(f"{report.count(severity)} {_noun(severity, report.count(severity))}" for severity in Severity)
    yield f"Audit of {subject}: {report.entries} entries, {report.kinds} kinds of fault."
    yield f"Found: {counts}."
    if report.quarantined:
        yield f"Quarantined, and so not offered: {report.quarantined} entries and parts of datasheets."
    yield ""
    yield from _counts(report)
    if verbosity > 0:
        yield from _faults(report, factions, verbosity)
    yield "No error is open." if not report.has_errors else f"Open errors: {report.count(Severity.ERROR)}."


def _counts(report: AuditReport) -> Iterator[str]:
    """A line a kind that was found, worst first."""
    by_kind = Counter(fault.kind for fault in report.faults)
    width = max(map(len, by_kind), default=0)
    order = list(Severity)
    for kind in sorted(all_kinds(), key=lambda kind: order.index(kind.severity)):
        if by_kind[kind.id]:
            yield f"{by_kind[kind.id]:6}  {kind.severity.value:7}  {kind.id:{width}}  {kind.title}"
    if by_kind:
        yield ""


def _faults(report: AuditReport, factions: Mapping[str, str], verbosity: int) -> Iterator[str]:
    groups: defaultdict[str, list[Fault]] = defaultdict(list)
    for fault in report.faults:
        groups[fault.faction].append(fault)
    order = list(Severity)
    for faction in sorted(groups, key=lambda faction: (faction == "", factions.get(faction, faction))):
        yield f"== {factions.get(faction, faction) or NOBODYS}: {len(groups[faction])}"
        kinds = sorted(
            {fault.kind for fault in groups[faction]}, key=lambda kind: (order.index(kind_named(kind).severity), kind)
        )
        for kind in kinds:
            faults = [fault for fault in groups[faction] if fault.kind == kind]
            yield f"  {kind_named(kind).severity.value} {kind}: {len(faults)}"
            for fault in faults:
                yield f"    {fault.ref}{'#' if fault.pointer else ''}{fault.pointer}"
                yield f"      {fault.message}"
                if verbosity > 1:
                    yield f"      {fault.hint}"
        yield ""


def as_json(report: AuditReport, subject: str) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "subject": subject,
        "entries": report.entries,
        "kinds": report.kinds,
        "quarantined": report.quarantined,
        "counts": {severity.value: report.count(severity) for severity in Severity},
        "by_kind": dict(sorted(Counter(fault.kind for fault in report.faults).items())),
        "faults": [
            {
                "kind": fault.kind,
                "severity": fault.severity.value,
                "faction": fault.faction,
                "collection": fault.ref.collection,
                "key": fault.ref.key,
                "pointer": fault.pointer,
                "params": {
                    name: list(value) if isinstance(value, tuple) else value for name, value in fault.params.items()
                },
                "message": fault.message,
                "hint": fault.hint,
            }
            for fault in report.faults
        ],
    }


def _noun(severity: Severity, count: int) -> str:
    if severity is Severity.ADVICE:
        return "pieces of advice" if count != 1 else "piece of advice"
    return severity.value if count == 1 else f"{severity.value}s"
