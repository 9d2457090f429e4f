"""``python -m tests.bench.load``: two hundred requests of twenty players; pages beside ten thousand old simulations.

Starts its own service on loopback in a folder of its own (``--kind served``: with its own Redis and PostgreSQL), and
ends it. Prints seconds and ratios and judges nothing: a benchmark is read by people.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.questions import SCHEMA, guns, shields, small, two_hundred_parts
from tests.bench.service import Answered, Person, Service, service_of

PORT = 8175
PLAYERS = 20
REQUESTS = 200
HOARD = 29
"""Requests of the player who asks most, all at once; the rest is shared by the others."""
WORKERS = 2
OLD = 10_000
LOOKS = 15
MOST_SECONDS = 900

_OLD_SIMULATIONS = """
import datetime, sys, uuid
import django
django.setup()
from django.contrib.auth.models import User
from django.utils import timezone
from battle.models import Simulation, SimulationChunk, SimulationContent, SimulationRequest
model = Simulation.objects.filter(status="done", question_kind="matrix").order_by("-total_parts").first()
content, people = model.content, list(User.objects.filter(username__startswith="player-"))
day = datetime.timedelta(days=1)
for start in range(0, int(sys.argv[1]), 500):
    rows, now = [], timezone.now()
    for number in range(start, start + 500):
        at = now - day * (1 + 27 * number / 10_000)
        rows.append(Simulation(key=uuid.uuid4().hex * 2, question_kind="matrix", engine=model.engine, status="done",
            method="exact", release=model.release, release_hash=model.release_hash, total_parts=4, total_cells=20,
            created_at=at, started_at=at, finished_at=at, expires_at=at + 30 * day))
    Simulation.objects.bulk_create(rows)
    SimulationContent.objects.bulk_create(
        SimulationContent(simulation=row, question=content.question, result=content.result) for row in rows)
    SimulationChunk.objects.bulk_create(SimulationChunk(simulation=row, position=position, cells=5, status="done",
        attempts=1, claimed_at=row.started_at, finished_at=row.finished_at) for row in rows for position in range(4))
    SimulationRequest.objects.bulk_create(SimulationRequest(owner=people[number % len(people)], simulation=row,
        title="An old matchup", ask={}, created_at=row.created_at, asked_at=row.created_at)
        for number, row in enumerate(rows))
"""


@dataclass
class Load:
    """What was measured while the requests were worked on, in seconds."""

    asking: list[float] = field(default_factory=list)
    small: list[float] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def question_of(number: int, player: int) -> dict[str, Any]:
    """The requests of a player, of all kinds in turn; no two are alike."""
    first = 100 + 40 * player + number
    attackers = [guns(first + 1000 * place) for place in range(8)]
    targets = [shields(place) for place in range(8)]
    view = {"name": "Near", "activity": "shooting", "situation": {"distance": 9}}
    common = {"schema": SCHEMA, "name": f"Request {number}"}
    match number % 6:
        case 0:
            return {**common, "question": "matrix", "attackers": attackers, "targets": targets, "views": [view]}
        case 1:
            return {**common, "question": "field", "attackers": attackers, "targets": targets, "views": [view]}
        case 2:
            return {**common, "question": "exchange", "attacker": guns(first), "target": guns(first + 1)}
        case 3:
            sides = [{"name": name, "units": attackers[place : place + 4]} for place, name in enumerate("AB")]
            return {**common, "question": "comparison", "sides": sides, "targets": targets, "views": [view]}
        case 4:
            return {**common, "question": "attack", "attacker": guns(first), "target": shields(first % 8)}
        case _:
            views = [{**view, "name": f"At {inches}", "situation": {"distance": inches}} for inches in (9, 12, 18, 24)]
            return {**common, "question": "matrix", "attackers": attackers, "targets": targets, "views": views}


def main(arguments: list[str]) -> int:
    """Run both measurements and print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--kind", choices=("embedded", "served"), default="embedded")
    parser.add_argument("--port", type=int, default=PORT, help="the first of three ports that are free")
    parser.add_argument("--old", type=int, default=OLD, help="old simulations, in thousands of them")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="quartermaster-load-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        service = service_of(options.kind, folder, options.port, stack)
        stack.callback(service.stop)
        service.prepare()
        people = service.people(PLAYERS + 1)
        service.start_web()
        for _ in range(WORKERS):
            service.start_worker()
        print(f"{options.kind}: {REQUESTS} requests of {PLAYERS} players, {WORKERS} workers of two threads")
        _load(service, people[1:], people[0])
        _old(service, people, options.old)
    return 0


def _load(service: Service, players: Sequence[Person], somebody: Person) -> None:
    load = Load()
    shares = [HOARD, *[(REQUESTS - HOARD) // (PLAYERS - 1)] * (PLAYERS - 1)]
    begun = time.monotonic()

    def ask_all(player: int) -> None:
        for number in range(shares[player]):
            said = service.ask("/api/v1/simulations", person=players[player], document=question_of(number, player))
            if said.code in (201, 202):
                load.asking.append(said.seconds)
            else:
                load.refused.append(f"{said.code} {said.body[:120]}")

    with _meanwhile(service, somebody, load), ThreadPoolExecutor(PLAYERS) as pool:
        list(pool.map(ask_all, range(PLAYERS)))
        asked = time.monotonic() - begun
        while _unfinished(service) and time.monotonic() - begun < MOST_SECONDS:
            time.sleep(0.5)
        ended = time.monotonic() - begun
    left = _unfinished(service)
    parts, computing = service.rows("SELECT sum(total_parts), sum(seconds) FROM battle_simulation")[0]
    print(f"  asked in {asked:.1f} s, ended after {ended:.1f} s; unfinished then: {left}")
    a_minute = 60 / ended
    print(
        f"  {REQUESTS * a_minute:.0f} requests and {parts * a_minute:.0f} parts a minute; computing {computing:.0f} s"
    )
    print(f"  refused: {len(load.refused)} {sorted(set(load.refused))[:3]}")
    print(f"  being asked           {_spread(load.asking)}")
    print(f"  a small question      {_spread(load.small)}; over 2 s: {sum(one > 2 for one in load.small)}")
    print(f"  age of the queue      {_spread(load.ages)}")
    print(f"  parts that wait       {_spread([float(one) for one in load.depth], unit='parts')}")
    _fairness(service, players)


@contextmanager
def _meanwhile(service: Service, somebody: Person, load: Load) -> Iterator[None]:
    """Somebody asks a small question every second, and the queue is looked at twice a second."""
    ending = threading.Event()

    def ask() -> None:
        number = 0
        while not ending.wait(1.0):
            number += 1
            begun = time.perf_counter()
            said = service.ask("/api/v1/simulations", person=somebody, document=small(number))
            while said.code == 202 or (said.code == 200 and said.json["status"] in ("pending", "running")):
                time.sleep(0.05)
                said = service.ask(f"/api/v1/simulations/{said.json['id']}", person=somebody)
            if said.code in (200, 201):
                load.small.append(time.perf_counter() - begun)
            elif said.code == 429:  # thirty a minute
                ending.wait(float(20))
            else:
                load.refused.append(f"small: {said.code} {said.body[:120]}")

    def look() -> None:
        while not ending.wait(0.5):
            work = service.ask("/health/ready").json.get("work") or {}
            if work.get("oldest_seconds") is not None:
                load.ages.append(float(work["oldest_seconds"]))
                load.depth.append(int(work["waiting_parts"]))

    threads = [threading.Thread(target=target, daemon=True) for target in (ask, look)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ending.set()
        for thread in threads:
            thread.join(60)


def _unfinished(service: Service) -> int:
    return int(service.rows("SELECT count(*) FROM battle_simulation WHERE status IN ('pending', 'running')")[0][0])


def _fairness(service: Service, players: Sequence[Person]) -> None:
    """How long the requests of each player took that a worker answered, the first who asked most."""
    seconds = (
        "(julianday(s.finished_at) - julianday(s.created_at)) * 86400"
        if service.is_embedded
        else "extract(epoch FROM s.finished_at - s.created_at)"
    )
    rows = service.rows(
        f"SELECT u.username, avg({seconds}), max({seconds}), count(*) FROM battle_simulation s "  # noqa: S608
        "JOIN battle_simulationrequest r ON r.simulation_id = s.id JOIN auth_user u ON u.id = r.owner_id "
        "JOIN battle_simulationchunk c ON c.simulation_id = s.id AND c.position = 0 GROUP BY u.username"
    )
    means = {name: float(mean) for name, mean, _, _ in rows}
    last = {name: float(most) for name, _, most, _ in rows}
    hoarder = players[0].name
    others = [mean for name, mean in means.items() if name != hoarder]
    print(
        f"  mean wait of {len(others)} players who asked {(REQUESTS - HOARD) // (PLAYERS - 1)} each: {_spread(others)}"
    )
    print(f"  of the one who asked {HOARD}: mean {means.get(hoarder, 0):.1f} s, last {last.get(hoarder, 0):.1f} s")
    index = sum(others) ** 2 / (len(others) * sum(mean * mean for mean in others)) if others else 0.0
    print(f"  Jain’s index of the others’ means: {index:.3f} (1: all alike)")


def _old(service: Service, people: Sequence[Person], old: int) -> None:
    administrator, player = people[0], people[1]
    done = service.ask("/api/v1/simulations", person=player, document={**two_hundred_parts(targets=1), "seed": 5}).json
    give_up_at = time.monotonic() + 120
    while time.monotonic() < give_up_at:
        if service.ask(f"/api/v1/simulations/{done['id']}", person=player).json.get("status") == "done":
            break
        time.sleep(0.5)
    looks: dict[str, Callable[[], Answered]] = {
        "list of matchups": lambda: service.ask("/matchups/", person=player, page=True),
        "result page": lambda: service.ask(f"/matchups/{done['id']}/", person=player, page=True),
        "API: list": lambda: service.ask("/api/v1/simulations", person=player),
        "API: one": lambda: service.ask(f"/api/v1/simulations/{done['id']}", person=player),
        "API: small question": lambda: service.ask("/api/v1/simulations", person=player, document=small(1)),
        "admin: simulations": lambda: service.ask("/admin/battle/simulation/", person=administrator, page=True),
        "admin: requests": lambda: service.ask("/admin/battle/simulationrequest/", person=administrator, page=True),
        "admin: parts": lambda: service.ask("/admin/battle/simulationchunk/", person=administrator, page=True),
        "admin: work queue": lambda: service.ask("/admin/battle/simulation/queue/", person=administrator, page=True),
        "health": lambda: service.ask("/health/ready"),
    }
    without = {name: _median(look) for name, look in looks.items()}
    count = service.rows("SELECT count(*) FROM battle_simulation")[0][0]
    begun = time.monotonic()
    service.python("-c", _OLD_SIMULATIONS, str(old))
    print(
        f"\n{old:,} old simulations of {len(people)} people (made in {time.monotonic() - begun:.0f} s), beside {count}:"
    )
    print(f"  {'':<22}{'without':>10}{'with':>10}{'ratio':>8}   ms, median of {LOOKS}")
    for name, look in looks.items():
        before, after = without[name], _median(look)
        print(f"  {name:<22}{before * 1000:>10.0f}{after * 1000:>10.0f}{after / before:>8.2f}")


def _median(look: Callable[[], Answered]) -> float:
    """Seconds; raises where the answer is no answer."""
    found = []
    for _ in range(LOOKS):
        said = look()
        if said.code not in (200, 201):
            raise RuntimeError(f"answered {said.code}: {said.body[:300]}")
        found.append(said.seconds)
    return statistics.median(found)


def _spread(values: Sequence[float], *, unit: str = "s") -> str:
    """Median, 95th of a hundred and greatest."""
    if not values:
        return "nothing was measured"
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    median = statistics.median(ordered)
    return f"median {median:.2f} {unit}, p95 {high:.2f} {unit}, most {ordered[-1]:.2f} {unit} of {len(ordered)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
