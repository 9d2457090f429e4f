"""04: selecting weapons and targets, gathering attack dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.effects import Change, Part
from battle.engine.effects import Test as Asks
from battle.engine.exchange import exchange
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Situation
from battle.engine.weapons import Weapon
from tests.battle.engine.rules.citing import (
    SHOOTING,
    chance,
    chances,
    destroyed,
    kills,
    lone,
    made,
    rule,
    shot,
    table,
    when,
)
from tests.battle.engine.units import MELEE, ability, attack, attackers, character, models, unit, weapon

F = Fraction


def squad(*weapons: Weapon, count: int = 1, keywords: tuple[str, ...] = ()) -> Fighters:
    """Models that each carry these weapons."""
    profile = Profile("Trooper", count, 4, 3, 2)
    loadout = Loadout("Trooper", count, tuple(WeaponUse(one) for one in weapons))
    return Fighters("Squad", (profile,), (loadout,), frozenset(keywords))


def used(attacker: Fighters, target: Fighters, situation: Situation, policies: Policies | None = None) -> list[str]:
    """The weapons that attacked, with how many."""
    return [name for report in attack(attacker, target, situation, policies).batches for name in report.weapons]


RIFLE = weapon(2, 3, 4, 1, 1, name="Rifle")
CANNON = weapon(1, 3, 8, 2, 3, name="Cannon")
PISTOL = weapon(1, 3, 4, 0, 1, "close-quarters", name="Pistol", range=12)
SWORD = weapon(3, 3, 4, 1, 1, range=None, name="Sword")
FIST = weapon(2, 3, 8, 2, 2, range=None, name="Fist")


@rule("04.00", "04.01")
def test_a_model_shoots_with_all_its_ranged_weapons_and_fights_with_one() -> None:
    attacker = squad(RIFLE, CANNON, SWORD, FIST)

    assert used(attacker, lone(3, 8), SHOOTING) == ["1 × Rifle", "1 × Cannon"]
    assert used(attacker, lone(3, 8), MELEE) == ["1 × Fist"]


@rule("04.01")
def test_which_melee_weapon_is_best_depends_on_the_target() -> None:
    horde = unit(models(10, 3, 6, 1))

    assert used(squad(SWORD, FIST), horde, MELEE) == ["1 × Sword"]
    assert used(squad(SWORD, FIST), horde, MELEE, Policies(weapons=("Fist",))) == ["1 × Fist"]


@rule("04.01")
def test_two_of_one_melee_weapon_are_not_used_both() -> None:
    twice = Loadout("Trooper", 1, (WeaponUse(SWORD, 2),))

    assert used(replace(squad(SWORD), loadouts=(twice,)), lone(), MELEE) == ["1 × Sword"]


@rule("04.01.01", "FAQ 10.02")
def test_without_weapons_of_the_kind_no_attacks_are_made() -> None:
    found = attack(squad(SWORD), lone(), SHOOTING)

    assert found.batches == ()
    assert found.left_out == (("Sword", "It is a melee weapon."),)
    assert found.measures.destroyed == 0.0
    unarmed = attack(squad(), lone(), MELEE)
    assert (unarmed.batches, unarmed.measures.expected_kills) == ((), 0.0)


@rule("04.01.01")
def test_a_unit_without_weapons_is_struck_back_at() -> None:
    found = exchange(squad(), squad(SWORD), MELEE, MELEE, Policies())

    assert (found.first.batches, found.first.measures.expected_kills) == ((), 0.0)
    assert found.back.wounds > 0


@rule("04.01.02", "24.07", "24.27")
def test_pistols_or_the_other_ranged_weapons() -> None:
    attacker = squad(RIFLE, PISTOL)

    assert used(attacker, lone(), SHOOTING) == ["1 × Rifle"]
    assert used(attacker, lone(), SHOOTING, Policies(weapons=("Pistol",))) == ["1 × Pistol"]
    assert used(squad(RIFLE, PISTOL, keywords=("vehicle",)), lone(), SHOOTING) == ["1 × Rifle", "1 × Pistol"]


MISSILES = (
    weapon("D6", 3, 4, 0, 1, name="Frag"),
    weapon(1, 3, 9, 2, "D6", name="Krak"),
)


@rule("04.01.03")
@pytest.mark.parametrize(
    ("target", "expected"),
    [(unit(models(10, 3, 6, 1)), "1 × Frag"), (lone(6, 8, 4), "1 × Krak")],
    ids=["horde", "tank"],
)
def test_one_profile_of_a_weapon_is_selected(target: Fighters, expected: str) -> None:
    launcher = [replace(profile, profile_of="Launcher") for profile in MISSILES]

    found = attack(squad(*launcher), target, SHOOTING)

    assert [name for report in found.batches for name in report.weapons] == [expected]
    assert [reason for _, reason in found.left_out] == ["Its bearers select other weapons (04.01)."]
    assert found.assumptions[-1].startswith("What a model has to select")


@rule("04.01.03")
def test_hunter_profiles_attack_only_whom_they_name() -> None:
    hunter = replace(CANNON, only_against=frozenset({"fly", "vehicle"}))

    found = attack(squad(hunter), lone(keywords=("infantry",)), SHOOTING)

    assert found.left_out == (("Cannon", "It attacks FLY or VEHICLE units only (04.01.03)."),)
    assert used(squad(hunter), lone(keywords=("fly",)), SHOOTING) == ["1 × Cannon"]


@rule("04.01.04")
def test_conditions_on_strength_ask_for_the_modified_one() -> None:
    stronger = made(Part.STRENGTH, Change.ADD, 2)
    piercing = made(Part.ARMOUR_PENETRATION, Change.ADD, 1, when(Asks.STRENGTH_ABOVE_TOUGHNESS))
    gun = weapon(1, None, 4, 0, 1, "torrent")

    assert table(gun, lone(toughness=5), None, piercing).figures["AP"].value == 0
    assert table(gun, lone(toughness=5), None, stronger, piercing).figures["AP"].value == 1


@rule("04.02")
def test_targets_are_visible_in_range_and_unengaged() -> None:
    def why(situation: Situation) -> str:
        return attack(squad(RIFLE), lone(), situation).left_out[0][1]

    assert why(Situation(is_visible=False)) == "The target is not visible (04.02)."
    assert why(Situation(distance=24.1)) == "The target is 24.1 inches away; its range is 24 (04.02)."
    assert why(Situation(target_engaged=True)) == "The target is engaged (04.02)."
    assert used(squad(RIFLE), lone(), Situation(distance=24)) == ["1 × Rifle"]


@rule("04.02.01")
def test_a_weapon_without_a_target_makes_no_attacks_and_others_do() -> None:
    short = weapon(2, 3, 4, 1, 1, name="Carbine", range=12)

    found = attack(squad(RIFLE, short), lone(), Situation(distance=18))

    assert [report.weapons for report in found.batches] == [("1 × Rifle",)]
    assert [name for name, _ in found.left_out] == ["Carbine"]


@rule("04.02.03", "24.06")
def test_a_single_target_is_asked_for() -> None:
    axe = weapon(1, 3, 4, 0, 1, ability("cleave", 1), range=None)
    horde = unit(models(16, 4, 7, 1))

    split = replace(MELEE, single_target=False)
    assert len(table(axe, horde).attacks.dice) - 1 == 4
    assert len(table(axe, horde, split).attacks.dice) - 1 == 1


@rule("04.03")
def test_attack_dice_of_identical_attacks_are_gathered_together() -> None:
    rifles, cannon = (3, RIFLE), (1, CANNON)

    found = attack(attackers(rifles, cannon), unit(models(5, 4, 3, 2)), SHOOTING)

    assert [report.weapons for report in found.batches] == [("3 × Rifle",), ("1 × Cannon",)]
    assert len(found.batches[0].table.attacks.dice) - 1 == 6
    assert "Different attacks are resolved in the order in which the unit has the weapons (04.03)." in found.assumptions


@rule("04.03")
def test_the_attacker_may_look_for_the_best_order_of_batches() -> None:
    """The heavy shot first wastes two of its wounds on the wounded trooper that a light one would finish."""
    heavy, light = weapon(1, None, 12, 6, 3, "torrent", name="Heavy"), weapon(1, None, 12, 6, 1, "torrent")
    target = unit(models(2, 4, 3, 3, lost=2, name="Wounded"))

    as_they_stand = attack(attackers(heavy, light), target, SHOOTING)
    reordered = attack(attackers(heavy, light), target, SHOOTING, Policies(reorder=True))

    # Light then heavy: both must wound (2+). Heavy first kills the wounded, the light one only scratches.
    assert as_they_stand.measures.kills[2] == 0.0
    assert reordered.measures.kills[2] == chance(F(25, 36))
    assert [report.weapons for report in reordered.batches][-1] == ("1 × Heavy",)


@rule("04.03.01")
def test_weapons_of_other_names_with_identical_attacks_are_gathered() -> None:
    twin = replace(RIFLE, name="Twin", attacks=RIFLE.attacks)
    found = attack(attackers((1, RIFLE), (1, twin), (1, CANNON)), lone(), SHOOTING)

    assert [report.weapons for report in found.batches] == [("1 × Rifle", "1 × Twin"), ("1 × Cannon",)]


@rule("04.03.01", "24.30")
def test_abilities_that_only_add_dice_leave_attacks_identical() -> None:
    rapid = weapon(2, 3, 4, 1, 1, ability("rapid fire", 1), name="Rapid")

    found = attack(attackers((1, RIFLE), (1, rapid)), lone(), Situation(distance=12))

    assert [report.weapons for report in found.batches] == [("1 × Rifle", "1 × Rapid")]
    assert len(found.batches[0].table.attacks.dice) - 1 == 5


@rule("FAQ 04.03.01", "24.28")
def test_precision_makes_attacks_different_only_where_there_is_a_character() -> None:
    sniper = weapon(2, 3, 4, 1, 1, "precision", name="Sniper")
    both = attackers((1, RIFLE), (1, sniper))

    plain = attack(both, unit(models(5, 4, 3, 2)), SHOOTING)
    led = attack(both, unit(models(5, 4, 3, 2), character(4, 3, 4)), SHOOTING)

    assert [len(report.weapons) for report in plain.batches] == [2]
    assert [len(report.weapons) for report in led.batches] == [1, 1]


@rule("FAQ 04.03")
def test_a_better_attacks_characteristic_is_not_a_die_for_every_attack() -> None:
    found = table(weapon(3, 4, 4, 0, 1), None, None, made(Part.ATTACKS, Change.ADD, 1), count=2)

    assert len(found.attacks.dice) - 1 == 8


@rule("04.03")
def test_attacks_are_added_up_over_batches() -> None:
    sure = weapon(1, None, 8, 0, 1, "torrent", name="A"), weapon(1, None, 8, 1, 1, "torrent", name="B")

    found = attack(attackers(*sure), unit(models(2, 4, 7, 1)), SHOOTING)

    assert kills(found) == chances(F(1, 36), F(10, 36), F(25, 36))


@rule("04.03.04", "04.03.06", "24.15")
def test_hazards_come_once_everything_was_shot() -> None:
    plasma = weapon(1, 3, 7, 2, 1, "hazardous", name="Plasma")

    found = attack(attackers((2, plasma), (3, RIFLE)), lone(), SHOOTING)

    assert found.hazards == 2


@rule("04.00")
def test_one_attack_is_a_hit_a_wound_and_a_failed_save() -> None:
    assert destroyed(RIFLE_ONCE, lone(save=3)) == chance(F(4, 6) * F(3, 6) * F(3, 6))
    assert shot(RIFLE_ONCE, lone(save=3)).measures.expected_kills == chance(F(1, 6))


RIFLE_ONCE = replace(RIFLE, attacks=weapon(1, 3, 4, 1, 1).attacks)
