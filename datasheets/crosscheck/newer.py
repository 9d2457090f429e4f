"""Which differences are newer: rows of ``fixtures/crosscheck/newer.yaml``, each with its source and date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import msgspec

from datasheets.crosscheck.account import Field
from datasheets.sources.yaml_file import read_yaml


class NewerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``source`` of ``date`` changed: fields of datasheets of ``factions``; an empty list means all.

    ``evidence`` tells, in our own words, what the claim rests on. ``sources`` are the names of the
    sources that are older than the change.
    """

    source: str
    date: date
    evidence: str
    sources: tuple[str, ...]
    factions: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    except_entries: tuple[str, ...] = ()

    def covers(self, source: str, entry: str, faction: str, field: Field) -> bool:
        """Whether the row speaks of that field of that entry in that source."""
        return (
            source in self.sources
            and (not self.factions or faction in self.factions)
            and (not self.entries or entry in self.entries)
            and (not self.fields or field in self.fields)
            and entry not in self.except_entries
        )


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: tuple[NewerRow, ...]


@dataclass(frozen=True)
class NewerRows:
    """The rows in the file's order; the first that covers a difference is its reason."""

    rows: Sequence[NewerRow]

    def find(self, source: str, account_date: str, entry: str, faction: str, field: Field) -> NewerRow | None:
        """The row that says that ours is newer than a source of that date."""
        for row in self.rows:
            if row.date.isoformat() > account_date and row.covers(source, entry, faction, field):
                return row
        return None


def read_newer(path: Path) -> NewerRows:
    """The rows in the file; raises ``SourceFault``."""
    return NewerRows(read_yaml(path, _File).rows)
