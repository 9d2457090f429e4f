"""Chances of the states of two units together: one is never averaged over the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from battle.engine.target import State

Joint = Mapping[State, Mapping[State, float]]
"""Chances by the state of one unit, then by that of the other."""

Growing = defaultdict[State, defaultdict[State, float]]
"""The same while chances are added."""


def growing() -> Growing:
    """No chances yet."""
    return defaultdict(lambda: defaultdict(float))


def turned(joint: Joint) -> Growing:
    """The same chances by the state of the other unit first."""
    found = growing()
    for one, row in joint.items():
        for other, chance in row.items():
            found[other][one] += chance
    return found


def added(total: Growing, joint: Joint, weight: float = 1.0) -> None:
    """Add chances, each with this weight."""
    for one, row in joint.items():
        sums = total[one]
        for other, chance in row.items():
            sums[other] += chance * weight


def weight_of(joint: Joint) -> float:
    """All chances together."""
    return sum(sum(row.values()) for row in joint.values())


def margin(joint: Joint) -> dict[State, float]:
    """Chances of the states of the first unit, whatever the other's."""
    return {one: sum(row.values()) for one, row in joint.items()}
