"""Attacks whose outcome is known from elsewhere: worked out by other programs, or by dice rolled and sorted."""

from __future__ import annotations

import pytest

from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.policies import Policies
from battle.engine.profiles import Profile
from battle.engine.situation import Situation
from tests.battle.engine.units import ability, attack, attackers, character, models, unit, weapon

SHOOTING = Situation()
REROLL_ONES = Effect("Sample Oath", Side.MADE, Part.HIT_ROLL, Change.REROLL_ONES)


def test_ten_bolters_at_ten_marines() -> None:
    found = attack(attackers((10, weapon(2, 3, 4, 1, 1))), unit(models(10, 4, 3, 2)), SHOOTING)

    assert found.measures.expected_kills == pytest.approx(1.416742, abs=1e-6)
    assert sum(found.states.values()) == pytest.approx(1.0, abs=1e-12)


def test_twenty_attacks_with_lethal_and_sustained_hits_and_rerolled_ones() -> None:
    blade = weapon(20, 3, 5, 2, 2, ability("sustained hits", 1), "lethal hits", range=None)

    found = attack(attackers(blade, effects=(REROLL_ONES,)), unit(models(5, 5, 2, 3, 4, 5)))

    assert found.measures.expected_kills == pytest.approx(2.043836, abs=1e-6)
    assert found.measures.destroyed == pytest.approx(0.01295, abs=1e-5)
    assert found.measures.kills == pytest.approx((0.04519, 0.26558, 0.38297, 0.22566, 0.06765, 0.01295), abs=1e-5)
    assert sum(found.states.values()) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(
    ("bodyguards", "leader", "gun", "chance"),
    [
        (models(5, 4, 6, 1), character(4, 2, 5, 4), weapon(20, 3, 5, 1, 2), 0.0055),
        (models(5, 4, 3, 2), character(4, 2, 5, 4), weapon(20, None, 10, 1, 2), 0.165),
        (models(3, 4, 5, 1), character(4, 3, 4, 4), weapon(12, 2, 6, 1, 1), 0.026),
    ],
    ids=["weak bodyguards", "marines", "few bodyguards"],
)
def test_low_save_rolls_are_used_up_on_the_bodyguards(
    bodyguards: Profile, leader: Profile, gun: object, chance: float
) -> None:
    """05.04: from the lowest result to the highest, each against the group whose turn it is."""
    found = attack(attackers(gun), unit(bodyguards, leader), SHOOTING)  # type: ignore[arg-type]

    captain = next(group for group in found.measures.groups if group.name == "Captain")
    assert captain.destroyed == pytest.approx(chance, abs=5e-4)


@pytest.mark.parametrize(("order", "kills"), [(("Shield", "Trooper"), 9.47), (("Trooper", "Shield"), 8.19)])
def test_the_order_of_allocation_is_a_decision(order: tuple[str, ...], kills: float) -> None:
    target = unit(models(2, 4, 3, 2, 4, name="Shield"), models(8, 4, 3, 2))

    found = attack(attackers(weapon(24, 3, 8, 3, 2)), target, SHOOTING, Policies(order=order))

    assert found.measures.expected_kills == pytest.approx(kills, abs=5e-3)


def test_the_defender_finds_the_better_order() -> None:
    target = unit(models(2, 4, 3, 2, 4, name="Shield"), models(8, 4, 3, 2))

    found = attack(attackers(weapon(24, 3, 8, 3, 2)), target, SHOOTING)

    assert found.order == ("Trooper", "Shield")
    assert found.measures.expected_kills == pytest.approx(8.19, abs=5e-3)
