"""02.02.01-03, 02.04.01, 02.05.01: modifiers, random characteristics, weapons without S, keywords."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battle.engine.effects import Change, Part
from battle.engine.effects import Test as Asks
from battle.engine.modifiers import Characteristic, Modifier, Operation, modified, roll_modifier
from battle.engine.weapons import WeaponAbility, WeaponRule
from tests.battle.engine.rules.citing import (
    chance,
    chances,
    destroyed,
    hits,
    kills,
    lone,
    made,
    rule,
    shot,
    suffered,
    table,
    when,
    wounds,
)
from tests.battle.engine.units import ability, models, unit, weapon

F = Fraction


def change(operation: str, value: int) -> Modifier:
    return Modifier(Operation(operation), value, "Sample Rule")


@rule("02.02.01", "02.02.06", "05.04.02")
def test_modifiers_apply_in_their_order_and_round_up_at_the_end() -> None:
    steps = [change("subtract", 1), change("divide", 2), change("add", 1), change("multiply", 2), change("set", 3)]

    found = modified(Characteristic.DAMAGE, 6, steps)

    assert found.value == 3  # (3·2 + 1) ÷ 2 - 1 = 2.5
    assert [step.words for step in found.steps] == ["set to 3", "×2", "+1", "÷2", "-1"]


@rule("02.02.01")
def test_a_value_set_to_nothing_is_not_modified_further() -> None:
    assert modified(Characteristic.DAMAGE, 3, [change("add", 2), change("set", 0)]).value == 0


@rule("02.02.01")
@pytest.mark.parametrize(
    ("characteristic", "printed", "modifier", "expected"),
    [
        (Characteristic.TOUGHNESS, 2, change("subtract", 3), 1),
        (Characteristic.SAVE, 2, change("add", 1), 2),
        (Characteristic.INVULNERABLE_SAVE, 2, change("add", 1), 2),
        (Characteristic.ATTACKS, 1, change("subtract", 1), 1),
        (Characteristic.SKILL, 2, change("add", 1), 2),
        (Characteristic.SKILL, 6, change("subtract", 1), 6),
        (Characteristic.STRENGTH, 1, change("subtract", 2), 1),
        (Characteristic.ARMOUR_PENETRATION, 0, change("subtract", 1), 0),
        (Characteristic.DAMAGE, 1, change("subtract", 1), 1),
    ],
)
def test_characteristics_stay_within_their_bounds(
    characteristic: Characteristic, printed: int, modifier: Modifier, expected: int
) -> None:
    assert modified(characteristic, printed, [modifier]).value == expected


@rule("02.02.01")
@pytest.mark.parametrize(
    ("characteristic", "printed", "modifier", "expected"),
    [
        (Characteristic.SKILL, 3, change("add", 1), 2),  # improving a WS of 3+
        (Characteristic.SKILL, 3, change("subtract", 1), 4),
        (Characteristic.SAVE, 3, change("subtract", 1), 4),  # -1 Sv
        (Characteristic.ARMOUR_PENETRATION, 2, change("add", 1), 3),  # +1 AP: -2 becomes -3
        (Characteristic.ARMOUR_PENETRATION, 1, change("subtract", 1), 0),
        (Characteristic.STRENGTH, 4, change("add", 1), 5),
    ],
)
def test_better_and_worse(characteristic: Characteristic, printed: int, modifier: Modifier, expected: int) -> None:
    assert modified(characteristic, printed, [modifier]).value == expected


@rule("02.02.01")
@pytest.mark.parametrize(("changes", "expected"), [((2,), 1), ((-2,), -1), ((1, 1, -1), 1), ((-1, -1, 1), -1)])
def test_hit_and_wound_rolls_change_by_one_at_most(changes: tuple[int, ...], expected: int) -> None:
    modifiers = [change("add", one) if one > 0 else change("subtract", -one) for one in changes]

    assert roll_modifier(Characteristic.HIT_ROLL, modifiers).value == expected
    assert roll_modifier(Characteristic.WOUND_ROLL, modifiers).value == expected


@rule("02.02.01")
def test_a_charge_roll_is_twelve_at_most() -> None:
    assert modified(Characteristic.CHARGE_ROLL, 12, [change("add", 2)]).value == 12


@rule("02.02.01", "05.01")
def test_a_modified_roll_of_an_unmodified_one_still_fails() -> None:
    found = table(weapon(1, 2, 4, 0, 1), None, None, made(Part.HIT_ROLL, Change.ADD, 1))

    assert hits(found) == chance(F(5, 6))


@rule("02.02.01", "13.08")
def test_the_cap_of_rolls_does_not_bind_characteristics() -> None:
    """Cover worsens BS, so that a worse roll comes on top."""
    gun = weapon(1, 3, 4, 0, 1)
    worse = made(Part.HIT_ROLL, Change.SUBTRACT, 1)
    cover = suffered(Part.COVER, Change.GRANT)

    assert hits(table(gun, unit(models(1, 4, 7, 1), effects=(cover,)), None, worse)) == chance(F(2, 6))


@rule("02.02.02")
def test_bad_modifiers_are_ignored_and_good_ones_kept() -> None:
    gun = weapon(1, 4, 4, 0, 1)
    both = (made(Part.HIT_ROLL, Change.ADD, 1), made(Part.HIT_ROLL, Change.SUBTRACT, 1))

    assert hits(table(gun, None, None, *both)) == chance(F(3, 6))
    assert hits(table(gun, None, None, *both, made(Part.MODIFIERS, Change.IGNORE))) == chance(F(4, 6))


@rule("02.02.02")
def test_ignoring_one_number_leaves_the_others() -> None:
    gun = weapon(1, 4, 4, 0, 1)
    worse = (made(Part.HIT_ROLL, Change.SUBTRACT, 1), made(Part.SKILL, Change.SUBTRACT, 1))

    found = table(gun, None, None, *worse, made(Part.SKILL, Change.IGNORE))

    assert hits(found) == chance(F(2, 6))


@rule("02.02.02")
def test_who_ignores_modifiers_of_damage_ignores_its_reduction() -> None:
    gun = weapon(1, None, 8, 0, 2, "torrent")
    target = unit(models(1, 4, 7, 2), effects=(suffered(Part.DAMAGE, Change.SUBTRACT, 1),))

    assert destroyed(gun, target) == 0.0
    assert destroyed(gun, target, None, made(Part.MODIFIERS, Change.IGNORE)) == chance(F(5, 6))


@rule("02.02.02")
def test_ignoring_reaches_what_the_target_does_to_the_wound_roll() -> None:
    gun = weapon(1, None, 4, 0, 1, "torrent")
    target = unit(models(1, 4, 7, 1), effects=(suffered(Part.WOUND_ROLL, Change.SUBTRACT, 1),))

    assert wounds(table(gun, target)) == chance(F(2, 6))
    assert wounds(table(gun, target, None, made(Part.WOUND_ROLL, Change.IGNORE))) == chance(F(3, 6))


@rule("02.02.03")
def test_every_weapon_rolls_its_own_number_of_attacks() -> None:
    found = table(weapon("D3", 4, 4, 0, 1), count=2)

    assert list(found.attacks.dice) == chances(0, 0, F(1, 9), F(2, 9), F(3, 9), F(2, 9), F(1, 9))


@rule("02.02.03")
def test_damage_is_rolled_for_every_attack() -> None:
    gun = weapon(2, None, 8, 0, "D3", "torrent")

    # 4 wounds: 1-3, 2-2, 3-1, 2-3, 3-2, 3-3 are enough, six of nine.
    assert destroyed(gun, lone(4)) == chance(F(25, 36) * F(6, 9))


@rule("02.02.03")
def test_the_number_beside_the_dice_is_no_modifier() -> None:
    gun = weapon(1, None, 8, 0, "D3+1", "torrent")
    halved = unit(models(1, 4, 7, 2), effects=(suffered(Part.DAMAGE, Change.DIVIDE, 2),))

    # 2, 3 and 4 halved are 1, 2 and 2: were +1 added before halving as a modifier it would be the same order,
    # but a D set to another value would lose it.
    assert destroyed(gun, halved) == chance(F(5, 6) * F(2, 3))


@rule("02.02.03")
def test_a_random_strength_is_rolled_for_every_attack() -> None:
    gun = weapon(1, None, 1, 0, 1, "torrent")
    added = made(Part.STRENGTH, Change.ADD, "D3")

    # S 2, 3 or 4 against T3: 5+, 4+, 3+.
    assert wounds(table(gun, lone(toughness=3), None, added)) == chance((F(2, 6) + F(3, 6) + F(4, 6)) / 3)


@rule("02.02.03")
def test_what_an_effect_adds_by_a_roll_is_weighed_by_its_faces() -> None:
    gun = weapon(1, 4, 4, 0, 1)

    found = table(gun, None, None, made(Part.ATTACKS, Change.ADD, "D3"))

    assert list(found.attacks.dice) == chances(0, 0, F(1, 3), F(1, 3), F(1, 3))
    harder = weapon(1, None, 8, 0, 1, "torrent")
    assert destroyed(harder, lone(3), None, made(Part.DAMAGE, Change.ADD, "D3")) == chance(F(5, 6) * F(2, 3))


@rule("02.04.01")
@pytest.mark.parametrize(("toughness", "expected"), [(1, F(3, 6)), (2, F(1, 6)), (4, F(1, 6))])
def test_a_weapon_without_strength_has_one_wherever_it_is_asked(toughness: int, expected: Fraction) -> None:
    """And what is not there cannot be modified (02.02.01)."""
    gun = weapon(1, None, 0, 0, 1, "torrent")

    assert wounds(table(gun, lone(toughness=toughness))) == chance(expected)
    assert wounds(table(gun, lone(toughness=toughness), None, made(Part.STRENGTH, Change.ADD, 4))) == chance(expected)


@rule("02.05.01", "19.03", "24.03")
def test_a_rule_for_units_with_a_keyword_asks_the_unit() -> None:
    gun = weapon(1, None, 1, 0, 1, "torrent", ability("anti", 4, "psyker"))

    assert wounds(table(gun, lone(keywords=("infantry", "psyker")))) == chance(F(3, 6))
    assert wounds(table(gun, lone(keywords=("infantry",)))) == chance(F(1, 6))


@rule("02.05.01")
def test_all_of_several_keywords_or_one_of_them() -> None:
    better = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.TARGET_KEYWORDS, "aeldari", "guardians"))
    either = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.TARGET_KEYWORD, "immortals", "deathmarks"))
    without = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.TARGET_KEYWORD, "vehicle", is_negated=True))
    gun = weapon(1, None, 4, 0, 1, "torrent")

    def found(*keywords: str, by: object) -> float:
        return wounds(table(gun, lone(keywords=keywords), None, by))  # type: ignore[arg-type]

    assert found("aeldari", by=better) == chance(F(3, 6))
    assert found("aeldari", "guardians", by=better) == chance(F(4, 6))
    assert found("deathmarks", by=either) == chance(F(4, 6))
    assert found("vehicle", by=without) == chance(F(3, 6))
    assert found("infantry", by=without) == chance(F(4, 6))


@rule("FAQ 02.05.01")
def test_a_keyword_of_several_words_does_not_hold_the_shorter_one() -> None:
    gun = weapon(1, None, 1, 0, 1, "torrent", ability("anti", 2, "commissar"))

    assert wounds(table(gun, lone(keywords=("commissar graves",)))) == chance(F(1, 6))


@rule("02.05.01")
def test_rules_of_models_with_a_keyword_reach_those_models_only() -> None:
    tough = suffered(Part.TOUGHNESS, Change.ADD, 4, models=frozenset({"Ogryn"}))
    mixed = unit(models(1, 4, 7, 1), models(1, 4, 7, 1, name="Ogryn"), effects=(tough,))

    found = shot(weapon(1, None, 4, 0, 1, "torrent"), mixed)

    # The highest T in the unit is 8: 6+ (05.02.01).
    assert kills(found) == chances(F(5, 6), F(1, 6), 0)


@rule("02.05.01", "24.01")
def test_slashes_between_keywords_mean_one_of_them() -> None:
    limited = WeaponAbility(WeaponRule.SUSTAINED_HITS, None, frozenset({"infantry", "beasts"}))

    assert limited.reaches(frozenset({"beasts"}))
    assert not limited.reaches(frozenset({"vehicle"}))
