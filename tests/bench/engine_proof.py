"""``python -m tests.bench.engine_proof``: hundreds of random attacks, exact and rolled, and icepool; a minute or more.

Prints how far dice are from the exact answers, in standard errors. Ends with 1 where that is more than chance has it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from battle.engine.attacks import resolve
from battle.engine.policies import Policies
from battle.engine.situation import Phase, Situation
from battle.sampling.planning import plan_of
from battle.sampling.sampled import tally
from datasheets.sources import source_catalogue
from tests.battle.proof.comparing import Compared, Summary, compared, kills_apart, summary
from tests.battle.proof.scenarios import THIRTY
from tests.bench.engine_speed import sample_units

LARGEST = 4.5
LEAST_DEVIATION, MOST_DEVIATION = 0.9, 1.1
MOST_APART = 1e-9
MOST_LOST = 1e-12


def main(arguments: list[str]) -> int:
    """Compare, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engine_proof", description=__doc__)
    parser.add_argument("--cases", type=int, default=300, help="random attacks that are answered exactly")
    parser.add_argument("--literal", type=int, default=4_000, help="rolls of each, die by die")
    parser.add_argument("--vectorised", type=int, default=100_000, help="rolls of each, many at once")
    parser.add_argument("--first", type=int, default=0, help="first seed of the cases")
    parser.add_argument("--cells", type=int, default=400, help="attacks of units of the catalogue, rolled many at once")
    options = parser.parse_args(arguments)

    apart = max(
        max(
            abs(one - other)
            for one, other in zip(printout.by_icepool(), printout.by_engine().measures.kills, strict=True)
        )
        for printout in THIRTY
    )
    print(f"icepool, {len(THIRTY)} attacks: chances of models destroyed at most {apart:.1e} apart")

    start = time.perf_counter()
    found: list[Compared] = []
    refused = 0
    seed = options.first
    while len(found) < options.cases:
        one = compared(seed, literal=options.literal, vectorised=options.vectorised)
        if one is None:
            refused += 1
        else:
            found.append(one)
            if _farthest(one) > LARGEST:
                print(f"  seed {seed}: {one}")
        seed += 1
    took = time.perf_counter() - start
    lost = max(one.total for one in found)
    print(f"{len(found)} random attacks in {took:.0f} s; {refused} others do not fit exactly")
    print(f"probabilities add up to 1 within {lost:.1e}")
    summaries = _summaries(found) | _cells(options.cells, options.vectorised)
    for name, one_summary in summaries.items():
        print(f"{name}: {one_summary.words}")
    is_right = apart <= MOST_APART and lost <= MOST_LOST and all(map(_is_by_chance, summaries.values()))
    print("as chance has it" if is_right else "NOT as chance has it")
    return 0 if is_right else 1


def _summaries(found: list[Compared]) -> dict[str, Summary]:
    literal = [one.literal for one in found if one.literal is not None]
    vectorised = [one.vectorised for one in found if one.vectorised is not None]
    summaries = {}
    for name, distances in (("literal", literal), ("vectorised", vectorised)):
        if distances:
            summaries[f"{name}, models destroyed"] = summary(one.kills for one in distances)
            summaries[f"{name}, a CHARACTER destroyed"] = summary(one.character for one in distances)
    return summaries


def _cells(number: int, samples: int) -> dict[str, Summary]:
    """Attacks of units of the catalogue at one another, drawn by lot, as far as anything can happen."""
    units = [one.fighters for one in sample_units(source_catalogue())]
    cells = [(one, other, Situation(phase=phase)) for phase in Phase for one in units for other in units]
    distances = []
    for seed, (attacker, target, situation) in enumerate(random.Random(1).sample(cells, number)):  # noqa: S311
        exact = resolve(attacker, target, situation, Policies())
        if exact.batches:
            plan = plan_of(attacker, target, situation, Policies(), exact)
            distances.append(kills_apart(exact, tally(plan, samples, seed).states))
    return {"vectorised, models destroyed, units of the catalogue": summary(distances)}


def _farthest(one: Compared) -> float:
    distances = [found for found in (one.literal, one.vectorised) if found is not None]
    return max((abs(z) for found in distances for z in (found.kills, found.character) if z is not None), default=0.0)


def _is_by_chance(found: Summary) -> bool:
    return found.largest <= LARGEST and LEAST_DEVIATION <= found.deviation <= MOST_DEVIATION


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
