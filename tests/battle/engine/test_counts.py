"""How many attacks end in which way is the same however it is worked out."""

from __future__ import annotations

import numpy as np
import pytest

from battle.engine.allocation import Blow
from battle.engine.attack import NO_EXTRA_HITS, Attacks, Ending
from battle.engine.counts import Kind, _multinomial, _transformed, joint_counts
from battle.engine.dice import dice, repeated
from battle.engine.kernels import kernel_of
from battle.engine.target import Group, Target

ENDINGS = (Ending(dice(1).chances, (3, 5)), Ending(dice(2).chances))
KINDS = (Kind(0, 1 / 3), Kind(0, 1 / 3), Kind(1, 1.0))


def _attacks(written: str, weapons: int) -> Attacks:
    """Weapons whose hits wound half the time and whose critical hits may end as mortal wounds."""
    number = repeated(dice(written).chances, weapons)
    return Attacks(number, 0.5, 1 / 6, ENDINGS, (0.5, 0.0), (0.25, 0.5), NO_EXTRA_HITS)


@pytest.mark.parametrize(("written", "weapons"), [("3", 1), ("D6", 3), ("2D3+1", 2)])
def test_weighing_numbers_and_transforming_them_come_to_the_same(written: str, weapons: int) -> None:
    attacks = _attacks(written, weapons)
    lengths = [len(attacks.dice)] * len(KINDS)
    weighed = _multinomial(attacks, KINDS, lengths)
    assert weighed.shape == tuple(lengths)
    assert weighed.sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(weighed, _transformed(attacks, KINDS, lengths), rtol=0, atol=1e-14)


def test_numbers_too_large_to_weigh_add_up_to_one_all_the_same() -> None:
    few, many = (joint_counts(_attacks("D6", weapons), KINDS[:1]) for weapons in (25, 26))
    for chances, weapons in ((few, 25), (many, 26)):
        assert chances.sum() == pytest.approx(1, abs=1e-12)
        mean = np.arange(len(chances)) @ chances
        assert mean == pytest.approx(weapons * 3.5 * (0.5 * 0.5 + 0.25 / 6) / 3, abs=1e-9)


def test_states_asked_for_again_are_led_to_the_same() -> None:
    target = Target((Group("Troops", 4, 3, 4, 3, feel_no_pain=5),))
    starts = ((12, 0), (10, 0), (7, 0))
    weights = np.array([0.5, 0.3, 0.2])
    kernel = kernel_of(target, starts, Blow(dice("D3").chances), (frozenset({0}),), (0,), None)
    once, again, further = (kernel.rows(weights, most) for most in (5, 5, 8))
    np.testing.assert_allclose(again, once, rtol=0, atol=1e-15)
    np.testing.assert_allclose(further[:6], once, rtol=0, atol=1e-15)
    np.testing.assert_allclose(further.sum(axis=1), np.ones(9), rtol=0, atol=1e-14)
