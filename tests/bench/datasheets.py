"""``python -m tests.bench.datasheets``: every datasheet of the catalogue attacks a standard target, both phases.

Prints how many did, how long it took and which took longest; what raises is shown. Nothing is judged.
"""

from __future__ import annotations

import time

from battle.armies import field_unit
from battle.engine.attacks import resolve
from battle.engine.policies import Policies
from battle.engine.situation import Phase, Situation
from datasheets.catalogue.datasheet import Knowledge
from datasheets.sources import source_catalogue
from roster.document import Reference, UnitEntry

TARGET = "adeptus-astartes:intercessor-squad"
SHOWN = 8


def main() -> None:
    """Have them all attack and print figures."""
    catalogue = source_catalogue()
    sheets = [sheet for sheet in catalogue.data.datasheets if sheet.knowledge is Knowledge.FULL]
    began = time.perf_counter()
    units = {sheet.id: field_unit((UnitEntry("u1", Reference(sheet.id)),), catalogue).fighters for sheet in sheets}
    print(f"{len(units)} datasheets became fighters in {time.perf_counter() - began:.2f} s")
    timings: list[tuple[float, str, str]] = []
    unarmed = 0
    began = time.perf_counter()
    for id, fighters in units.items():
        if not fighters.weapons:
            unarmed += 1
            continue
        for phase in Phase:
            start = time.perf_counter()
            resolve(fighters, units[TARGET], Situation(phase=phase), Policies())
            timings.append((time.perf_counter() - start, id, phase.value))
    print(f"{len(timings)} attacks in {time.perf_counter() - began:.2f} s; {unarmed} datasheets have no weapon")
    for seconds, id, when in sorted(timings, reverse=True)[:SHOWN]:
        print(f"  {seconds * 1000:7.1f} ms  {id}, {when}")


if __name__ == "__main__":
    main()
