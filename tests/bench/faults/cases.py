"""The faults, one function each: it brings the fault about and sees the simulation to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.faults.watching import Watched
from tests.bench.questions import small, two_hundred_parts
from tests.bench.servers import Postgres, Redis
from tests.bench.service import Person, Service, words_of

TARGETS = 30
MIDDLE = 60
"""Parts that are stored when the fault comes."""
DEADLY = "Unit 07., 24 inches, in cover"
"""The label of the part that kills its worker."""


class LeftOut(Exception):
    """The fault cannot be brought about here; says why."""


@dataclass
class Stage:
    """A service and what belongs to it; ``said`` collects sentences for the reader."""

    service: Service
    people: list[Person]
    redis: Redis | None = None
    postgres: Postgres | None = None
    said: list[str] = field(default_factory=list)
    wrong: int = 0
    """Counts of what others asked that are other than they have to be."""

    def asked(self) -> Watched:
        """The question in 200 parts, asked by the first player."""
        return Watched(self.service, self.people[1], two_hundred_parts(targets=TARGETS))

    def try_asking(self, when: str, number: int) -> None:
        """What somebody is told who asks a small question, and one for the workers, at this moment."""
        at_once = self.service.ask("/api/v1/simulations", person=self.people[2], document=small(number))
        large = self.service.ask(
            "/api/v1/simulations", person=self.people[2], document=two_hundred_parts(targets=1, first=100 * number)
        )
        new = self.service.ask("/matchups/", person=self.people[2], page=True)
        self.said.append(
            f"{when}: a small question {_told(at_once.code, at_once.body)}, a large one "
            f"{_told(large.code, large.body)}, the page of matchups {new.code}"
        )


def _told(code: int, body: str) -> str:
    """The status, and of a refusal its words."""
    return str(code) if code in (200, 201, 202) else f"{code} {body[:160]!r}"


def undisturbed(stage: Stage) -> Watched:
    """Nothing goes wrong."""
    stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for_end()
    return watched


def worker_killed(stage: Stage) -> Watched:
    """``kill -9`` of the only worker in the middle; another is started at once."""
    worker = stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for(MIDDLE)
    worker.kill()
    worker.wait()
    killed = time.monotonic()
    stage.service.start_worker()
    watched.wait_for_end()
    stage.said.append(f"the end came {time.monotonic() - killed:.0f} s after the worker was killed")
    return watched


def delivered_twice(stage: Stage) -> Watched:
    """Two workers, and the task rung for thirty times more than it should be."""
    stage.service.start_worker()
    stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for(1)
    ringing = (
        "import django; django.setup()\n"
        "from battle.models import Simulation\nfrom battle.tasks import work_on_simulations\n"
        "[work_on_simulations.delay(key) for key in Simulation.objects.values_list('pk', flat=True) for _ in range(30)]"
    )
    stage.service.python("-c", ringing)
    watched.wait_for_end()
    return watched


def two_on_one_part(stage: Stage) -> Watched:
    """A worker is frozen over a part until its lease is over and another computed it; then it wakes up."""
    frozen = stage.service.start_worker(threads=1)
    watched = stage.asked()
    watched.wait_for(MIDDLE)
    for _ in range(200):
        frozen.send_signal(signal.SIGSTOP)
        time.sleep(0.05)
        if stage.service.noted()[-1]["event"] == "computing":
            break
        frozen.send_signal(signal.SIGCONT)
        time.sleep(0.02)
    position = stage.service.noted()[-1]["position"]
    stage.service.start_worker()
    watched.wait_for_end()
    frozen.send_signal(signal.SIGCONT)
    give_up_at = time.monotonic() + 30
    while time.monotonic() < give_up_at and not any(note["event"] == "refused" for note in stage.service.noted()):
        time.sleep(0.2)
    stage.said.append(f"the worker was frozen over part {position}; it woke up after the end")
    return watched


def bells_lost(stage: Stage) -> Watched:
    """Every message of the file broker is deleted in the middle."""
    stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for(MIDDLE)
    for folder in ("queue", "taken"):
        for message in (stage.service.var / "broker" / folder).iterdir():
            with suppress(FileNotFoundError):
                message.unlink()
    watched.wait_for_end()
    return watched


def redis_restarted(stage: Stage) -> Watched:
    """Redis is killed in the middle, stays away for 20 seconds, and comes back empty."""
    assert stage.redis is not None
    stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for(MIDDLE)
    stage.redis.stop()
    time.sleep(2)
    stage.try_asking("without Redis", 1)
    time.sleep(18)
    stage.redis.start()
    back = time.monotonic()
    watched.wait_for_end()
    stage.said.append(f"the end came {time.monotonic() - back:.0f} s after Redis was back")
    stage.try_asking("with Redis again", 2)
    return watched


def postgres_restarted(stage: Stage) -> Watched:
    """PostgreSQL is restarted in the middle: every connection is cut."""
    assert stage.postgres is not None
    stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for(MIDDLE)
    begun = time.monotonic()
    stage.postgres.restart()
    stage.said.append(f"the restart took {time.monotonic() - begun:.1f} s")
    watched.wait_for_end()
    stage.try_asking("afterwards", 3)
    return watched


def disk_full(stage: Stage) -> Watched:
    """The disk of the embedded database is full for 20 seconds in the middle."""
    stage.service.start_worker()
    watched = stage.asked()
    watched.wait_for(MIDDLE)
    filler = stage.service.var / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    time.sleep(5)
    stage.try_asking("on the full disk", 1)
    time.sleep(15)
    filler.unlink()
    freed = time.monotonic()
    watched.wait_for_end()
    stage.said.append(f"the end came {time.monotonic() - freed:.0f} s after there was room again")
    stage.try_asking("with room again", 2)
    return watched


def poison(stage: Stage) -> Watched:
    """One part kills every worker that computes it; somebody starts another one each time, and others ask meanwhile."""
    service = stage.service
    service.start_worker(deadly=DEADLY)
    watched = stage.asked()
    other = Watched(service, stage.people[2], two_hundred_parts(targets=4, first=50))
    deaths = 0

    def restart() -> None:
        nonlocal deaths
        if service.workers[-1].poll() is not None:
            deaths += 1
            service.start_worker(deadly=DEADLY)

    watched.wait_for_end(seconds=600, meanwhile=restart)
    other.wait_for_end(seconds=600, meanwhile=restart)
    other.stop()
    facts = other.facts()
    stage.wrong += (facts["done"] != facts["parts"]) + (facts["stored_twice"] != 0)
    stage.said.append(
        f"{deaths} workers died; of the other player’s {facts['parts']} parts {facts['done']} are done, "
        f"{facts['failed']} given up, {facts['stored_twice']} stored twice; "
        f"the first player’s page says: {_page_now(stage, watched)}"
    )
    return watched


def _page_now(stage: Stage, watched: Watched) -> str:
    return words_of(stage.service.ask(f"/matchups/{watched.id}/", person=watched.person, page=True).body)


Case = Callable[[Stage], Watched]
EMBEDDED: tuple[Case, ...] = (
    undisturbed,
    worker_killed,
    delivered_twice,
    two_on_one_part,
    bells_lost,
    disk_full,
    poison,
)
SERVED: tuple[Case, ...] = (
    undisturbed,
    worker_killed,
    delivered_twice,
    two_on_one_part,
    redis_restarted,
    postgres_restarted,
    poison,
)


class SmallDisk:
    """A file system in memory with little room, for an installation; unmounted in the end."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise LeftOut(f"no file system with little room could be mounted ({done.stderr.strip()})")

    def close(self) -> None:
        """Unmount it."""
        subprocess.run(["umount", str(self.folder)], check=False, capture_output=True)
        with suppress(OSError):
            os.rmdir(self.folder)


def megabytes_of(folder: Path) -> int:
    """What lies in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1_000_000 + 1
