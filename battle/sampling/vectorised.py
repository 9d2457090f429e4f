"""Many rolls of an attack at once: the same dice as the literal roll, as arrays of small whole numbers (04.03, 05).

Save rolls are not sorted one by one. Faces that inflict damage on the same groups are counted together, and those
classes are applied from the lowest faces up: within one, attacks are alike and their order changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from battle.engine.dice import Dice
from battle.engine.modifiers import Modifier
from battle.engine.rolls import FACES, Fate
from battle.engine.target import NONE, Group, Target
from battle.sampling.checks import Check
from battle.sampling.numbers import Numbers, sums
from battle.sampling.planning import Plan, Step
from battle.sampling.procedure import AttackDice, Pool, Procedure, Wounding

States = NDArray[np.int32]
"""A row for each sample: wounds left in each group, last how many times damage can still be ignored."""

Rows = NDArray[np.intp]
"""Places of samples."""


def started(plan: Plan, samples: int) -> States:
    """So many targets that nothing was done to."""
    return np.tile(np.array(plan.structure.start, dtype=np.int32), (samples, 1))


def roll_many(plan: Plan, states: States, luck: np.random.Generator) -> Iterator[States]:
    """The targets after each batch, all of them attacked once; ``states`` is changed."""
    for step in plan.steps:
        attack = _Attack(step, plan.order, states, luck)
        for toughness, rows in _by_toughness(step.batch.target, states):
            attack.resolve(step.batch.procedure(toughness, step.choice), rows)
        yield states


def _by_toughness(target: Target, states: States) -> Iterator[tuple[int, Rows]]:
    """The samples with models left, by the T that wound rolls are made against (05.02.01, 19.02)."""
    alive = states[:, : len(target.groups)] > 0
    toughness = np.array([group.toughness for group in target.groups])
    highest = np.where(alive, toughness, 0).max(axis=1)
    if target.is_attached:
        bodyguards = np.array([group.is_bodyguard for group in target.groups])
        of_bodyguards = np.where(alive & bodyguards, toughness, 0).max(axis=1)
        highest = np.where(of_bodyguards > 0, of_bodyguards, highest)
    for value in sorted({group.toughness for group in target.groups}):
        if len(rows := np.flatnonzero(highest == value)):
            yield value, rows


def faces_of(size: int, luck: np.random.Generator) -> NDArray[np.int8]:
    """So many dice."""
    return luck.integers(1, 7, size=size, dtype=np.int8)


def _counted(marked: NDArray[Any], numbers: Numbers) -> Numbers:
    """How many (or how much) of the first ``numbers[0]`` entries, of the next ``numbers[1]``, and so on."""
    total = np.zeros(len(marked) + 1, dtype=np.int32)
    np.cumsum(marked, dtype=np.int32, out=total[1:])
    ends = np.cumsum(numbers)
    result: Numbers = total[ends] - total[ends - numbers]
    return result


class _Attack:
    """One batch of identical attacks at many targets."""

    def __init__(self, step: Step, wanted: Sequence[int], states: States, luck: np.random.Generator) -> None:
        self.step = step
        self.target = step.batch.target
        self.wanted = wanted
        self.states = states
        self.luck = luck

    def resolve(self, procedure: Procedure, rows: Rows) -> None:
        number = np.zeros(len(rows), dtype=np.int32)
        for dice in self.step.batch.dice:
            number += self._attack_dice(dice, len(rows))
        ordinary, critical = self._hits(procedure, number)
        pools: list[Numbers] = [np.zeros(len(rows), dtype=np.int32) for _ in procedure.pools]
        self._wounds(procedure.ordinary, ordinary, pools)
        self._wounds(procedure.critical, critical, pools)
        order = self.step.pools if len(self.step.pools) == len(pools) else range(len(pools))
        for place in sorted(order, key=lambda place: procedure.pools[place].is_mortal):
            pool, count = procedure.pools[place], pools[place]
            some = np.flatnonzero(count)
            for declared, part in self._declared(rows[some]):
                if pool.is_mortal:
                    self._mortal_wounds(pool, rows[some[part]], count[some[part]], declared)
                else:
                    self._saves(pool, rows[some[part]], count[some[part]], declared)

    # Rolls ---------------------------------------------------------------------------------------------------

    def _attack_dice(self, dice: AttackDice, size: int) -> Numbers:
        total: Numbers = dice.attacks.values(size * dice.weapons, self.luck).reshape(size, -1).sum(axis=1)
        for more, times, _ in dice.added:
            total += self._several(more, times * dice.weapons, size)
        return total.astype(np.int32)

    def _several(self, dice: Dice, times: int, size: int) -> Numbers:
        if not dice.is_random:
            return np.full(size, dice.minimum * times, dtype=np.int32)
        result: Numbers = sums(dice, size * times, self.luck).reshape(size, times).sum(axis=1)
        return result

    def _hits(self, procedure: Procedure, number: Numbers) -> tuple[Numbers, Numbers]:
        if procedure.hit is None:
            return number, np.zeros_like(number)
        fates = self._fates(int(number.sum()), procedure.hit)
        ordinary = _counted(fates == Fate.SUCCEEDS, number)
        critical = _counted(fates == Fate.CRITICAL, number)
        if procedure.extra_hits is not None:
            extra = sums(procedure.extra_hits, int(critical.sum()), self.luck)
            ordinary = ordinary + _counted(extra, critical)
        return ordinary, critical

    def _fates(self, size: int, check: Check) -> NDArray[np.int8]:
        faces = faces_of(size, self.luck)
        _roll_again(faces, check.again, self.luck)
        return np.array([0, *check.fates], dtype=np.int8)[faces]

    def _wounds(self, wounding: Wounding, hits: Numbers, pools: list[Numbers]) -> None:
        ordinary, critical = wounding.pools
        size = int(hits.sum())
        if not size:
            return
        if wounding.checks is None:
            pools[ordinary] += hits
            return
        if len(wounding.checks) == 1:
            fates = self._fates(size, wounding.checks[0][1])
        else:
            strengths = wounding.strength.values(size, self.luck)
            fates = np.zeros(size, dtype=np.int8)
            for strength, check in wounding.checks:
                here = np.flatnonzero(strengths == strength)
                fates[here] = self._fates(len(here), check)
        pools[ordinary] += _counted(fates == Fate.SUCCEEDS, hits)
        pools[critical] += _counted(fates == Fate.CRITICAL, hits)

    # Damage --------------------------------------------------------------------------------------------------

    def _declared(self, rows: Rows) -> Iterator[tuple[list[int], Rows]]:
        """The samples by the order of allocation that is declared in them: the wounded first (05.03, R-40)."""
        groups = self.target.groups
        code = np.zeros(len(rows), dtype=np.int64)
        for place, group in enumerate(groups):
            if group.wounds > 1 and len(groups) > 1:
                code += (self.states[rows, place] % group.wounds != 0).astype(np.int64) << place
        for pattern in np.unique(code):
            order = sorted(self.wanted, key=lambda place: (groups[place].is_character, not int(pattern) >> place & 1))
            yield order, np.flatnonzero(code == pattern)

    def _saves(self, pool: Pool, rows: Rows, number: Numbers, order: list[int]) -> None:
        faces = faces_of(int(number.sum()), self.luck)
        _roll_again(faces, pool.save_again, self.luck)
        first = 1
        for last in sorted({max(1, needed - 1) for needed in pool.saved}):
            struck = {group for group, needed in enumerate(pool.saved) if max(1, needed - 1) >= last}
            count = _counted((faces >= first) & (faces <= last), number)
            self._inflict(pool, rows, count, struck, order)
            first = last + 1

    def _inflict(self, pool: Pool, rows: Rows, count: Numbers, struck: set[int], order: list[int]) -> None:
        """Attacks whose save rolls keep damage off all but these groups, one after the other."""
        active = np.flatnonzero(count)
        while len(active):
            current = self._current(rows[active], order)
            is_hurt = np.array([*(group in struck for group in range(len(order))), False])[current]
            # Whom this class cannot hurt, nothing changes any more; nor whoever is destroyed.
            active, current = active[is_hurt], current[is_hurt]
            for group in struck:
                found = self.target.groups[group]
                part = rows[active if len(order) == 1 else active[current == group]]
                if len(part):
                    self._damage(pool, part, group, found.damage, found.feel_no_pain, is_mortal=False)
            count[active] -= 1
            active = active[count[active] > 0]

    def _current(self, rows: Rows, order: Sequence[int]) -> Numbers:
        """The group that is struck: the one picked by [PRECISION], else the first that is left; -1: none is."""
        current = np.full(len(rows), -1, dtype=np.int64)
        precise = [] if self.step.precise is None else [self.step.precise]
        for group in reversed([*precise, *order]):
            current = np.where(self.states[rows, group] > 0, group, current)
        return current

    def _mortal_wounds(self, pool: Pool, rows: Rows, count: Numbers, order: list[int]) -> None:
        """Critical wounds one after the other, each hurting one model (24.10, 06.02)."""
        active = np.arange(len(rows))
        while len(active):
            current = self._for_mortal_wounds(rows[active], order)
            active, current = active[current >= 0], current[current >= 0]
            for group, found in enumerate(self.target.groups):
                part = rows[active[current == group]]
                if len(part):
                    self._damage(pool, part, group, found.mortal_damage, found.feel_no_pain_mortal, is_mortal=True)
            count[active] -= 1
            active = active[count[active] > 0]

    def _for_mortal_wounds(self, rows: Rows, order: Sequence[int]) -> Numbers:
        """Wounded others, others, wounded CHARACTERs, CHARACTERs; among several the first in the order (R-41)."""
        best = np.full(len(rows), 9, dtype=np.int8)
        current = np.full(len(rows), -1, dtype=np.int64)
        for place in order:
            group = self.target.groups[place]
            left = self.states[rows, place]
            rank = np.where(left % group.wounds != 0, 0, 1) + 2 * group.is_character
            is_better = (left > 0) & (rank < best)
            best = np.where(is_better, rank, best)
            current = np.where(is_better, place, current)
        if self.step.precise is not None:
            current = np.where(self.states[rows, self.step.precise] > 0, self.step.precise, current)
        return current

    def _damage(
        self,
        pool: Pool,
        rows: Rows,
        group: int,
        changes: Sequence[Modifier],
        feel_no_pain: int,
        *,
        is_mortal: bool,
    ) -> None:
        if self.target.ignored_damage and not is_mortal:
            can_ignore = self.states[rows, -1] > 0
            self.states[rows[can_ignore], -1] -= 1
            rows = rows[~can_ignore]
        damage = pool.damage.values(len(rows), self.luck, changes)
        if feel_no_pain < NONE:
            damage = damage - self._ignored(damage, feel_no_pain)
        self._lose(rows, group, self.target.groups[group], damage)

    def _ignored(self, damage: Numbers, feel_no_pain: int) -> Numbers:
        """Wounds that are not lost, a die for each (24.12)."""
        return _counted(faces_of(int(damage.sum()), self.luck) >= feel_no_pain, damage)

    def _lose(self, rows: Rows, place: int, group: Group, damage: Numbers) -> None:
        """One model of each target loses wounds, the one that has lost some first; what is over is lost (05.04)."""
        left = self.states[rows, place]
        of_model = (left - 1) % group.wounds + 1
        self.states[rows, place] = left - np.minimum(damage, of_model)


def hazards_of(
    states: States, target: Target, order: Sequence[int], rolls: int, hurts: int, luck: np.random.Generator
) -> None:
    """Hazard rolls of each unit and the mortal wounds of those that fail (06.03, 24.15); ``states`` is changed."""
    failed = (faces_of(len(states) * rolls, luck).reshape(len(states), rolls) <= 2).sum(axis=1) * hurts
    suffered_by(states, target, order, failed, luck)


def explosions_of(
    demises: Mapping[int, Dice], target: Target, after: States, luck: np.random.Generator
) -> NDArray[np.int64]:
    """The mortal wounds of each sample's destroyed models that explode on a 6, by the states after it (24.08)."""
    total = np.zeros(len(after), dtype=np.int64)
    for place, wounds in demises.items():
        group = target.groups[place]
        gone = group.models + after[:, place] // -group.wounds
        for number in range(int(gone.max(initial=0))):
            explodes = (faces_of(len(after), luck) == 6) & (gone > number)
            total += explodes * luck.choice(len(wounds.chances), size=len(after), p=wounds.chances)
    return total


def suffered_by(
    states: States, target: Target, order: Sequence[int], wounds: NDArray[np.int64], luck: np.random.Generator
) -> None:
    """So many mortal wounds of each unit, one after the other (06.02); ``states`` is changed."""
    failed = wounds.copy()
    while len(active := np.flatnonzero(failed)):
        best = np.full(len(active), 9, dtype=np.int8)
        current = np.full(len(active), -1, dtype=np.int64)
        for place in order:
            group = target.groups[place]
            left = states[active, place]
            rank = np.where(left % group.wounds != 0, 0, 1) + 2 * group.is_character
            is_better = (left > 0) & (rank < best)
            best, current = np.where(is_better, rank, best), np.where(is_better, place, current)
        for place, group in enumerate(target.groups):
            rows = active[current == place]
            lost = faces_of(len(rows), luck) < group.feel_no_pain_mortal
            states[rows, place] -= lost
        failed[active] -= 1


def _roll_again(faces: NDArray[np.int8], again: Sequence[bool], luck: np.random.Generator) -> None:
    """Roll the dice again that show these faces, once (01.05.02)."""
    wanted = [face for face in FACES if again[face - 1]]
    if not wanted:
        return
    places = np.flatnonzero(faces == 1 if wanted == [1] else np.array([False, *again])[faces])
    faces[places] = faces_of(len(places), luck)
