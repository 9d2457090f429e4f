"""Supplements: datasheets the package lacks, from ``fixtures/supplements/`` (R-04)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.wargear import Item


@dataclass(frozen=True)
class Supplement:
    """Datasheets and their items."""

    datasheets: tuple[Datasheet, ...] = ()
    items: tuple[Item, ...] = ()


def read_supplements(folder: Path) -> Supplement:
    """Every supplement in ``folder``."""
    return Supplement()
