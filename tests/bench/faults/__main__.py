"""``python -m tests.bench.faults``: each fault on the embedded service and on PostgreSQL with Redis, with counts.

Starts its own services on loopback, in a folder of its own, and ends them. It judges nothing but says where a count
is other than it has to be. ``--only NAME`` runs some, ``--kind embedded|served`` one side; about ten minutes each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.bench.faults.cases import EMBEDDED, SERVED, Case, LeftOut, SmallDisk, Stage, disk_full, megabytes_of, poison
from tests.bench.faults.watching import Late, Watched
from tests.bench.questions import PARTS
from tests.bench.servers import NotHere, Postgres, Redis
from tests.bench.service import Service, copied

PORT = 8170
"""The first of three: web server, Redis, PostgreSQL."""
PEOPLE = 4
ROOM_MEGABYTES = 24


def main(arguments: list[str]) -> int:
    """0 where every count is as it has to be."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.faults", description=__doc__)
    parser.add_argument("--kind", choices=("embedded", "served"), action="append")
    parser.add_argument("--only", action="append", default=[], help="name of a fault; several times for several")
    parser.add_argument("--port", type=int, default=PORT, help="the first of three ports that are free")
    options = parser.parse_args(arguments)
    kinds = options.kind or ["embedded", "served"]
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="quartermaster-faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        for kind in kinds:
            try:
                wrong += (_embedded if kind == "embedded" else _served)(folder / kind, options.port, options.only)
            except NotHere as reason:
                print(f"\n{kind}: left out, {reason}")
    print(f"\n{wrong} counts are other than they have to be." if wrong else "\nAll counts are as they have to be.")
    return 1 if wrong else 0


def _embedded(folder: Path, port: int, only: list[str]) -> int:
    base = Service(folder / "base", port, {})
    _prepare(base, "embedded: SQLite and files")

    def stage(case: Case, stack: ExitStack) -> Stage:
        var = folder / case.__name__
        if case is disk_full:
            disk = SmallDisk(folder / "small disk", megabytes_of(base.var) + ROOM_MEGABYTES)
            stack.callback(disk.close)
            var = disk.folder / "var"
        service = Service(copied(base.var, var), port, {})
        return Stage(service, service.people(PEOPLE))

    return _all(EMBEDDED, only, stage)


def _served(folder: Path, port: int, only: list[str]) -> int:
    folder.mkdir(parents=True)
    with ExitStack() as services:
        redis = Redis(folder / "redis", port + 1)
        services.callback(redis.stop)
        redis.start()
        postgres = Postgres(folder / "postgres", port + 2)
        services.callback(postgres.stop)
        postgres.start()
        postgres.create("base")
        base = Service(folder / "base", port, {"DATABASE_URL": postgres.url("base"), "REDIS_URL": redis.url})
        _prepare(base, "served: PostgreSQL and Redis")

        def stage(case: Case, stack: ExitStack) -> Stage:
            postgres.create(case.__name__, template="base")
            given = {"DATABASE_URL": postgres.url(case.__name__), "REDIS_URL": redis.url}
            redis.stop()
            redis.start()  # empty
            service = Service(copied(base.var, folder / case.__name__), port, given)
            return Stage(service, service.people(PEOPLE), redis, postgres)

        return _all(SERVED, only, stage)


def _prepare(base: Service, title: str) -> None:
    begun = time.monotonic()
    base.prepare()
    print(f"\n{title}; prepared in {time.monotonic() - begun:.0f} s")
    sys.stdout.flush()


def _all(cases: tuple[Case, ...], only: list[str], staged: Callable[[Case, ExitStack], Stage]) -> int:
    reference, wrong = "", 0
    for case in cases:
        if only and case.__name__ not in only and case.__name__ != "undisturbed":
            continue
        begun = time.monotonic()
        print(f"\n{case.__name__}: {(case.__doc__ or '').strip()}")
        with ExitStack() as stack:
            try:
                stage = staged(case, stack)
                stack.callback(stage.service.stop)
                stage.service.start_web()
                watched = case(stage)
            except LeftOut as reason:
                print(f"  left out: {reason}")
                continue
            except Late as late:
                print(f"  NOT ENDED: {late}")
                wrong += 1
                continue
            watched.stop()
            wrong += _report(case, stage, watched, reference, time.monotonic() - begun)
            if not reference:
                reference = str(watched.facts()["answer"])
    return wrong


def _report(case: Case, stage: Stage, watched: Watched, reference: str, seconds: float) -> int:
    """Print what came of it; how many counts are other than they have to be."""
    facts = watched.facts()
    missing = 1 if case is poison else 0
    has_to_be = {"status": "done", "parts": PARTS, "done": PARTS - missing, "failed": missing, "stored_twice": 0}
    has_to_be |= {"stored": PARTS - missing, "failed_as_told": missing}
    if reference and not missing:
        has_to_be["answer"] = reference
    for name, value in facts.items():
        is_wrong = name in has_to_be and value != has_to_be[name]
        print(f"  {name:<15} {value}{f'   HAS TO BE {has_to_be[name]}' if is_wrong else ''}")
    seen = watched.seen
    print(f"  the API said    {_counted(seen.api)}; fewer parts than before: {seen.went_back} times")
    print(f"  the page said   {_counted(seen.page)}; last: {seen.words}")
    print(f"  slowest answer  {seen.slowest:.2f} s")
    for sentence in stage.said:
        print(f"  {sentence}")
    print(f"  took {seconds:.0f} s")
    sys.stdout.flush()
    return sum(facts[name] != value for name, value in has_to_be.items()) + (seen.went_back > 0) + stage.wrong


def _counted(said: dict[str, int]) -> str:
    return ", ".join(f"{name} ({count})" for name, count in sorted(said.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
