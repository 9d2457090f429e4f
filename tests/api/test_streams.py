"""Server-sent events: what stands in a stream, when it ends, and how many there may be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import OperationalError

from api import streams
from api.streams import LOOK_SECONDS, STREAM_SECONDS, Event, NoSeat, Seat, Seats, Stream
from config.gunicorn import post_worker_init

pytestmark = pytest.mark.django_db


class Clock:
    """Time that passes when somebody waits."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def event(number: int, *, is_last: bool = False) -> Event:
    return Event(f"e{number}", "finished" if is_last else "progress", {"parts": number}, is_last)


def stream_of(events: Iterator[Event], *, seen: str = "", left: list[str] | None = None) -> Stream:
    clock = Clock()
    seat = Seat(lambda: left.append("left") if left is not None else None)
    return Stream(lambda: next(events), seat, seen=seen, clock=clock, wait=clock.wait)


def test_a_stream_says_when_to_come_back_then_what_changed_and_ends_with_the_last_event() -> None:
    left: list[str] = []
    stream = stream_of(iter([event(1), event(1), event(2), event(3, is_last=True), event(4)]), left=left)
    assert list(stream) == [
        b"retry: 2000\n\n",
        b'id: e1\nevent: progress\ndata: {"parts":1}\n\n',
        b": nothing new\n\n",
        b'id: e2\nevent: progress\ndata: {"parts":2}\n\n',
        b'id: e3\nevent: finished\ndata: {"parts":3}\n\n',
    ]
    stream.close()
    assert left == ["left"]


def test_what_the_client_saw_is_not_told_again() -> None:
    stream = stream_of(iter([event(1), event(2, is_last=True)]), seen="e1")
    assert list(stream)[1:] == [b": nothing new\n\n", event(2, is_last=True).encoded()]


def test_a_stream_ends_after_a_minute_whatever_is_still_to_come() -> None:
    def without_end() -> Iterator[Event]:
        while True:
            yield event(1)

    chunks = list(stream_of(without_end()))
    assert len(chunks) == 1 + 1 + STREAM_SECONDS / LOOK_SECONDS
    assert set(chunks[2:]) == {b": nothing new\n\n"}


def test_a_client_that_leaves_gives_its_seat_back_even_before_the_first_byte() -> None:
    left: list[str] = []
    stream_of(iter([event(1)]), left=left).close()
    assert left == ["left"]
    begun = stream_of(iter([event(1), event(2)]), left=left)
    next(begun)
    next(begun)
    begun.close()
    begun.close()
    assert left == ["left", "left"]


def test_a_database_that_is_away_ends_the_stream_and_a_fault_of_ours_is_not_hidden() -> None:
    def away() -> Iterator[Event]:
        yield event(1)
        raise OperationalError("the database system is shutting down")

    left: list[str] = []
    assert list(stream_of(away(), left=left)) == [b"retry: 2000\n\n", event(1).encoded()]
    assert left == ["left"]

    def broken() -> Iterator[Event]:
        yield event(1)
        raise KeyError("status")

    with pytest.raises(KeyError):
        list(stream_of(broken(), left=left))
    assert left == ["left", "left"]


def test_a_server_that_stops_ends_its_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    class Worker:
        alive = True

    monkeypatch.setattr(streams._Service, "is_stopping", streams._Service.is_stopping)
    worker, left = Worker(), list[str]()
    post_worker_init(worker)
    stream = stream_of(iter([event(1), event(2), event(3)]), left=left)
    assert [next(stream) for _ in range(3)][2] == event(2).encoded()
    worker.alive = False
    assert (list(stream), left) == ([], ["left"])


def test_a_process_keeps_so_many_streams_and_says_when_the_first_of_them_ends() -> None:
    clock = Clock()
    seats = Seats(clock)
    first = seats.take(1, most=2)
    clock.wait(20)
    seats.take(2, most=2)
    with pytest.raises(NoSeat) as refused:
        seats.take(3, most=2)
    assert (refused.value.of_person, refused.value.seconds, seats.taken) == (False, 40, 2)
    first.leave()
    first.leave()
    assert seats.taken == 1
    seats.take(3, most=2)
    assert seats.taken == 2


def test_a_process_that_keeps_no_streams_refuses_them_all() -> None:
    with pytest.raises(NoSeat) as refused:
        Seats(Clock()).take(1, most=0)
    assert (refused.value.of_person, refused.value.seconds) == (False, STREAM_SECONDS)


def test_a_person_has_two_streams_over_all_processes() -> None:
    here, there = Seats(), Seats()
    first = here.take(7, most=5)
    there.take(7, most=5)
    with pytest.raises(NoSeat) as refused:
        here.take(7, most=5)
    assert (refused.value.of_person, refused.value.seconds) == (True, STREAM_SECONDS)
    # Whoever is refused for themselves takes no seat of the process.
    assert here.taken == 1
    here.take(8, most=5)
    first.leave()
    there.take(7, most=5)
    assert (here.taken, there.taken) == (1, 2)
