"""``make bench``: reading lists, checking rosters and attacks, ours beside wh40kdc's and others', in the same run.

Prints milliseconds and ratios. It judges nothing: a benchmark is read by people.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from roster.document import RosterDocument
from roster.interchange import read_text
from roster.muster import check_roster
from tests.bench.engine import print_engine

OWN_LISTS = Path(__file__).resolve().parents[1] / "fixtures_lists"
REFERENCE_LISTS = Path(__file__).resolve().parents[3] / "shared" / "lists"


@dataclass(frozen=True)
class Timing:
    """One list: milliseconds, best of the repeats, as the machine has other things to do."""

    name: str
    ours: float
    peer: float | None


def best_ms(work: Callable[[], Any], *, repeats: int) -> float:
    """Milliseconds of the fastest of ``repeats`` runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def list_files(folders: list[Path]) -> list[Path]:
    """Every list text of these folders that exist, by name."""
    return [path for folder in folders if folder.is_dir() for path in sorted(folder.glob("*.txt"))]


def readable(paths: list[Path], catalogue: Catalogue) -> list[tuple[str, str, RosterDocument]]:
    """The lists that give a roster with at least one unit: (name, text, document)."""
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        result = read_text(text, catalogue)
        if result.document is not None and result.document.units:
            found.append((path.name, text, result.document))
    return found


def print_table(title: str, timings: list[Timing]) -> None:
    """Median and worst of both sides, and the ratio between them."""
    ours = [timing.ours for timing in timings]
    print(f"\n{title}: {len(timings)} lists")
    print(f"  ours   median {statistics.median(ours):8.2f} ms   worst {max(ours):8.2f} ms   ({worst(timings).name})")
    with_peer = [timing for timing in timings if timing.peer is not None]
    if not with_peer:
        return
    peers = [timing.peer or 0.0 for timing in with_peer]
    slowest = max(with_peer, key=lambda timing: timing.peer or 0.0)
    print(f"  peer   median {statistics.median(peers):8.2f} ms   worst {max(peers):8.2f} ms   ({slowest.name})")
    ratios = [(timing.peer or 0.0) / timing.ours for timing in with_peer]
    middle, least, most = statistics.median(ratios), min(ratios), max(ratios)
    print(f"  peer / ours, per list: median {middle:.1f}, least {least:.1f}, most {most:.1f}")


def worst(timings: list[Timing]) -> Timing:
    """The list we took longest over."""
    return max(timings, key=lambda timing: timing.ours)


def main(arguments: list[str]) -> int:
    """Run all benchmarks and print them."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="runs per list on our side; the best counts")
    parser.add_argument("--each", action="store_true", help="print every list")
    options = parser.parse_args(arguments)

    from wh40kdc.data import Dataset, raw_data
    from wh40kdc.data.roster import check_roster as peer_check
    from wh40kdc.imports import try_import_roster

    start = time.perf_counter()
    catalogue = source_catalogue()
    print(f"catalogue from the sources: {time.perf_counter() - start:.1f} s")
    dataset = Dataset(raw_data())

    lists = readable(list_files([OWN_LISTS, REFERENCE_LISTS]), catalogue)
    if not lists:
        print("no list could be read", file=sys.stderr)
        return 1

    reading: list[Timing] = []
    checking: list[Timing] = []
    for name, text, document in lists:
        ours = best_ms(partial(read_text, text, catalogue), repeats=options.repeats)
        peer_result = try_import_roster(text, dataset)
        peer = best_ms(partial(try_import_roster, text, dataset), repeats=2) if peer_result["ok"] else None
        reading.append(Timing(name, ours, peer))

        ours = best_ms(partial(check_roster, document, catalogue), repeats=options.repeats)
        peer = None
        if peer_result["ok"]:
            roster = peer_result["roster"]
            peer = best_ms(partial(peer_check, roster, dataset), repeats=2)
        checking.append(Timing(f"{name}, {len(document.units)} units", ours, peer))

    print_table("Reading a list text", reading)
    print_table("Checking a roster in process", checking)
    twenty = [timing for timing, (_, _, document) in zip(checking, lists, strict=True) if len(document.units) >= 20]
    if twenty:
        print_table("Checking a roster of 20 units or more", twenty)
    if options.each:
        for title, timings in (("reading", reading), ("checking", checking)):
            print(f"\n{title}, ms: ours, peer")
            for timing in timings:
                peer_text = f"{timing.peer:9.2f}" if timing.peer is not None else " not read"
                print(f"  {timing.ours:8.2f} {peer_text}  {timing.name}")
    print_engine(catalogue)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
