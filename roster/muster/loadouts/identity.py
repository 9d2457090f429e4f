"""A small cache by identity: catalogue objects never change, and hashing them whole is slow."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class ById(Generic[Key, Value]):
    """Values kept for objects by what they are, not by what they equal; the oldest go first.

    Each object is held with its value, so that no other can take its place in memory meanwhile.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._kept: dict[int, tuple[Key, Value]] = {}

    def get(self, key: Key, made: Callable[[], Value]) -> Value:
        """The value kept for this object, made where there is none."""
        found = self._kept.get(id(key))
        if found is not None:
            return found[1]
        value = made()
        with self._lock:
            while len(self._kept) >= self._size:
                self._kept.pop(next(iter(self._kept)))
            return self._kept.setdefault(id(key), (key, value))[1]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
