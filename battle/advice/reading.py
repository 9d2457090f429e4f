"""Answers that remember what was read of them: a page asks for the same table many times over."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class Reading(Mapping[str, Any]):
    """An answer with what was made of it so far. The answer must not change while it is read."""

    __slots__ = ("_answer", "_made")

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self._answer = answer
        self._made: dict[Hashable, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self._answer[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answer)

    def __len__(self) -> int:
        return len(self._answer)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` makes, made the first time that ``key`` is asked for."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


def once(answer: Mapping[str, Any], key: Hashable, make: Callable[[], T]) -> T:
    """What ``make`` makes of the answer; a :class:`Reading` makes it but once."""
    return answer.once(key, make) if isinstance(answer, Reading) else make()
