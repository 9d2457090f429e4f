"""The stored catalogue as one value: what a release is compiled from."""

from __future__ import annotations

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.tables.gather import gather
from datasheets.tables.stored import read_rows


def read_catalogue() -> CatalogueData:
    """The catalogue that the tables hold, in one query a table, whatever its size."""
    return gather(read_rows())
