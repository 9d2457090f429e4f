"""The sweeper calls every app's sweep at once and at intervals, and does not fail in silence."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils.module_loading import import_string
from pytest_django import Settings

from config.sweeper import Sweeper, is_worker_alive, sweep_once
from datasheets.workers import ALIVE_SECONDS

swept: list[str] = []
swept_twice = threading.Event()


def first_sweep() -> None:
    swept.append("first")
    if swept.count("first") == 2:
        swept_twice.set()


def second_sweep() -> None:
    swept.append("second")


def sweep_without_database() -> None:
    raise OperationalError("no connection")


def sweep_with_a_fault() -> None:
    raise LookupError("a fault of the sweep itself")


@pytest.fixture(autouse=True)
def nothing_swept(settings: Settings, tmp_path: Path) -> None:
    swept.clear()
    swept_twice.clear()
    settings.VAR_DIR = tmp_path / "not made yet"


def named(*functions: str) -> list[str]:
    return [f"{__name__}.{function}" for function in functions]


def test_every_sweep_is_called_in_order(settings: Settings) -> None:
    settings.SWEEPS = named("first_sweep", "second_sweep")
    sweep_once()
    assert swept == ["first", "second"]


def test_a_database_that_does_not_answer_postpones_the_sweep(settings: Settings) -> None:
    settings.SWEEPS = named("first_sweep", "sweep_without_database", "second_sweep")
    sweep_once()
    assert swept == ["first"]


def test_the_first_sweep_runs_at_once_and_the_worker_counts_as_alive(settings: Settings) -> None:
    settings.SWEEPS = named("first_sweep")
    assert not is_worker_alive(settings.VAR_DIR)
    sweeper = Sweeper(every_seconds=3600)
    sweeper.start()
    sweeper.stop()
    assert swept == ["first"]
    assert is_worker_alive(settings.VAR_DIR)


def test_a_worker_that_missed_three_sweeps_does_not_count_as_alive(settings: Settings) -> None:
    settings.SWEEPS = []
    sweeper = Sweeper(every_seconds=3600)
    sweeper.start()
    sweeper.stop()
    long_ago = time.time() - ALIVE_SECONDS
    os.utime(settings.VAR_DIR / "worker.alive", (long_ago, long_ago))
    assert not is_worker_alive(settings.VAR_DIR)


def test_sweeps_repeat_until_stopped(settings: Settings) -> None:
    settings.SWEEPS = named("first_sweep")
    sweeper = Sweeper(every_seconds=0.01)
    sweeper.start()
    assert swept_twice.wait(timeout=30)
    sweeper.stop()
    count = len(swept)
    time.sleep(0.05)
    assert len(swept) == count


@pytest.fixture
def asked_to_stop() -> Iterator[threading.Event]:
    """Set when this process gets SIGTERM."""
    received = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda number, frame: received.set())
    yield received
    signal.signal(signal.SIGTERM, before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_a_sweep_stops_the_worker(settings: Settings, asked_to_stop: threading.Event) -> None:
    settings.SWEEPS = named("sweep_with_a_fault")
    sweeper = Sweeper(every_seconds=3600)
    sweeper.start()
    assert asked_to_stop.wait(timeout=30)
    sweeper.stop()


def test_every_sweep_of_the_settings_exists() -> None:
    from config.settings import base

    assert [callable(import_string(path)) for path in base.SWEEPS] == [True, True, True, True]
