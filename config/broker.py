"""Kombu's filesystem transport, with messages that appear whole and are taken by one reader.

Kombu's own opens a message's file and then writes it: a process that looks in between takes an empty
file and fails on it (seen with two readers and one writer). The same holds for its table of queues.
Here a message is written beside the queue and renamed into it, a reader claims one by renaming it
out, and the table is read and written under one lock.

Of Redis' transport one thing is mended: a message whose acknowledgement fails, since Redis is away, gives its
place among those a worker may hold back. Else a worker whose places are all taken never looks at its connection
again, and hears no bell once Redis is back (seen with two threads at work when Redis was killed).
"""

from __future__ import annotations

import fcntl
import os
import queue as queues
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.transport import redis as redis_transport
from kombu.utils.json import dumps, loads

LONGEST_WAIT_SECONDS = 0.3
SCHEME = "quartermaster-files"


class Channel(filesystem.Channel):
    """A channel of the file broker; the folders are made when it opens. All must lie on one disk."""

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        self._queue = Path(self.data_folder_in)
        self._taken = Path(self.processed_folder)
        for folder in (self._queue, self._taken, self.control_folder):
            folder.mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Put a message onto ``queue``."""
        # Names sort by age: wall time, since a monotonic clock starts anew with the machine.
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        draft = self._taken / name
        try:
            draft.write_text(dumps(payload))
            draft.rename(self._queue / name)
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {self._queue}: {error.strerror}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Take the oldest message of ``queue``; raises ``queue.Empty`` where there is none."""
        for name in sorted(os.listdir(self._queue)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            claimed = self._taken / name
            try:
                (self._queue / name).rename(claimed)
            except FileNotFoundError:
                continue  # another reader was first
            payload = claimed.read_text()
            claimed.unlink()
            return loads(payload)
        raise queues.Empty

    @contextmanager
    def _table_lock(self, kind: int) -> Iterator[None]:
        with (self.control_folder / "table.lock").open("w") as file:
            fcntl.flock(file, kind)  # given back when the file is closed
            yield

    def get_table(self, exchange: str) -> Any:
        """The queues bound to ``exchange``."""
        with self._table_lock(fcntl.LOCK_SH):
            return super().get_table(exchange)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        with self._table_lock(fcntl.LOCK_EX):
            super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    """The file broker, ``quartermaster-files://``; options as kombu's filesystem transport."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait for a message, at most ``LONGEST_WAIT_SECONDS``; raises ``TimeoutError`` where none came.

        Celery asks to wait two seconds, again and again, and heeds a request to stop only in between.
        """
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS), **kwargs)


class RedisPlaces(redis_transport.QoS):
    """The messages that a worker holds; one that cannot be acknowledged is held no longer. Rows are the truth."""

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message; raises the connection's error where Redis does not answer."""
        try:
            super().ack(delivery_tag)
        except self.channel.connection_errors:  # type: ignore[attr-defined]  # kombu's stubs leave both out
            self._quick_ack(delivery_tag)  # type: ignore[attr-defined]
            raise


class RedisChannel(redis_transport.Channel):
    """A channel of Redis."""

    QoS = RedisPlaces


class RedisTransport(redis_transport.Transport):
    """Redis, ``redis://`` and ``rediss://``."""

    Channel = RedisChannel


def install() -> None:
    """Make the schemes known to kombu."""
    TRANSPORT_ALIASES[SCHEME] = "config.broker:Transport"
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = "config.broker:RedisTransport"
