"""Rules that datasheets print and the catalogue does not have for them: known by name alone, and named in answers."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from datasheets.sources.yaml_file import read_yaml

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "battle" / "unheld.yaml"


@lru_cache(maxsize=1)
def unheld_rules() -> dict[str, tuple[str, ...]]:
    """The names of such rules that touch attacks, by datasheet id, as of July 2026."""
    return read_yaml(FILE, dict[str, tuple[str, ...]])
