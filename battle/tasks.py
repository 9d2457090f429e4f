"""Bells for the workers. What is to be done stands in the rows; a bell lost or rung twice changes nothing (R-34)."""

from __future__ import annotations

from celery import shared_task

from battle.claims import free_stale_parts, simulations_waiting
from battle.finishing import simulations_to_join
from battle.retention import purge_expired
from battle.runner import work_on_waiting_parts
from datasheets.bells import BELL_KEPT_SECONDS, SLICE_SECONDS, work_and_ring
from datasheets.working import WorkCrashed

BELLS_OF_A_SWEEP = 4
"""Every bell is for all that waits; a few let all threads of the workers hear one."""


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def work_on_simulations(simulation_id: int) -> None:
    """Compute waiting parts, of this simulation and of others in turn, until none waits.

    ``simulation_id`` says who rang. The claim decides which part is next.
    """
    work_and_ring(
        lambda: work_on_waiting_parts(seconds=SLICE_SECONDS),
        lambda: work_on_simulations.delay(simulation_id),
        crashed=WorkCrashed,
    )


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def take_over_simulation(simulation_id: int) -> None:
    """Begin a simulation anew by this engine, which waits for one whose workers are gone."""
    from battle.services.settling import take_over

    take_over(simulation_id)


def sweep() -> None:
    """Free the parts of workers that died, settle what is nobody's, ring for what waits and delete what has expired."""
    # The services ring this module's task.
    from battle.services.settling import left_by_former_engines, settle_nobodys

    free_stale_parts()
    settle_nobodys()
    for simulation_id in left_by_former_engines()[:BELLS_OF_A_SWEEP]:
        take_over_simulation.apply_async((simulation_id,), expires=BELL_KEPT_SECONDS)
    for simulation_id in [*simulations_waiting(BELLS_OF_A_SWEEP), *simulations_to_join()][:BELLS_OF_A_SWEEP]:
        work_on_simulations.apply_async((simulation_id,), expires=BELL_KEPT_SECONDS)
    purge_expired()
