"""Mortal wounds that a unit suffers one after the other: hazard rolls, explosions (06.02, 06.03, 24.15)."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from battle.engine.allocation import Blow, States
from battle.engine.dice import Chances
from battle.engine.resolution import Vector
from battle.engine.target import State, Target

HAZARD_FAILS = 2 / 6
"""A hazard roll fails on a 1 or 2 (06.03)."""
HAZARD_HURTS = 1
HAZARD_HURTS_MONSTERS = 3


def suffer(vector: Vector, wounds: Chances, target: Target, order: tuple[int, ...]) -> dict[State, float]:
    """The states after a number of mortal wounds with these chances, each struck where 06.02 says; none is lost."""
    space = States(target, vector)
    blow = Blow(np.array([0.0, 1.0]), is_mortal=True)

    def struck(state: State) -> int | None:
        return target.for_mortal_wounds(target.declared(order, state), state)

    matrix = space.matrix(space.spread([(blow, struck)])[0])
    flow = np.zeros(len(space.all))
    for state, chance in vector.items():
        flow[space.number[state]] = chance
    total = np.zeros_like(flow)
    for chance in wounds:
        total += chance * flow
        flow = flow @ matrix
    after: defaultdict[State, float] = defaultdict(float)
    for state, chance in zip(space.all, total, strict=True):
        if chance:
            after[state] += float(chance)
    return dict(after)


def hazard_wounds(rolls: int, *, hurts: int) -> Chances:
    """Chances of the mortal wounds of so many hazard rolls, made all at once; each that fails is ``hurts`` (06.03)."""
    chances = np.zeros(rolls * hurts + 1)
    failing = np.ones(1)
    for _ in range(rolls):
        failing = np.convolve(failing, [1 - HAZARD_FAILS, HAZARD_FAILS])
    chances[::hurts] = failing
    return chances
