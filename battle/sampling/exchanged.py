"""An exchange answered by many rolls: for each roll of the attack whoever survives it strikes back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np

from battle.engine.demise import demises_of, is_near
from battle.engine.exchange import Exchange, structure_of
from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS
from battle.engine.measures import measures_of
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.standing import attacked, is_attacked_alike
from battle.engine.survivors import survivors
from battle.engine.target import State, Target
from battle.sampling.choosing import chosen_plan
from battle.sampling.merging import Chunk, Tally, chunks, counted, destroyed, luck_of
from battle.sampling.planning import Plan, plan_of
from battle.sampling.sampled import (
    Errors,
    affordable_for,
    chunk_size,
    errors_of,
    refuse_too_many,
    result_of,
    work_of,
)
from battle.sampling.vectorised import States, explosions_of, hazards_of, roll_many, started, suffered_by


@dataclass(frozen=True, slots=True)
class SampledExchange:
    """An exchange from ``samples`` rolls; ``exchange`` is as the exact engine has it, shares for chances."""

    exchange: Exchange
    samples: int
    seed: int
    first_errors: Errors
    back_errors: Errors
    assumptions: tuple[str, ...]


Rows = np.ndarray[tuple[int], np.dtype[np.intp]]
"""Places of samples."""

Sides = tuple[Fighters, Fighters]
"""Who is left to strike back, and the first unit as they find it."""


@dataclass(slots=True)
class _Answers:
    """Who struck back in which plan, and what became of the first unit; ``joint`` counts models lost on both sides."""

    plans: dict[Sides, Plan] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    tallies: defaultdict[Sides, Tally] = field(default_factory=lambda: defaultdict(Tally))
    ends: Counter[State] = field(default_factory=Counter)
    joint: Counter[tuple[int, int]] = field(default_factory=Counter)


DICE_OF_A_KIND = 5_000
"""Attack dice that could be rolled while one kind of survivors is made and strikes back, by the time both take."""


class ExchangeSampler:
    """The attack of a plan, and the answer of each unit that survives it.

    ``exact`` is the same exchange answered exactly, if there is one: survivors then choose as they do there.
    """

    def __init__(self, first: Plan, answer: Situation, policies: Policies, exact: Exchange | None = None) -> None:
        self.first = first
        self.answer = answer
        self.policies = policies
        self.structure = structure_of(first.attacker, answer)
        self.order = next(iter(self.structure.orders()))
        self.rests: dict[State, Fighters | None] = {}
        self.victims: dict[tuple[Fighters, State], Fighters | None] = {}
        near = is_near(first.situation)
        self.exploding = demises_of(first.target, first.structure) if near else {}
        self.found = _Answers()
        self.known = {words: result for words, result, _ in exact.answers} if exact is not None else {}

    @property
    def affordable(self) -> int:
        """How many samples can be rolled in a few seconds; the answer of the whole unit takes the most dice."""
        target = self.first.target
        back = work_of(self._plan(target, self.first.attacker)) if target.weapons else 0.0
        # Survivors that strike alike are rolled together: of many kinds each sample is nearly one by itself.
        kinds = prod(group.models + 1 for group in self.first.structure.groups)
        apart = min(1.0, kinds / chunk_size(self.first)) * DICE_OF_A_KIND if back else 0.0
        return affordable_for(work_of(self.first) + back + apart)

    def sampled(self, samples: int, seed: int) -> SampledExchange:
        """The answer from so many rolls; raises :class:`~battle.sampling.sampled.TooMany`."""
        refuse_too_many(samples, self.affordable)
        total = Tally()
        for chunk in chunks(samples, chunk_size(self.first)):
            total += self._chunk(chunk, seed)
        back = Tally(samples, self.found.ends)
        states = {state: count / samples for state, count in sorted(back.states.items())}
        first = result_of(self.first, total)
        rows, columns = first.target.models + 1, self.structure.models + 1
        joint = [[self.found.joint[row, column] / samples for column in range(columns)] for row in range(rows)]
        answers = tuple(
            (_in_words(sides[0]), result_of(self.found.plans[sides], tally), tally.samples / samples)
            for sides, tally in self.found.tallies.items()
        )
        exchange = Exchange(
            first, self.structure, states, measures_of(self.structure, states), tuple(map(tuple, joint)), answers
        )
        errors = errors_of(self.first.structure, total), errors_of(self.structure, back)
        return SampledExchange(exchange, samples, seed, *errors, self.found.assumptions)

    def _chunk(self, chunk: Chunk, seed: int) -> Tally:
        luck = luck_of(seed, chunk.index)
        after = started(self.first, chunk.samples)
        kills = tuple(destroyed(self.first.structure, states) for states in roll_many(self.first, after, luck))
        ends = np.tile(np.array(self.structure.start, dtype=np.int32), (chunk.samples, 1))
        if self.first.hazards:
            hurts = HAZARD_HURTS_MONSTERS if self.first.attacker.hazards_hurt_more else HAZARD_HURTS
            hazards_of(ends, self.structure, self.order, self.first.hazards, hurts, luck)
        if self.exploding:
            wounds = explosions_of(self.exploding, self.first.structure, after, luck)
            suffered_by(ends, self.structure, self.order, wounds, luck)
        for rest, rows in self._by_rest(after):
            if rest is None or not rest.weapons:
                continue
            for victim, places in self._by_victim(rest, ends, rows):
                if victim is None:
                    continue
                plan = self._plan(rest, victim)
                part = ends[places]
                lost = tuple(destroyed(self.structure, states) for states in roll_many(plan, part, luck))
                ends[places] = part
                self.found.tallies[rest, victim] += Tally(len(places), counted(self.structure, part), lost)
        self.found.ends += counted(self.structure, ends)
        both = zip(_lost(self.first.structure, after), _lost(self.structure, ends), strict=True)
        self.found.joint.update(both)
        return Tally(chunk.samples, counted(self.first.structure, after), kills)

    def _by_rest(self, states: States) -> list[tuple[Fighters | None, Rows]]:
        """The samples by who is left to strike back."""
        rows: defaultdict[Fighters | None, list[int]] = defaultdict(list)
        for row, state in enumerate(map(tuple, states.tolist())):
            if state not in self.rests:
                self.rests[state] = survivors(self.first.target, self.first.structure, state)
            rows[self.rests[state]].append(row)
        return [(rest, np.array(found)) for rest, found in rows.items()]

    def _by_victim(self, rest: Fighters, ends: States, rows: Rows) -> list[tuple[Fighters | None, Rows]]:
        """The samples by the first unit as the survivors find it after hazards and explosions (24.05, 24.15)."""
        attacker = self.first.attacker
        if not (self.first.hazards or self.exploding) or is_attacked_alike(attacker, rest):
            return [(attacker, rows)]
        found: defaultdict[Fighters | None, list[int]] = defaultdict(list)
        for row, state in zip(rows.tolist(), map(tuple, ends[rows].tolist()), strict=True):
            if (rest, state) not in self.victims:
                is_left = not self.structure.is_destroyed(state)
                self.victims[rest, state] = attacked(attacker, self.structure, state, enemy=rest) if is_left else None
            found[self.victims[rest, state]].append(row)
        return [(victim, np.array(places)) for victim, places in found.items()]

    def _plan(self, rest: Fighters, victim: Fighters) -> Plan:
        sides = rest, victim
        if sides not in self.found.plans:
            plan, assumed = self._chosen(rest, victim)
            self.found.plans[sides] = plan
            self.found.assumptions = tuple(dict.fromkeys((*self.found.assumptions, *assumed)))
        return self.found.plans[sides]

    def _chosen(self, rest: Fighters, victim: Fighters) -> tuple[Plan, tuple[str, ...]]:
        sides = (rest, victim, self.answer, self.policies)
        if (exact := self.known.get(_in_words(rest))) is not None:
            try:
                return plan_of(*sides, exact), ()
            except LookupError:
                pass  # The same models left, with other weapons or wounds.
        return chosen_plan(*sides)


def _lost(target: Target, states: States) -> Sequence[int]:
    wounds = np.array([group.wounds for group in target.groups])
    left = -(-states[:, : len(wounds)] // wounds)
    lost: list[int] = (target.models - left.sum(axis=1)).tolist()
    return lost


def _in_words(rest: Fighters) -> str:
    return ", ".join(f"{profile.models} {profile.name}" for profile in rest.profiles)
