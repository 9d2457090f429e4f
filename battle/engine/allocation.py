"""What one attack that inflicts damage does: the states of a unit and how it moves between them (05.04, 06.02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from battle.engine.dice import Chances, mapped
from battle.engine.modifiers import Characteristic, Modifier, modified, ways_rolled
from battle.engine.target import NONE, Group, State, Target
from battle.engine.work import TooLarge, spend

MOST_STATES = 1200
"""States of a unit that are worked out exactly; a kernel of so many takes 11 MB."""

WORK_OF_A_STATE = 3_000
"""Units of work that it takes to find the moves from one state, by the time both take."""

Moves = Sequence[tuple[State, float]]
"""Where one attack leads, with chances that sum to 1."""

Struck = Callable[[State], int | None]
"""The group that the next attack is allocated to in a state; None once nothing is left."""


def as_bytes(chances: Chances) -> bytes:
    """A distribution as a key."""
    return chances.tobytes()


@lru_cache(maxsize=4096)
def _lost(damage: bytes, modifiers: tuple[Modifier, ...], feel_no_pain: int, most: int) -> tuple[float, ...]:
    """Chances of the wounds that one attack makes a model with ``most`` left lose: 0 to ``most`` (05.04, 24.12)."""
    chances = np.frombuffer(damage)
    if modifiers:
        chances = _modified(chances, modifiers)
    ignored = max(0, NONE - feel_no_pain) / 6
    lost = [0.0] * (most + 1)
    for inflicted, chance in enumerate(chances):
        if not chance:
            continue
        if not ignored:
            lost[min(inflicted, most)] += chance
            continue
        for wounds in range(inflicted + 1):
            likely = comb(inflicted, wounds) * (1 - ignored) ** wounds * ignored ** (inflicted - wounds)
            lost[min(wounds, most)] += chance * likely
    return tuple(lost)


@lru_cache(maxsize=4096)
def _losses(
    damage: bytes, modifiers: tuple[Modifier, ...], feel_no_pain: int, most: int
) -> tuple[tuple[int, float], ...]:
    """The same as wounds lost with their chances, those that can be."""
    return tuple(
        (wounds, chance) for wounds, chance in enumerate(_lost(damage, modifiers, feel_no_pain, most)) if chance
    )


def _modified(chances: Chances, modifiers: tuple[Modifier, ...]) -> Chances:
    """The D with its modifiers in their order, whatever is rolled for them rolled each time (02.02.01, 02.02.03)."""
    parts = []
    for way, share in ways_rolled(modifiers):
        values = [
            modified(Characteristic.DAMAGE, value, way).value if value and chance else 0
            for value, chance in enumerate(chances)
        ]
        parts.append(share * mapped(chances, values))
    total = np.zeros(max(map(len, parts)))
    for part in parts:
        total[: len(part)] += part
    return total


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack that inflicts damage on whatever group is struck: its D, and whether as mortal wounds."""

    damage: Chances
    is_mortal: bool = False
    modifiers: tuple[Modifier, ...] = ()

    def moves(self, target: Target, state: State, struck: int) -> Moves:
        """Where the blow leads when it strikes that group: the model that has lost wounds first, excess is lost."""
        if state[-1] and not self.is_mortal:
            return (((*state[:-1], state[-1] - 1), 1.0),)
        group = target.groups[struck]
        left = state[struck]
        before, behind = state[:struck], state[struck + 1 :]
        lost = self.losses(group, left % group.wounds or group.wounds)
        return [((*before, left - wounds, *behind), chance) for wounds, chance in lost]

    def losses(self, group: Group, most: int) -> Sequence[tuple[int, float]]:
        """The wounds that a model of the group with ``most`` left may lose, with their chances."""
        return _losses(as_bytes(self.damage), *self._against(group), most)

    def _against(self, group: Group) -> tuple[tuple[Modifier, ...], int]:
        if self.is_mortal:
            return (*self.modifiers, *group.mortal_damage), group.feel_no_pain_mortal
        return (*self.modifiers, *group.damage), group.feel_no_pain


class _Moving:
    """A blow at a unit, with the wounds that it makes each kind of model lose, looked up once."""

    def __init__(self, blow: Blow, target: Target) -> None:
        self.blow = blow
        self.target = target
        self._wounds = tuple(group.wounds for group in target.groups)
        self._lost: dict[tuple[int, int], Sequence[tuple[int, float]]] = {}

    def moves(self, state: State, struck: int) -> Moves:
        """Where the blow leads when it strikes that group: see :meth:`Blow.moves`."""
        if state[-1]:
            return self.blow.moves(self.target, state, struck)
        left, each = state[struck], self._wounds[struck]
        key = (struck, left % each or each)
        lost = self._lost.get(key)
        if lost is None:
            lost = self._lost[key] = self.blow.losses(self.target.groups[struck], key[1])
        before, behind = state[:struck], state[struck + 1 :]
        return [((*before, left - wounds, *behind), chance) for wounds, chance in lost]


class States:
    """The states that a unit can come to, numbered in the order in which they were found."""

    def __init__(self, target: Target, start: Iterable[State]) -> None:
        self.target = target
        self.all: list[State] = []
        self.number: dict[State, int] = {}
        for state in start:
            self._add(state)

    def _add(self, state: State) -> int:
        number = self.number.get(state)
        if number is None:
            number = self.number[state] = len(self.all)
            self.all.append(state)
            if number >= MOST_STATES:
                raise TooLarge(f"the unit can come to more than {MOST_STATES:,} states of models and wounds")
        return number

    def spread(self, steps: Sequence[tuple[Blow, Struck]]) -> list[list[tuple[int, int, float]]]:
        """Every move that these steps can make from the states, which grow until none is new; a list for each step."""
        moves: list[list[tuple[int, int, float]]] = [[] for _ in steps]
        knowing = [
            (found.append, struck, _Moving(blow, self.target))
            for found, (blow, struck) in zip(moves, steps, strict=True)
        ]
        add, number = self._add, self.number
        # The list grows while it is gone over.
        for place, state in enumerate(self.all):
            for append, struck, moving in knowing:
                group = struck(state)
                if group is None:
                    append((place, place, 1.0))
                    continue
                for leads_to, chance in moving.moves(state, group):
                    to = number.get(leads_to)
                    append((place, add(leads_to) if to is None else to, chance))
        spend(WORK_OF_A_STATE * len(self.all) * len(steps))
        return moves

    def matrix(self, moves: Sequence[tuple[int, int, float]]) -> NDArray[np.float64]:
        """The moves as a matrix: row the state before, column the state after."""
        size = len(self.all)
        spend(size * size)
        matrix = np.zeros((size, size))
        if moves:
            # No move is there twice.
            before, after, chances = zip(*moves, strict=True)
            matrix[before, after] = chances
        return matrix
