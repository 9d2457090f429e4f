"""What an audit found: faults, each with its place in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from datasheets.audit.registry import Param, Severity
from datasheets.catalogue.entries import EntryRef


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in an entry. ``pointer`` is a JSON pointer into the entry as it is encoded.

    ``message`` says what is wrong, ``hint`` what to do about it, both in full sentences.
    """

    kind: str
    severity: Severity
    ref: EntryRef
    pointer: str
    params: Mapping[str, Param]
    message: str
    hint: str

    @property
    def faction(self) -> str:
        """The id of the faction whose data it is in; empty where it is nobody's own."""
        collection, key = self.ref
        if collection == "prices":
            return key.split("|")[1]
        if collection == "factions":
            return key
        head = key.partition(":")[0]
        return head if head != key and head != "wargear" else ""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All faults of a catalogue, by collection, entry, kind and place; and how much was looked at."""

    faults: tuple[Fault, ...]
    entries: int
    kinds: int
    quarantined: int = 0
    """Entries, and parts of datasheets, that are not offered because no dated source settles their fault (R-11)."""

    def count(self, severity: Severity) -> int:
        """How many faults weigh so."""
        return sum(fault.severity is severity for fault in self.faults)

    @property
    def has_errors(self) -> bool:
        """Whether any fault makes a verdict or a price wrong."""
        return any(fault.severity is Severity.ERROR for fault in self.faults)
