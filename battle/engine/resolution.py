"""A batch of identical attacks resolved against a unit, exactly (05.03, 05.04, 06.02, 24.10, 24.28).

All save rolls of a batch are made first and applied from the lowest to the highest, each against the
group whose turn it is. So the faces of a save roll fall into classes: those that inflict damage on
every group, then those that inflict it on all but the best saved, and so on; all of one class come
before the next. The state of the unit is a vector of chances, one attack a matrix, and a batch the sum
over how many attacks fall into each class, weighed by their joint chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from battle.engine.allocation import Blow
from battle.engine.attack import Attacks
from battle.engine.counts import Kind, joint_counts
from battle.engine.kernels import Groups, Kernel, kernel_of
from battle.engine.target import State, Target
from battle.engine.work import TooLarge, spend

Vector = Mapping[State, float]
"""Chances of the states a unit is in."""


LARGEST_FLOW = 20_000_000
"""Chances of attacks left and states together at most: 160 MB."""

WORK_OF_A_BATCH = 40_000
"""Units of work that a batch takes however small it is, by the time both take."""


@dataclass(frozen=True, slots=True)
class Manner:
    """Choices for one batch: the order the defender wants, the CHARACTER group that [PRECISION] picks (24.28), and in
    which order the attacker resolves the pools of attacks that their rolls made different (5.3.2)."""

    wanted: tuple[int, ...]
    precise: int | None = None
    pools: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Class:
    """Attacks of one ending that inflict damage on the same groups; None: on whichever is struck."""

    kind: Kind
    groups: Groups


def resolve_batch(vector: Vector, attacks: Attacks, target: Target, manner: Manner) -> dict[State, float]:
    """The chances of every state after the batch; what is made of one batch is declared on the state before it."""
    after: defaultdict[State, float] = defaultdict(float)
    count = len(target.groups)
    alive: defaultdict[tuple[bool, ...], dict[State, float]] = defaultdict(dict)
    for state, chance in vector.items():
        # What save classes there are depends on which groups can still be struck.
        alive[tuple(map(bool, state[:count]))][state] = chance
    after.update(alive.pop((False,) * count, {}))
    for standing, part in alive.items():
        _resolve_part(after, part, _places(standing), attacks, target, manner)
    return dict(after)


@lru_cache(maxsize=1024)
def _places(standing: tuple[bool, ...]) -> frozenset[int]:
    return frozenset(place for place, is_there in enumerate(standing) if is_there)


def _resolve_part(
    after: dict[State, float],
    part: Mapping[State, float],
    groups: frozenset[int],
    attacks: Attacks,
    target: Target,
    manner: Manner,
) -> None:
    spend(WORK_OF_A_BATCH)
    ordered: Sequence[int] = manner.pools or range(len(attacks.endings))
    if len(ordered) > 1:
        # Mortal wounds come after all normal damage of the same attacks (06.02, 24.10).
        ordered = sorted(ordered, key=lambda ending: attacks.endings[ending].is_mortal)
    happening = [(ending, _classes(ending, attacks, groups)) for ending in ordered if _happens(attacks, ending)]
    stages = [(ending, classes) for ending, classes in happening if classes]
    if not stages:
        for state, chance in part.items():
            after[state] += chance
        return
    table = joint_counts(attacks, [one.kind for _, classes in stages for one in classes])
    states: Sequence[State] = tuple(part)
    flow = np.array(tuple(part.values()))
    for place, (ending, classes) in enumerate(stages):
        found = attacks.endings[ending]
        blow = Blow(found.damage, found.is_mortal, found.modifiers)
        stage = _Stage(blow, tuple([one.groups for one in classes]), target, manner)
        states, flow = stage.begun(states, flow, table) if place == 0 else stage.gone_on(states, flow)
    found_chances = zip(states, flow.tolist(), strict=True)
    if not after:
        after.update([one for one in found_chances if one[1]])
        return
    for state, chance in found_chances:
        if chance:
            after[state] += chance


def _happens(attacks: Attacks, ending: int) -> bool:
    return bool(attacks.after_hit[ending] or attacks.after_critical[ending])


def _classes(ending: int, attacks: Attacks, groups: frozenset[int]) -> tuple[_Class, ...]:
    """The classes of an ending's save rolls from the lowest faces up; mortal wounds are one class (05.04)."""
    found = attacks.endings[ending]
    return _classes_of(ending, found.saves, found.save_faces or attacks.save_faces, groups)


@lru_cache(maxsize=4096)
def _classes_of(
    ending: int, saves: tuple[int, ...], faces: tuple[float, ...], groups: frozenset[int]
) -> tuple[_Class, ...]:
    if not saves:
        return (_Class(Kind(ending, 1.0), None),)
    thresholds = sorted({saves[group] for group in groups})
    classes, lowest = [], 1
    for threshold in thresholds:
        share = sum(faces[lowest - 1 : threshold - 1])
        struck = frozenset(group for group in groups if saves[group] >= threshold)
        if share > 0:
            classes.append(_Class(Kind(ending, share), struck))
        lowest = threshold
    return tuple(classes)


@dataclass(frozen=True, slots=True)
class _Stage:
    """The attacks of one ending, by the groups that those of each class inflict damage on."""

    blow: Blow
    classes: tuple[Groups, ...]
    target: Target
    manner: Manner

    def begun(
        self, states: Sequence[State], weights: NDArray[np.float64], table: NDArray[np.float64]
    ) -> tuple[Sequence[State], NDArray[np.float64]]:
        """States and their chances after the first attacks of a batch, for each number of those still to come.

        ``weights`` are the chances of the states before, ``table`` those of the numbers of attacks by class.
        """
        found = []
        for kernel, places in self._kernels(states):
            self._refuse_too_many(table.size // len(table), len(kernel.states))
            rows = kernel.rows(weights if places is None else weights[places], len(table) - 1)
            spend(float(table.size) * len(kernel.states))
            if table.ndim == 1:
                part = table @ rows
            else:
                part = (table.reshape(len(table), -1).T @ rows).reshape(*table.shape[1:], -1)
            found.append((kernel.states, self._applied(part, kernel.matrices[1:])))
        return _joined(found)

    def gone_on(
        self, states: Sequence[State], flow: NDArray[np.float64]
    ) -> tuple[Sequence[State], NDArray[np.float64]]:
        """The same after further attacks; their numbers are the first axes of ``flow``, the states its last."""
        found = []
        for kernel, places in self._kernels(states):
            self._refuse_too_many(flow.size // len(states), len(kernel.states))
            part = np.zeros((*flow.shape[:-1], len(kernel.states)))
            part[..., : kernel.starts] = flow if places is None else flow[..., places]
            found.append((kernel.states, self._applied(part, kernel.matrices)))
        return _joined(found)

    def _kernels(self, states: Sequence[State]) -> list[tuple[Kernel, list[int] | None]]:
        """The states by the allocation order that is declared on each of them (05.03), with what attacks then do.

        None instead of places: all of them, in their order.
        """
        wanted = self.manner.wanted
        if len(wanted) == 1 or len(states) == 1:
            order = wanted if len(wanted) == 1 else self.target.declared(wanted, states[0])
            return [(self._kernel(tuple(states), order), None)]
        by_order: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for place, state in enumerate(states):
            by_order[self.target.declared(wanted, state)].append(place)
        return [
            (self._kernel(tuple([states[place] for place in places]), order), places)
            for order, places in by_order.items()
        ]

    def _kernel(self, starts: tuple[State, ...], order: tuple[int, ...]) -> Kernel:
        return kernel_of(self.target, starts, self.blow, self.classes, order, self.manner.precise)

    @staticmethod
    def _refuse_too_many(counts: int, states: int) -> None:
        if counts * states > LARGEST_FLOW:
            raise TooLarge(f"{counts * states:,} chances of attacks left and states of the unit to keep at once")

    @staticmethod
    def _applied(flow: NDArray[np.float64], matrices: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        for matrix in matrices:
            flow = _applied(flow, matrix)
        return flow


def _applied(flow: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum over the first axis, entry n after n applications of the matrix to the states (the last axis)."""
    spend(float(flow.size) * len(matrix))
    result: NDArray[np.float64] = flow[-1]
    for entry in flow[-2::-1]:
        result = result @ matrix
        result += entry
    return result


def _joined(
    parts: Sequence[tuple[Sequence[State], NDArray[np.float64]]],
) -> tuple[Sequence[State], NDArray[np.float64]]:
    if len(parts) == 1:
        return parts[0]
    states = list(dict.fromkeys(state for found, _ in parts for state in found))
    number = {state: place for place, state in enumerate(states)}
    shape = (*parts[0][1].shape[:-1], len(states))
    flow = np.zeros(shape)
    for found, part in parts:
        flow[..., [number[state] for state in found]] += part
    return states, flow
