"""Identical attacks share BS or WS, S, AP and D (04.03.01), not only what their dice happen to do here."""

from __future__ import annotations

import pytest

from battle.engine.attacks import Result
from tests.battle.engine.units import ability, attack, attackers, character, models, unit, weapon

TARGET = unit(models(3, 10, 5, 1), character(10, 3, 3))


def _batches(*others: object) -> list[tuple[str, ...]]:
    first = weapon(6, 3, 4, 1, 1, range=None, name="First")
    found: Result = attack(attackers(first, *others), TARGET)  # type: ignore[arg-type]
    return [batch.weapons for batch in found.batches]


@pytest.mark.parametrize(
    "other",
    [
        weapon(6, 3, 5, 1, 1, range=None, name="Other"),
        weapon(6, 4, 4, 1, 1, range=None, name="Other"),
        weapon(6, 3, 4, 2, 1, range=None, name="Other"),
        weapon(6, 3, 4, 1, 2, range=None, name="Other"),
        weapon(6, 3, 4, 1, 1, "lethal hits", range=None, name="Other"),
    ],
    ids=["S that wounds as often", "WS", "AP", "D", "ability"],
)
def test_attacks_that_differ_are_resolved_apart(other: object) -> None:
    assert _batches(other) == [("1 × First",), ("1 × Other",)]


def test_ap_that_changes_no_save_roll_still_differs() -> None:
    shielded = unit(models(3, 4, 6, 1, 4))
    one, other = (weapon(6, 3, 4, ap, 1, range=None, name=f"AP {ap}") for ap in (3, 4))

    found = attack(attackers(one, other), shielded)

    assert [batch.weapons for batch in found.batches] == [("1 × AP 3",), ("1 × AP 4",)]


def test_more_attack_dice_do_not_make_attacks_different() -> None:
    blast = weapon("D6", 3, 4, 1, 1, ability("cleave", 1), range=None, name="Other")

    assert _batches(blast) == [("1 × First", "1 × Other")]
