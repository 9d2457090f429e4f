"""05: hit rolls, wound rolls, save rolls, damage."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battle.engine.effects import Change, Moment, Part
from battle.engine.policies import Policies
from battle.engine.target import NONE
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
from tests.battle.engine.units import attack, attackers, character, models, unit, weapon

F = Fraction


@rule("05.00")
def test_the_steps_follow_each_other() -> None:
    assert destroyed(weapon(1, 3, 4, 0, 1), lone(save=5)) == chance(F(4, 6) * F(3, 6) * F(4, 6))


@rule("05.01")
@pytest.mark.parametrize(("skill", "expected"), [(2, F(5, 6)), (3, F(4, 6)), (4, F(3, 6)), (5, F(2, 6)), (6, F(1, 6))])
def test_hit_rolls_need_the_skill_and_a_one_fails(skill: int, expected: Fraction) -> None:
    found = table(weapon(1, skill, 4, 0, 1))

    assert hits(found) == chance(expected)
    assert found.attacks.critical == chance(F(1, 6))


@rule("05.01")
def test_a_six_hits_whatever_makes_the_roll_worse() -> None:
    found = table(weapon(1, 6, 4, 0, 1), None, None, made(Part.HIT_ROLL, Change.SUBTRACT, 1))

    assert hits(found) == chance(F(1, 6))


@rule("05.01.01")
def test_critical_hits_and_wounds_are_hits_and_wounds_too() -> None:
    gun = weapon(1, 6, 1, 0, 1)

    assert destroyed(gun, lone(toughness=8)) == chance(F(1, 6) * F(1, 6))


@rule("05.01.01")
def test_what_counts_as_critical_succeeds_from_there_on() -> None:
    found = table(weapon(1, 6, 4, 0, 1), None, None, made(Part.CRITICAL_HIT, Change.SET, 5))

    assert (found.attacks.hit, found.attacks.critical) == (0.0, chance(F(2, 6)))


@rule("05.01.01")
def test_every_hit_roll_that_succeeds_may_be_critical_but_none_that_fails() -> None:
    worse = made(Part.HIT_ROLL, Change.SUBTRACT, 1)
    found = table(weapon(1, 3, 4, 0, 1), None, None, made(Part.CRITICAL_HIT, Change.GRANT), worse)

    assert (found.attacks.hit, found.attacks.critical) == (0.0, chance(F(3, 6)))


@rule("05.01.01")
def test_every_wound_roll_that_succeeds_may_be_critical_but_none_that_fails() -> None:
    found = table(weapon(1, 3, 4, 0, 2, "devastating wounds"), None, None, made(Part.CRITICAL_WOUND, Change.GRANT))

    assert wounds(found) == chance(F(3, 6))
    assert [ending.is_mortal for ending in found.attacks.endings] == [True]


@rule("05.02")
@pytest.mark.parametrize(
    ("strength", "toughness", "expected"),
    [(8, 4, 5), (9, 4, 5), (7, 4, 4), (5, 4, 4), (4, 4, 3), (3, 4, 2), (3, 5, 2), (2, 4, 1), (3, 6, 1), (1, 12, 1)],
)
def test_wound_rolls_compare_strength_with_toughness(strength: int, toughness: int, expected: int) -> None:
    assert wounds(table(weapon(1, 3, strength, 0, 1), lone(toughness=toughness))) == chance(F(expected, 6))


@rule("05.02")
def test_a_one_never_wounds_and_a_six_always_does() -> None:
    easier, harder = made(Part.WOUND_ROLL, Change.ADD, 1), made(Part.WOUND_ROLL, Change.SUBTRACT, 1)

    assert wounds(table(weapon(1, 3, 9, 0, 1), None, None, easier)) == chance(F(5, 6))
    assert wounds(table(weapon(1, 3, 1, 0, 1), None, None, harder)) == chance(F(1, 6))


@rule("05.02.01")
def test_the_highest_toughness_of_models_there_are_counts() -> None:
    mixed = unit(models(1, 3, 7, 1), models(1, 6, 7, 2, name="Brute"))
    gun = weapon(1, None, 4, 0, 1, "torrent")

    assert wounds(table(gun, mixed)) == chance(F(2, 6))  # S4 against T6: 5+
    # Once the brute is gone the next batch meets T3.
    first = weapon(2, None, 12, 0, 1, "torrent", name="First")
    found = attack(attackers(first, gun), mixed, SHOOTING, Policies(order=("Brute", "Trooper")))
    brute_dead = F(25, 36)
    assert found.measures.destroyed == chance(brute_dead * F(4, 6))


@rule("05.03")
def test_models_with_the_same_saves_are_one_group_and_characters_stand_alone() -> None:
    target = unit(models(3, 4, 3, 2), models(1, 4, 3, 2, name="Sergeant"), character(4, 3, 2))

    found = attack(attackers(weapon(1, 3, 4, 0, 1)), target, SHOOTING)

    assert [(group.name, group.models) for group in found.target.groups] == [("Trooper", 4), ("Captain", 1)]


@rule("05.03")
def test_models_whose_groups_the_rules_make_one_follow_each_other() -> None:
    """W, Sv and InSv make the groups: different T keeps models apart here, but not by another group between them."""
    target = unit(models(1, 4, 3, 2), models(1, 4, 2, 2, name="Terminator"), models(1, 5, 3, 2, name="Gravis"))

    structure = attack(attackers(weapon(1, 3, 4, 0, 1)), target, SHOOTING).target
    orders = [tuple(structure.groups[place].name for place in order) for order in structure.orders()]

    assert orders == [
        ("Trooper", "Gravis", "Terminator"),
        ("Terminator", "Trooper", "Gravis"),
        ("Terminator", "Gravis", "Trooper"),
        ("Gravis", "Trooper", "Terminator"),
    ]


@rule("05.03")
def test_characters_come_last_and_the_wounded_first_among_their_like() -> None:
    hurt = character(4, 3, 4, name="Hurt", lost=1)
    target = unit(models(2, 4, 3, 2), models(1, 4, 2, 3, name="Brute", lost=1), character(4, 3, 4, name="Whole"), hurt)

    found = attack(attackers(weapon(1, 3, 4, 0, 1)), target, SHOOTING).target
    names = [group.name for group in found.groups]
    declared = found.declared((0, 1, 2, 3), found.start)

    assert [names[group] for group in declared] == ["Brute", "Trooper", "Hurt", "Whole"]


@rule("FAQ 05.03a")
def test_of_several_wounded_groups_the_player_chooses_the_first() -> None:
    target = unit(
        models(1, 4, 3, 2, lost=1), models(1, 4, 2, 3, name="Brute", lost=1), models(2, 4, 5, 2, name="Guard")
    )

    found = attack(attackers(weapon(1, 3, 4, 0, 1)), target, SHOOTING).target

    assert found.declared((0, 1, 2), found.start) == (0, 1, 2)
    assert found.declared((2, 1, 0), found.start) == (1, 0, 2)


@rule("FAQ 05.03b", "05.04")
def test_rolls_that_save_nobody_of_the_first_group_may_save_those_behind() -> None:
    """AP -3: the guard cannot save, the captain saves on 5+ behind them. Two sure wounds."""
    target = unit(models(1, 4, 5, 1, name="Guard"), character(4, 2, 1))
    gun = weapon(2, None, 12, 3, 1, "torrent")

    found = attack(attackers(gun), target, SHOOTING)

    # Both wound: the lower roll takes the guard, the captain dies if the higher one is 1 to 4.
    assert found.measures.kills[2] == chance(F(25, 36) * F(16, 36))


@rule("FAQ 05.03c", "05.04.04")
def test_destroyed_models_take_no_more_wounds() -> None:
    found = shot((5, weapon(1, None, 12, 0, 3, "torrent")), unit(models(2, 4, 7, 2)))

    assert sum(kills(found)) == chance(1)
    assert len(kills(found)) == 3
    assert found.measures.wounds <= 4.0


@rule("05.03.01")
def test_saving_throws_are_save_rolls() -> None:
    target = unit(models(1, 4, 4, 1), effects=(suffered(Part.SAVE_ROLL, Change.ADD, 1),))

    assert destroyed(weapon(1, None, 12, 0, 1, "torrent"), target) == chance(F(5, 6) * F(2, 6))


@rule("05.03")
def test_save_rolls_are_made_again_before_any_is_applied() -> None:
    ones = unit(models(1, 4, 4, 1), effects=(suffered(Part.SAVE_ROLL, Change.REROLL_ONES),))
    failed = unit(models(1, 4, 4, 1), effects=(suffered(Part.SAVE_ROLL, Change.REROLL),))
    gun = weapon(1, None, 12, 0, 1, "torrent")

    assert destroyed(gun, ones) == chance(F(5, 6) * (F(2, 6) + F(1, 6) * F(3, 6)))
    assert destroyed(gun, failed) == chance(F(5, 6) * F(1, 4))


@rule("5.3.2")
def test_attacks_that_their_rolls_made_different_are_pools() -> None:
    """A critical hit has AP -2 here; Sv 4+ against AP 0 and AP -2."""
    better = made(Part.ARMOUR_PENETRATION, Change.ADD, 2, moment=Moment.CRITICAL_HIT)

    found = shot(weapon(1, 4, 12, 0, 1), lone(save=4), None, better)

    assert found.measures.destroyed == chance(F(5, 6) * (F(2, 6) * F(3, 6) + F(1, 6) * F(5, 6)))


@rule("5.3.2")
def test_the_attacker_orders_the_pools() -> None:
    """Critical wounds have D 2: against a model with 1 wound left and one with 2, the light wound has to come first."""
    harder = made(Part.DAMAGE, Change.ADD, 1, moment=Moment.CRITICAL_WOUND)
    target = unit(models(2, 4, 7, 2, lost=1))

    found = shot((2, weapon(1, None, 4, 0, 1, "torrent")), target, None, harder)

    # One light (4, 5) and one critical (6) in either order, or two critical: the second model dies too.
    assert found.measures.kills[2] == chance(2 * F(2, 6) * F(1, 6) + F(1, 36))
    assert len(found.batches[0].pools) == 2


@rule("05.04")
@pytest.mark.parametrize(
    ("save", "invulnerable", "penetration", "failing"),
    [(3, NONE, 0, 2), (3, NONE, 1, 3), (3, 5, 3, 4), (2, 4, 1, 2), (2, NONE, 0, 1), (6, NONE, 2, 6), (2, 2, 0, 1)],
)
def test_a_save_needs_sv_after_ap_or_insv(save: int, invulnerable: int, penetration: int, failing: int) -> None:
    gun = weapon(1, None, 12, penetration, 1, "torrent")

    assert destroyed(gun, unit(models(1, 4, save, 1, invulnerable))) == chance(F(5, 6) * F(failing, 6))


@rule("05.04")
def test_the_wounded_model_is_chosen_and_excess_is_lost() -> None:
    sure = weapon(2, None, 12, 0, 2, "torrent")

    # Three wounds each, one lost: the first blow finishes the wounded, the second leaves the other at one.
    assert kills(shot(sure, unit(models(2, 4, 7, 3, lost=1)))) == chances(F(1, 36), F(35, 36), 0)


@rule("05.04.01")
def test_the_next_group_is_current_once_the_first_is_destroyed() -> None:
    target = unit(models(1, 4, 7, 1, name="Guard"), models(1, 4, 7, 2, name="Ogryn"))
    gun = weapon(3, None, 12, 0, 1, "torrent")

    found = shot(gun, target, None, policies=Policies(order=("Guard", "Ogryn")))

    assert found.measures.destroyed == chance(F(5, 6) ** 3)


@rule("05.04.02")
def test_damage_is_modified_before_it_is_inflicted() -> None:
    target = unit(models(1, 4, 7, 2), effects=(suffered(Part.DAMAGE, Change.DIVIDE, 2),))

    assert destroyed(weapon(1, None, 12, 0, 3, "torrent"), target) == chance(F(5, 6))  # 1.5 is 2
    assert destroyed(weapon(1, None, 12, 0, 2, "torrent"), target) == 0.0


@rule("05.04.03", "24.12", "FAQ 05.04")
def test_feel_no_pain_is_rolled_when_damage_is_resolved() -> None:
    target = unit(models(1, 4, 7, 2, feel_no_pain=5))

    # D 2: both wounds have to be lost.
    assert destroyed(weapon(1, None, 12, 0, 2, "torrent"), target) == chance(F(5, 6) * F(4, 6) ** 2)


@rule("05.04.04")
def test_a_unit_is_destroyed_with_its_last_model() -> None:
    found = shot((2, weapon(1, None, 12, 0, 1, "torrent")), unit(models(2, 4, 7, 1)))

    assert found.measures.destroyed == found.measures.kills[2] == chance(F(25, 36))


# The worked examples printed under 05.04: what they say of each step, as chances.


@rule("EX 05.04a")
def test_boltguns_and_a_pistol_make_identical_attacks() -> None:
    boltgun, pistol = (weapon(n, 3, 4, 0, 1, name=name) for n, name in ((2, "Boltgun"), (1, "Bolt pistol")))
    heavy = weapon(3, 4, 5, 1, 1, name="Heavy bolter")
    target = unit(models(10, 3, 3, 1, 5))

    found = attack(attackers((2, boltgun), (1, pistol), (1, heavy)), target, SHOOTING)

    assert [report.weapons for report in found.batches] == [("2 × Boltgun", "1 × Bolt pistol"), ("1 × Heavy bolter",)]
    assert [len(report.table.attacks.dice) - 1 for report in found.batches] == [5, 3]
    # BS 3+, S4 against T3: 3+; 1 and 2 of a save roll get through Sv 3+, and the InSv of 5+ does not help.
    bolts = found.batches[0].table.attacks
    assert (bolts.hit + bolts.critical, sum(bolts.after_hit)) == (chance(F(4, 6)), chance(F(4, 6)))
    assert bolts.endings[0].saves == (3,)
    # BS 4+, S5: 3+; AP -1 makes a 3 a 2, so that 4 is needed, and a 5 is saved by the InSv as well.
    heavies = found.batches[1].table.attacks
    assert (heavies.hit + heavies.critical, sum(heavies.after_hit)) == (chance(F(3, 6)), chance(F(4, 6)))
    assert heavies.endings[0].saves == (4,)


@rule("EX 05.04b", "05.04")
def test_an_ap_of_one_makes_a_three_a_two() -> None:
    gun = weapon(1, None, 12, 1, 1, "torrent")

    assert destroyed(gun, lone(save=2)) == chance(F(5, 6) * F(2, 6))


@rule("EX 05.04c", "05.03", "05.04")
def test_bodyguards_of_a_saint_first_then_her_sisters_then_herself() -> None:
    """Five wounds of AP -1: by the printed rolls 1, 1 fall on the Geminae, a 3 on a Seraphim, the rest fail."""
    geminae = models(2, 3, 2, 1, 4, name="Geminae")
    seraphim = models(5, 3, 3, 1, 6, name="Seraphim")
    celestine = character(3, 2, 6, 4, name="Celestine")
    target = unit(geminae, seraphim, celestine)

    found = shot((5, weapon(1, None, 12, 1, 1, "torrent")), target, None, policies=Policies(order=("Geminae",)))

    assert found.order == ("Geminae", "Seraphim", "Celestine")
    assert found.batches[0].table.attacks.endings[0].saves == (3, 4, 3)
    # A Gemina falls to a 1 or 2. Both do if two of the five attacks are so low: each is with 5/6·2/6 = 10/36.
    low = F(10, 36)
    none, one = (1 - low) ** 5, 5 * low * (1 - low) ** 4
    left = dict(zip(("Geminae", "Seraphim", "Celestine"), found.measures.groups, strict=True))["Geminae"].left
    assert list(left) == chances(1 - none - one, one, none)
