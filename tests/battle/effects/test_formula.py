"""Sums in files are worked out exactly, and nothing else is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battle.effects.formula import NoNumber, number_of


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (3, Fraction(3)),
        (0.25, Fraction(1, 4)),
        ("6 * 4/6 * (1 - 3/6)", Fraction(2)),
        ("2 * (1/6) ** 2 + -1/36", Fraction(1, 36)),
    ],
)
def test_a_sum_is_worked_out_exactly(written: str | float, value: Fraction) -> None:
    assert number_of(written) == value


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("six", "“six” is no number, sum, product or quotient"),
        ("open('x')", "“open('x')” is no number, sum, product or quotient"),
        ("1 +", "“1 +” is no sum of numbers"),
        ("1/0", "“1/0” divides by 0"),
        ("2 ** 99", "“2 ** 99” is no number, sum, product or quotient"),
        ("True", "“True” is no number, sum, product or quotient"),
        ("1" * 401, "a sum of 401 characters; at most 400 are read"),
    ],
)
def test_anything_else_is_refused(written: str, why: str) -> None:
    with pytest.raises(NoNumber) as fault:
        number_of(written)

    assert str(fault.value) == why
