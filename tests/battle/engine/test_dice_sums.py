"""Sums of many dice: the same whatever way they are worked out, and in time."""

from __future__ import annotations

import numpy as np
import pytest

from battle.engine import dice as module
from battle.engine.dice import dice, mean, repeated, sum_of


def test_long_sums_are_those_of_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = dice("3D6+2").chances
    expected = repeated(chances, 37)
    added = sum_of([expected, chances])

    monkeypatch.setattr(module, "MOST_PRODUCTS", 10)

    assert repeated(chances, 37) == pytest.approx(expected, abs=1e-15)
    assert sum_of([expected, chances]) == pytest.approx(added, abs=1e-15)


def test_the_largest_number_of_attacks_is_worked_out() -> None:
    found = repeated(dice("20D6+880").chances, 1000)

    assert len(found) == 1_000_001
    assert found.sum() == pytest.approx(1.0, abs=1e-12)
    assert mean(found) == pytest.approx(950_000, abs=1e-3)
    assert np.all(found >= 0)
