"""Threads pass a gate together, or one of them alone."""

from __future__ import annotations

import threading
from collections.abc import Callable

from datasheets.gates import Gate

PATIENCE = 60


def started(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_threads_are_inside_together() -> None:
    gate, meeting = Gate(), threading.Barrier(2)

    def enter() -> None:
        with gate.together():
            meeting.wait(PATIENCE)  # passes only if both are inside

    threads = [started(enter) for _ in range(2)]
    for thread in threads:
        thread.join(PATIENCE)

    assert not meeting.broken
    assert not any(thread.is_alive() for thread in threads)


def test_who_is_alone_waits_for_all_and_keeps_newcomers_out() -> None:
    gate, said = Gate(), []
    inside, may_leave, wants = threading.Event(), threading.Event(), threading.Event()

    def early() -> None:
        with gate.together():
            inside.set()
            may_leave.wait(PATIENCE)
            said.append("early leaves")

    def alone() -> None:
        wants.set()
        with gate.alone():
            said.append("alone")

    def late() -> None:
        with gate.together():
            said.append("late")

    first = started(early)
    assert inside.wait(PATIENCE)
    second = started(alone)
    assert wants.wait(PATIENCE)
    while not gate._waiting:  # it has said that it waits
        second.join(0.001)
    third = started(late)
    third.join(0.05)
    may_leave.set()
    for thread in (first, second, third):
        thread.join(PATIENCE)

    assert said == ["early leaves", "alone", "late"]


def test_a_thread_knows_whether_others_may_be_inside() -> None:
    gate = Gate()
    assert not gate.is_shared
    with gate.together():
        assert gate.is_shared
    with gate.alone():
        assert not gate.is_shared
    assert not gate.is_shared
