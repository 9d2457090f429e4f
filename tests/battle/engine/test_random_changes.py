"""What is added to D by a roll of its own is added where additions are: after what sets or multiplies D (02.02.01)."""

from __future__ import annotations

import pytest

from battle.engine.attacks import Result
from battle.engine.dice import dice
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.situation import Situation
from battle.engine.weapons import Weapon
from tests.battle.engine.units import ability, attack, attackers, models, unit, weapon

THROUGH = 5 / 6 * 5 / 6
"""One attack hits on 2+, wounds on 2+ and cannot be saved."""
GIANT = unit(models(1, 4, 7, 40))
ROLL = Effect("Roll", Side.MADE, Part.DAMAGE, Change.ADD, dice("D3"))


def _wounds(found: Result) -> float:
    """Wounds of one attack that gets through, on average."""
    return found.measures.wounds / THROUGH


def _blade(*effects: Effect) -> Result:
    return attack(attackers(weapon(1, 2, 8, 0, 2, range=None), effects=effects), GIANT)


def _made(change: Change, value: int) -> Effect:
    return Effect("Made", Side.MADE, Part.DAMAGE, change, dice(value))


def test_an_added_roll_is_not_multiplied() -> None:
    assert _wounds(_blade(_made(Change.MULTIPLY, 2), ROLL)) == pytest.approx(2 * 2 + 2)


def test_an_added_roll_comes_on_top_of_what_d_is_set_to() -> None:
    assert _wounds(_blade(ROLL, _made(Change.SET, 3))) == pytest.approx(3 + 2)


def test_the_sum_is_halved_and_rounded_up() -> None:
    halved = Effect("Halved", Side.SUFFERED, Part.DAMAGE, Change.DIVIDE, dice(2))
    target = unit(models(1, 4, 7, 40), effects=(halved,))

    found = attack(attackers(weapon(1, 2, 8, 0, 2, range=None), effects=(ROLL,)), target)

    assert _wounds(found) == pytest.approx((2 + 2 + 3) / 3)


def test_melta_that_is_rolled_for_comes_on_top_too() -> None:
    melta = Weapon("Melta", 24, dice(1), 2, dice(8), 0, dice(2), (ability("melta", "D3"),))

    found = attack(attackers(melta, effects=(_made(Change.SET, 3),)), GIANT, Situation(distance=6))

    assert _wounds(found) == pytest.approx(3 + 2)
    figure = found.batches[0].table.figures["D"]
    assert [step.words for step in figure.steps] == ["set to 3", "+D3"]


def test_a_re_roll_of_d_leaves_the_added_roll_alone() -> None:
    again = Effect("Again", Side.MADE, Part.DAMAGE_ROLL, Change.REROLL)
    blade = weapon(1, 2, 8, 0, "D6", range=None)

    found = attack(attackers(blade, effects=(ROLL, again)), GIANT)

    # 1 to 3 are rolled again: (3.5 + 3.5 + 3.5 + 4 + 5 + 6) / 6, and 2 for the other roll.
    assert _wounds(found) == pytest.approx(4.25 + 2)
