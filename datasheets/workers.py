"""Which workers there are, as they say themselves: each does so after every sweep, in the cache that all share."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass

from django.core.cache import cache
from redis.exceptions import RedisError

ALIVE_SECONDS = 100
"""A worker sweeps every 30 seconds; three sweeps missed are a fault."""
SHOWN_SECONDS = 24 * 3600
"""So long a worker that is gone is still listed."""
_KEY = "workers-seen"
_MOST = 200


@dataclass(frozen=True, slots=True)
class WorkerSeen:
    """A worker's machine and process, and how many seconds ago it last swept."""

    name: str
    seconds_ago: float

    @property
    def is_alive(self) -> bool:
        """Whether it swept lately."""
        return self.seconds_ago < ALIVE_SECONDS


def note_worker(name: str = "") -> None:
    """Say that this worker lives. A cache that does not answer is no reason for a worker to stop.

    Two that say so at the same moment may overwrite each other; the next sweep makes that good.
    """
    try:
        seen = _kept()
        seen[name or f"{platform.node()}, process {os.getpid()}"] = time.time()
        newest = sorted(seen.items(), key=lambda item: item[1], reverse=True)[:_MOST]
        cache.set(_KEY, dict(newest), timeout=SHOWN_SECONDS)
    except (RedisError, OSError):
        return


def workers_seen() -> tuple[WorkerSeen, ...] | None:
    """The workers of the last day, those seen last first; None where the cache does not answer."""
    try:
        seen = _kept()
    except (RedisError, OSError):
        return None
    now = time.time()
    found = (WorkerSeen(name, max(0.0, now - at)) for name, at in seen.items() if now - at < SHOWN_SECONDS)
    return tuple(sorted(found, key=lambda worker: (worker.seconds_ago, worker.name)))


def _kept() -> dict[str, float]:
    found = cache.get(_KEY)
    return dict(found) if isinstance(found, dict) else {}
