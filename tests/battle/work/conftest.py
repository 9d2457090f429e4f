"""What tests of simulations need beside people."""

from __future__ import annotations

import pytest

from battle.preparing import KEPT
from tests.releases import release

__all__ = ["release"]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Simulations of another test's database may have the same keys."""
    KEPT.clear()
