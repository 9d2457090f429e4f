"""``python -m tests.bench.matchup LIST LIST``: two army lists against each other, from the request to the page.

Embedded and on PostgreSQL with Redis, each a service of its own on loopback in a folder of its own, with one worker of
two threads as ``make run`` has it. Prints seconds and judges nothing: a benchmark is read by people.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bench.questions import SCHEMA
from tests.bench.service import Person, Service, service_of

PORT = 8185
MOST_SECONDS = 300
LOOK_EVERY_SECONDS = 0.1
VIEWS: tuple[dict[str, Any], ...] = (
    {"name": "Shooting in the open", "activity": "shooting", "situation": {}},
    {"name": "Shooting, in cover", "activity": "shooting", "situation": {"in_cover": True}},
    {"name": "Fight after charging", "activity": "fight", "situation": {"has_charged": True}},
)
"""What the page asks unless it is told otherwise."""


def main(arguments: list[str]) -> int:
    """Ask twice on each kind of service, the second time with the sides changed, and print how long each step takes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.matchup", description=__doc__)
    parser.add_argument("lists", type=Path, nargs=2, metavar="LIST", help="an army list as text")
    parser.add_argument("--kind", choices=("embedded", "served"), action="append", help="one of the two only")
    parser.add_argument("--port", type=int, default=PORT, help="the first of three ports that are free")
    options = parser.parse_args(arguments)
    texts = [path.read_text("utf-8") for path in options.lists]
    for kind in options.kind or ("embedded", "served"):
        with tempfile.TemporaryDirectory(prefix="quartermaster-matchup-") as name, ExitStack() as stack:
            folder = Path(name)
            folder.chmod(0o755)
            service = service_of(kind, folder, options.port, stack)
            stack.callback(service.stop)
            service.prepare()
            [_, person] = service.people(2)
            service.start_web()
            service.start_worker()
            print(f"{kind}: {options.lists[0].name} against {options.lists[1].name}")
            _measure(service, person, texts, "first")
            _measure(service, person, texts[::-1], "sides changed, everything warm")
    return 0


def _measure(service: Service, person: Person, texts: Sequence[str], words: str) -> None:
    attackers, targets = ([{"from": "text", "text": text}] for text in texts)
    document = {"schema": SCHEMA, "question": "matrix", "attackers": attackers, "targets": targets, "views": VIEWS}
    begun = time.perf_counter()
    asked = service.ask("/api/v1/simulations", person=person, document=document)
    if asked.code not in (201, 202):
        raise RuntimeError(f"The question was answered {asked.code}: {asked.body[:500]}")
    place = f"/api/v1/simulations/{asked.json['id']}"
    now = asked
    while now.json.get("status") != "done":
        if time.perf_counter() - begun > MOST_SECONDS:
            raise RuntimeError(f"Not done after {MOST_SECONDS} seconds: {now.body[:500]}")
        time.sleep(LOOK_EVERY_SECONDS)
        now = service.ask(place, person=person)
    done = time.perf_counter() - begun
    page = service.ask(f"/matchups/{asked.json['id']}/", person=person, page=True)
    again = service.ask(f"/matchups/{asked.json['id']}/", person=person, page=True)
    progress = now.json["progress"]
    print(
        f"  {words}: {progress['cells_total']} pairs of units in {progress['parts_total']} parts; "
        f"asked in {asked.seconds:.2f} s, done after {done:.2f} s; "
        f"page ({page.code}, {len(page.body):,} characters) in {page.seconds:.2f} s, again in {again.seconds:.2f} s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
