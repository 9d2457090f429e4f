"""What was in the package, what was stored, merged and excluded: kinds by faction, adding up (R-06)."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.sources import records
from datasheets.sources.items import Armoury
from datasheets.sources.register import Register
from datasheets.sources.supplements import Supplement


@dataclass(frozen=True, slots=True)
class CountRow:
    """One kind of record of one faction."""

    faction: str
    kind: str
    package: int
    stored: int
    merged: int
    excluded: int
    supplements: int


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """The account of an import."""

    rows: tuple[CountRow, ...]


def count_imports(
    bundle: records.Bundle, data: CatalogueData, armoury: Armoury, register: Register, supplements: Supplement
) -> ImportCounts:
    """The account of what ``bundle`` became in ``data``."""
    return ImportCounts(())
