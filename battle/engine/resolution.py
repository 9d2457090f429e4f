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

import numpy as np
from numpy.typing import NDArray

from battle.engine.allocation import Blow, States, Struck
from battle.engine.attack import Attacks
from battle.engine.counts import Kind, joint_counts
from battle.engine.target import State, Target
from battle.engine.work import TooLarge, spend

Vector = Mapping[State, float]
"""Chances of the states a unit is in."""


LARGEST_FLOW = 20_000_000
"""Chances of attacks left and states together at most: 160 MB."""

WORK_OF_A_BATCH = 200_000
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
    groups: frozenset[int] | None


def resolve_batch(vector: Vector, attacks: Attacks, target: Target, manner: Manner) -> dict[State, float]:
    """The chances of every state after the batch; what is made of one batch is declared on the state before it."""
    after: defaultdict[State, float] = defaultdict(float)
    alive: defaultdict[frozenset[int], dict[State, float]] = defaultdict(dict)
    for state, chance in vector.items():
        if target.is_destroyed(state):
            after[state] += chance
        else:
            # What save classes there are depends on which groups can still be struck.
            alive[frozenset(index for index in range(len(target.groups)) if state[index])][state] = chance
    for groups, part in alive.items():
        _resolve_part(after, part, groups, attacks, target, manner)
    return dict(after)


def _resolve_part(
    after: dict[State, float],
    part: Mapping[State, float],
    groups: frozenset[int],
    attacks: Attacks,
    target: Target,
    manner: Manner,
) -> None:
    spend(WORK_OF_A_BATCH)
    pools = manner.pools or tuple(range(len(attacks.endings)))
    # Mortal wounds come after all normal damage of the same attacks (06.02, 24.10).
    ordered = sorted(pools, key=lambda ending: attacks.endings[ending].is_mortal)
    stages = [(ending, _classes(ending, attacks, groups)) for ending in ordered if _happens(attacks, ending)]
    kinds = [one.kind for _, classes in stages for one in classes]
    table = joint_counts(attacks, kinds)
    states = list(part)
    weights = np.array([part[state] for state in states])
    flow = table[..., None] * weights if table.size > 1 or table.ndim == 0 else table.reshape(-1)[:, None] * weights
    for ending, classes in stages:
        found = attacks.endings[ending]
        blow = Blow(found.damage, found.is_mortal, found.modifiers)
        states, flow = _stage(states, flow, classes, blow, target, manner)
    for state, chance in zip(states, flow, strict=True):
        if chance:
            after[state] += float(chance)


def _happens(attacks: Attacks, ending: int) -> bool:
    return bool(attacks.after_hit[ending] or attacks.after_critical[ending])


def _classes(ending: int, attacks: Attacks, groups: frozenset[int]) -> list[_Class]:
    """The classes of an ending's save rolls from the lowest faces up; mortal wounds are one class (05.04)."""
    found = attacks.endings[ending]
    if found.is_mortal:
        return [_Class(Kind(ending, 1.0), None)]
    faces = found.save_faces or attacks.save_faces
    thresholds = sorted({found.saves[group] for group in groups})
    classes, lowest = [], 1
    for threshold in thresholds:
        share = sum(faces[lowest - 1 : threshold - 1])
        struck = frozenset(group for group in groups if found.saves[group] >= threshold)
        if share > 0:
            classes.append(_Class(Kind(ending, share), struck))
        lowest = threshold
    return classes


def _stage(
    states: list[State],
    flow: NDArray[np.float64],
    classes: Sequence[_Class],
    blow: Blow,
    target: Target,
    manner: Manner,
) -> tuple[list[State], NDArray[np.float64]]:
    """Apply the attacks of one ending; its axes are the first of ``flow``, the states its last.

    The allocation order is declared on the state each of them begins in (05.03).
    """
    by_order: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for place, state in enumerate(states):
        by_order[target.declared(manner.wanted, state)].append(place)
    found: list[tuple[list[State], NDArray[np.float64]]] = []
    for order, places in by_order.items():
        space = States(target, (states[place] for place in places))
        steps = [(blow, _struck(order, one, blow, target, manner)) for one in classes]
        matrices = [space.matrix(moves) for moves in space.spread(steps)]
        cells = flow.size // len(states) * len(space.all)
        if cells > LARGEST_FLOW:
            raise TooLarge(f"{cells:,} chances of attacks left and states of the unit to keep at once")
        part = np.zeros((*flow.shape[:-1], len(space.all)))
        part[..., : len(places)] = flow[..., places]
        for matrix in matrices:
            part = _applied(part, matrix)
        found.append((space.all, part))
    if len(found) == 1:
        return found[0]
    return _joined(found)


def _struck(order: tuple[int, ...], one: _Class, blow: Blow, target: Target, manner: Manner) -> Struck:
    """The group that an attack of the class does something to; None where it has no effect."""

    def struck(state: State) -> int | None:
        current: int | None
        if manner.precise is not None and state[manner.precise]:
            current = manner.precise
        elif blow.is_mortal:
            current = target.for_mortal_wounds(order, state)
        else:
            current = next((group for group in order if state[group]), None)
        if current is None or (one.groups is not None and current not in one.groups):
            return None
        return current

    return struck


def _applied(flow: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum over the first axis, entry n after n applications of the matrix to the states (the last axis)."""
    spend(float(flow.size) * len(matrix))
    result: NDArray[np.float64] = flow[-1]
    for entry in flow[-2::-1]:
        result = result @ matrix + entry
    return result


def _joined(
    parts: Sequence[tuple[list[State], NDArray[np.float64]]],
) -> tuple[list[State], NDArray[np.float64]]:
    states = list(dict.fromkeys(state for found, _ in parts for state in found))
    number = {state: place for place, state in enumerate(states)}
    shape = (*parts[0][1].shape[:-1], len(states))
    flow = np.zeros(shape)
    for found, part in parts:
        flow[..., [number[state] for state in found]] += part
    return states, flow
