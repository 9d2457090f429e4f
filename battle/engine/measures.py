"""What chances of states mean: models and points destroyed, chances to destroy (R-28)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from battle.engine.policies import Aim
from battle.engine.target import State, Target
from battle.engine.work import spend

WORK_OF_A_STATE = 200
"""Units of work that it takes to measure one group of one state, by the time both take."""


@dataclass(frozen=True, slots=True)
class GroupMeasures:
    """One group: chances of the number of its models left, from 0; ``destroyed``: that none is."""

    name: str
    left: tuple[float, ...]
    destroyed: float


@dataclass(frozen=True, slots=True)
class Measures:
    """``kills`` are the chances of the number of models destroyed, from 0. ``wounds`` and ``points`` are means.

    Points destroyed are those of the models destroyed; a wounded model is worth all of its points, and an
    enhancement goes with its bearer (R-28). ``destroyed`` is the chance that the whole unit is.
    """

    kills: tuple[float, ...]
    expected_kills: float
    wounds: float
    points: float
    destroyed: float
    characters: float
    """CHARACTER models destroyed, on average."""
    groups: tuple[GroupMeasures, ...]


def measures_of(target: Target, states: Mapping[State, float]) -> Measures:
    """What these chances of states mean for a unit that began as ``target`` has it."""
    spend(WORK_OF_A_STATE * len(states) * len(target.groups))
    groups = target.groups
    kills = [0.0] * (target.models + 1)
    left = [[0.0] * (group.models + 1) for group in groups]
    rows = [(place, group.wounds, group.models, left[place]) for place, group in enumerate(groups)]
    began = sum(target.start[: len(groups)])
    wounds = 0.0
    if len(groups) == 1:
        each, (chances,) = groups[0].wounds, left
        for (whole, _), chance in states.items():
            chances[-(-whole // each)] += chance
            wounds += chance * (began - whole)
        kills = chances[::-1]
        states = {}
    for state, chance in states.items():
        dead, remaining = 0, began
        for place, each, most, chances in rows:
            whole = state[place]
            models = -(-whole // each)
            chances[models] += chance
            dead += most - models
            remaining -= whole
        kills[dead] += chance
        wounds += chance * remaining
    points = characters = 0.0
    for group, chances in zip(groups, left, strict=True):
        lost = sum(map(mul, range(group.models, -1, -1), chances))
        points += lost * group.points + chances[0] * group.enhancement_points
        characters += lost * group.is_character
    return Measures(
        kills=tuple(kills),
        expected_kills=sum(map(mul, range(len(kills)), kills)),
        wounds=wounds,
        points=points,
        destroyed=kills[-1],
        characters=characters,
        groups=tuple(
            GroupMeasures(group.name, tuple(chances), chances[0]) for group, chances in zip(groups, left, strict=True)
        ),
    )


def weigh(measures: Measures, aim: Aim) -> tuple[float, ...]:
    """What was destroyed, the aim first: the defender wants it small, the attacker large (R-29)."""
    worth = {Aim.MODELS: measures.expected_kills, Aim.POINTS: measures.points, Aim.CHARACTERS: measures.characters}
    first = worth.pop(aim)
    # Rounded, so that what differs by less than sums are exact to is decided by the next aim.
    return (round(first, 9), *(round(value, 9) for value in worth.values()), round(measures.wounds, 9))


def joined(parts: Sequence[tuple[Mapping[State, float], float]]) -> dict[State, float]:
    """Chances of states weighed and added."""
    total: defaultdict[State, float] = defaultdict(float)
    for states, weight in parts:
        for state, chance in states.items():
            total[state] += chance * weight
    return dict(total)
