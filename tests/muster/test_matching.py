"""The pairing is as large as any can be."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from roster.muster.matching import pairing


def largest_by_trying_all(choices: list[list[int]]) -> int:
    """Brute force: every way to give each seeker one of its choices or none."""
    best = 0
    for taken in product(*[[*options, None] for options in choices]):
        given_out = [one for one in taken if one is not None]
        if len(given_out) == len(set(given_out)):
            best = max(best, len(given_out))
    return best


@given(st.lists(st.lists(st.integers(0, 3), max_size=3, unique=True), max_size=5))
def test_no_pairing_is_larger(choices: list[list[int]]) -> None:
    paired = pairing(choices)
    assert all(choice in choices[seeker] for seeker, choice in paired.items())
    assert len(set(paired.values())) == len(paired) == largest_by_trying_all(choices)


def test_a_first_choice_gives_way() -> None:
    assert pairing([[1, 2], [1]]) == {0: 2, 1: 1}
