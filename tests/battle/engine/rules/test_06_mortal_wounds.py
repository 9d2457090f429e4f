"""06.02, 06.03: mortal wounds and hazard rolls."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from battle.engine.hazards import HAZARD_HURTS, HAZARD_HURTS_MONSTERS, hazard_wounds, suffer
from battle.engine.profiles import Fighters
from tests.battle.engine.rules.citing import SHOOTING, chance, chances, rule, shot
from tests.battle.engine.units import attack, attackers, character, models, unit, weapon

F = Fraction

MIXED = unit(
    models(1, 4, 7, 2),
    models(1, 4, 7, 2, name="Hurt", lost=1),
    character(4, 7, 2, name="Whole"),
    character(4, 7, 2, name="Scarred", lost=1),
)


def after(target: Fighters, wounds: int) -> list[int]:
    """Wounds left by group once the unit suffered so many mortal wounds."""
    structure = attack(attackers(weapon(1, 3, 4, 0, 1)), target, SHOOTING).target
    chances_of = np.zeros(wounds + 1)
    chances_of[wounds] = 1.0
    states = suffer({structure.start: 1.0}, chances_of, structure, next(iter(structure.orders())))
    (state,) = states
    return list(state[: len(structure.groups)])


@rule("06.02")
def test_mortal_wounds_take_the_wounded_then_others_then_characters_wounded_first() -> None:
    assert [after(MIXED, wounds) for wounds in range(7)] == [
        [2, 1, 2, 1],
        [2, 0, 2, 1],
        [1, 0, 2, 1],
        [0, 0, 2, 1],
        [0, 0, 2, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 0],
    ]


@rule("06.02")
def test_no_mortal_wound_is_lost_between_models() -> None:
    assert after(unit(models(3, 4, 2, 2)), 5) == [1]


@rule("06.02", "24.12", "FAQ 06.02")
def test_feel_no_pain_holds_against_each_mortal_wound() -> None:
    target = unit(models(1, 4, 7, 2, feel_no_pain=5))
    structure = attack(attackers(weapon(1, 3, 4, 0, 1)), target, SHOOTING).target

    states = suffer({structure.start: 1.0}, np.array([0.0, 0.0, 1.0]), structure, (0,))

    assert {state[0]: found for state, found in states.items()} == pytest.approx({0: 4 / 9, 1: 4 / 9, 2: 1 / 9})


@rule("06.02", "06.02.01", "24.10")
def test_mortal_wounds_come_after_the_normal_damage_of_the_same_attacks() -> None:
    """A guard whom nothing saves, then a captain with Sv 2+: the normal blow has to fall on the guard."""
    gun = weapon(2, None, 1, 0, 1, "torrent", "devastating wounds")
    target = unit(models(1, 1, 7, 1, name="Guard"), character(1, 2, 1))

    found = attack(attackers(gun), target, SHOOTING)

    # S1 against T1: 4 and 5 wound, 6 is critical. One of each or two critical destroy both; of two normal ones
    # the higher save roll has to be a 1 as well.
    both = 2 * F(2, 6) * F(1, 6) + F(1, 36) + F(2, 6) ** 2 * F(1, 36)
    assert found.measures.destroyed == chance(both)


@rule("06.03")
@pytest.mark.parametrize(
    ("rolls", "hurts", "expected"),
    [
        (1, HAZARD_HURTS, [F(4, 6), F(2, 6)]),
        (2, HAZARD_HURTS, [F(4, 9), F(4, 9), F(1, 9)]),
        (1, HAZARD_HURTS_MONSTERS, [F(4, 6), 0, 0, F(2, 6)]),
    ],
)
def test_a_hazard_roll_fails_on_one_and_two(rolls: int, hurts: int, expected: list[Fraction]) -> None:
    assert list(hazard_wounds(rolls, hurts=hurts)) == chances(*expected)


@rule("06.03", "FAQ 06.03a")
def test_three_mortal_wounds_only_where_every_model_is_a_monster_or_vehicle() -> None:
    tank = unit(replace(models(1, 10, 2, 12), keywords=frozenset({"vehicle"})), keywords=("vehicle", "infantry"))
    crew = replace(models(3, 4, 3, 2, name="Crew"), keywords=frozenset({"infantry"}))

    assert tank.hazards_hurt_more
    assert not replace(tank, profiles=(*tank.profiles, crew)).hazards_hurt_more


@rule("06.03.01", "FAQ 06.03b", "24.15")
def test_one_hazard_roll_for_each_weapon_not_for_each_model() -> None:
    plasma = weapon(3, 3, 7, 2, 1, "hazardous")

    assert shot((2, plasma)).hazards == 2


@rule("FAQ 24.15")
def test_hazards_fall_on_the_unit_as_mortal_wounds_do() -> None:
    """Not on the bearers: on whom 06.02 says."""
    assert after(unit(models(4, 4, 3, 2), models(1, 4, 3, 2, name="Bearer")), 1) == [9]
