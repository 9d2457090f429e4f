"""24: core abilities that touch attacks, and the examples printed there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.dice import dice
from battle.engine.effects import Change, Part
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import ShootingType, Situation
from battle.engine.vocabulary import why_not_carried
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
from tests.battle.engine.units import MELEE, ability, attack, attackers, character, models, unit, weapon

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


@rule("24.21")
def test_lance_wounds_better_after_a_charge() -> None:
    lance = weapon(1, 3, 4, 0, 1, "lance", range=None)

    assert wounds(table(lance, None, replace(MELEE, has_charged=True))) == chance(F(4, 6))
    assert wounds(table(lance, None, MELEE)) == chance(F(3, 6))


@rule("24.23")
def test_critical_hits_of_lethal_hits_wound_by_themselves() -> None:
    gun = weapon(1, 4, 1, 0, 1, "lethal hits")

    # 6: wounds. 4, 5: S1 against T12 wounds on 6.
    assert destroyed(gun, lone(toughness=12)) == chance(F(1, 6) + F(2, 6) * F(1, 6))


@rule("24.23", "24.10")
@pytest.mark.parametrize("penetration", [0, 2])
def test_lethal_hits_are_taken_where_a_critical_wound_is_worth_less(penetration: int) -> None:
    gun = weapon(1, 4, 4, penetration, 1, "lethal hits", "devastating wounds")

    found = shot(gun, lone(save=3))

    # AP 0: a lethal hit gets through on 1 and 2, 1/3; a wound roll with 1/6 + 2/6·1/3 = 5/18.
    # AP -2: 4/6 against 1/6 + 2/6·4/6 = 7/18.
    assert found.batches[0].choice.lethal
    through = F(2 + penetration, 6)
    assert found.measures.destroyed == chance(F(1, 6) * through + F(2, 6) * (F(1, 6) + F(2, 6) * through))


@rule("24.23")
def test_with_a_good_save_the_wound_roll_is_made() -> None:
    gun = weapon(1, 4, 8, 0, 1, "lethal hits", "devastating wounds")

    found = shot(gun, lone(save=2))

    # A lethal hit gets through on 1: 1/6. A wound roll (2+) gets through with 1/6 + 4/6·1/6 = 10/36.
    assert not found.batches[0].choice.lethal
    assert found.measures.destroyed == chance(F(3, 6) * F(10, 36))
    assert shot(gun, lone(save=2), None, policies=Policies(lethal=True)).measures.destroyed == chance(
        F(1, 6) * F(1, 6) + F(2, 6) * F(10, 36)
    )


def operative(inches: int) -> Fighters:
    """Somebody alone with Lone Operative."""
    return unit(replace(models(1, 4, 7, 1), lone_operative=inches))


@rule("24.24", "FAQ 24.24")
def test_lone_operatives_are_seen_from_nearby_only() -> None:
    gun, mortar = weapon(1, 3, 4, 0, 1), weapon(1, 3, 4, 0, 1, "indirect fire")

    def why(weapon_used: object, inches: int, situation: Situation) -> str | None:
        found = shot(weapon_used, operative(inches), situation)  # type: ignore[arg-type]
        return found.left_out[0][1] if found.left_out else None

    far = Situation(distance=13)
    unseen = "The target is a Lone Operative: it is not visible from more than {} inches (24.24)."
    assert why(gun, 12, far) == unseen.format(12)
    assert why(gun, 15, far) is None
    assert why(gun, 12, Situation(distance=12)) is None
    assert why(mortar, 12, replace(far, shooting_type=ShootingType.INDIRECT)) == unseen.format(12)


@rule("24.24", "02.02.01")
@pytest.mark.parametrize(("inches", "expected"), [(6, 9), (40, 30)])
def test_lone_operative_is_within_nine_and_thirty_inches(inches: int, expected: int) -> None:
    gun = weapon(1, 3, 4, 0, 1, range=48)

    assert shot(gun, operative(inches), Situation(distance=expected)).left_out == ()
    assert len(shot(gun, operative(inches), Situation(distance=expected + 1)).left_out) == 1


@rule("24.24.01")
def test_every_model_of_the_unit_has_to_be_a_lone_operative() -> None:
    leader = replace(character(4, 7, 1), lone_operative=12)

    assert unit(models(1, 4, 7, 1), leader).lone_operative is None
    assert unit(replace(models(1, 4, 7, 1), lone_operative=15), leader).lone_operative == 15
    assert unit(leader).lone_operative == 12


@rule("24.25", "EX 24.25")
def test_melta_adds_to_damage_within_half_range() -> None:
    gun = weapon(1, None, 12, 0, "D6", "torrent", ability("melta", 2), range=12)

    assert destroyed(gun, lone(5), Situation(distance=6)) == chance(F(5, 6) * F(4, 6))  # D6+2: a 3 or more
    assert destroyed(gun, lone(5), Situation(distance=7)) == chance(F(5, 6) * F(2, 6))
    assert destroyed(gun, lone(5), SHOOTING) == chance(F(5, 6) * F(2, 6))


@rule("24.25", "24.10", "02.02.01")
def test_melta_is_part_of_the_damage_that_is_changed_and_of_mortal_wounds() -> None:
    near = Situation(distance=6)
    gun = weapon(1, None, 12, 0, 2, "torrent", ability("melta", 2), range=12)
    halved = unit(models(1, 4, 7, 2), effects=(suffered(Part.DAMAGE, Change.DIVIDE, 2),))
    deadly = replace(gun, abilities=(*gun.abilities, ability("devastating wounds"), ability("anti", 2, "infantry")))

    assert destroyed(gun, halved, near) == chance(F(5, 6))  # (2 + 2) ÷ 2
    assert destroyed(deadly, lone(4, save=2, keywords=("infantry",)), near) == chance(F(5, 6))
    assert [step.words for step in table(gun, None, near).figures["D"].steps] == ["+2"]


@rule("24.26", "24.26.01")
def test_one_shot_weapons_are_used_once_in_a_battle() -> None:
    missile = weapon(1, 3, 8, 2, 3, "one shot", name="Missile")

    assert shot((2, missile)).batches[0].weapons == ("2 × Missile",)
    spent = shot((2, missile), None, replace(SHOOTING, spent=frozenset({"Missile"})))
    assert spent.left_out == (("Missile", "It is a [ONE SHOT] weapon that was used before (24.26)."),)


@rule("24.28")
def test_precision_takes_the_character_first() -> None:
    sniper = weapon(1, 2, 8, 0, 1, "precision")
    led = unit(models(5, 4, 7, 1), character(4, 7, 1, points=80))

    found = shot(sniper, led, None, policies=Policies(precise="Captain"))

    assert found.measures.characters == chance(F(5, 6) * F(5, 6))
    assert found.batches[0].precise == "Captain"
    assert shot(sniper, led, None, policies=Policies(precise="")).measures.characters == 0.0


@rule("24.28")
def test_precision_needs_a_visible_character() -> None:
    sniper = weapon(1, 2, 8, 0, 1, "precision")
    led = unit(models(5, 4, 7, 1), character(4, 7, 1))

    hidden = replace(SHOOTING, characters_visible=False)

    assert shot(sniper, led, hidden, policies=Policies(precise="Captain")).measures.characters == 0.0


@rule("24.28")
def test_attacks_go_on_with_the_order_once_the_character_is_gone() -> None:
    sniper = weapon(2, 2, 8, 0, 1, "precision")
    led = unit(models(1, 4, 7, 1), character(4, 7, 1))

    assert shot(sniper, led, None, policies=Policies(precise="Captain")).measures.destroyed == chance(F(25, 36) ** 2)


@rule("24.28.01", "24.10")
def test_mortal_wounds_of_precise_attacks_strike_the_character_first() -> None:
    sniper = weapon(1, 2, 4, 0, 2, "precision", "devastating wounds", ability("anti", 2, "infantry"))
    led = unit(models(5, 4, 7, 1), character(4, 7, 2), keywords=("infantry",))

    found = shot(sniper, led, None, policies=Policies(precise="Captain"))

    assert found.measures.characters == chance(F(5, 6) * F(5, 6))


@rule("24.29", "02.02.02")
def test_psychic_attacks_ignore_what_makes_hits_worse() -> None:
    mind = weapon(1, 3, 4, 0, 1, "psychic")
    worse, better = made(Part.HIT_ROLL, Change.SUBTRACT, 1), made(Part.HIT_ROLL, Change.ADD, 1)
    covered = replace(SHOOTING, in_cover=True)

    assert hits(table(mind, None, covered, worse)) == chance(F(4, 6))
    assert hits(table(mind, None, covered, worse, better)) == chance(F(5, 6))
    # Only those of BS, WS and the hit roll.
    assert wounds(table(mind, None, None, made(Part.WOUND_ROLL, Change.SUBTRACT, 1))) == chance(F(2, 6))


@rule("24.30", "EX 24.30")
def test_rapid_fire_adds_dice_within_half_range() -> None:
    gun = weapon(1, 3, 4, 0, 1, ability("rapid fire", 1))

    assert dice_gathered(gun, lone(), Situation(distance=12)) == 2
    assert dice_gathered(gun, lone(), Situation(distance=12.5)) == 1


@rule("24.33")
def test_stealth_is_cover_against_ranged_attacks() -> None:
    stealthy = replace(lone(), has_stealth=True)

    assert hits(table(weapon(1, 3, 4, 0, 1), stealthy)) == chance(F(3, 6))
    assert hits(table(weapon(1, 3, 4, 0, 1, range=None), stealthy)) == chance(F(4, 6))
    assert hits(table(weapon(1, 3, 4, 0, 1), stealthy, replace(SHOOTING, in_cover=True))) == chance(F(3, 6))


@rule("24.36", "EX 24.36")
def test_sustained_hits_add_hits_to_critical_ones() -> None:
    gun = weapon(1, 6, 12, 0, 1, ability("sustained hits", 2))

    # A 6 hits three times; each hit wounds on 2+.
    assert kills(shot(gun, unit(models(3, 4, 7, 1))))[3] == chance(F(1, 6) * F(5, 6) ** 3)


@rule("24.36", "02.02.03")
def test_a_random_number_of_additional_hits_is_rolled_for_each() -> None:
    gun = weapon(1, 6, 12, 0, 1, ability("sustained hits", "D3"))

    assert kills(shot(gun, unit(models(4, 4, 7, 1))))[4] == chance(F(1, 6) * F(1, 3) * F(5, 6) ** 4)


@rule("24.36", "24.23")
def test_additional_hits_are_rolled_to_wound_when_the_critical_one_wounds_by_itself() -> None:
    gun = weapon(1, 6, 1, 0, 1, ability("sustained hits", 1), "lethal hits")

    # The critical hit wounds; the other one on a 6.
    assert kills(shot(gun, unit(models(2, 8, 7, 1)))) == chances(F(5, 6), F(1, 6) * F(5, 6), F(1, 36))


@rule("24.37")
def test_torrent_hits_without_a_roll() -> None:
    gun = weapon(1, None, 4, 0, 1, "torrent")
    worse = made(Part.HIT_ROLL, Change.SUBTRACT, 1)

    assert hits(table(gun, None, replace(SHOOTING, in_cover=True), worse)) == chance(1)


@rule("24.37.01")
def test_torrent_weapons_have_neither_indirect_fire_nor_precision() -> None:
    gun = weapon(1, None, 4, 0, 1, "torrent", "precision", "indirect fire")
    unseen = Situation(shooting_type=ShootingType.INDIRECT, is_visible=False)

    assert [str(one) for one in table(gun).abilities] == ["[TORRENT]"]
    assert shot(gun, None, unseen).left_out == (("Sample Gun", "The target is not visible (04.02)."),)


@rule("24.38", "24.10")
@pytest.mark.parametrize(
    ("fish", "critical", "other"),
    [
        (False, F(1, 6) + F(3, 6) * F(1, 6), F(2, 6) + F(3, 6) * F(2, 6)),  # 1, 2, 3 are rolled again
        (True, F(1, 6) + F(5, 6) * F(1, 6), F(5, 6) * F(2, 6)),  # everything but a 6
    ],
)
def test_twin_linked_rerolls_may_also_fish_for_critical_wounds(fish: bool, critical: Fraction, other: Fraction) -> None:
    gun = weapon(1, None, 4, 0, 1, "torrent", "twin-linked", "devastating wounds")

    found = shot(gun, lone(save=2), None, policies=Policies(fish=fish))

    # Nothing saves from a critical wound; another one gets through Sv 2+ on a 1.
    assert found.measures.destroyed == chance(critical + other * F(1, 6))


@rule("24.39")
def test_a_damaged_model_hits_worse() -> None:
    gun = weapon(1, 3, 4, 0, 1)
    tank = attackers(gun)
    damaged = replace(models(1, 9, 3, 10, name="Tank", lost=6), damaged_at=4)

    def found(lost: int) -> float:
        return attack(replace(tank, profiles=(replace(damaged, lost=lost),)), lone(), SHOOTING).measures.destroyed

    assert found(6) == chance(F(3, 6) * F(3, 6))
    assert found(5) == chance(F(4, 6) * F(3, 6))


@rule("24.39")
def test_of_several_models_only_the_wounded_one_is_damaged() -> None:
    gun = weapon(1, 3, 4, 0, 1)
    walkers = replace(models(3, 9, 3, 10, name="Walker", lost=6), damaged_at=4)
    squad = Fighters("Walkers", (walkers,), (Loadout("Walker", 3, (WeaponUse(gun),)),))

    found = attack(squad, unit(models(5, 4, 7, 1)), SHOOTING)

    assert [report.weapons for report in found.batches] == [("2 × Sample Gun",), ("1 × Sample Gun",)]
    assert found.measures.expected_kills == chance(2 * F(4, 6) * F(3, 6) + F(3, 6) * F(3, 6))


@rule("01.05.02")
def test_one_reroll_for_a_whole_unit_is_named_where_it_is_not_spent() -> None:
    one = made(Part.HIT_ROLL, Change.REROLL_ONE)

    found = shot(weapon(1, 3, 4, 0, 1), None, None, one)

    assert found.not_modelled == ("Sample Rule: one re-roll of a hit roll for the whole unit is not spent.",)
    assert why_not_carried(one) is not None
