"""Who can be paired with whom when each may be taken once: greedy choices can fail, augmenting paths do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def pairing(choices: Sequence[Sequence[int]]) -> Mapping[int, int]:
    """A largest pairing: for as many positions of ``choices`` as possible one of its choices, none twice."""
    taken_by: dict[int, int] = {}

    def place(seeker: int, tried: set[int]) -> bool:
        for choice in choices[seeker]:
            if choice in tried:
                continue
            tried.add(choice)
            if choice not in taken_by or place(taken_by[choice], tried):
                taken_by[choice] = seeker
                return True
        return False

    for seeker in range(len(choices)):
        place(seeker, set())
    return {seeker: choice for choice, seeker in taken_by.items()}
