"""How much work an answer may take: counted, not timed, so that the same question is answered alike everywhere."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

WORK_OF_REMEMBERING = 2_000
"""Units of work that it takes to find what was worked out before for the same answer, by the time both take."""


class TooLarge(Exception):
    """The exact answer would not fit; the message says what is too many of. It can be sampled instead."""


class Allowance:
    """How many units of work there are to take up, how many were ``spent``, and what was worked out for them."""

    def __init__(self, units: float) -> None:
        self.units = units
        self.spent = 0.0
        self.paid: set[Hashable] = set()

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
    """Within it work is counted as if nothing had been done yet; it is not taken from what there is outside."""
    outer = _ALLOWANCE.get()
    inner = Allowance(inf if outer is None else outer.units - outer.spent)
    token = _ALLOWANCE.set(inner)
    try:
        yield inner
    finally:
        _ALLOWANCE.reset(token)


def pay_once(key: Hashable, units: float) -> None:
    """Take up the work for something that is remembered: all of it the first time, little whenever it is used again."""
    allowance = _ALLOWANCE.get()
    if allowance is None:
        return
    if key in allowance.paid:
        allowance.take(min(units, WORK_OF_REMEMBERING))
    else:
        allowance.paid.add(key)
        allowance.take(units)


def spend(units: float) -> None:
    """Take up work, before it is done; raises :class:`TooLarge` where there is not so much left. Unlimited: nothing."""
    allowance = _ALLOWANCE.get()
    if allowance is not None:
        allowance.take(units)
