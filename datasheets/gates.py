"""A gate that threads of one process pass together, or one of them alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Threads inside are there together, or one is there alone; who wants to be alone is let in before newcomers.

    A thread that is inside must not enter again.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._together: set[int] = set()
        self._is_one_alone = False
        self._waiting = 0

    @property
    def is_shared(self) -> bool:
        """Whether the calling thread is inside and others may be there too."""
        return threading.get_ident() in self._together

    @contextmanager
    def together(self) -> Iterator[None]:
        """Be inside with others; waits for one who is alone there, or is about to be."""
        own = threading.get_ident()
        with self._changed:
            self._changed.wait_for(lambda: not self._is_one_alone and not self._waiting)
            self._together.add(own)
        try:
            yield
        finally:
            with self._changed:
                self._together.discard(own)
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be inside alone; waits for all who are there."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: not self._is_one_alone and not self._together)
                self._is_one_alone = True
            finally:
                self._waiting -= 1
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._is_one_alone = False
                self._changed.notify_all()
