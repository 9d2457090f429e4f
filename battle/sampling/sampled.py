"""An attack answered by many rolls: what :mod:`battle.engine.attacks` answers exactly, with its standard errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from battle.engine.attacks import BatchReport, Result
from battle.engine.demise import demises
from battle.engine.dice import mean
from battle.engine.measures import measures_of
from battle.engine.rolls import Fate
from battle.engine.tables import Table, table_of
from battle.engine.target import NONE, Target
from battle.sampling.merging import Chunk, Tally, chunks, counted, destroyed, luck_of
from battle.sampling.planning import Plan, Step
from battle.sampling.procedure import AttackDice
from battle.sampling.vectorised import roll_many, started

MOST_SAMPLES = 1_000_000
LEAST_SAMPLES = 100
MOST_ATTACKS = 3e7
"""Attack dice of all samples of an answer at most, on average: well below five seconds on one core of today."""
DICE_OF_A_CHUNK = 3_000_000
"""Attack dice of a chunk at most: what it keeps in memory is a few times as many bytes."""
LARGEST_CHUNK = 10_000
SHARE_ALLOCATED = 0.25
"""Share of the attacks that is taken to inflict damage, one round of allocation each."""
DICE_OF_A_ROUND = 300
"""Attack dice that could be rolled while one attack of each sample of a chunk is allocated, by the time both take."""
DICE_OF_A_DAMAGE_DIE = 60
"""The same of one more die of D."""
ROLLS_OF_A_DIE = 20
"""Rolls of Feel No Pain that take about as long as an attack die with all that follows it."""


class TooMany(Exception):
    """So many samples would take too long; the message says how many would not."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Standard errors of means and chances; ``models`` those of each number of models destroyed, from 0."""

    kills: float
    wounds: float
    points: float
    destroyed: float
    models: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sampled:
    """An answer from ``samples`` rolls. ``result`` is as the exact engine has it, shares of samples for chances."""

    result: Result
    samples: int
    seed: int
    errors: Errors


def work_of(plan: Plan) -> float:
    """What one roll of the plan takes, in attack dice: with the further hits of critical ones, and Feel No Pain."""
    return sum(_work(step, plan) for step in plan.steps)


def _work(step: Step, plan: Plan) -> float:
    procedure = step.batch.procedure(step.batch.target.toughness(plan.structure.start), step.choice)
    attacks = sum(_mean(dice) for dice in step.batch.dice)
    if procedure.hit is not None and procedure.extra_hits is not None:
        critical = procedure.hit.fates.count(Fate.CRITICAL) / 6
        attacks *= 1 + critical * procedure.extra_hits.mean
    groups = step.batch.target.groups
    if any(min(group.feel_no_pain, group.feel_no_pain_mortal) < NONE for group in groups):
        attacks *= 1 + max(pool.damage.printed.mean for pool in procedure.pools) / ROLLS_OF_A_DIE
    # What many attacks of few samples take is not their dice but the rounds in which one after the other is allocated.
    rounds = SHARE_ALLOCATED * attacks * attacks / DICE_OF_A_CHUNK
    most_dice = max(pool.damage.printed.count for pool in procedure.pools)
    return max(attacks, rounds * (DICE_OF_A_ROUND + most_dice * DICE_OF_A_DAMAGE_DIE))


def _mean(dice: AttackDice) -> float:
    added = sum(more.mean * times for more, times, _ in dice.added)
    changed = dice.attacks.changed(
        round(dice.attacks.printed.mean), [change.modifier(round(change.by.mean)) for change in dice.attacks.changes]
    )
    return dice.weapons * (changed + added)


def affordable(plan: Plan, most: float = MOST_ATTACKS) -> int:
    """How many samples can be rolled with at most so many attack dice, in round numbers."""
    return affordable_for(work_of(plan), most)


def affordable_for(work: float, most: float = MOST_ATTACKS) -> int:
    """How many samples of so much work each can be rolled with at most so many attack dice, two digits of it."""
    found = int(min(MOST_SAMPLES, most / max(1.0, work)))
    digits = max(0, len(str(found)) - 2)
    unit = int(10**digits)
    return found // unit * unit


def refuse_too_many(samples: int, most: int) -> None:
    """Raises :class:`TooMany` where fewer samples can be rolled than are asked for, or too few to say anything."""
    if most < LEAST_SAMPLES:
        raise TooMany(f"{LEAST_SAMPLES} samples of so many attacks would take too long")
    if samples > most:
        raise TooMany(f"{samples:,} samples would take too long; at most {most:,} of these attacks")


def chunk_size(plan: Plan) -> int:
    """Samples of one chunk: it follows from the plan, so that the same seed always gives the same dice."""
    return max(1, min(LARGEST_CHUNK, int(DICE_OF_A_CHUNK / max(1.0, work_of(plan)))))


def tally_of(plan: Plan, chunk: Chunk, seed: int) -> Tally:
    """One chunk of the samples, by itself: whoever rolls it gets the same."""
    luck = luck_of(seed, chunk.index)
    states = started(plan, chunk.samples)
    kills = tuple(destroyed(plan.structure, after) for after in roll_many(plan, states, luck))
    return Tally(chunk.samples, counted(plan.structure, states), kills)


def tally(plan: Plan, samples: int, seed: int) -> Tally:
    """All samples, chunk by chunk."""
    total = Tally()
    for chunk in chunks(samples, chunk_size(plan)):
        total += tally_of(plan, chunk, seed)
    return total


def sampled(plan: Plan, samples: int, seed: int) -> Sampled:
    """The answer from so many rolls; raises :class:`TooMany` for more than take a few seconds."""
    refuse_too_many(samples, affordable(plan))
    found = tally(plan, samples, seed)
    return Sampled(result_of(plan, found), samples, seed, errors_of(plan.structure, found))


def shares(found: Tally) -> dict[tuple[int, ...], float]:
    """Shares of the samples by the state in which they ended."""
    return {state: count / found.samples for state, count in sorted(found.states.items())}


def result_of(plan: Plan, found: Tally) -> Result:
    """What was rolled, as the exact engine answers; what is assumed is for whoever made the plan to say."""
    states = shares(found)
    measures = measures_of(plan.structure, states)
    reports = tuple(
        _report(step, plan, kills / found.samples) for step, kills in zip(plan.steps, found.kills, strict=True)
    )
    return Result(
        plan.structure,
        states,
        measures,
        tuple(plan.structure.groups[place].name for place in plan.order),
        reports,
        plan.left_out,
        plan.hazards,
        by_products=demises(plan.target, plan.structure, measures),
    )


def _report(step: Step, plan: Plan, kills: float) -> BatchReport:
    batch = step.batch
    toughness = batch.target.toughness(plan.structure.start)
    table = table_of(batch.encounters[0], batch.target, toughness=toughness, choice=step.choice)
    precise = None if step.precise is None else batch.target.groups[step.precise].name
    dice = _with_dice(table, batch.dice)
    return BatchReport(batch.weapons, dice, step.choice, precise, kills, step.pools, batch.uses)


def _with_dice(table: Table, dice: Iterable[AttackDice]) -> Table:
    """The table with the attack dice of all weapons: their mean, which is what of them is shown."""
    number = sum(_mean(one) for one in dice)
    if abs(mean(table.attacks.dice) - number) < 1e-9:
        return table
    low = int(number)
    chances = [0.0] * low + [1 - (number - low), number - low]
    return replace(table, attacks=replace(table.attacks, dice=np.array(chances)))


def errors_of(target: Target, found: Tally) -> Errors:
    """Standard errors of what is told of these samples."""
    states = shares(found)
    alone = [(measures_of(target, {state: 1.0}), share) for state, share in states.items()]
    measures = measures_of(target, states)

    def of(values: Iterable[tuple[float, float]], middle: float) -> float:
        return sqrt(max(0.0, sum(share * (value - middle) ** 2 for value, share in values)) / found.samples)

    return Errors(
        kills=of(((one.expected_kills, share) for one, share in alone), measures.expected_kills),
        wounds=of(((one.wounds, share) for one, share in alone), measures.wounds),
        points=of(((one.points, share) for one, share in alone), measures.points),
        destroyed=error_of_share(measures.destroyed, found.samples),
        models=tuple(error_of_share(share, found.samples) for share in measures.kills),
    )


def error_of_share(share: float, samples: int) -> float:
    """The standard error of a chance that so great a share of the samples shows."""
    return sqrt(max(0.0, share * (1 - share)) / samples)
