"""The catalogue in force, for those who ask."""

from __future__ import annotations

from tests.releases import release

__all__ = ["release"]
