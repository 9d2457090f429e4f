"""How a worker takes up rows one after the other, whatever the work is: claim, work, and an end for every claim (R-34).

Claims themselves are :mod:`datasheets.leases`. What a kind of work brings is which row is next, what is done with
it, and the words for what may go wrong.

A row that was begun before may have ended the process that worked on it. It is worked on while no other thread of the
process has anything in hand, so that what ends processes takes nothing along that is innocent.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import OperationalError, transaction

from datasheets.gates import Gate
from datasheets.leases import MAXIMUM_ATTEMPTS, Rows, held, take

Claim = TypeVar("Claim")
Found = TypeVar("Found")


_GATE = Gate()
"""What threads of this process pass with every row they take up."""


class WorkCrashed(Exception):
    """Work ended in a fault of our own. Its row has been given up and says so; the others wait as before."""


class _HasToBeAlone(Exception):
    """What is next was begun before, and other threads may have rows in hand."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rows that may be next. ``begin`` notes whose turn it was, in the transaction of the claim.

    ``begun_before``: one of them was claimed before and did not come to an end.
    """

    rows: Rows
    keys: Sequence[int]
    begin: Callable[[], object] | None = None
    begun_before: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """Rows that were claimed under this token."""

    rows: Rows
    keys: Sequence[int]
    token: uuid.UUID

    @property
    def ours(self) -> Rows:
        """Those that the claim still holds."""
        return held(self.rows.filter(pk__in=self.keys), self.token)


def work_through(claim: Callable[[], Claim | None], work: Callable[[Claim], object], *, seconds: float) -> bool:
    """Claim and work until nothing waits; True where time ran out first. What was begun by then is finished."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with _GATE.together():
                has_worked = _worked_on_next(claim, work)
        except _HasToBeAlone:
            with _GATE.alone():
                has_worked = _worked_on_next(claim, work)
        if not has_worked:
            return False
    return True


def _worked_on_next(claim: Callable[[], Claim | None], work: Callable[[Claim], object]) -> bool:
    claimed = claim()
    if claimed is None:
        return False
    work(claimed)
    return True


def take_next(candidate: Callable[[], Candidate | None]) -> Taken | None:
    """Claim what ``candidate`` says is next; where others were faster, what it says then. None: nothing waits."""
    while (next_one := candidate()) is not None:
        if next_one.begun_before and _GATE.is_shared:
            raise _HasToBeAlone
        with transaction.atomic():
            token = take(next_one.rows, next_one.keys)
            if token is not None and next_one.begin is not None:
                next_one.begin()
        if token is not None:
            return Taken(next_one.rows, next_one.keys, token)
    return None


@dataclass(frozen=True, slots=True)
class Ends:
    """How a claim ends where its work does not: every way out of it closes the rows or lets them wait.

    ``refused`` is what the work says of its rows, put into words; ``heals`` what may go better the next time, with
    the words where it did not. A row that was begun :data:`~datasheets.leases.MAXIMUM_ATTEMPTS` times is given up.
    Anything else is a fault of ours: the row says ``fault``, and ``crashed`` is raised.
    """

    give_up: Callable[[str], object]
    hand_back: Callable[[], object]
    attempt: int
    fault: str
    crashed: WorkCrashed
    worn_out: str
    """Words for a row that was begun that often and whose work the database never answered."""
    refused: Mapping[type[Exception], Callable[[Any], str]] = field(default_factory=dict)
    heals: Mapping[type[Exception], str] = field(default_factory=dict)


def worked(work: Callable[[], Found], ends: Ends) -> Found | None:
    """What the work found; None where the claim was ended without it.

    Raises the ``crashed`` of a fault of ours, the database's own error where it did not answer, and whatever stops
    the process.
    """
    try:
        return work()
    except OperationalError:
        # The database did not answer: the sweep rings again.
        _again_or_never(ends, ends.worn_out)
        raise
    except Exception as error:
        for refusal, words in ends.refused.items():
            if isinstance(error, refusal):
                ends.give_up(words(error))
                return None
        for passing, problem in ends.heals.items():
            if isinstance(error, passing):
                _again_or_never(ends, problem)
                return None
        # The same rows would fail again. They are closed with the reason, and the fault goes on to the log.
        ends.give_up(ends.fault)
        raise ends.crashed from error
    except BaseException:
        ends.hand_back()
        raise  # the process is being stopped


def _again_or_never(ends: Ends, words: str) -> None:
    if ends.attempt < MAXIMUM_ATTEMPTS:
        ends.hand_back()
    else:
        ends.give_up(words)
