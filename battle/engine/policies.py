"""What both sides aim at, and which choices are settled beforehand (R-29)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Aim(StrEnum):
    """What a side values first; what is equal in it is decided by the next in this order (R-29)."""

    MODELS = "models"
    POINTS = "points"
    CHARACTERS = "characters"


@dataclass(frozen=True, slots=True)
class Policies:
    """Aims, and choices that are made whatever the aim. None: the best for the aim is found out.

    ``order`` names groups in the order in which the defender wants them allocated to, CHARACTERs last
    whatever it says. ``lethal``: critical hits of [LETHAL HITS] wound by themselves (24.23). ``fish``:
    re-rolls are also used on successes that are not critical. ``precise`` names the CHARACTER group that
    [PRECISION] picks, empty for none. ``weapons`` names the weapons (or profiles of them) that models select
    where they have to select (04.01, 04.01.03, 24.07, 24.11). ``reorder``: the attacker also tries in which
    order to resolve its batches of attacks (04.03); else it is that of its weapons.

    Readings of rules that can be read in two ways: ``snap_hits_are_critical`` is the other reading of 15.09
    (R-30), ``indirect_hits_at_any_skill`` of 10.07: what is not said to fail hits, whatever the BS (R-43).
    """

    defender: Aim = Aim.MODELS
    attacker: Aim = Aim.MODELS
    order: tuple[str, ...] | None = None
    lethal: bool | None = None
    fish: bool | None = False
    precise: str | None = None
    weapons: tuple[str, ...] | None = None
    reorder: bool = False
    snap_hits_are_critical: bool = False
    indirect_hits_at_any_skill: bool = False
