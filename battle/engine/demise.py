"""Deadly Demise: what units within 6" of destroyed models suffer (24.08)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from battle.engine.dice import repeated
from battle.engine.measures import Measures
from battle.engine.profiles import Fighters
from battle.engine.target import Target

DEMISE = 1 / 6
"""A destroyed model suffers a deadly demise on a 6 (24.08)."""


@dataclass(frozen=True, slots=True)
class ByProduct:
    """Mortal wounds that each unit nearby suffers, as chances of their number, from 0; ``source`` says of what."""

    source: str
    mortal_wounds: tuple[float, ...]


def demises(fighters: Fighters, target: Target, measures: Measures) -> tuple[ByProduct, ...]:
    """What each unit within 6" of the unit's destroyed models suffers, by kind of model."""
    found = []
    dice = {profile.name: profile.deadly_demise for profile in fighters.profiles if profile.deadly_demise is not None}
    if not dice:
        return ()
    for group, measured in zip(target.groups, measures.groups, strict=True):
        wounds = next((dice[name] for name in group.profiles if name in dice), None)
        if wounds is None:
            continue
        one = np.concatenate([[1 - DEMISE], np.zeros(wounds.maximum)])
        one += DEMISE * wounds.chances
        total = np.zeros(wounds.maximum * group.models + 1)
        for left, chance in enumerate(measured.left):
            part = repeated(one, group.models - left)
            total[: len(part)] += chance * part
        found.append(ByProduct(f"{group.name}: Deadly Demise {wounds} (24.08)", tuple(map(float, total))))
    return tuple(found)
