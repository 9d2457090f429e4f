"""Deadly Demise: what units within 6" of destroyed models suffer (24.08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from battle.engine.dice import Chances, Dice, repeated
from battle.engine.measures import Measures
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.target import State, Target

DEMISE = 1 / 6
"""A destroyed model suffers a deadly demise on a 6 (24.08)."""
DEMISE_INCHES = 6.0
MOST_KEPT_MODELS = 10
"""Models of a group at most for which it is remembered what their wrecks do."""


NOTHING: Chances = np.ones(1)
"""No mortal wounds, for certain."""


@dataclass(frozen=True, slots=True)
class ByProduct:
    """Mortal wounds that each unit nearby suffers, as chances of their number, from 0; ``source`` says of what."""

    source: str
    mortal_wounds: tuple[float, ...]


def demises_of(fighters: Fighters, target: Target) -> dict[int, Dice]:
    """The mortal wounds of Deadly Demise, by the place of the group whose models have it."""
    dice = {profile.name: profile.deadly_demise for profile in fighters.profiles if profile.deadly_demise is not None}
    if not dice:
        return {}
    return {
        place: next(dice[name] for name in group.profiles if name in dice)
        for place, group in enumerate(target.groups)
        if not dice.keys().isdisjoint(group.profiles)
    }


def is_near(situation: Situation) -> bool:
    """Whether units that attack each other are known to be within 6": in a fight they are engaged."""
    return situation.is_melee or situation.within(DEMISE_INCHES)


def explosions(demises: Mapping[int, Dice], target: Target, before: State, after: State) -> Chances:
    """Chances of the mortal wounds that a unit within 6" suffers once ``before`` has become ``after``, from 0."""
    chances = np.ones(1)
    for place, wounds in demises.items():
        destroyed = target.models_left(before, place) - target.models_left(after, place)
        chances = np.convolve(chances, repeated(_of_one_model(wounds), destroyed))
    return chances


def _of_one_model(wounds: Dice) -> Chances:
    one = np.concatenate([[1 - DEMISE], np.zeros(wounds.maximum)])
    one += DEMISE * wounds.chances
    return one


@lru_cache(maxsize=256)
def _by_models_left(wounds: Dice, models: int) -> NDArray[np.float64]:
    """A row for each number of models left, from 0: chances of the mortal wounds that those destroyed cause."""
    one = _of_one_model(wounds)
    rows = np.zeros((models + 1, wounds.maximum * models + 1))
    for left in range(models + 1):
        part = repeated(one, models - left)
        rows[left, : len(part)] = part
    rows.flags.writeable = False
    return rows


def demises(fighters: Fighters, target: Target, measures: Measures) -> tuple[ByProduct, ...]:
    """What each unit within 6" of the unit's destroyed models suffers, by kind of model."""
    found = []
    for place, wounds in demises_of(fighters, target).items():
        group, measured = target.groups[place], measures.groups[place]
        few = group.models <= MOST_KEPT_MODELS
        rows = (_by_models_left if few else _by_models_left.__wrapped__)(wounds, group.models)
        total = np.array(measured.left) @ rows
        found.append(ByProduct(f"{group.name}: Deadly Demise {wounds} (24.08)", tuple(total.tolist())))
    return tuple(found)
