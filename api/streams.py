"""Server-sent events: streams that are bounded in number and time, and keep nothing open between two looks.

A stream holds a thread of the web server as long as it lasts. So a process keeps few of them, a person has few, and
each ends after a minute: the client comes back by itself and names the event it saw last.
"""

from __future__ import annotations

import json
import logging
import math
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import Error as DatabaseFailed
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

CONTENT_TYPE = "text/event-stream"
STREAM_SECONDS = 60
"""How long a stream lasts at most."""
LOOK_SECONDS = 1.0
"""How long a stream waits between two looks."""
RETRY_MILLISECONDS = 2_000
"""When a client whose stream has ended shall come back."""
STREAMS_OF_A_PERSON = 2
_FORGOTTEN_AFTER_SECONDS = STREAM_SECONDS + 15
"""When a person's seat is free again although nobody gave it back: its process was killed."""

log = logging.getLogger("api.streams")


@dataclass(frozen=True, slots=True)
class Event:
    """What a look has found: ``id`` is the same as long as nothing changes; nothing follows the last one."""

    id: str
    name: str
    data: Mapping[str, Any]
    is_last: bool = False

    def encoded(self) -> bytes:
        """As it stands in the stream."""
        data = json.dumps(self.data, separators=(",", ":"))
        return f"id: {self.id}\nevent: {self.name}\ndata: {data}\n\n".encode()


class NoSeat(Exception):
    """No further stream is opened: ``of_person`` says whose bound is reached, ``seconds`` when to come back."""

    def __init__(self, *, of_person: bool, seconds: int) -> None:
        super().__init__(f"no seat for {seconds} s")
        self.of_person = of_person
        self.seconds = seconds


class Seat:
    """A place for one stream. Given back once, however often ``leave`` is called."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self._lock = threading.Lock()
        self._is_taken = True

    def leave(self) -> None:
        """Give it back."""
        with self._lock:
            is_taken, self._is_taken = self._is_taken, False
        if is_taken:
            self._leave()


class Seats:
    """The seats of this process, and of each person over all processes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._taken: dict[uuid.UUID, float] = {}

    @property
    def taken(self) -> int:
        """How many streams are open in this process."""
        with self._lock:
            return len(self._taken)

    def take(self, person: int, *, most: int) -> Seat:
        """A seat for this person where fewer than ``most`` are taken in this process; raises :class:`NoSeat`."""
        place = self._of_process(most)
        try:
            key = _of_person(person)
        except BaseException:
            self._give_back(place)
            raise

        def leave() -> None:
            self._give_back(place)
            cache.delete(key)

        return Seat(leave)

    def _of_process(self, most: int) -> uuid.UUID:
        now = self._clock()
        with self._lock:
            if len(self._taken) >= most:
                first_to_end = min(self._taken.values(), default=now + STREAM_SECONDS)
                raise NoSeat(of_person=False, seconds=max(1, math.ceil(first_to_end - now)))
            place = uuid.uuid4()
            self._taken[place] = now + STREAM_SECONDS
            return place

    def _give_back(self, place: uuid.UUID) -> None:
        with self._lock:
            self._taken.pop(place, None)


def _of_person(person: int) -> str:
    for number in range(STREAMS_OF_A_PERSON):
        key = f"stream-of-{person}-{number}"
        if cache.add(key, True, timeout=_FORGOTTEN_AFTER_SECONDS):
            return key
    raise NoSeat(of_person=True, seconds=STREAM_SECONDS)


SEATS = Seats()


class _Service:
    """Whether this process is asked to stop, as far as anybody has said how to know."""

    is_stopping: Callable[[], bool] = staticmethod(lambda: False)


def end_where(is_stopping: Callable[[], bool]) -> None:
    """Let the streams of this process end once ``is_stopping`` is true: whoever stops it waits for its threads."""
    _Service.is_stopping = staticmethod(is_stopping)


class Stream:
    """The chunks of one stream: an event whenever something changed, a comment where nothing did.

    The comments are what tells the server that a client has left. The seat is given back at the end, however it
    comes: the last event, the end of the time, a client that left, a database that is away, a server that stops.
    """

    def __init__(
        self,
        look: Callable[[], Event],
        seat: Seat,
        *,
        seen: str = "",
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._seat = seat
        self._chunks = _chunks(look, seen, clock, wait)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._chunks)
        except BaseException:
            self._seat.leave()
            raise

    def close(self) -> None:
        """End it: called by the server when the response is over."""
        self._seat.leave()


def _chunks(
    look: Callable[[], Event], seen: str, clock: Callable[[], float], wait: Callable[[float], object]
) -> Iterator[bytes]:
    ends_at = clock() + STREAM_SECONDS
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    while True:
        try:
            event = look()
        except DatabaseFailed as error:
            log.warning("a stream ends: the database cannot be asked (%s)", type(error).__name__)
            return
        finally:
            _give_connections_back()
        yield b": nothing new\n\n" if event.id == seen else event.encoded()
        seen = event.id
        if event.is_last or clock() + LOOK_SECONDS > ends_at:
            return
        wait(LOOK_SECONDS)
        if _Service.is_stopping():
            return


def _give_connections_back() -> None:
    """Else each stream would keep a connection of the pool while it waits. Not in a transaction: it is not ours."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def streamed(stream: Stream) -> StreamingHttpResponse:
    """The response that sends the chunks as they come: no proxy shall keep them back."""
    response = StreamingHttpResponse(stream, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def over() -> HttpResponse:
    """The response to a client that has seen the last event: 204 makes a browser stop coming back."""
    return HttpResponse(status=204)


def seen_by(request: HttpRequest) -> str:
    """The id of the event that the client saw last, empty for none."""
    return request.headers.get("Last-Event-ID", "")[:200]
