"""How much work an answer may take: counted, not timed, so that the same question is answered alike everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf


class TooLarge(Exception):
    """The exact answer would not fit; the message says what is too many of. It can be sampled instead."""


class Allowance:
    """How many units of work there are to take up, and how many were ``spent``."""

    def __init__(self, units: float) -> None:
        self.units = units
        self.spent = 0.0

    def take(self, units: float) -> None:
        """Take up so many; raises :class:`TooLarge` where there are not so many left."""
        self.spent += units
        if self.spent > self.units:
            raise TooLarge("it would take too long to work out")


_ALLOWANCE: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def limited(units: float) -> Iterator[None]:
    """Within it exact answers may take so many units of work in all, a unit being one product of two numbers."""
    token = _ALLOWANCE.set(Allowance(units))
    try:
        yield
    finally:
        _ALLOWANCE.reset(token)


@contextmanager
def measured() -> Iterator[Allowance]:
    """Within it work is counted by itself, and then taken from what there is outside."""
    outer = _ALLOWANCE.get()
    inner = Allowance(inf if outer is None else outer.units - outer.spent)
    token = _ALLOWANCE.set(inner)
    try:
        yield inner
    finally:
        _ALLOWANCE.reset(token)
        if outer is not None:
            outer.spent += inner.spent


def spend(units: float) -> None:
    """Take up work, before it is done; raises :class:`TooLarge` where there is not so much left. Unlimited: nothing."""
    allowance = _ALLOWANCE.get()
    if allowance is not None:
        allowance.take(units)
