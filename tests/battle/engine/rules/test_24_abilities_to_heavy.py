"""24.01-24.18: core abilities that touch attacks, and the examples printed there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.dice import dice
from battle.engine.effects import Change, Part
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import ShootingType, Situation
from tests.battle.engine.rules.citing import (
    SHOOTING,
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
    wounds,
)
from tests.battle.engine.units import MELEE, ability, attack, attackers, models, unit, weapon

F = Fraction


def dice_gathered(gun: object, target: Fighters, situation: Situation = SHOOTING) -> int:
    """The attack dice of one weapon."""
    return len(table(gun, target, situation).attacks.dice) - 1  # type: ignore[arg-type]


@rule("24.01", "EX 24.01")
def test_abilities_with_keywords_apply_against_those_only() -> None:
    gun = weapon(1, 4, 4, 0, 1, ability("lethal hits", None, "vehicle"))

    assert sum(table(gun, lone(keywords=("vehicle",))).attacks.after_critical) == chance(1)
    assert sum(table(gun, lone(keywords=("infantry",))).attacks.after_critical) == chance(F(3, 6))
    sustained = weapon(1, 4, 4, 0, 1, ability("sustained hits", 1, "infantry", "beasts"))
    assert len(table(sustained, lone(keywords=("beasts",))).attacks.extra_hits) == 2
    assert len(table(sustained, lone(keywords=("vehicle",))).attacks.extra_hits) == 1


@rule("24.01.01")
def test_numbers_do_not_matter_to_having_an_ability() -> None:
    denied = replace(made(Part.WEAPON_ABILITY, Change.DENY), ability=ability("sustained hits", 3))
    gun = weapon(1, 4, 4, 0, 1, ability("sustained hits", 1))

    assert table(gun, None, None, denied).abilities == ()


@rule("24.02")
def test_of_an_ability_it_has_twice_a_weapon_uses_the_better() -> None:
    gun = weapon(
        1,
        4,
        4,
        0,
        1,
        ability("sustained hits", 1),
        ability("sustained hits", 2),
        ability("anti", 4, "vehicle"),
        ability("anti", 2, "infantry"),
    )

    assert len(table(gun).attacks.extra_hits) - 1 == 2
    assert wounds(table(gun, lone(toughness=12, keywords=("vehicle", "infantry")))) == chance(F(5, 6))
    assert wounds(table(gun, lone(toughness=12, keywords=("vehicle",)))) == chance(F(3, 6))


@rule("24.02", "24.12")
def test_feel_no_pain_twice_is_rolled_once() -> None:
    given = suffered(Part.FEEL_NO_PAIN, Change.SET, 5)
    target = unit(models(1, 4, 7, 1, feel_no_pain=6), effects=(given,))

    assert destroyed(weapon(1, None, 12, 0, 1, "torrent"), target) == chance(F(5, 6) * F(4, 6))


@rule("24.03", "EX 24.03")
@pytest.mark.parametrize(("needed", "expected"), [(4, F(3, 6)), (2, F(5, 6))])
def test_anti_makes_wound_rolls_critical_from_there_on(needed: int, expected: Fraction) -> None:
    gun = weapon(1, None, 1, 0, 1, "torrent", ability("anti", needed, "vehicle"), "devastating wounds")

    # Critical: no save is made against them.
    assert destroyed(gun, lone(save=2, toughness=12, keywords=("vehicle",))) == chance(expected)
    assert destroyed(gun, lone(save=2, toughness=12, keywords=("monster",))) == chance(F(1, 6))


@rule("24.03")
def test_anti_asks_for_the_unmodified_roll() -> None:
    gun = weapon(1, None, 1, 0, 1, "torrent", ability("anti", 4, "vehicle"))
    harder = made(Part.WOUND_ROLL, Change.SUBTRACT, 1)

    assert wounds(table(gun, lone(toughness=12, keywords=("vehicle",)), None, harder)) == chance(F(3, 6))


@rule("FAQ 24.03")
def test_anti_non_vehicle_is_against_everything_else() -> None:
    anti = replace(ability("anti", 3), except_keywords=frozenset({"monster", "vehicle"}))
    gun = weapon(1, None, 1, 0, 1, "torrent", anti)

    assert wounds(table(gun, lone(toughness=8, keywords=("infantry",)))) == chance(F(4, 6))
    assert wounds(table(gun, lone(toughness=8, keywords=("vehicle",)))) == chance(F(1, 6))
    assert str(anti) == "[ANTI-NON-MONSTER/VEHICLE 3+]"


@rule("24.05", "EX 24.05")
@pytest.mark.parametrize(
    ("blast", "models_there", "expected"),
    [(ability("blast"), 4, 3), (ability("blast"), 12, 5), (ability("blast", 2), 12, 7), (ability("blast"), 20, 7)],
)
def test_blast_adds_dice_for_every_five_models(blast: object, models_there: int, expected: int) -> None:
    gun = weapon(3, 4, 4, 0, 1, blast)  # type: ignore[arg-type]

    assert dice_gathered(gun, unit(models(models_there, 4, 7, 1))) == expected


@rule("24.06", "EX 24.06")
def test_cleave_adds_dice_where_all_attacks_have_one_target() -> None:
    axe = weapon(3, 4, 4, 0, 1, ability("cleave", 1), range=None)

    assert dice_gathered(axe, unit(models(16, 4, 7, 1)), MELEE) == 6
    assert dice_gathered(axe, unit(models(16, 4, 7, 1)), replace(MELEE, single_target=False)) == 3


@rule("24.08")
def test_deadly_demise_is_a_by_product_of_what_was_destroyed() -> None:
    tank = unit(replace(models(1, 4, 7, 1, name="Tank"), deadly_demise=dice("D3")))

    found = shot(weapon(1, None, 12, 0, 1, "torrent"), tank)

    (demise,) = found.by_products
    assert demise.source == "Tank: Deadly Demise D3 (24.08)"
    each = F(5, 6) * F(1, 6) * F(1, 3)
    assert list(demise.mortal_wounds) == chances(1 - 3 * each, each, each, each)


@rule("24.10", "EX 24.10")
def test_devastating_wounds_damage_one_model_at_most() -> None:
    gun = weapon(1, None, 1, 0, 3, "torrent", "devastating wounds")
    marines = unit(models(5, 1, 2, 2))

    # S1 against T1. A 6: 3 mortal wounds, of which the third is lost. 4, 5: the save roll fails on a 1.
    one = F(1, 6) + F(2, 6) * F(1, 6)
    assert kills(shot(gun, marines)) == chances(1 - one, one, 0, 0, 0, 0)


@rule("24.10", "24.12")
def test_reductions_reach_devastating_wounds_only_where_their_words_do() -> None:
    gun = weapon(1, None, 12, 0, 2, "torrent", "devastating wounds", ability("anti", 2, "infantry"))

    def found(*, reaches_mortal: bool) -> float:
        less = suffered(Part.DAMAGE, Change.SUBTRACT, 1, reaches_mortal=reaches_mortal)
        return destroyed(gun, unit(models(1, 4, 7, 2), keywords=("infantry",), effects=(less,)))

    assert found(reaches_mortal=False) == chance(F(5, 6))
    assert found(reaches_mortal=True) == 0.0


def fighter(*uses: WeaponUse) -> Fighters:
    """One model with these weapons."""
    return Fighters("Lord", (Profile("Lord", 1, 4, 3, 5),), (Loadout("Lord", 1, uses),))


SWORD = weapon(4, 3, 5, 1, 1, range=None, name="Sword")
CLAW = weapon(2, 3, 8, 2, 2, range=None, name="Claw")
TAIL = weapon(1, 3, 6, 0, 1, "extra attacks", range=None, name="Tail")


@rule("24.11", "04.01")
def test_extra_attacks_come_on_top_of_one_other_melee_weapon() -> None:
    found = attack(fighter(WeaponUse(SWORD), WeaponUse(CLAW), WeaponUse(TAIL, 2)), lone(5, 8, 2), MELEE)

    assert [name for report in found.batches for name in report.weapons] == ["2 × Tail", "1 × Claw"]
    assert found.left_out == (("Sword", "Its bearers select other weapons (04.01)."),)


@rule("24.11.01")
def test_extra_attacks_need_no_other_weapon() -> None:
    found = attack(fighter(WeaponUse(TAIL)), lone(), MELEE)

    assert [report.weapons for report in found.batches] == [("1 × Tail",)]


@rule("24.12")
@pytest.mark.parametrize(("needed", "expected"), [(7, F(1)), (6, F(5, 6)), (5, F(4, 6)), (4, F(3, 6))])
def test_feel_no_pain_keeps_wounds(needed: int, expected: Fraction) -> None:
    gun = weapon(1, None, 12, 0, 1, "torrent")

    assert destroyed(gun, unit(models(1, 4, 7, 1, feel_no_pain=needed))) == chance(F(5, 6) * expected)


@rule("24.12")
def test_feel_no_pain_against_mortal_wounds_or_psychic_attacks_only() -> None:
    mortal = suffered(Part.FEEL_NO_PAIN, Change.SET, 4, only_mortal=True)
    psychic = suffered(Part.FEEL_NO_PAIN, Change.SET, 4, only_psychic=True)
    plain, mind = weapon(1, None, 12, 0, 1, "torrent"), weapon(1, None, 12, 0, 1, "torrent", "psychic")
    deadly = weapon(1, None, 12, 0, 1, "torrent", "devastating wounds", ability("anti", 2, "infantry"))

    def found(gun: object, by: object) -> float:
        return destroyed(gun, unit(models(1, 4, 7, 1), keywords=("infantry",), effects=(by,)))  # type: ignore[arg-type]

    assert found(plain, mortal) == chance(F(5, 6))
    assert found(deadly, mortal) == chance(F(5, 6) * F(3, 6))
    assert found(plain, psychic) == chance(F(5, 6))
    assert found(mind, psychic) == chance(F(5, 6) * F(3, 6))


@rule("24.12")
def test_feel_no_pain_can_be_denied() -> None:
    gun = weapon(1, None, 12, 0, 1, "torrent")
    target = unit(models(1, 4, 7, 1, feel_no_pain=4))

    assert destroyed(gun, target, None, made(Part.FEEL_NO_PAIN, Change.DENY)) == chance(F(5, 6))


@rule("24.15")
def test_hazardous_weapons_are_counted_whatever_they_hit() -> None:
    assert shot((3, weapon(2, 6, 7, 2, 1, "hazardous"))).hazards == 3
    assert shot((3, weapon(2, 6, 7, 2, 1))).hazards == 0


@rule("24.15", "04.03.01")
def test_only_the_hazardous_of_gathered_weapons_are_hazards() -> None:
    safe, unsafe = weapon(1, 3, 7, 2, 1, name="Safe"), weapon(1, 3, 7, 2, 1, "hazardous", name="Unsafe")

    assert attack(attackers((2, safe), (3, unsafe)), lone(), SHOOTING).hazards == 3


@rule("24.16")
def test_heavy_weapons_hit_better_when_the_unit_stood_still() -> None:
    gun = weapon(1, 4, 4, 0, 1, "heavy")
    still = replace(SHOOTING, moved_little=True)

    assert hits(table(gun, None, still)) == chance(F(4, 6))
    assert hits(table(gun, None, SHOOTING)) == chance(F(3, 6))
    assert hits(table(gun, None, replace(still, attacker_engaged=True))) == chance(F(3, 6))
    assert table(gun, None, replace(still, shooting_type=ShootingType.SNAP)).figures["hit roll"].value == 0


@rule("24.18")
def test_ignoring_cover_ignores_that_of_stealth_too() -> None:
    gun = weapon(1, 3, 4, 0, 1, "ignores cover")
    stealthy = replace(lone(), has_stealth=True)

    assert hits(table(gun, stealthy, replace(SHOOTING, in_cover=True))) == chance(F(4, 6))
    assert hits(table(weapon(1, 3, 4, 0, 1), stealthy)) == chance(F(3, 6))
