"""Random attacks at attached units: the exact answer beside dice, rolled one by one and many at once.

A sample of what ``python -m tests.bench.engine_proof`` does with hundreds of them.
"""

from __future__ import annotations

import pytest

from tests.battle.proof.comparing import Compared, compared, summary

CASES = 24
LARGEST = 4.5


@pytest.fixture(scope="module")
def found() -> list[Compared]:
    """Cases that are answered exactly, in the order of their seeds."""
    cases: list[Compared] = []
    seed = 0
    while len(cases) < CASES:
        one = compared(seed, literal=1_000, vectorised=20_000)
        cases += [one] if one is not None else []
        seed += 1
    return cases


def test_probabilities_add_up_to_one(found: list[Compared]) -> None:
    assert max(one.total for one in found) < 1e-12


@pytest.mark.parametrize("way", ["literal", "vectorised"])
def test_dice_are_as_far_from_the_exact_answer_as_chance_has_it(found: list[Compared], way: str) -> None:
    kills = summary(getattr(one, way).kills for one in found)
    characters = summary(getattr(one, way).character for one in found)

    assert (kills.cases, characters.cases) >= (20, 8)
    assert max(kills.largest, characters.largest) <= LARGEST
    assert 0.6 < kills.deviation < 1.4
    assert 0.5 < characters.deviation < 1.5
