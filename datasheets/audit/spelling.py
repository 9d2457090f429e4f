"""Words that are one slip apart: a letter too many, too few, another one, or two changed over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

SHORTEST = 5
"""Letters of the shortest word that is compared: shorter ones are one slip apart by chance."""


class Neighbours:
    """Finds, among some words, those that are one slip away from a given one."""

    def __init__(self, words: Iterable[str]) -> None:
        gaps: defaultdict[str, set[str]] = defaultdict(set)
        for word in words:
            if len(word) >= SHORTEST:
                for gap in _with_one_letter_less(word):
                    gaps[gap].add(word)
        self._gaps: Mapping[str, set[str]] = gaps

    def of(self, word: str) -> tuple[str, ...]:
        """The words one slip away from ``word``, itself not among them."""
        if len(word) < SHORTEST:
            return ()
        near = {other for gap in _with_one_letter_less(word) for other in self._gaps.get(gap, ())}
        return tuple(sorted(other for other in near if other != word and is_one_slip(word, other)))


def is_one_slip(one: str, other: str) -> bool:
    """Whether one letter was added, left out or replaced, or two that stand side by side changed places."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    short, long = sorted((one, other), key=len)
    start = next((index for index, letter in enumerate(short) if letter != long[index]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    is_swapped = one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]
    return one[start + 1 :] == other[start + 1 :] or is_swapped


def _with_one_letter_less(word: str) -> set[str]:
    return {word, *(word[:index] + word[index + 1 :] for index in range(len(word)))}
