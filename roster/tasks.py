"""Bells for the workers. What is to be done stands in the rows; a bell lost or rung twice changes nothing (R-34)."""

from __future__ import annotations

from celery import shared_task

from datasheets.bells import BELL_KEPT_SECONDS, SLICE_SECONDS, work_and_ring
from roster.claims import batches_waiting, release_stale
from roster.comparisons import (
    RosterCrashed,
    compare_waiting_rosters,
    comparisons_waiting,
    finish_comparisons,
    release_stale_rosters,
    reopen_comparisons,
)
from roster.retention import purge_expired
from roster.runner import ListCrashed, check_waiting_lists


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def check_batch(batch_id: int) -> None:
    """Check waiting lists, of this batch and of others in turn, until none waits.

    ``batch_id`` says who rang. The claim decides which list is next.
    """
    work_and_ring(
        lambda: check_waiting_lists(seconds=SLICE_SECONDS),
        lambda: check_batch.delay(batch_id),
        crashed=ListCrashed,
    )


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def compare_rosters(comparison_id: int) -> None:
    """Judge waiting rosters, of this comparison and of others in turn, until none waits.

    ``comparison_id`` says who rang. The claim decides which rosters are next.
    """
    work_and_ring(
        lambda: compare_waiting_rosters(seconds=SLICE_SECONDS),
        lambda: compare_rosters.delay(comparison_id),
        crashed=RosterCrashed,
    )


def sweep() -> None:
    """Free the lists of workers that died, ring for every batch with lists waiting, delete what has expired."""
    release_stale()
    for batch_id in batches_waiting():
        check_batch.apply_async((batch_id,), expires=BELL_KEPT_SECONDS)
    purge_expired()


def sweep_comparisons() -> None:
    """Notice a new publication, free the rows of workers that died, ring for comparisons with rosters waiting."""
    # The services ring this module's tasks.
    from roster.services.comparisons import notify_owners, purge_comparisons

    notify_owners()
    release_stale_rosters()
    reopen_comparisons()
    for comparison_id in comparisons_waiting():
        compare_rosters.apply_async((comparison_id,), expires=BELL_KEPT_SECONDS)
    finish_comparisons()
    purge_comparisons()
