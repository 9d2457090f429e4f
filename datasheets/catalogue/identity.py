"""By what a record is known again once upstream has renamed it (R-06)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class EntryKind(StrEnum):
    """The kinds of entries whose ids outlive a new name upstream."""

    DATASHEET = "datasheet"
    DETACHMENT = "detachment"
    ENHANCEMENT = "enhancement"


References = Mapping[EntryKind, Mapping[str, tuple[str, ...]]]
"""Per kind and id: what other sources call the entry, each ``"<namespace>:<id>"``."""


def owner_of(entry_id: str) -> str:
    """What an entry belongs to, by its id: the faction, or the detachment of an enhancement."""
    return entry_id.rpartition(":")[0]
