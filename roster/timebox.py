"""Ends a piece of work that takes too long, on any thread: a Celery thread pool has no time limits of its own."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


class OutOfTime(Exception):
    """The work took longer than it was given."""


def within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """Answer of ``work``, or :class:`OutOfTime` raised inside it once ``seconds`` have passed.

    The interpreter raises it between two steps of Python code; one long step in C is not interrupted.
    """
    watch = _Watch(threading.get_ident())
    timer = threading.Timer(seconds, watch.expire)
    timer.daemon = True
    timer.start()
    try:
        return work()
    finally:
        watch.finish()
        timer.cancel()


class _Watch:
    """Raises in the watched thread at most once, and never after ``finish`` has returned."""

    def __init__(self, thread: int) -> None:
        self._thread = ctypes.c_ulong(thread)
        self._lock = threading.Lock()
        self._has_finished = False
        self._has_expired = False

    def expire(self) -> None:
        with self._lock:
            if not self._has_finished:
                self._has_expired = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, ctypes.py_object(OutOfTime))

    def finish(self) -> None:
        with self._lock:
            self._has_finished = True
            if self._has_expired:
                # Raised already, or not delivered yet: then it would strike the caller instead of the work.
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)
