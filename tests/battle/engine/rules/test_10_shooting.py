"""10.04-10.07, 13.08, 15.09, 17.03, 22.05, 23.03, 23.04: types of shooting, cover, heights, aircraft."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.effects import Change, Part
from battle.engine.policies import Policies
from battle.engine.situation import ShootingType, Situation
from battle.engine.weapons import Weapon
from tests.battle.engine.rules.citing import SHOOTING, chance, hits, lone, made, rule, shot, suffered, table
from tests.battle.engine.units import MELEE, ability, models, unit, weapon

F = Fraction

GUN = weapon(1, 3, 4, 0, 1)
PISTOL = weapon(1, 3, 4, 0, 1, "close-quarters")
BLAST = weapon(1, 3, 4, 0, 1, "blast")
MORTAR = weapon(1, 3, 4, 0, 1, "indirect fire")
NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP = (Situation(shooting_type=kind) for kind in ShootingType)


def why(gun: Weapon, situation: Situation, *, by: tuple[str, ...] = (), at: tuple[str, ...] = ()) -> str | None:
    """Why the weapon does not shoot; None if it does."""
    found = shot(gun, lone(keywords=at), situation, keywords=by)
    return found.left_out[0][1] if found.left_out else None


@rule("10.04")
def test_normal_shooting_is_for_units_that_are_unengaged_and_did_not_advance() -> None:
    assert why(GUN, NORMAL) is None
    engaged = "An engaged unit does not make normal shooting (10.04)."
    assert why(GUN, replace(NORMAL, attacker_engaged=True)) == engaged
    advanced = "After an advance move a unit does not make normal shooting (10.04)."
    assert why(GUN, replace(NORMAL, has_advanced=True)) == advanced


@rule("10.05", "24.04")
def test_assault_shooting_is_with_assault_weapons_only() -> None:
    assert why(GUN, ASSAULT) == "After an advance only [ASSAULT] weapons shoot (10.05)."
    assert why(weapon(1, 3, 4, 0, 1, "assault"), replace(ASSAULT, has_advanced=True)) is None
    engaged = "An engaged unit does not make assault shooting (10.05)."
    assert why(weapon(1, 3, 4, 0, 1, "assault"), replace(ASSAULT, attacker_engaged=True)) == engaged


@rule("10.05", "24.04")
def test_a_granted_assault_counts() -> None:
    grant = replace(made(Part.WEAPON_ABILITY, Change.GRANT), ability=ability("assault"))

    assert shot(GUN, None, ASSAULT, grant).left_out == ()


@rule("10.06", "24.07")
def test_close_quarters_shooting_of_other_models_is_with_pistols_at_those_they_fight() -> None:
    fighting = replace(CLOSE, engaged_with_each_other=True)

    assert why(PISTOL, fighting) is None
    assert why(GUN, fighting) == "While engaged only [CLOSE-QUARTERS] weapons shoot (10.06)."
    other = "While engaged it shoots only at units it is engaged with (10.06)."
    assert why(PISTOL, replace(CLOSE, attacker_engaged=True)) == other
    assert why(PISTOL, CLOSE) == "Only an engaged unit makes close-quarters shooting (10.06)."
    advanced = "After an advance move a unit does not make close-quarters shooting (10.06)."
    assert why(PISTOL, replace(fighting, has_advanced=True)) == advanced


@rule("10.06")
def test_monsters_and_vehicles_shoot_everything_a_little_worse() -> None:
    fighting = replace(CLOSE, engaged_with_each_other=True)
    elsewhere = replace(CLOSE, attacker_engaged=True)

    def chance_of(gun: Weapon, situation: Situation) -> float:
        return hits(table(gun, None, situation, keywords=("vehicle",)))

    assert chance_of(GUN, fighting) == chance(F(3, 6))
    assert chance_of(PISTOL, fighting) == chance(F(4, 6))
    assert chance_of(PISTOL, elsewhere) == chance(F(3, 6))
    assert why(GUN, elsewhere, by=("vehicle",)) is None
    blast = "[BLAST] weapons do not attack engaged units (10.06, 17.03)."
    assert why(BLAST, fighting, by=("vehicle",)) == blast
    assert why(GUN, replace(elsewhere, target_engaged=True), by=("vehicle",)) == "The target is engaged (04.02)."


@rule("10.07", "24.19")
def test_indirect_shooting_needs_a_six_and_gives_cover() -> None:
    found = table(MORTAR, None, replace(INDIRECT, is_visible=False))

    assert hits(found) == chance(F(1, 6))
    assert found.figures["BS/WS"].value == 4
    assert [step.source for step in found.figures["BS/WS"].steps] == ["Indirect Shooting (10.07)"]
    assert why(MORTAR, replace(INDIRECT, is_visible=False)) is None
    assert why(GUN, replace(INDIRECT, is_visible=False)) == "The target is not visible (04.02)."


@rule("10.07", "FAQ 04.02")
@pytest.mark.parametrize(("skill", "expected"), [(3, F(3, 6)), (4, F(2, 6)), (5, F(1, 6))])
def test_indirect_shooting_at_a_spotted_target_fails_on_one_to_three(skill: int, expected: Fraction) -> None:
    """A 4 and a 5 still have to reach the BS that cover worsens (R-43)."""
    spotted = replace(INDIRECT, is_visible=False, is_stationary=True, is_spotted=True)
    mortar = weapon(1, skill, 4, 0, 1, "indirect fire")

    assert shot(mortar, None, spotted).measures.destroyed == chance(expected * F(3, 6))
    other = Policies(indirect_hits_at_any_skill=True)
    found = shot(mortar, None, spotted, policies=other)
    assert found.measures.destroyed == chance(F(3, 6) * F(3, 6))
    assert found.assumptions[0] == (
        "Indirect shooting: every roll that 10.07 does not fail hits: the other reading of 10.07."
    )


@rule("10.07")
def test_hit_rolls_of_indirect_shooting_are_not_rolled_again() -> None:
    found = table(MORTAR, None, INDIRECT, made(Part.HIT_ROLL, Change.REROLL))

    assert hits(found) == chance(F(1, 6))


@rule("10.07")
def test_indirect_shooting_is_for_units_that_are_unengaged_and_did_not_advance() -> None:
    engaged = "An engaged unit does not make indirect shooting (10.07)."
    assert why(MORTAR, replace(INDIRECT, attacker_engaged=True)) == engaged
    advanced = "After an advance move a unit does not make indirect shooting (10.07)."
    assert why(MORTAR, replace(INDIRECT, has_advanced=True)) == advanced


@rule("13.08")
def test_cover_worsens_the_skill_of_ranged_attacks_by_one() -> None:
    covered = replace(SHOOTING, in_cover=True)

    assert hits(table(GUN, None, covered)) == chance(F(3, 6))
    assert table(GUN, None, covered).figures["hit roll"].value == 0
    assert hits(table(weapon(1, 3, 4, 0, 1, range=None), None, replace(MELEE, in_cover=True))) == chance(F(4, 6))


@rule("13.08", "02.02.01")
def test_cover_leaves_a_six_a_hit() -> None:
    assert hits(table(weapon(1, 6, 4, 0, 1), None, replace(SHOOTING, in_cover=True))) == chance(F(1, 6))


@rule("15.09")
def test_snap_shooting_hits_on_sixes_that_are_not_critical() -> None:
    gun = weapon(1, 2, 4, 0, 1, ability("sustained hits", 1))
    again = made(Part.HIT_ROLL, Change.REROLL)
    better = made(Part.HIT_ROLL, Change.ADD, 1)

    found = table(gun, None, SNAP, again, better)

    assert (found.attacks.hit, found.attacks.critical) == (chance(F(1, 6)), 0)
    assert [one.value for one in found.assumptions] == ["Hits of snap shooting are not critical hits (15.09)."]


@rule("15.09")
def test_the_other_reading_of_snap_shooting_is_an_option() -> None:
    gun = weapon(1, 2, 12, 0, 1, ability("sustained hits", 1))
    two = unit(models(2, 4, 7, 1))

    found = shot(gun, two, SNAP, policies=Policies(snap_hits_are_critical=True))

    assert found.measures.kills[2] == chance(F(1, 6) * F(25, 36))
    assert shot(gun, two, SNAP).measures.kills[2] == 0.0
    assert "Hits of snap shooting are critical hits: the other reading of 15.09." in found.assumptions


@rule("15.09")
def test_snap_shooting_is_at_visible_unengaged_units_within_24_inches() -> None:
    far = "Snap shooting is at visible units within 24 inches (15.09)."
    assert why(weapon(1, 3, 4, 0, 1, range=36), replace(SNAP, distance=25)) == far
    assert why(GUN, replace(SNAP, is_visible=False)) == far
    engaged = why(GUN, replace(SNAP, target_engaged=True), at=("vehicle",))
    assert engaged is not None
    assert engaged.startswith("The target is engaged (04.02)")
    assert why(GUN, replace(SNAP, distance=24)) is None


@rule("15.09", "24.37")
def test_torrent_hits_in_snap_shooting_too_and_that_is_said() -> None:
    found = shot(weapon(1, None, 12, 0, 1, "torrent"), None, SNAP)

    assert found.measures.destroyed == chance(F(5, 6))
    assert found.assumptions[0] == "[TORRENT] hits without a roll in snap shooting too (15.09, 24.37)."


@rule("17.03")
def test_engaged_monsters_and_vehicles_are_shot_at_a_little_worse() -> None:
    engaged = replace(SHOOTING, target_engaged=True)

    assert hits(table(GUN, lone(keywords=("monster",)), engaged)) == chance(F(3, 6))
    assert why(GUN, engaged, at=("monster",)) is None
    assert why(GUN, engaged, at=("infantry",)) == "The target is engaged (04.02)."
    assert why(BLAST, engaged, at=("monster",)) == "[BLAST] weapons do not attack engaged units (10.06, 17.03)."


@rule("17.03", "02.02.01")
def test_both_reasons_together_are_still_one_less() -> None:
    fighting = replace(CLOSE, engaged_with_each_other=True)

    found = table(GUN, lone(keywords=("vehicle",)), fighting, keywords=("vehicle",))

    assert hits(found) == chance(F(3, 6))
    assert [step.value for step in found.figures["hit roll"].steps] == [-1, -2, -1]


@rule("17.03", "10.06")
def test_pistols_of_those_who_fight_the_vehicle_are_not_worse() -> None:
    fighting = replace(CLOSE, engaged_with_each_other=True)

    assert hits(table(PISTOL, lone(keywords=("vehicle",)), fighting)) == chance(F(4, 6))


@rule("17.03.01")
def test_a_unit_engaged_with_a_vehicle_needs_close_quarters_shooting_too() -> None:
    engaged = replace(NORMAL, engaged_with_each_other=True)

    assert why(GUN, engaged, at=("vehicle",)) == "An engaged unit does not make normal shooting (10.04)."


@rule("22.05")
def test_plunging_fire_improves_the_skill_against_models_on_the_ground() -> None:
    above = replace(SHOOTING, is_above=True)

    assert hits(table(GUN, None, above)) == chance(F(5, 6))
    assert hits(table(GUN, None, replace(above, target_on_ground=False))) == chance(F(4, 6))
    assert hits(table(GUN, None, replace(above, in_cover=True))) == chance(F(4, 6))
    assert hits(table(weapon(1, 2, 4, 0, 1), None, above)) == chance(F(5, 6))


@rule("22.05")
def test_towering_models_plunge_from_the_ground_within_twelve_inches() -> None:
    def found(distance: float | None) -> float:
        return hits(table(GUN, None, replace(SHOOTING, distance=distance), keywords=("towering",)))

    assert (found(12), found(13), found(None)) == (chance(F(5, 6)), chance(F(4, 6)), chance(F(4, 6)))


@rule("22.05")
def test_plunging_fire_is_at_visible_units() -> None:
    unseen = replace(INDIRECT, is_above=True, is_visible=False, is_stationary=True, is_spotted=True)

    assert table(MORTAR, None, unseen).figures["BS/WS"].value == 4


@rule("23.03")
def test_aircraft_neither_plunge_nor_are_plunged_on() -> None:
    above = replace(SHOOTING, is_above=True)

    assert hits(table(GUN, None, above, keywords=("aircraft",))) == chance(F(4, 6))
    assert hits(table(GUN, lone(keywords=("aircraft",)), above)) == chance(F(4, 6))


@rule("23.04")
def test_only_those_who_fly_fight_aircraft_and_are_fought_by_them() -> None:
    blade = weapon(1, 3, 4, 0, 1, range=None)

    assert why(blade, MELEE, at=("aircraft",)) == "Only models that can FLY fight AIRCRAFT (23.04)."
    assert why(blade, MELEE, by=("fly",), at=("aircraft",)) is None
    assert why(blade, MELEE, by=("aircraft",)) == "AIRCRAFT fight only units that can FLY (23.04)."
    assert why(blade, MELEE, by=("aircraft",), at=("fly",)) is None


@rule("13.08", "24.33")
def test_cover_from_a_rule_counts_once() -> None:
    target = unit(models(1, 4, 7, 1), effects=(suffered(Part.COVER, Change.GRANT),))

    assert hits(table(GUN, target, replace(SHOOTING, in_cover=True))) == chance(F(3, 6))
