"""``python -m tests.bench.proof``: thousands of generated rosters, legal and changed, beside what the muster says.

Legal rosters of every faction, size and detachment have to pass every check; changed ones have to break
just the check that is meant; fixes applied one after the other have to make them legal again, and never
worse. What does not come out is printed with the number of its roster: the same number and seed make it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from roster.muster import check_roster
from roster.muster.registry import all_checks
from tests.generated.coverage import Coverage, shares
from tests.generated.judging import judge_legal, judged, open_reasons
from tests.generated.mutations import MUTATIONS, RARE, Case
from tests.generated.repairs import Repair, illegal, repaired
from tests.generated.rosters import Generated, Generator

SHOWN = 12
"""Cases of one kind that are printed."""

CHUNK = 25


@dataclass
class Findings:
    """What one process found in its rosters."""

    rosters: int = 0
    frames_without: int = 0
    """Frames that admit no roster, or gave none."""
    verdicts: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    times: list[tuple[int, float, float]] = field(default_factory=list)
    """Units of a roster, and milliseconds of processor time of its first and of its second check."""
    caught: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)

    def merge(self, other: Findings) -> None:
        """Add what another process found."""
        self.rosters += other.rosters
        self.frames_without += other.frames_without
        for mine, theirs in (
            (self.verdicts, other.verdicts),
            (self.reasons, other.reasons),
            (self.caught, other.caught),
        ):
            mine.update(theirs)  # type: ignore[arg-type]
        self.unexpected += other.unexpected
        self.times += other.times
        self.missed += other.missed
        self.repairs += other.repairs
        self.coverage.merge(other.coverage)


@dataclass(frozen=True)
class Work:
    """What to do: every how many rosters are changed, in how many ways each, and every how many of these repaired."""

    seed: int
    changed: int
    each: int
    fixed: int
    only: tuple[str, ...] = ()


# One process -------------------------------------------------------------------------------------------

_CATALOGUE: list[Catalogue] = []


def _catalogue() -> Catalogue:
    if not _CATALOGUE:
        _CATALOGUE.append(source_catalogue())
    return _CATALOGUE[0]


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
        mutant = judged(mutation, changed, before, catalogue)
        if mutant.is_caught_exactly:
            found.caught[mutation.name] += 1
        else:
            found.missed.append(f"{mutation.check} by {mutation.name}, roster {number}: broken {sorted(mutant.new)}")
        is_next = work.fixed and (number // work.changed + place) % work.fixed == 0
        if is_next and illegal(mutant.report):
            name = f"{mutation.name}, roster {number}"
            found.repairs.append(repaired(changed.document, catalogue, changed.event, name, mutation.check))


# Telling -----------------------------------------------------------------------------------------------


def report(found: Findings, catalogue: Catalogue, seconds: float) -> None:
    """Print what was found."""
    print(f"\n{found.rosters} legal rosters, {found.coverage.units['all']} units, {seconds:.0f} s")
    print(f"  verdicts {dict(found.verdicts)}; frames without a roster {found.frames_without}")
    print(f"  not as foreseen: {len(found.unexpected)}")
    for line in found.unexpected[:SHOWN]:
        print(f"    {line[:400]}")
    print(f"  not checked, by reason: {sum(found.reasons.values())}")
    for (check, reason), count in found.reasons.most_common(SHOWN):
        print(f"    {count:5} {check}: {reason[:160]}")
    _tell_times(found)
    print("\nOf the catalogue, in some roster:")
    for share in shares(found.coverage, catalogue):
        print(f"  {share.of}: {share.seen} of {share.all} ({100 * share.seen / max(share.all, 1):.1f} %)")
        for reason, count in Counter(share.reasons).most_common():
            print(f"      never: {count:4} {reason}")
    print(f"  battle sizes {dict(found.coverage.sizes)}; plans {dict(found.coverage.plans)}")
    _tell_changes(found)
    _tell_repairs(found)


def _tell_times(found: Findings) -> None:
    for least, most in ((1, 9), (10, 19), (20, 200)):
        rows = [row for row in found.times if least <= row[0] <= most]
        if rows:
            for name, place in (("first", 1), ("second", 2)):
                times = sorted(float(row[place]) for row in rows)
                middle, late = statistics.median(times), times[len(times) * 99 // 100]
                print(
                    f"  {least}-{most} units, {len(rows)} rosters, {name} check:"
                    f" median {middle:.2f} ms, 99 % {late:.2f}, worst {times[-1]:.2f}"
                )


def _tell_changes(found: Findings) -> None:
    made = Counter(found.caught)
    checks: defaultdict[str, int] = defaultdict(int)
    for mutation in MUTATIONS:
        checks[mutation.check] += made[mutation.name]
    total = sum(made.values()) + len(found.missed)
    if not total:
        return
    print(f"\n{total} changed rosters: {sum(made.values())} caught by just the checks meant, {len(found.missed)} not")
    for line in found.missed[:SHOWN]:
        print(f"    {line[:400]}")
    never = [check.id for check in all_checks() if not checks.get(check.id)]
    print(f"  checks broken by some change: {len(all_checks()) - len(never)} of {len(all_checks())}; by none: {never}")
    rare = {check: count for check, count in sorted(checks.items()) if 0 < count < 5}
    print(f"  by fewer than five: {rare}")


def _tell_repairs(found: Findings) -> None:
    if not found.repairs:
        return
    good = [one for one in found.repairs if one.is_repaired]
    worse = [one for one in found.repairs if one.made_worse]
    print(
        f"\n{len(found.repairs)} illegal rosters: {len(good)} repaired by fixes"
        f" ({100 * len(good) / len(found.repairs):.1f} %), {len(worse)} made worse"
    )
    steps = Counter(one.steps for one in good)
    print(f"  fixes applied: {dict(sorted(steps.items()))}")
    for one in worse[:SHOWN]:
        print(f"    worse: {one.name}: {one.made_worse}")
    kinds = Counter(one.left for one in found.repairs if not one.is_repaired)
    for left, count in kinds.most_common(30):
        sample = next(one.name for one in found.repairs if one.left == left and not one.is_repaired)
        print(f"    left: {count:5} {left}   ({sample})")


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
    parser.add_argument("--only", nargs="*", default=(), help="ids of the only checks to break")
    options = parser.parse_args(list(arguments) if arguments is not None else None)
    work = Work(options.seed, options.changed, options.each, options.fixed, tuple(options.only))
    numbers = range(options.first, options.first + options.rosters)
    chunks = [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
    catalogue = _catalogue()
    start, found = time.perf_counter(), Findings()
    if options.processes > 1:
        with multiprocessing.Pool(options.processes) as pool:
            for part in pool.imap_unordered(partial(look_at, work=work), chunks):
                found.merge(part)
                if time.perf_counter() - start > options.seconds:
                    break
    else:
        for chunk in chunks:
            found.merge(look_at(chunk, work))
            if time.perf_counter() - start > options.seconds:
                break
    report(found, catalogue, time.perf_counter() - start)
    return int(bool(found.unexpected or found.missed or any(one.made_worse for one in found.repairs)))


if __name__ == "__main__":
    sys.exit(main())
