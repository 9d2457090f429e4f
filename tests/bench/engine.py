"""``python -m tests.bench.engine``: the exact engine beside dice, icepool and the cruncher of wh40kdc, in one run.

Prints milliseconds of processor time and ratios between them; the ratios are what to read. Where something was
measured on less and scaled, it says so.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from icepool import Die, d6
from wh40kdc.cruncher import crunch
from wh40kdc.data import Dataset, raw_data

from battle.engine.attacks import Result, resolve
from battle.engine.exchange import exchange
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Phase, Situation
from battle.engine.survivors import survivors
from battle.sampling.exchanged import ExchangeSampler
from battle.sampling.literal import Luck, rolled
from battle.sampling.planning import Plan, plan_of
from battle.sampling.sampled import tally
from battle.sampling.tracing import Trace
from battle.sampling.vectorised import faces_of
from datasheets.catalogue import Catalogue
from datasheets.sources import source_catalogue
from tests.bench.cruncher import inputs
from tests.bench.engine_speed import engine_cases, forget_answers, forget_everything, sample_units

SAMPLES = 100_000
LITERAL = 1_000
"""Literal rolls that are made, and scaled to :data:`SAMPLES`."""
MATRIX_SAMPLES = 10_000
CELLS = 40
"""Cells of the matrix that are sampled, and scaled to all."""
PLAIN = Policies()
DICE_OF_S2 = 62
"""Dice that one roll of S2 takes, about."""


def best_ms(work: Callable[[], Any], *, repeats: int = 5, before: Callable[[], Any] | None = None) -> float:
    """Milliseconds of processor time of the fastest of a few runs."""
    best = float("inf")
    for _ in range(repeats):
        if before is not None:
            before()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1000


Sides = tuple[Fighters, Fighters, Situation, Policies]
"""Who attacks whom, in what situation, with which choices."""


@dataclass(frozen=True)
class Row:
    """One attack in all ways, milliseconds; None: cannot do it."""

    name: str
    cold: float
    warm: float
    literal: float
    vectorised: float
    icepool: float | None = None
    cruncher: float | None = None
    exact_kills: float = 0.0
    cruncher_kills: float | None = None


def main() -> None:
    """Measure and print."""
    print_engine(source_catalogue())


def print_engine(catalogue: Catalogue) -> None:
    """Every attack in every way, the goals, and the matrix."""
    cases = engine_cases(catalogue)
    attacks: dict[str, Sides] = {name: cases[name].args for name in ("S1", "S2", "S3")}  # type: ignore[attr-defined]
    by_icepool = {"S1": icepool_s1, "S2": icepool_s2}
    rows = [_row(name, sides, by_icepool.get(name)) for name, sides in attacks.items()]
    rows.append(_exchange_row(*cases["exchange"].args))  # type: ignore[attr-defined]
    print("\nAttacks in milliseconds of processor time; sampling 100,000 rolls (literal: scaled from 1,000)")
    print("            exact cold    warm     literal  vectorised   icepool  wh40kdc  its error in kills")
    for row in rows:
        print(_line(row))
    matrix = _matrix(catalogue, cases["matrix"])
    _print_goals({row.name: row for row in rows}, matrix, attacks)


def _line(row: Row) -> str:
    def told(value: float | None, width: int) -> str:
        return f"{value:{width}.2f}" if value is not None else "-".rjust(width)

    error = "-"
    if row.cruncher_kills is not None:
        share = 100 * (row.cruncher_kills / row.exact_kills - 1)
        error = f"{row.cruncher_kills:.3f} for {row.exact_kills:.3f} ({share:+.0f} %)"
    return (
        f"  {row.name:<9} {row.cold:9.2f} {row.warm:8.3f} {row.literal:11.0f} {row.vectorised:11.1f} "
        f"{told(row.icepool, 9)} {told(row.cruncher, 8)}  {error}"
    )


def _row(name: str, sides: Sides, by_icepool: Callable[[], Die[int]] | None) -> Row:
    attacker, target, situation, policies = sides
    work = partial(resolve, attacker, target, situation, policies)
    cold, warm = (best_ms(work, repeats=20, before=before) for before in (forget_everything, forget_answers))
    exact = work()
    plan = plan_of(attacker, target, situation, policies, exact)
    kills, cruncher = _crunched(attacker, target, situation)
    if by_icepool is not None:
        mean = by_icepool().mean()
        assert abs(float(mean) - exact.measures.expected_kills) < 1e-9, "icepool says otherwise"
    return Row(
        name,
        cold,
        warm,
        _literal_ms(plan) * SAMPLES / LITERAL,
        best_ms(partial(tally, plan, SAMPLES, 1), repeats=3),
        best_ms(by_icepool, repeats=10) if by_icepool else None,
        cruncher,
        exact.measures.expected_kills,
        kills,
    )


def _literal_ms(plan: Plan, *, is_traced: bool = False) -> float:
    def work() -> None:
        luck = Luck(random.Random(1))  # noqa: S311
        for _ in range(LITERAL):
            rolled(plan, luck, trace=Trace() if is_traced else None)

    return best_ms(work, repeats=2)


def _exchange_row(
    attacker: Fighters, target: Fighters, situation: Situation, answer: Situation, policies: Policies
) -> Row:
    work = partial(exchange, attacker, target, situation, answer, policies)
    plan = plan_of(attacker, target, situation, policies, resolve(attacker, target, situation, policies))

    def literally() -> None:
        luck = Luck(random.Random(1))  # noqa: S311
        plans: dict[Fighters, Plan] = {}
        lost: Counter[tuple[int, ...]] = Counter()
        for _ in range(LITERAL):
            rest = survivors(target, plan.structure, rolled(plan, luck).state())
            if rest is None:
                continue
            if rest not in plans:
                plans[rest] = plan_of(rest, attacker, answer, policies)
            lost[rolled(plans[rest], luck).state()] += 1

    return Row(
        "exchange",
        best_ms(work, repeats=20, before=forget_everything),
        best_ms(work, repeats=20, before=forget_answers),
        best_ms(literally, repeats=2) * SAMPLES / LITERAL,
        best_ms(lambda: ExchangeSampler(plan, answer, policies).sampled(SAMPLES, 1), repeats=2),
    )


# Peers ------------------------------------------------------------------------------------------------------


def icepool_s1() -> Die[int]:
    """S1 as icepool has it shortest: 20 attacks, each through with one chance, two of them a model."""
    through = d6.map(lambda face: face >= 3) & d6.map(lambda face: face >= 4) & d6.map(lambda face: face < 4)
    return (20 @ through).map(lambda wounds: min(10, wounds // 2))


def icepool_s2() -> Die[int]:
    """S2: attacks that get through first, then models of three wounds with Feel No Pain, one attack after the other."""
    wound = d6.map(lambda face: face >= 4)
    unsaved = d6.map(lambda face: face < 4)
    ordinary = wound & unsaved
    hit = d6.reroll([1], depth=1).map(lambda face: 0 if face < 3 else (unsaved + ordinary if face == 6 else ordinary))
    lost = 2 @ (d6 < 5)
    states: list[Any] = [Die([15])]
    through = 20 @ hit
    for _ in range(through.max_outcome()):
        states.append(
            states[-1].map(lambda left: lost.map(lambda wounds: left - min(wounds, (left - 1) % 3 + 1, left)))
        )
    return through.map(lambda number: states[number]).map(lambda left: 5 - -(-left // 3))


@cache
def _dataset() -> Dataset:
    return Dataset(raw_data())


def _crunched(attacker: Fighters, target: Fighters, situation: Situation) -> tuple[float, float]:
    """Models destroyed by the cruncher's reckoning, all weapons added, and milliseconds that it takes."""
    dataset = _dataset()
    questions = list(inputs(attacker, target, situation))

    def work() -> float:
        return sum(crunch(one, dataset)["stages"][-1]["expected"] for one in questions)

    return min(work(), target.models), best_ms(work)


# Matrix -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _MatrixTimes:
    cells: int
    cold: float
    warm: float
    vectorised: float


def _matrix(catalogue: Catalogue, work: Callable[[], Any]) -> _MatrixTimes:
    units = [one.fighters for one in sample_units(catalogue)]
    cells = 2 * [(one, other, Situation(distance=12)) for one in units for other in units]
    found = _MatrixTimes(
        len(cells),
        best_ms(work, repeats=3, before=forget_everything),
        best_ms(work, repeats=3, before=forget_answers),
        _sampled_cells(cells),
    )
    print(
        f"\nMatrix of {len(units)} by {len(units)} units of the catalogue, shooting, both ways: {found.cells} attacks"
    )
    print(f"  exact cold {found.cold:.0f} ms, warm {found.warm:.0f} ms")
    print(f"  vectorised, 10,000 rolls each: {found.vectorised:.0f} ms (scaled from {CELLS} of them)")
    _print_crunched([(one, other, Situation(phase=phase)) for phase in Phase for one in units for other in units])
    return found


def _sampled_cells(cells: Sequence[tuple[Fighters, Fighters, Situation]]) -> float:
    some = random.Random(1).sample(list(cells), CELLS)  # noqa: S311
    total = 0.0
    for attacker, target, situation in some:
        exact = resolve(attacker, target, situation, PLAIN)
        if exact.batches:
            plan = plan_of(attacker, target, situation, PLAIN, exact)
            total += best_ms(partial(tally, plan, MATRIX_SAMPLES, 1), repeats=1)
    return total * len(cells) / CELLS


def _print_crunched(cells: Sequence[tuple[Fighters, Fighters, Situation]]) -> None:
    """What the cruncher says where one weapon attacks one profile and no rule but the weapon's own is at work."""
    errors, took = [], 0.0
    for attacker, target, situation in cells:
        uses = [use for use in attacker.weapons if use.weapon.is_melee is situation.is_melee]
        if len(uses) != 1 or len(target.profiles) != 1:
            continue
        exact: Result = resolve(attacker, target, situation, PLAIN)
        is_plain = not any(batch.table.sources for batch in exact.batches)
        if not exact.batches or not is_plain or exact.measures.expected_kills < 0.05:
            continue
        kills, ms = _crunched(attacker, target, situation)
        took += ms
        errors.append(kills / exact.measures.expected_kills - 1)
    middle, most = float(np.median(np.abs(errors))), max(errors, key=abs)
    print(
        f"  wh40kdc, the {len(errors)} attacks with one weapon at one profile: {took / len(errors):.2f} ms each; "
        f"models destroyed off by {100 * middle:.0f} % in the middle, {100 * most:+.0f} % at most"
    )


# Goals ------------------------------------------------------------------------------------------------------


def _print_goals(rows: dict[str, Row], matrix: _MatrixTimes, attacks: dict[str, Sides]) -> None:
    s1, s2, s3, exchange = rows["S1"], rows["S2"], rows["S3"], rows["exchange"]
    floor = best_ms(partial(faces_of, DICE_OF_S2 * SAMPLES, np.random.Generator(np.random.SFC64(1))))
    kernel = best_ms(_kernel_floor, repeats=20)
    plan = plan_of(*attacks["S2"])
    plain, traced = _literal_ms(plan), _literal_ms(plan, is_traced=True)
    assert s2.icepool is not None
    print("\nGoals")
    _goal("P1", "S2 cold to icepool", s2.cold / s2.icepool, 1 / 25)
    _goal("P2", "two batches at an attached unit cold to S1 cold", s3.cold / s1.cold, 10)
    _goal("P3", f"S1 warm to its products of a vector and a matrix alone ({kernel:.3f} ms)", s1.warm / kernel, 15)
    _goal("P4", "matrix cold to the same by vectorised rolls, 10,000 a cell", matrix.cold / matrix.vectorised, 1 / 25)
    print("  P5 is of an engine without numpy: there is none")
    _goal("P6", "exchange cold to S1 cold", exchange.cold / s1.cold, 8)
    _goal("P7", f"S2 vectorised to its dice alone ({floor:.0f} ms)", s2.vectorised / floor, 12)
    print(
        f"  P8 literal rolls of S2: {1000 * LITERAL / plain:,.0f} a second, {1000 * LITERAL / traced:,.0f} with a trace"
    )
    _goal("", "matrix cold, in seconds", matrix.cold / 1000, 0.5)


def _goal(name: str, what: str, ratio: float, most: float) -> None:
    shown = f"1/{1 / ratio:.0f}" if ratio < 0.5 else f"{ratio:.2f}"
    wanted = f"1/{1 / most:.0f}" if most < 0.5 else f"{most:g}"
    print(f"  {name:<2} {what}: {shown} (at most {wanted}){'' if ratio <= most else '  MISSED'}")


def _kernel_floor() -> None:
    """Twenty attacks at 21 states: a product of a vector and a matrix each."""
    for _ in range(20):
        np.dot(_VECTOR, _MATRIX, out=_OUT)


_VECTOR, _MATRIX, _OUT = np.ones(21), np.eye(21), np.ones(21)


if __name__ == "__main__":
    main()
