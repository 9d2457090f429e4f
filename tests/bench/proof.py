"""``python -m tests.bench.proof``: thousands of generated rosters, legal and changed, beside what the muster says.

Legal rosters of every faction, size and detachment have to pass every check; changed ones have to break
just the check that is meant; fixes applied one after the other have to make them legal again, and never
worse. What does not come out is printed with the number of its roster: the same number and seed make it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from roster.muster import Report, check_roster
from tests.bench.proof_findings import Findings
from tests.bench.proof_report import markdown, report
from tests.generated.judging import judge_legal, judged, open_reasons
from tests.generated.mutations import MUTATIONS, RARE, Case, Changed, Mutation
from tests.generated.repairs import illegal, repaired
from tests.generated.rosters import Generated, Generator
from tests.generated.scenes import INVENTED, SETTINGS, frames
from tests.muster.spec_catalogue import spec_catalogue

CHUNK = 25


@dataclass(frozen=True)
class Work:
    """What to do: every how many rosters are changed, in how many ways each, and every how many of these repaired."""

    seed: int
    changed: int
    each: int
    fixed: int
    scenes: int = 0
    """Rosters that are made for each rare change."""
    only: tuple[str, ...] = ()


# One process -------------------------------------------------------------------------------------------


@cache
def _catalogue() -> Catalogue:
    return source_catalogue()


def look_at(numbers: Sequence[int], work: Work) -> Findings:
    """Generate and judge the rosters of these numbers."""
    catalogue = _catalogue()
    generator = Generator(catalogue, seed=work.seed)
    found = Findings()
    for number in numbers:
        generated = generator.roster(number)
        if generated is None:
            found.frames_without += 1
            continue
        _look_at_legal(number, generated, catalogue, found)
        if work.changed and number % work.changed == 0:
            _look_at_changed(number, generated, catalogue, work, found)
    return found


def _look_at_legal(number: int, generated: Generated, catalogue: Catalogue, found: Findings) -> None:
    start = time.process_time()
    legal = judge_legal(generated, catalogue)
    first = (time.process_time() - start) * 1000
    start = time.process_time()
    check_roster(generated.document, catalogue)
    second = (time.process_time() - start) * 1000
    found.rosters += 1
    found.times.append((len(generated.document.units), first, second))
    found.verdicts[{True: "legal", False: "illegal", None: "open"}[legal.report.is_legal]] += 1
    found.unexpected += [f"roster {number}: {words}" for words in legal.unexpected]
    found.reasons.update(open_reasons(legal.report))
    found.coverage.add(generated)


def _look_at_changed(number: int, generated: Generated, catalogue: Catalogue, work: Work, found: Findings) -> None:
    before = check_roster(generated.document, catalogue)
    made = 0
    ways = [(place, one) for place, one in enumerate(MUTATIONS) if not work.only or one.check in work.only]
    random.Random(number).shuffle(ways)  # noqa: S311  (seeded, not secret)
    for place, mutation in sorted(ways, key=lambda way: way[1].name not in RARE):
        if made >= work.each:
            break
        changed = mutation.made_of(Case(generated, catalogue, number * 1_000 + place))
        if changed is None:
            continue
        made += mutation.name not in RARE
        is_next = bool(work.fixed) and (number // work.changed + place) % work.fixed == 0
        _look_at_change(mutation, changed, before, catalogue, f"roster {number}", is_next, found)


def _look_at_change(
    mutation: Mutation,
    changed: Changed,
    before: Report,
    catalogue: Catalogue,
    name: str,
    is_repaired: bool,
    found: Findings,
) -> None:
    mutant = judged(mutation, changed, before, catalogue)
    if mutant.is_caught_exactly:
        found.caught[mutation.name] += 1
    else:
        found.missed[mutation.name].append(f"{name}: broken {sorted(mutant.new)}")
    if is_repaired and illegal(mutant.report):
        name = f"{mutation.name}, {name}"
        found.repairs.append(repaired(changed.document, catalogue, changed.event, name, mutation.check))


def look_at_scene(name: str, work: Work) -> Findings:
    """Generate rosters in which that rare change can be made, and make it."""
    is_invented = name in INVENTED
    catalogue = spec_catalogue() if is_invented else _catalogue()
    generator = Generator(catalogue, seed=work.seed)
    mutation = next(one for one in MUTATIONS if one.name == name)
    found = Findings()
    for number, frame in enumerate(frames(name, generator, work.scenes)):
        generated = generator.generate(frame)
        if generated is None:
            continue
        legal = judge_legal(generated, catalogue)
        if is_invented and legal.unexpected:
            continue  # Invented data asks for more than the generator knows of; such an army is none to start from.
        found.scenes += 1
        found.unexpected += [f"scene {name} {number}: {words}" for words in legal.unexpected]
        changed = mutation.made_of(Case(generated, catalogue, number))
        if changed is not None:
            is_next = bool(work.fixed) and number % work.fixed == 0
            _look_at_change(mutation, changed, legal.report, catalogue, f"scene {number}", is_next, found)
    return found


def main(arguments: Iterable[str] | None = None) -> int:
    """Run the proof and print it; 1 where something did not come out."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.proof", description=__doc__)
    parser.add_argument("--rosters", type=int, default=5_000, help="legal rosters to generate")
    parser.add_argument("--first", type=int, default=0, help="number of the first roster")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after so long, with what there is")
    parser.add_argument("--changed", type=int, default=1, help="change every so-many-th roster; 0: none")
    parser.add_argument("--each", type=int, default=8, help="ways in which a roster is changed, rare ones apart")
    parser.add_argument("--fixed", type=int, default=0, help="repair every so-many-th changed roster; 0: none")
    parser.add_argument("--scenes", type=int, default=200, help="rosters made for each rare change; 0: none")
    parser.add_argument("--markdown", action="store_true", help="print the tables of docs/muster-proof.md instead")
    parser.add_argument("--only", nargs="*", default=(), help="ids of the only checks to break")
    options = parser.parse_args(list(arguments) if arguments is not None else None)
    work = Work(options.seed, options.changed, options.each, options.fixed, options.scenes, tuple(options.only))
    numbers = range(options.first, options.first + options.rosters)
    chunks = [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
    checks = {one.name: one.check for one in MUTATIONS}
    scenes = [name for name in SETTINGS if work.scenes and (not work.only or checks[name] in work.only)]
    catalogue = _catalogue()
    start, found = time.perf_counter(), Findings()
    if options.processes > 1:
        with multiprocessing.Pool(options.processes) as pool:
            for part in pool.imap_unordered(partial(look_at_scene, work=work), scenes):
                found.merge(part)
            for part in pool.imap_unordered(partial(look_at, work=work), chunks):
                found.merge(part)
                if time.perf_counter() - start > options.seconds:
                    break
    else:
        for name in scenes:
            found.merge(look_at_scene(name, work))
        for chunk in chunks:
            found.merge(look_at(chunk, work))
            if time.perf_counter() - start > options.seconds:
                break
    if options.markdown:
        print(markdown(found, catalogue, time.perf_counter() - start))
    else:
        report(found, catalogue, time.perf_counter() - start)
    return int(bool(found.unexpected or any(found.missed.values()) or any(one.made_worse for one in found.repairs)))


if __name__ == "__main__":
    sys.exit(main())
