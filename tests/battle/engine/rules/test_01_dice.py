"""01.05: dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battle.engine.dice import NotDice, dice
from battle.engine.effects import Change, Part
from battle.engine.vocabulary import why_not_carried
from tests.battle.engine.rules.citing import chance, chances, destroyed, hits, lone, made, rule, table, wounds
from tests.battle.engine.units import ability, weapon

F = Fraction


@rule("01.05")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("D6", [0, *[F(1, 6)] * 6]),
        ("D3", [0, *[F(1, 3)] * 3]),  # one D6 halved and rounded up: two faces each
        ("2D3", [0, 0, F(1, 9), F(2, 9), F(3, 9), F(2, 9), F(1, 9)]),
        ("D3+2", [0, 0, 0, F(1, 3), F(1, 3), F(1, 3)]),
        ("4", [0, 0, 0, 0, 1]),
    ],
)
def test_dice_are_added_and_what_stands_beside_them_too(written: str, expected: list[Fraction]) -> None:
    assert list(dice(written).chances) == chances(*expected)


@rule("01.05")
def test_seven_is_the_likeliest_sum_of_two_dice() -> None:
    assert dice("2D6").chances[7] == chance(F(6, 36))
    assert (dice("2D6+3").minimum, dice("2D6+3").maximum) == (5, 15)


@rule("01.05")
def test_what_is_no_dice_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotDice, match="“D7” is neither a number nor dice"):
        dice("D7")


@rule("01.05.01", "24.37")
def test_an_automatic_hit_is_not_critical() -> None:
    flamer = weapon(1, None, 4, 0, 1, "torrent", ability("sustained hits", 2))

    found = table(flamer)

    assert (found.attacks.hit, found.attacks.critical) == (1.0, 0.0)
    assert destroyed(flamer) == chance(F(1, 2))  # the wound roll alone: S4 against T4


@rule("01.05.01", "24.23")
def test_an_automatic_wound_is_not_critical() -> None:
    gun = weapon(1, 6, 1, 0, 1, "lethal hits", "devastating wounds")

    # A 6 hits and wounds at once; against Sv 2+ only a 1 lets it through: no mortal wound.
    assert destroyed(gun, lone(save=2, toughness=8), None) == chance(F(1, 6) * F(1, 6))


@rule("01.05.02")
@pytest.mark.parametrize(
    ("change", "expected"),
    [(Change.REROLL, F(3, 4)), (Change.REROLL_ONES, F(7, 12))],  # 1/2 + 1/2·1/2, 1/2 + 1/6·1/2
)
def test_a_die_is_rolled_again_once(change: Change, expected: Fraction) -> None:
    found = table(weapon(1, 4, 4, 0, 1), None, None, made(Part.HIT_ROLL, change))

    assert hits(found) == chance(expected)


@rule("01.05.02")
def test_rerolls_come_before_modifiers() -> None:
    gun = weapon(1, 4, 4, 0, 1)
    better = made(Part.HIT_ROLL, Change.ADD, 1)

    found = table(gun, None, None, made(Part.HIT_ROLL, Change.REROLL_ONES), better)

    # 3 to 6 hit with the +1; a 2 is no 1, so it is not rolled again: 4/6 + 1/6·4/6.
    assert hits(found) == chance(F(4, 6) + F(1, 6) * F(4, 6))


@rule("01.05.02")
def test_what_a_die_shows_when_rolled_again_can_be_critical() -> None:
    found = table(weapon(1, 5, 4, 0, 1), None, None, made(Part.HIT_ROLL, Change.REROLL))

    assert found.attacks.critical == chance(F(1, 6) + F(4, 6) * F(1, 6))


@rule("01.05.02")
def test_all_dice_of_a_sum_are_rolled_again() -> None:
    gun = weapon(1, None, 8, 0, "2D6", "torrent")
    again = made(Part.DAMAGE_ROLL, Change.REROLL)

    # Against 7 wounds 2D6 are worth 6 on average, more counting as 7: (2 + 6 + 12 + 20 + 30 + 21·7) / 36 = 217/36.
    # So 2 to 6, 15 of 36, are rolled again, both dice; 7 or more, 21 of 36, are enough.
    enough = F(21, 36)
    assert destroyed(gun, lone(7), None, again) == chance(F(5, 6) * (enough + F(15, 36) * enough))


@rule("01.05.03", "01.05.04")
def test_modifiers_of_rolls_and_their_being_ignored() -> None:
    gun = weapon(1, 4, 4, 0, 1)
    worse = made(Part.HIT_ROLL, Change.SUBTRACT, 1)

    assert hits(table(gun, None, None, worse)) == chance(F(2, 6))
    assert hits(table(gun, None, None, worse, made(Part.HIT_ROLL, Change.IGNORE))) == chance(F(3, 6))


def test_setting_a_die_is_not_carried_and_said() -> None:
    assert why_not_carried(made(Part.HIT_ROLL, Change.SET, 6)) == "“set” of hit roll is not worked out"


@rule("01.05.02", "24.38")
def test_wound_rolls_are_rolled_again_by_twin_linked() -> None:
    assert wounds(table(weapon(1, 4, 4, 0, 1, "twin-linked"))) == chance(F(3, 4))
