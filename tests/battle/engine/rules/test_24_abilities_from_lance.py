"""24.21-24.39: core abilities that touch attacks, and the examples printed there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.dice import number
from battle.engine.effects import Change, Effect, Part, Side, WeaponFilter
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, WeaponUse
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


@rule("24.24", "04.02")
def test_a_rule_can_let_a_unit_be_targeted_from_nearby_only() -> None:
    gun = weapon(1, 3, 4, 0, 1)
    hidden = Effect(
        "Sample Rule", Side.SUFFERED, Part.TARGETED_WITHIN, Change.SET, number(18), weapons=WeaponFilter(melee=False)
    )
    target = replace(unit(models(1, 4, 7, 1)), effects=(hidden,))

    assert shot(gun, target, Situation(distance=18)).left_out == ()
    assert shot(gun, target, Situation(distance=19)).left_out == (
        ("Sample Gun", "Sample Rule: it is targeted from within 18 inches only (04.02)."),
    )
    assert shot(gun, target, Situation()).left_out == ()


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

    assert len(table(gun, None, Situation(distance=12)).attacks.dice) - 1 == 2
    assert len(table(gun, None, Situation(distance=12.5)).attacks.dice) - 1 == 1


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
