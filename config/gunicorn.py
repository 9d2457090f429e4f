"""What gunicorn is told beside its options: a process that is asked to stop ends its streams of events at once."""

from __future__ import annotations

from typing import Protocol


class Worker(Protocol):
    """What is used of a process of gunicorn."""

    alive: bool


def post_worker_init(worker: Worker) -> None:
    """Called in each process once it has loaded the application; ``alive`` ends with the signal to stop."""
    from api import streams

    streams.end_where(lambda: not worker.alive)
