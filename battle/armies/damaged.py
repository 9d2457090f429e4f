"""At how many wounds models of a datasheet are damaged (24.39); the catalogue does not have it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from datasheets.sources.yaml_file import read_yaml

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "battle" / "damaged.yaml"


class DamagedRows(Struct, frozen=True, forbid_unknown_fields=True):
    """Wounds left by datasheet id; ``otherwise`` those of datasheets that then do other things than 24.39 says."""

    damaged: dict[str, int]
    otherwise: dict[str, int]


@lru_cache(maxsize=1)
def damaged_rows() -> DamagedRows:
    """The rows of ``fixtures/battle/damaged.yaml``."""
    return read_yaml(FILE, DamagedRows)
