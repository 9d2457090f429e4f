"""What two units do in a duel, turn by turn: moves, charges and their chances, and who fights first (09, 11, 12.04)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from battle.engine.dice import dice
from battle.engine.modifiers import Characteristic, Modifier, Operation, modified
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation

NEAREST_INCHES = 2.1
"""As near as a move brings a unit that is not to be engaged: engagement range is 2 inches (03)."""
ENGAGED_INCHES = 2.0
CHARGE_INCHES = 12.0
"""A unit declares charges at enemies within so many inches (11.02)."""
MOST_ROUNDS = 5
MOST_INCHES = 1000.0


class Who(StrEnum):
    """The two units of a duel."""

    ATTACKER = "attacker"
    TARGET = "target"

    @property
    def other(self) -> Who:
        """The other of the two."""
        return Who.TARGET if self is Who.ATTACKER else Who.ATTACKER


@dataclass(frozen=True, slots=True)
class Course:
    """What a unit does in each of its own turns as long as it is not engaged.

    ``approach`` are the inches that its move brings it nearer (below 0: away), but no nearer than ``keep``.
    ``advances``: the move is an advance move; the inches include what was rolled. ``charges``: it charges whenever it
    may, with ``charge_modifier`` on the roll, once rolled again on a failure where it ``rerolls_charges``.
    ``shooting`` and ``fighting`` say what else is true while it attacks; distance, moves, charges, rounds and who is
    engaged are those of the duel.
    """

    approach: float = 0.0
    keep: float = NEAREST_INCHES
    advances: bool = False
    charges: bool = True
    charge_modifier: int = 0
    rerolls_charges: bool = False
    shooting: Situation = field(default_factory=Situation)
    fighting: Situation = field(default_factory=Situation)

    def moved_to(self, distance: float) -> float:
        """The inches between the units after its move; it never moves into engagement range."""
        if self.approach <= 0:
            return min(distance - self.approach, max(distance, MOST_INCHES))
        return max(distance - self.approach, min(distance, max(self.keep, NEAREST_INCHES)))

    def charge_chance(self, distance: float) -> float:
        """The chance that it ends its turn engaged by a charge at a unit so far away: 0 where it declares none."""
        if not self.charges or self.advances or not ENGAGED_INCHES < distance <= CHARGE_INCHES:
            return 0.0
        return charge_chance(distance, modifier=self.charge_modifier, is_rerolled=self.rerolls_charges)


@dataclass(frozen=True, slots=True)
class Duel:
    """How two units meet: ``distance`` in inches at the start, within 2: engaged; ``rounds`` battle rounds, 1 to 5.

    ``first`` has the first turn of each round.
    """

    distance: float
    rounds: int
    attacker: Course = field(default_factory=Course)
    target: Course = field(default_factory=Course)
    first: Who = Who.ATTACKER

    def course(self, who: Who) -> Course:
        """The course of one of them."""
        return self.attacker if who is Who.ATTACKER else self.target


def charge_chance(distance: float, *, modifier: int = 0, is_rerolled: bool = False) -> float:
    """The chance that 2D6 reach a unit so many inches away: it has to be within the charge roll (11.02, 11.04).

    A double 1 reaches nobody by itself: whoever is not engaged is more than 2 inches away (11.02.01).
    """
    operation = Operation.ADD if modifier > 0 else Operation.SUBTRACT
    modifiers = (Modifier(operation, abs(modifier), "charge roll"),) if modifier else ()
    success = sum(
        float(chance)
        for total, chance in enumerate(dice("2D6").chances)
        if chance and modified(Characteristic.CHARGE_ROLL, total, modifiers).value >= distance
    )
    return success + (1 - success) * success if is_rerolled else success


def may_charge(fighters: Fighters, enemy: Fighters) -> bool:
    """Whether a unit may charge another at all: AIRCRAFT charge nobody, and only who can FLY charges them (23.04)."""
    return "aircraft" not in fighters.keywords and ("aircraft" not in enemy.keywords or "fly" in fighters.keywords)


def fighting_order(active: Who, *, active_fights_first: bool, other_fights_first: bool) -> tuple[Who, Who]:
    """In which order two units that are engaged fight in the turn of ``active`` (12.04).

    Fights First units are selected before others, in turn, beginning with the player whose turn it is. Whoever finds
    none left selects first among the others: where neither has it that is the active player, else, where only the
    active player's unit had it, the opponent.
    """
    if other_fights_first and not active_fights_first:
        return active.other, active
    return active, active.other
