"""Identical attacks as tables: how often they hit and wound, and how they end (04.03.01, 05.01, 05.02)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from battle.engine.dice import Chances
from battle.engine.modifiers import Modifier

FAIR: tuple[float, ...] = (1 / 6,) * 6


@dataclass(frozen=True, slots=True)
class Ending:
    """How an attack that wounded goes on: to a save roll, or to mortal wounds (05.03, 24.10).

    ``damage`` are chances of the weapon's D before ``modifiers``, which join those of the group struck: all
    of them apply in one order, and only then is it rounded (02.02.01). ``saves`` has, for each group of the
    target, the face a save roll needs after everything (2 to 7); empty for mortal wounds, which nothing saves.
    ``save_faces`` are the chances of the faces of its save rolls, None: those of the batch.
    """

    damage: Chances
    saves: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    save_faces: tuple[float, ...] | None = None

    @property
    def is_mortal(self) -> bool:
        """Whether it inflicts mortal wounds instead of normal damage."""
        return not self.saves


@dataclass(frozen=True, slots=True)
class Attacks:
    """A batch of identical attacks against one toughness.

    ``dice`` are chances of the number of attack dice. ``hit`` and ``critical`` are the chances of an
    ordinary and a critical hit on one die, ``extra_hits`` those of the further hits of a critical one
    (24.36). ``after_hit`` has for each ending the chance that a hit ends so, ``after_critical`` the same of
    a critical hit; what is left fails. ``save_faces`` are the chances of the faces of a save roll.
    """

    dice: Chances
    hit: float
    critical: float
    endings: tuple[Ending, ...]
    after_hit: tuple[float, ...]
    after_critical: tuple[float, ...]
    extra_hits: Chances
    save_faces: tuple[float, ...] = FAIR


NO_EXTRA_HITS: Chances = np.ones(1)
