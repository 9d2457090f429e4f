"""What tests of batches need beside people."""

from __future__ import annotations

from tests.releases import release

__all__ = ["release"]
