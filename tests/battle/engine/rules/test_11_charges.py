"""11.02-11.04: how likely charges are, and what they do to the fights after them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, charge_chance
from battle.engine.policies import Policies
from battle.engine.steps import Action
from tests.battle.engine.rules.citing import chance, rule
from tests.battle.engine.units import attackers, models, weapon

F = Fraction


@rule("11.02")
@pytest.mark.parametrize(
    ("inches", "ways"), [(2.5, 35), (3, 35), (4, 33), (5, 30), (6, 26), (7, 21), (8, 15), (9, 10), (10, 6), (12, 1)]
)
def test_a_charge_needs_as_much_on_two_dice_as_there_are_inches(inches: float, ways: int) -> None:
    assert charge_chance(inches) == chance(F(ways, 36))


@rule("11.02")
def test_nine_and_a_half_inches_need_a_ten() -> None:
    assert charge_chance(9.5) == chance(F(6, 36))


@rule("11.02")
@pytest.mark.parametrize(
    ("course", "inches", "expected"),
    [
        (Course(), 12.0, F(1, 36)),
        (Course(), 12.5, 0),
        (Course(charge_modifier=1), 12.5, 0),
        (Course(advances=True), 8, 0),
        (Course(charges=False), 8, 0),
        (Course(), 2.0, 0),
    ],
    ids=["within 12", "beyond 12", "beyond 12 with +1", "advanced", "does not want to", "engaged"],
)
def test_who_may_declare_a_charge(course: Course, inches: float, expected: Fraction | int) -> None:
    assert course.charge_chance(inches) == chance(expected)


@rule("11.02.01")
def test_a_double_one_reaches_nobody_unless_it_is_modified() -> None:
    assert charge_chance(2.1) == chance(F(35, 36))
    assert charge_chance(2.1, modifier=1) == chance(1)


@rule("11.02")
def test_modifiers_and_rolls_made_again() -> None:
    assert charge_chance(9, modifier=2) == chance(F(21, 36))
    assert charge_chance(9, modifier=-1) == chance(F(6, 36))
    assert charge_chance(9, is_rerolled=True) == chance(F(10, 36) + F(26, 36) * F(10, 36))


@rule("11.04", "24.13")
def test_who_charged_fights_first_until_the_end_of_the_turn() -> None:
    """The other has the ability always: after the charge both have it, in the turn after that only the other."""
    blade = weapon(1, 4, 4, 0, 1, range=None)
    charger = replace(attackers(blade), profiles=(models(9, 4, 7, 1),))
    other = replace(charger, fights_first=True)

    found = chain(charger, other, Duel(3, 2, Course(), Course(charges=False)), Policies())

    assert [
        (step.round, step.active.value, step.actor.value) for step in found.steps if step.action is Action.FIGHT
    ] == [
        (1, "attacker", "attacker"),
        (1, "attacker", "target"),
        (1, "target", "target"),
        (1, "target", "attacker"),
        # Where the first charge failed the second did not: both orders are met, the charger's cases told first.
        (2, "attacker", "attacker"),
        (2, "attacker", "target"),
        (2, "attacker", "attacker"),
        (2, "attacker", "target"),
        (2, "target", "target"),
        (2, "target", "attacker"),
    ]
