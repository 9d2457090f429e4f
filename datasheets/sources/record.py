"""What every row of the data package has in common."""

from __future__ import annotations

from msgspec import Struct


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the package."""


class GameVersion(Record, frozen=True):
    edition: str
    dataslate: str


class ExternalRef(Record, frozen=True):
    namespace: str
    id: str
