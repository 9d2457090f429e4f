"""What was worked out already: bounded stores of values by key, that threads share.

A value taken from a store costs an answer's allowance as much as when it was made, the first time the answer
takes it: so that no question is refused or answered depending on what was asked before it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from battle.engine.work import measured, pay_once

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

STORES: list[Store[Any, Any]] = []
"""Every store there is, whatever it holds, so that measurements can begin with empty ones."""


class _Kept:
    """A key of a store that knows its hash: large keys take longer to hash than to find."""

    __slots__ = ("hash", "key", "store")

    def __init__(self, store: int, key: Hashable) -> None:
        self.store = store
        self.key = key
        self.hash = hash((store, key))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.store == other.store and self.key == other.key


class Store(Generic[Key, Value]):
    """Values by key; once they are larger than ``most`` in all, those not used for longest are forgotten.

    ``size`` tells how large a value is, in bytes.
    """

    def __init__(self, most: int, size: Callable[[Value], int]) -> None:
        self.most = most
        self._size = size
        self._held = 0
        self._values: OrderedDict[_Kept, tuple[Value, float, int]] = OrderedDict()
        self._lock = Lock()
        STORES.append(self)

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of the key, made where it is not held; what ``make`` raises is raised, and nothing kept."""
        kept = _Kept(id(self), key)
        with self._lock:
            found = self._values.get(kept)
            if found is not None:
                self._values.move_to_end(kept)
        if found is not None:
            pay_once(kept, found[1])
            return found[0]
        with measured() as work:
            value = make()
        pay_once(kept, work.spent)
        size = self._size(value)
        if size <= self.most:
            with self._lock:
                if kept not in self._values:
                    self._values[kept] = (value, work.spent, size)
                    self._held += size
                while self._held > self.most:
                    _, (_, _, freed) = self._values.popitem(last=False)
                    self._held -= freed
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._held = 0


def forget() -> None:
    """Empty every store."""
    for store in STORES:
        store.clear()
