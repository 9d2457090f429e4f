"""Bells for the workers. What is to be done stands in the rows; a bell lost or rung twice changes nothing (R-34)."""

from __future__ import annotations

from celery import shared_task

from datasheets.bells import BELL_KEPT_SECONDS, SLICE_SECONDS, work_and_ring
from datasheets.services.manual_work import (
    ManualCrashed,
    free_stale_manuals,
    manuals_waiting,
    work_on_waiting_manuals,
)


@shared_task(ignore_result=True, acks_late=True, reject_on_worker_lost=True)
def work_on_manuals(upload_id: int) -> None:
    """Look at waiting points manuals, or take them, until none waits.

    ``upload_id`` says who rang. The claim decides which is next.
    """
    work_and_ring(
        lambda: work_on_waiting_manuals(seconds=SLICE_SECONDS),
        lambda: work_on_manuals.delay(upload_id),
        crashed=ManualCrashed,
    )


def sweep_manuals() -> None:
    """Free the manuals of workers that died, ring for those that wait, delete what has had its time."""
    # The services ring this module's task.
    from datasheets.services.manual_uploads import purge_manual_uploads

    free_stale_manuals()
    for upload_id in manuals_waiting():
        work_on_manuals.apply_async((upload_id,), expires=BELL_KEPT_SECONDS)
    purge_manual_uploads()
