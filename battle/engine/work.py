"""How much work an answer may take: counted, not timed, so that the same question is answered alike everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class TooLarge(Exception):
    """The exact answer would not fit; the message says what is too many of. It can be sampled instead."""


class _Allowance:
    def __init__(self, units: float) -> None:
        self.left = units


_ALLOWANCE: ContextVar[_Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def limited(units: float) -> Iterator[None]:
    """Within it exact answers may take so many units of work in all, a unit being one product of two numbers."""
    token = _ALLOWANCE.set(_Allowance(units))
    try:
        yield
    finally:
        _ALLOWANCE.reset(token)


def spend(units: float) -> None:
    """Take up work, before it is done; raises :class:`TooLarge` where there is not so much left. Unlimited: nothing."""
    allowance = _ALLOWANCE.get()
    if allowance is None:
        return
    allowance.left -= units
    if allowance.left < 0:
        raise TooLarge("it would take too long to work out")
