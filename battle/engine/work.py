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


class TooSlow(Exception):
    """The answer takes longer than whoever is in a hurry would wait for."""


class Allowance:
    """How many units of work there are to take up, how many were ``spent``, and what was worked out for them.

    ``hurry`` is that of whoever waits for several answers, None where nobody is in a hurry.
    """

    def __init__(self, units: float, hurry: Hurry | None = None) -> None:
        self.units = units
        self.hurry = hurry
        self.spent = 0.0
        self.paid: set[Hashable] = set()

    def take(self, units: float) -> None:
        """Take up so many; raises :class:`TooLarge` where there are not so many left, :class:`TooSlow` in a hurry."""
        if self.spent + units > self.units:
            raise TooLarge("it would take too long to work out")
        self.spent += units
        if self.hurry is not None:
            self.hurry.take(units)


class Hurry:
    """How many units of work somebody would wait for, over all answers."""

    def __init__(self, units: float) -> None:
        self.left = units

    def take(self, units: float) -> None:
        """Take up so many; raises :class:`TooSlow` where there are not so many left."""
        self.left -= units
        if self.left < 0:
            raise TooSlow("it would take longer than anybody waits for")


_HURRY: ContextVar[Hurry | None] = ContextVar("hurry", default=None)
_ALLOWANCE: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def limited(units: float) -> Iterator[Allowance]:
    """Within it exact answers may take so many units of work in all, a unit being one product of two numbers."""
    allowance = Allowance(units, _HURRY.get())
    token = _ALLOWANCE.set(allowance)
    try:
        yield allowance
    finally:
        _ALLOWANCE.reset(token)


@contextmanager
def hurried(units: float) -> Iterator[None]:
    """Within it answers raise :class:`TooSlow` once they have taken so many units together, whatever they may take."""
    token = _HURRY.set(Hurry(units))
    try:
        yield
    finally:
        _HURRY.reset(token)


def refuse_in_a_hurry() -> None:
    """Raise :class:`TooSlow` where somebody is in a hurry: before what takes long and is not counted as work."""
    if _HURRY.get() is not None:
        raise TooSlow("it would take longer than anybody waits for")


@contextmanager
def measured() -> Iterator[Allowance]:
    """Within it work is counted as if nothing had been done yet; what is finished is not taken from what there is."""
    outer = _ALLOWANCE.get()
    inner = Allowance(inf if outer is None else outer.units - outer.spent, None if outer is None else outer.hurry)
    token = _ALLOWANCE.set(inner)
    try:
        yield inner
    except TooLarge:
        # Nobody will pay for what was not finished, and yet it was done.
        if outer is not None:
            outer.spent += inner.spent
        raise
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
