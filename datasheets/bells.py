"""How a task works for a while and rings again, so that a worker asked to stop is not kept from it (R-34)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, update_wrapper

from django.db import transaction

SLICE_SECONDS = 5.0
"""A task works this long; what was begun by then is finished."""

BELL_KEPT_SECONDS = 60
"""A sweep's bell that nobody heard by then is forgotten: the next sweep rings again."""


def ring_on_commit(ring: Callable[[int], object], key: int) -> None:
    """Ring for the row with this key once the transaction that stores it is committed.

    A broker that is away is no reason to lose the row: the fault is logged, and every worker sweeps for waiting rows.
    """
    # Django names the function where it logs the fault, and a partial alone has no name.
    transaction.on_commit(update_wrapper(partial(ring, key), ring), robust=True)


def work_and_ring(work: Callable[[], bool], ring: Callable[[], object], *, crashed: type[Exception]) -> None:
    """Do ``work``, and ``ring`` again where it says that time ran out before the rows did.

    Where it raises ``crashed``, one row was closed for a fault: the others go on, and the fault is logged.
    """
    try:
        time_ran_out = work()
    except crashed:
        ring()
        raise
    if time_ran_out:
        ring()
