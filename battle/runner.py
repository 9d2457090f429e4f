"""Computes waiting parts one after another until none waits: the work behind the task."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from battle.claims import WORKER_DIED, Claim, claim_next, give_up, give_up_all, hand_back, store_part
from battle.finishing import join_if_complete, simulations_to_join
from battle.models import Simulation, SimulationContent
from battle.preparing import KEPT
from battle.releases import NoRelease
from datasheets.working import Ends, WorkCrashed, work_through, worked
from roster.document_faults import DocumentError
from roster.timebox import OutOfTime, within

SECONDS_FOR_A_PART = 20.0
FAULT = "Computing this part ended in a fault of the service. Please report it."
TOO_LONG = f"Computing this took longer than {SECONDS_FOR_A_PART:.0f} seconds, so it was stopped. Ask with fewer units."

Compute = Callable[[Simulation, int], dict[str, Any]]
"""The answer to one part of a simulation, by its position."""


class PartCrashed(WorkCrashed):
    """Computing a part ended in a fault of our own. The part has been given up; the others wait as before."""


def computed(simulation: Simulation, position: int) -> dict[str, Any]:
    """The answer to one part, as the engine gives it."""
    return KEPT.of(simulation).part_answer(position)


def work_on_waiting_parts(*, seconds: float, compute: Compute = computed) -> bool:
    """Compute waiting parts of all simulations, in turn; True where time ran out before the parts did.

    Raises :class:`PartCrashed` or :class:`~battle.finishing.JoinCrashed`, after closing the row, for a fault of ours.
    """
    time_ran_out = work_through(claim_next, partial(compute_claimed, compute=compute), seconds=seconds)
    if not time_ran_out:
        for key in simulations_to_join():
            join_if_complete(key, KEPT.of)
    return time_ran_out


def compute_claimed(claim: Claim, compute: Compute = computed) -> None:
    """Compute a claimed part, store what came of it or why nothing did; after the last part the answer is complete."""
    begun = time.perf_counter()
    simulation = claim.simulation

    def compute_and_store() -> None:
        try:
            fragment = within(SECONDS_FOR_A_PART, lambda: compute(simulation, claim.position))
        except NoRelease as gone:
            give_up_all(simulation, str(gone))
        except SimulationContent.DoesNotExist:
            give_up(claim, FAULT)  # deleted, and the part with it
        else:
            store_part(claim, fragment, time.perf_counter() - begun)

    worked(
        compute_and_store,
        Ends(
            give_up=lambda problem: give_up(claim, problem, time.perf_counter() - begun),
            hand_back=lambda: hand_back(claim),
            attempt=claim.attempt,
            refused={DocumentError: attrgetter("message")},
            heals={OutOfTime: TOO_LONG},
            fault=FAULT,
            crashed=PartCrashed(f"part {claim.position} of simulation {simulation.pk}"),
            worn_out=WORKER_DIED,
        ),
    )
    join_if_complete(simulation.pk, KEPT.of)
