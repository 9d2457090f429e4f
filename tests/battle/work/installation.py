"""An installation of its own with simulations in it, and what people and workers do at the same moment there.

Run as a program it does in the installation of its environment what its first argument says, and prints JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.catalogue.encoding import decode_data, encode_data
from tests.roster.installation import PROJECT, Installation

AT_ONCE = 4
PROGRAM_SECONDS = 180
VIEWS = 5
"""Forty units in five views are two hundred parts."""


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part as the database has it."""

    position: int
    status: str
    attempts: int
    finished_at: str


class Simulations(Installation):
    """The rows of simulations in an installation, and programs that run in it."""

    def publish(self, catalogue: Catalogue) -> None:
        """Make the tables and put this release in force."""
        data = self.folder / "release.json"
        data.write_bytes(encode_data(catalogue.data))
        manual = catalogue.stamp.manual
        self.tell("publish", str(data), manual.name, manual.version, manual.date)

    def tell(self, *arguments: str) -> Any:
        """What the program answers when it is run in the installation."""
        done = subprocess.run(
            [sys.executable, "-m", __name__, *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PROGRAM_SECONDS,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def parts(self) -> list[PartRow]:
        """Every part of every simulation, by position."""
        found = self._ask("SELECT position, status, attempts, finished_at FROM battle_simulationchunk ORDER BY 1")
        return [PartRow(row[0], row[1], row[2], str(row[3])) for row in found]

    def statuses(self) -> list[str]:
        """How the simulations stand, oldest first."""
        return [row[0] for row in self._ask("SELECT status FROM battle_simulation ORDER BY id")]

    def wait_until(self, is_so: Callable[[], bool], *, seconds: float) -> None:
        """Wait until it is so; AssertionError with what the worker said where that takes too long."""
        asking = threading.Event()
        for _ in range(int(seconds / 0.02)):
            if is_so():
                return
            asking.wait(0.02)
        raise AssertionError(f"not so in {seconds} s: {self.worker_log}")

    def let_claims_grow_old(self) -> None:
        """As if the lease of every claim were over."""
        self._ask("UPDATE battle_simulationchunk SET claimed_at = '2020-01-01 00:00:00+00:00' WHERE status = 'claimed'")


# The program -------------------------------------------------------------------------------------------------


def publish(data: str, manual: str, version: str, date: str) -> None:
    """Make tables, a release and people."""
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from datasheets.catalogue.points import PointsManual
    from datasheets.services import publish_release

    call_command("migrate", verbosity=0)
    publish_release(
        decode_data(Path(data).read_bytes()), upstream="sources", manual=PointsManual(manual, version, date)
    )
    for number in range(AT_ONCE):
        User.objects.create_user(f"person{number}")


def clear() -> None:
    """Forget all simulations."""
    from battle.models import Simulation

    Simulation.objects.all().delete()


def large_table() -> dict[str, Any]:
    """A question of two hundred parts."""
    from tests.battle.work.asked import table

    views = [
        {"name": f"{inches} inches", "activity": "both", "situation": {"distance": inches}}
        for inches in range(4, 4 + VIEWS)
    ]
    return table(40, 3, views=views)


def ask_large() -> None:
    """One person asks a question of two hundred parts."""
    from django.contrib.auth.models import User

    from battle.services import ask

    ask(User.objects.get(username="person0"), large_table(), may_answer_at_once=False)


def ask_together(who: str) -> dict[str, int]:
    """Several people, or one person several times, ask the same at the same moment."""
    from django.contrib.auth.models import User

    from battle.models import Simulation, SimulationChunk, SimulationRequest
    from battle.services import ask
    from tests.battle.work.asked import table

    people = list(User.objects.order_by("pk"))

    def one(number: int) -> bool:
        person = people[0] if who == "one" else people[number]
        key = "the same" if who == "one" else ""
        return ask(person, table(3), may_answer_at_once=False, idempotency_key=key).is_new

    new = together(one)
    return {
        "new": sum(new),
        "simulations": Simulation.objects.count(),
        "requests": SimulationRequest.objects.count(),
        "parts": SimulationChunk.objects.count(),
    }


def work_together() -> dict[str, Any]:
    """Several workers compute all that waits at the same time."""
    from battle import finishing
    from battle.models import Simulation, SimulationChunk
    from battle.runner import computed, work_on_waiting_parts

    computing: Counter[int] = Counter()

    def compute(simulation: Simulation, position: int) -> dict[str, Any]:
        computing[position] += 1
        return computed(simulation, position)

    together(lambda _: work_on_waiting_parts(seconds=60, compute=compute))
    simulation = Simulation.objects.get()
    return {
        "status": simulation.status,
        "joins": simulation.joins,
        "left": len(finishing.simulations_to_join()),
        "computed": sorted(set(computing.values())),
        "parts": len(computing),
        "attempts": sorted(set(SimulationChunk.objects.values_list("attempts", flat=True))),
    }


def cancel_together() -> dict[str, Any]:
    """One who asked cancels while another asks the same: the other's goes on, whoever is first."""
    from django.contrib.auth.models import User

    from battle.models import Simulation, SimulationRequest
    from battle.services import ask, cancel
    from tests.battle.work.asked import table

    one, other = User.objects.order_by("pk")[:2]
    ended = []
    for number in range(10):
        request = ask(one, table(2, tag=str(number)), may_answer_at_once=False).request

        def act(who: int, request: SimulationRequest = request, tag: str = str(number)) -> None:
            if who == 0:
                cancel(request)
            elif who == 1:
                ask(other, table(2, tag=tag), may_answer_at_once=False)

        together(act)
        simulation = Simulation.objects.get(pk=request.simulation_id)
        ended.append((simulation.status, simulation.chunks.filter(status="pending").count()))
    return {"ended": sorted(set(ended))}


def answer() -> dict[str, Any]:
    """The stored answer, and the same question answered in one go."""
    from battle.models import Simulation, SimulationContent
    from battle.preparing import KEPT

    simulation = Simulation.objects.get()
    fielded = KEPT.of(simulation)
    whole = fielded.joined([fielded.part_answer(part.position) for part in fielded.parts])
    stored: Any = SimulationContent.objects.get().result
    return {"is_the_same": stored == json.loads(json.dumps(whole)), "rows": len(stored["views"][0]["forth"])}


def together(act: Callable[[int], Any]) -> list[Any]:
    """What comes of it when several do it at the same moment, each with a connection of their own."""
    from django.db import connection

    start = threading.Barrier(AT_ONCE)

    def one(number: int) -> Any:
        start.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


def main(what: str, *arguments: str) -> None:
    """Do it and print what came of it."""
    import django

    django.setup()
    print(json.dumps(globals()[what](*arguments)))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
