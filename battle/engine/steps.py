"""What is told of a duel: each step of each turn, the rounds' ends, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from battle.engine.courses import Who
from battle.engine.joint import Joint
from battle.engine.measures import Measures
from battle.engine.target import Target

NOT_IN_A_DUEL = (
    "A duel has no stratagems, no battle-shock, no objectives and no terrain but what each course says.",
    "Units that are engaged stay engaged: nobody falls back, and all of their models can fight.",
    "A charge succeeds where the charge roll is at least the inches between the units.",
    "What abilities do to moves and charge rolls is as the courses say, and else left out.",
)
DEMISE_OF_ITS_OWN = "Deadly Demise hurts the unit it is fighting, and not its own other models (24.08)"


class Action(StrEnum):
    """What happens in one step of a turn."""

    SHOOTING = "shooting"
    CHARGE = "charge"
    FIGHT = "fight"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the duel, and where both units then stand, all cases together.

    ``active`` has the turn, ``actor`` acts. ``distance`` are the inches between them where they are not engaged.
    ``chance`` is how likely it is that the step takes place: both units are there, and one can do it; ``succeeded``
    how likely then that a charge ends engaged, None for other steps.
    """

    round: int
    active: Who
    actor: Who
    action: Action
    distance: float | None
    chance: float
    succeeded: float | None
    attacker: Measures
    target: Measures


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Where both units stand once a battle round is over; ``engaged``: how likely that both are there and engaged."""

    round: int
    attacker: Measures
    target: Measures
    engaged: float
    distance: float


@dataclass(frozen=True, slots=True)
class Chain:
    """A duel from beginning to end. ``joint`` has chances of models destroyed: row the target's, column the attacker's.

    ``states`` are the chances of the states of both, the attacker's first.
    """

    steps: tuple[Step, ...]
    rounds: tuple[RoundEnd, ...]
    attacker: Target
    target: Target
    states: Joint
    joint: tuple[tuple[float, ...], ...]
    not_modelled: tuple[str, ...]
    assumptions: tuple[str, ...]

    @property
    def end(self) -> RoundEnd:
        """The last round's end."""
        return self.rounds[-1]
