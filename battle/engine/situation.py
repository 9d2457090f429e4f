"""The situation in which attacks are made: what the table, the phase and earlier moves decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Phase(StrEnum):
    """When the attacks are made."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    SHOOTING = "shooting"
    FIGHT = "fight"


class ShootingType(StrEnum):
    """How the unit shoots (10.04-10.07, 15.09)."""

    # As the word it is: an enumeration would hash its name anew, in Python, at every look-up.
    __hash__ = str.__hash__

    NORMAL = "normal"
    ASSAULT = "assault"
    CLOSE_QUARTERS = "close-quarters"
    INDIRECT = "indirect"
    SNAP = "snap"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is true while the attacks are made; the defaults are an unremarkable turn.

    ``distance`` in inches between attacker and target, None: within every range, and not within half of any.
    ``is_stationary``: the attacker did not move at all this turn; ``moved_little``: no model moved more than
    3" and the unit was not set up this turn ([HEAVY]); ``has_advanced``: it made an advance move.
    ``is_spotted``: the target is visible to a friend of the attacker (10.07); ``is_visible``: to the attacker
    itself; ``characters_visible``: the CHARACTER models in it are too, as far as it has any ([PRECISION]).
    ``is_above``: the attacker stands 3" or higher and the target has models on ground level (22.05).
    ``attacker_engaged`` and ``target_engaged``: with any enemy unit; ``engaged_with_each_other``: the two.
    ``spent`` are the names of [ONE SHOT] weapons that were used before in the battle (24.26). ``switches``
    are the names of rules that only play can turn on (an oath sworn, an order given).
    """

    phase: Phase = Phase.SHOOTING
    shooting_type: ShootingType = ShootingType.NORMAL
    distance: float | None = None
    in_cover: bool = False
    is_visible: bool = True
    characters_visible: bool = True
    is_spotted: bool = False
    is_stationary: bool = False
    moved_little: bool = False
    has_advanced: bool = False
    has_charged: bool = False
    was_charged: bool = False
    is_above: bool = False
    target_on_ground: bool = True
    attacker_engaged: bool = False
    target_engaged: bool = False
    engaged_with_each_other: bool = False
    attacker_on_objective: bool = False
    target_on_objective: bool = False
    target_is_closest: bool = False
    attacker_battle_shocked: bool = False
    target_battle_shocked: bool = False
    single_target: bool = True
    round: int | None = None
    spent: frozenset[str] = frozenset()
    switches: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_melee(self) -> bool:
        """Whether melee weapons are used."""
        return self.phase is Phase.FIGHT

    @property
    def is_attacker_engaged(self) -> bool:
        """Whether the attacker is engaged, with the target or with another enemy unit."""
        return self.attacker_engaged or self.engaged_with_each_other

    @property
    def is_target_engaged(self) -> bool:
        """Whether the target is engaged, with the attacker or with a friend of it."""
        return self.target_engaged or self.engaged_with_each_other

    def within(self, inches: float) -> bool:
        """Whether the target is known to be within so many inches."""
        return self.distance is not None and self.distance <= inches
