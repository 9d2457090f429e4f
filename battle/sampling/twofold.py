"""Two phases answered by many rolls: what is left of one unit attacks what is left of the other in each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from battle.engine.exchange import structure_of
from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS
from battle.engine.measures import Measures, measures_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.standing import attacked, is_attacked_alike, striking
from battle.engine.target import State
from battle.sampling.choosing import chosen_plan
from battle.sampling.exchanged import DICE_OF_A_KIND
from battle.sampling.merging import Chunk, Tally, chunks, counted, luck_of
from battle.sampling.planning import Plan
from battle.sampling.sampled import (
    LEAST_SAMPLES,
    MOST_ATTACKS,
    Errors,
    affordable_for,
    chunk_size,
    errors_of,
    refuse_too_many,
    shares,
    work_of,
)
from battle.sampling.vectorised import Rows, States, hazards_of, roll_many, started

SHARE_OF_A_CASE = 0.05
"""Share of the attack dice of an answer that may be rolled to find out what is best to do in one case of many."""

_Sides = tuple[Fighters, Fighters]
"""What is left of the attacker, and the target as it finds it."""


@dataclass(frozen=True, slots=True)
class SampledPhases:
    """What both phases do to the target, from ``samples`` rolls; ``is_idle``: nothing attacked in either."""

    measures: Measures
    errors: Errors
    samples: int
    is_idle: bool
    assumptions: tuple[str, ...]


class PhasesSampler:
    """The attacks of a plan, and then those of another, ``second``, as far as both units are left.

    ``second`` is of the same units, both whole; for what is left of them choices are made anew by ``policies``.
    ``most`` are attack dice of all samples together. Raises :class:`~battle.sampling.sampled.TooMany` where not even a
    hundred can be rolled.
    """

    def __init__(self, first: Plan, second: Plan, policies: Policies, most: float = MOST_ATTACKS) -> None:
        self.first = first
        self.situation = second.situation
        self.policies = policies
        self.most = most
        self.own = structure_of(first.attacker, second.situation)
        self.is_alike = is_attacked_alike(first.target, first.attacker)
        self._plans: dict[_Sides, Plan] = {(first.attacker, first.target): second}
        self._sides: dict[_Sides, int] = {}
        """Every case there was so far, numbered in the order in which they came."""
        self._seen: dict[tuple[State, State], int | None] = {}
        self._assumptions: dict[str, None] = {}

    @property
    def affordable(self) -> int:
        """How many samples can be rolled; the attacks of the whole unit take the most dice."""
        work = work_of(self.first) + work_of(self._plan(self.first.attacker, self.first.target))
        # Cases that differ are rolled apart: of many kinds each sample is nearly one by itself.
        kinds = 1
        if not self.is_alike:
            kinds *= prod(group.models + 1 for group in self.first.structure.groups)
        if self.first.hazards:
            kinds *= self.first.hazards + 1
        apart = min(1.0, kinds / chunk_size(self.first)) * DICE_OF_A_KIND if kinds > 1 else 0.0
        return affordable_for(work + apart, self.most)

    def sampled(self, samples: int, seed: int) -> SampledPhases:
        """The answer from so many rolls; raises :class:`~battle.sampling.sampled.TooMany`."""
        refuse_too_many(samples, self.affordable)
        total = Tally()
        for chunk in chunks(samples, chunk_size(self.first)):
            total += self._chunk(chunk, seed)
        structure = self.first.structure
        is_idle = not self.first.steps and not any(plan.steps for plan in self._plans.values())
        return SampledPhases(
            measures_of(structure, shares(total)),
            errors_of(structure, total),
            samples,
            is_idle,
            tuple(self._assumptions),
        )

    def _chunk(self, chunk: Chunk, seed: int) -> Tally:
        luck = luck_of(seed, chunk.index)
        states = started(self.first, chunk.samples)
        for _ in roll_many(self.first, states, luck):
            pass
        own = np.tile(np.array(self.own.start, dtype=np.int32), (chunk.samples, 1))
        if self.first.hazards:
            hurts = HAZARD_HURTS_MONSTERS if self.first.attacker.hazards_hurt_more else HAZARD_HURTS
            hazards_of(own, self.own, next(iter(self.own.orders())), self.first.hazards, hurts, luck)
        for (rest, victim), rows in self._cases(own, states):
            part = states[rows]
            for _ in roll_many(self._plan(rest, victim), part, luck):
                pass
            states[rows] = part
        return Tally(chunk.samples, counted(self.first.structure, states))

    def _cases(self, own: States, states: States) -> Iterator[tuple[_Sides, Rows]]:
        """The samples in which both are left, by what is left of the attacker and what the target is to it."""
        groups = len(self.first.structure.groups)
        standing = np.flatnonzero((states[:, :groups] > 0).any(axis=1))
        if self.is_alike and not self.first.hazards:
            if len(standing):
                yield (self.first.attacker, self.first.target), standing
            return
        rows: defaultdict[int, list[int]] = defaultdict(list)
        for row in standing.tolist():
            case = self._case(tuple(own[row].tolist()), tuple(states[row].tolist()))
            if case is not None:
                rows[case].append(row)
        cases = list(self._sides)
        for case, found in rows.items():
            yield cases[case], np.array(found)

    def _case(self, own: State, state: State) -> int | None:
        """Which case it is, as a number; None: nothing is left of the attacker."""
        if (own, state) not in self._seen:
            attacker, target = self.first.attacker, self.first.target
            rest = striking(attacker, self.own, own, enemy=target) if self.first.hazards else attacker
            victim = target
            if not self.is_alike:
                victim = attacked(target, self.first.structure, state, enemy=attacker)
            self._seen[own, state] = None if rest is None else self._sides.setdefault((rest, victim), len(self._sides))
        return self._seen[own, state]

    def _plan(self, rest: Fighters, victim: Fighters) -> Plan:
        if (rest, victim) not in self._plans:
            # Some hundred rolls of the whole unit are always few enough: what is left of it makes fewer attacks.
            least = 2.0 * LEAST_SAMPLES * work_of(self._plans[self.first.attacker, self.first.target])
            most = max(self.most * SHARE_OF_A_CASE, least)
            plan, assumed = chosen_plan(rest, victim, self.situation, self.policies, most)
            self._plans[rest, victim] = plan
            self._assumptions.update(dict.fromkeys(assumed))
        return self._plans[rest, victim]
