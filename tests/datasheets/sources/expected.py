"""Short ways to say what a catalogue should hold."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from datasheets.catalogue.points import CopyTier, SizeRow

SPACE_MARINES = "adeptus-astartes"


def tiers_of(catalogue: Catalogue, datasheet: str, army: str) -> tuple[CopyTier, ...]:
    """The copy tiers by which an army buys a datasheet."""
    table = catalogue.price_table(datasheet, army)
    assert table is not None
    return table.tiers


def one_price(points: int, models: int = 1) -> tuple[CopyTier, ...]:
    """One row for every copy."""
    return (CopyTier(1, None, (SizeRow(models, points),)),)
