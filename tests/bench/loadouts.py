"""``python -m tests.bench.loadouts``: sharing out the wargear of one unit, beside trying all combinations.

Every datasheet at its largest size, its models armed as differently as its limits allow: as written,
and with one piece too many. The simple method goes through every combination of loadouts until one
has the recorded totals, and gives up after a number of them. Prints milliseconds of processor time, as
machines have other things to do; nothing is judged.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice
from typing import TypeVar

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.sources import source_catalogue
from roster.muster.loadouts import Assessment, Recorded, assess_loadouts, forget_assessments
from roster.muster.loadouts.caps import Cap, caps_of
from roster.muster.loadouts.model_loadouts import ModelLoadout, TooManyLoadoutsError, model_loadouts

Answer = TypeVar("Answer")

SEED = 20261130
COMBINATIONS = 20_000
"""Combinations after which the simple method gives up."""

MANY = 99
"""More of one item than a unit carries."""


@dataclass(frozen=True)
class Case:
    """A datasheet, its models and what they carry."""

    sheet: Datasheet
    recorded: Recorded


@dataclass(frozen=True)
class Measured:
    """One case: milliseconds of the first look and of one with the loadouts listed, and of the simple method."""

    case: Case
    cold: float
    warm: float
    found: Assessment
    simple: float
    simple_answer: bool | None


def largest(sheet: Datasheet) -> tuple[int, ...]:
    """The models of the largest unit, of as many kinds as it has."""
    tier = max(sheet.tiers, key=lambda tier: (min(tier.maximum, sheet.maximum_models), len(tier.counts)))
    rows = {row.kind: row for row in tier.counts}
    counts = [rows[kind.name].minimum if kind.name in rows else 0 for kind in sheet.kinds]
    for place, kind in reversed(list(enumerate(sheet.kinds))):
        if kind.name in rows:
            more = min(rows[kind.name].maximum - counts[place], sheet.maximum_models - sum(counts))
            counts[place] += max(more, 0)
    return tuple(counts)


def mixed(sheet: Datasheet, chance: random.Random) -> Case:
    """The largest unit, each model changed by random options as far as its limits allow."""
    models = largest(sheet)
    caps = caps_of(sheet, range(len(sheet.options)), sum(models))
    left = [cap.most for cap in caps]
    pieces: Counter[tuple[int | None, str]] = Counter()
    for kind, count in enumerate(models):
        loadouts = _listed(sheet, kind, chance)
        for _ in range(count):
            loadout = _within(chance.sample(loadouts, k=min(len(loadouts), 40)), caps, left) or loadouts[0]
            for place, cap in enumerate(caps):
                left[place] -= cap.used_by(loadout)
            pieces.update((kind, item) for item in loadout.items)
    return Case(sheet, Recorded(models, tuple(sorted(pieces.items(), key=str))))


def _listed(sheet: Datasheet, kind: int, chance: random.Random) -> Sequence[ModelLoadout]:
    """Loadouts of a kind; of a kind with too many, those with some random items."""
    for number in (len(sheet.items), 8, 6):
        some = chance.sample(sheet.items, k=min(number, len(sheet.items)))
        try:
            return model_loadouts(sheet, sheet.kinds[kind], range(len(sheet.options)), dict.fromkeys(some, MANY))
        except TooManyLoadoutsError:
            continue
    raise ValueError(f"{sheet.id} has too many loadouts of six items.")


def _within(loadouts: Sequence[ModelLoadout], caps: Sequence[Cap], left: Sequence[int]) -> ModelLoadout | None:
    fitting = (one for one in loadouts if all(cap.used_by(one) <= room for cap, room in zip(caps, left, strict=True)))
    return next(fitting, None)


def one_too_many(case: Case, chance: random.Random) -> Case:
    """The same with another piece of something that is carried."""
    pieces = Counter(dict(case.recorded.items))
    if pieces:
        pieces[chance.choice(sorted(pieces, key=str))] += 1
    return Case(case.sheet, Recorded(case.recorded.models, tuple(sorted(pieces.items(), key=str))))


# The simple method ------------------------------------------------------------------------------------


def by_trying_all(case: Case) -> bool | None:
    """Whether some combination of loadouts has the recorded totals; None where it gave up."""
    sheet, models = case.sheet, case.recorded.models
    caps = caps_of(sheet, range(len(sheet.options)), sum(models))
    wanted = Counter(dict(case.recorded.items))
    try:
        pools = [
            model_loadouts(sheet, kind, range(len(sheet.options)), dict.fromkeys(sheet.items, MANY))
            for kind in sheet.kinds
        ]
    except TooManyLoadoutsError:
        return None
    tried = 0
    for picked in islice(_combinations(pools, models), COMBINATIONS):
        tried += 1
        carried = Counter((kind, item) for kind, own in enumerate(picked) for one in own for item in one.items)
        if carried == wanted and all(
            sum(cap.used_by(one) for own in picked for one in own) <= cap.most for cap in caps
        ):
            return True
    return None if tried == COMBINATIONS else False


def _combinations(
    pools: Sequence[Sequence[ModelLoadout]], models: Sequence[int]
) -> Iterator[tuple[tuple[ModelLoadout, ...], ...]]:
    """Lazily, unlike ``product`` over whole lists."""
    if len(pools) == 1:
        yield from ((one,) for one in combinations_with_replacement(pools[0], models[0]))
        return
    for first in combinations_with_replacement(pools[0], models[0]):
        for others in _combinations(pools[1:], models[1:]):
            yield (first, *others)


# Measuring --------------------------------------------------------------------------------------------


def measured(case: Case, *, with_simple: bool) -> Measured:
    """The case with nothing kept, then with its loadouts listed but no answer kept."""
    forget_assessments(with_loadouts=True)
    cold, _ = _timed(lambda: assess_loadouts(case.sheet, case.recorded))
    warm, found = float("inf"), Assessment()
    for _ in range(3):
        forget_assessments()
        took, found = _timed(lambda: assess_loadouts(case.sheet, case.recorded))
        warm = min(warm, took)
    simple, answer = _timed(lambda: by_trying_all(case)) if with_simple else (0.0, None)
    return Measured(case, cold, warm, found, simple, answer)


def _timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    start = time.process_time()
    answer = work()
    return (time.process_time() - start) * 1000, answer


def report(title: str, rows: Sequence[Measured], *, with_simple: bool) -> None:
    """Median and worst, how many were decided, and the slowest."""
    print(f"\n{title}: {len(rows)} units")
    for name, times in (("first look", [row.cold for row in rows]), ("loadouts listed", [row.warm for row in rows])):
        ordered = sorted(times)
        print(
            f"  {name:16} median {statistics.median(ordered):7.2f} ms"
            f"   99 % {ordered[len(ordered) * 99 // 100]:7.2f} ms   worst {ordered[-1]:7.2f} ms"
        )
    undecided = [row.case.sheet.id for row in rows if row.found.undecided]
    broken = sum(bool(row.found.dropped or row.found.at_least) for row in rows)
    bounds = sum(bool(row.found.at_least) for row in rows)
    print(
        f"  legal {len(rows) - broken - len(undecided)}, broken {broken} ({bounds} by a bound), not decided {undecided}"
    )
    for row in sorted(rows, key=lambda row: -row.cold)[:4]:
        print(f"    {row.cold:7.2f} ms, {row.warm:7.2f} ms   {row.case.sheet.id}")
    if with_simple:
        gave_up = sum(row.simple_answer is None for row in rows)
        times = sorted(row.simple for row in rows)
        print(
            f"  simple method    median {statistics.median(times):7.2f} ms   worst {times[-1]:7.2f} ms"
            f"   gave up {gave_up} of {len(rows)}"
        )
        wrong = [
            row.case.sheet.id
            for row in rows
            if row.simple_answer is not None
            and row.simple_answer != (not row.found.dropped and not row.found.at_least and row.found.unwritten == ())
        ]
        print(f"  the two differ on {wrong}")


def is_battlesuit(sheet: Datasheet) -> bool:
    """T'au battlesuits, whose drones and guns combine freely."""
    return sheet.faction == "tau-empire" and "battlesuit" in sheet.id


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.loadouts", description=__doc__)
    parser.add_argument("--simple", action="store_true", help="measure the simple method too (minutes)")
    options = parser.parse_args()
    chance = random.Random(SEED)  # noqa: S311  (a seeded choice of cases)
    catalogue: Catalogue = source_catalogue()
    sheets = [
        sheet
        for sheet in catalogue.data.datasheets
        if sheet.knowledge is Knowledge.FULL and sheet.kinds and sheet.items and sheet.tiers
    ]
    cases = [mixed(sheet, chance) for sheet in sheets]
    broken = [one_too_many(case, chance) for case in cases]
    for title, own in (("as mixed as allowed", cases), ("with a piece too many", broken)):
        rows = [measured(case, with_simple=options.simple) for case in own]
        report(f"Every datasheet, {title}", rows, with_simple=options.simple)
        suits = [row for row in rows if is_battlesuit(row.case.sheet)]
        report(f"T'au battlesuits, {title}", suits, with_simple=options.simple)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
