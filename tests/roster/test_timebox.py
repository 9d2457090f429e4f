"""Work that takes too long is ended, on any thread, and what follows is not struck."""

from __future__ import annotations

import itertools
import threading

import pytest

from roster.timebox import OutOfTime, within


def count_forever() -> int:
    for number in itertools.count():
        if number < 0:
            return number
    return 0


def test_the_answer_comes_through():
    assert within(5, lambda: "answer") == "answer"


def test_an_error_comes_through():
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 // 0)


def test_endless_work_is_ended_on_the_main_thread():
    with pytest.raises(OutOfTime):
        within(0.05, count_forever)


def test_endless_work_is_ended_on_another_thread():
    ends: list[str] = []

    def work() -> None:
        try:
            within(0.05, count_forever)
        except OutOfTime:
            ends.append("out of time")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(timeout=10)
    assert ends == ["out of time"]


def test_work_that_ends_at_the_last_moment_strikes_nothing_afterwards():
    for _ in range(300):
        try:
            within(0.001, lambda: sum(range(20_000)))
        except OutOfTime:
            continue
        assert sum(range(1_000)) == 499_500
