"""Runs the apps' sweeps at intervals inside a Celery worker.

A sweep looks for rows that are due, or that a worker claimed and never finished, and sees to it that
they are worked on. Messages may be lost on every broker; rows are not.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import structlog
from django.conf import settings
from django.db import DatabaseError, connections
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from datasheets.workers import ALIVE_SECONDS, note_worker

log = structlog.get_logger(__name__)


class Sweeper:
    """A thread that calls every function of ``settings.SWEEPS`` at once and then every so many seconds.

    A database or broker that does not answer is logged and asked again next time. Anything else is a
    fault of the sweep: the worker is asked to stop, since a worker that no longer sweeps would leave
    work lying without a word.
    """

    def __init__(self, *, every_seconds: float) -> None:
        self._every_seconds = every_seconds
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; the first sweep runs at once."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the sweep that is running; waits for it."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _run(self) -> None:
        stopped_on_request = False
        try:
            while not stopped_on_request:
                try:
                    sweep_once()
                finally:
                    # This thread is no request and no task: nobody else closes its connections.
                    connections.close_all()
                _say_alive(settings.VAR_DIR)
                note_worker()
                stopped_on_request = self._stopping.wait(self._every_seconds)
        finally:
            if not stopped_on_request:
                log.critical("sweeper_failed", consequence="the worker stops")
                os.kill(os.getpid(), signal.SIGTERM)


def sweep_once() -> None:
    """Call every function of ``settings.SWEEPS`` once; a service that does not answer postpones the rest."""
    try:
        for path in settings.SWEEPS:
            import_string(path)()
    except (DatabaseError, OperationalError) as error:
        log.warning("sweep_postponed", error=type(error).__name__)


def is_worker_alive(var: Path) -> bool:
    """Whether a worker whose folder is ``var`` swept lately."""
    file = _alive_file(var)
    return file.exists() and time.time() - file.stat().st_mtime < ALIVE_SECONDS


def _say_alive(var: Path) -> None:
    var.mkdir(parents=True, exist_ok=True)
    _alive_file(var).touch()


def _alive_file(var: Path) -> Path:
    return var / "worker.alive"
