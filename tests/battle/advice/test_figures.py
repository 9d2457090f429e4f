"""Numbers as people read them."""

from __future__ import annotations

import pytest

from battle.advice.figures import number, percent, points_in_words
from battle.advice.measures import Figure


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "0 %"),
        (1e-9, "less than 0.1 %"),
        (0.0004, "less than 0.1 %"),
        (0.0005, "0.1 %"),
        (0.2814, "28.1 %"),
        (0.9994, "99.9 %"),
        (0.9996, "more than 99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_chances(chance: float, words: str) -> None:
    assert percent(chance) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.0, "0"), (0.004, "less than 0.01"), (0.005, "0.01"), (2.0, "2"), (2.345, "2.35"), (1204.5, "1,204.50")],
)
def test_means(value: float, words: str) -> None:
    assert number(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "0 points"),
        (0.04, "less than 0.1 points"),
        (1.0, "1 point"),
        (86.44, "86.4 points"),
        (2000, "2,000 points"),
    ],
)
def test_points(value: float, words: str) -> None:
    assert points_in_words(value) == words


def test_a_difference_means_something_beyond_a_hundredth_and_two_standard_errors() -> None:
    assert Figure(1.02).is_more_than(Figure(1.0))
    assert not Figure(1.005).is_more_than(Figure(1.0))
    assert not Figure(2.0, 0.5).is_more_than(Figure(1.0, 0.1))
    assert Figure(2.1, 0.5).is_more_than(Figure(1.0, 0.1))
    assert Figure(0.0).is_like(Figure(0.0))
    assert Figure(0.004).is_like(Figure(0.0), is_chance=True)
    assert not Figure(0.006).is_like(Figure(0.0), is_chance=True)
