"""What single rules do in a duel: who fights first, weapons used once, hazards, wrecks, damaged monsters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, Who
from battle.engine.dice import dice
from battle.engine.effects import Change, Condition, Effect, Part, Side
from battle.engine.effects import Test as Asks
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.standing import attacked, striking
from battle.engine.steps import Action
from battle.engine.target import Group, Target
from tests.battle.engine.duels import BLADE, PLAIN, RIFLE, STAND, squad, told
from tests.battle.engine.units import ability, character, models, weapon

F = Fraction


def test_who_has_the_second_turn_shoots_second() -> None:
    reds, blues = squad("Reds", 5, RIFLE), squad("Blues", 5, RIFLE)

    first = chain(reds, blues, Duel(12, 2, STAND, STAND), PLAIN)
    second = chain(reds, blues, Duel(12, 2, STAND, STAND, first=Who.TARGET), PLAIN)

    assert told(second)[0] == (1, "target", "target", "shooting")
    assert second.end.attacker.kills == pytest.approx(first.end.target.kills, abs=1e-13)
    assert second.end.target.kills == pytest.approx(first.end.attacker.kills, abs=1e-13)


def test_a_one_shot_weapon_is_used_once() -> None:
    """24.26: the second round adds nothing, whoever of the two bearers is left."""
    gun = weapon(1, None, 8, 0, 1, ability("one shot"), "torrent")

    found = chain(squad("Reds", 2, gun), squad("Blues", 9), Duel(12, 3, STAND, STAND), PLAIN)

    assert told(found) == [(1, "attacker", "attacker", "shooting")]
    assert [end.target.expected_kills for end in found.rounds] == pytest.approx([2 * 5 / 6] * 3, abs=1e-14)


def test_hazards_fall_on_whoever_made_them() -> None:
    """24.15: a third of the time the only bearer is gone after the first shot, and does not shoot again."""
    gun = weapon(1, None, 8, 0, 1, "hazardous", "torrent")

    found = chain(squad("Reds", 1, gun), squad("Blues", 9), Duel(12, 2, STAND, STAND), PLAIN)

    assert [end.attacker.destroyed for end in found.rounds] == pytest.approx([1 / 3, 1 / 3 + 2 / 3 * 1 / 3], abs=1e-14)
    assert found.end.target.expected_kills == pytest.approx(5 / 6 * (1 + 2 / 3), abs=1e-14)


def test_a_blast_counts_the_models_there_are() -> None:
    """24.05: one more attack for five models; of five Blues the first shot leaves four or fewer."""
    gun = weapon(1, None, 8, 0, 1, "blast", "torrent")

    found = chain(squad("Reds", 1, gun), squad("Blues", 5), Duel(12, 2, STAND, STAND), PLAIN)

    # Two attacks at five models. Only if both fail (1/36) there are five again, else one attack.
    second = F(1, 36) * 2 * F(5, 6) + F(35, 36) * F(5, 6)
    assert [end.target.expected_kills for end in found.rounds] == pytest.approx(
        [2 * 5 / 6, 2 * 5 / 6 + float(second)], abs=1e-14
    )


def test_a_damaged_monster_hits_worse() -> None:
    """24.39: with 1 of its 2 wounds left it subtracts 1 from its hit rolls."""
    claw = weapon(1, 3, 8, 0, 1, range=None)
    monster = Fighters(
        "Monster",
        (Profile("Monster", 1, 4, 7, 2, damaged_at=1),),
        (Loadout("Monster", 1, (WeaponUse(claw, 1, "Monster"),)),),
    )

    found = chain(squad("Reds", 1, BLADE), monster, Duel(1, 1), PLAIN)

    # Red hits and wounds on 4+; the Monster strikes back at 3+, or 4+ once it was hurt, and wounds on 2+.
    back = F(3, 4) * F(4, 6) * F(5, 6) + F(1, 4) * F(3, 6) * F(5, 6)
    assert found.steps[1].attacker.destroyed == pytest.approx(float(back), abs=1e-14)


@pytest.mark.parametrize(
    ("reds_first", "blues_first", "order"),
    [
        (False, False, ["attacker", "target", "target", "attacker"]),
        (True, False, ["attacker", "target", "attacker", "target"]),
        (False, True, ["target", "attacker", "target", "attacker"]),
        (True, True, ["attacker", "target", "target", "attacker"]),
    ],
)
def test_who_fights_first_in_both_turns(reds_first: bool, blues_first: bool, order: list[str]) -> None:
    reds = squad("Reds", 9, BLADE, fights_first=reds_first)
    blues = squad("Blues", 9, BLADE, fights_first=blues_first)

    found = chain(reds, blues, Duel(1, 1), PLAIN)

    assert [step.actor.value for step in found.steps] == order
    assert {step.action for step in found.steps} == {Action.FIGHT}


def test_who_charged_fights_before_units_without_the_ability_and_lances_know_it() -> None:
    """24.21: +1 to wound for who charged this turn, and not in the turn after."""
    lance = weapon(1, None, 4, 0, 1, "lance", range=None)
    reds = replace(squad("Reds", 1, lance), loadouts=(Loadout("", 1, (WeaponUse(replace(lance, skill=2)),)),))

    found = chain(reds, squad("Blues", 9), Duel(3, 1, Course(), STAND), PLAIN)

    reached = F(35, 36)
    assert [(step.active.value, step.actor.value) for step in found.steps if step.action is Action.FIGHT] == [
        ("attacker", "attacker"),
        ("target", "attacker"),
    ]
    # Hits on 2+; wounds on 3+ after the charge, on 4+ in the opponent's turn.
    first, both = F(5, 6) * F(4, 6), F(5, 6) * F(3, 6)
    kills = [step.target.expected_kills for step in found.steps]
    assert kills[1:] == pytest.approx([float(reached * first), float(reached * (first + both))], abs=1e-14)


def test_a_failed_charge_is_tried_again_in_the_next_round() -> None:
    found = chain(squad("Reds", 1, BLADE), squad("Blues", 1), Duel(12, 2, Course(), STAND), PLAIN)

    charges = [step for step in found.steps if step.action is Action.CHARGE]
    assert [step.chance for step in charges] == pytest.approx([1.0, 35 / 36], abs=1e-15)
    assert [step.succeeded for step in charges] == pytest.approx([1 / 36, 1 / 36], abs=1e-15)


def test_aircraft_charge_nobody_and_are_charged_by_flyers_only() -> None:
    """23.04."""
    walker, flyer = squad("Reds", 1, BLADE), squad("Reds", 1, BLADE, keywords=frozenset({"fly"}))
    jet = squad("Jet", 1, BLADE, keywords=frozenset({"aircraft", "fly"}))

    def charges(one: Fighters, other: Fighters) -> list[str]:
        steps = chain(one, other, Duel(9, 1, Course(), Course()), PLAIN).steps
        return [step.actor.value for step in steps if step.action is Action.CHARGE]

    assert charges(walker, jet) == []
    assert charges(flyer, jet) == ["attacker"]


def test_wounds_tell_survivors_apart_only_where_a_rule_asks_for_them() -> None:
    plain = squad("Reds", 2, BLADE, wounds=3)
    structure = Target((Group("Reds", 2, 3, 4, 7, profiles=("Reds",)),))
    asks = Effect("Rage", Side.MADE, Part.HIT_ROLL, Change.REROLL, conditions=(Condition(Asks.ATTACKER_WOUNDED),))
    enraged = replace(plain, effects=(asks,))
    enemy = squad("Blues", 1)

    hurt, whole = (5, 0), (6, 0)

    assert striking(plain, structure, hurt, enemy=enemy) == striking(plain, structure, whole, enemy=enemy)
    assert striking(enraged, structure, hurt, enemy=enemy) != striking(enraged, structure, whole, enemy=enemy)
    assert striking(plain, structure, (0, 0), enemy=enemy) is None


def test_models_tell_targets_apart_only_where_somebody_counts_them() -> None:
    blues = squad("Blues", 10)
    structure = Target((Group("Blues", 10, 1, 4, 7, profiles=("Blues",)),))
    blasts = squad("Reds", 1, weapon(1, 4, 4, 0, 1, "blast"))

    def seen(left: int, enemy: Fighters) -> int:
        return attacked(blues, structure, (left, 0), enemy=enemy).models

    assert [seen(left, squad("Reds", 1, RIFLE)) for left in (10, 7, 4)] == [10, 10, 10]
    assert [seen(left, blasts) for left in (10, 9, 5, 4)] == [10, 5, 5, 0]


def test_a_tank_that_is_destroyed_nearby_hurts_whoever_did_it() -> None:
    """24.08: on a 6, mortal wounds to each unit within 6 inches; Red has one model of one wound."""
    gun = weapon(1, None, 8, 0, 1, "torrent")
    tank = Fighters("Tank", (Profile("Tank", 1, 4, 7, 1, deadly_demise=dice("D3")),), ())

    near = chain(squad("Reds", 1, gun), tank, Duel(6, 1, STAND, STAND), PLAIN)
    far = chain(squad("Reds", 1, gun), tank, Duel(6.5, 1, STAND, STAND), PLAIN)

    assert near.end.target.destroyed == pytest.approx(5 / 6, abs=1e-14)
    assert near.end.attacker.destroyed == pytest.approx(5 / 6 * 1 / 6, abs=1e-14)
    assert near.joint[1][1] == pytest.approx(5 / 6 * 1 / 6, abs=1e-14)
    assert far.end.attacker.destroyed == 0


def test_each_wreck_of_several_rolls_by_itself() -> None:
    """Two attacks that wound on 2+ destroy a model each; each wreck is a mortal wound in a sixth of cases."""
    gun = weapon(2, None, 8, 0, 1, "torrent")
    wrecks = Fighters("Carts", (Profile("Cart", 2, 4, 7, 1, deadly_demise=dice(1)),), ())

    found = chain(squad("Reds", 1, gun, wounds=3), wrecks, Duel(3, 1, STAND, STAND), PLAIN)

    lost = sum((3 - state[0]) * sum(row.values()) for state, row in found.states.items())
    assert lost == pytest.approx(2 * 5 / 6 * 1 / 6, abs=1e-14)
    assert found.not_modelled == (
        "Carts: Deadly Demise hurts the unit it is fighting, and not its own other models (24.08)",
    )


def test_a_rule_against_units_below_half_strength_asks_how_they_stand_then() -> None:
    """01.02.01: of three models one left is less than half; then wounds need 3+ instead of 4+."""
    gun = weapon(2, None, 4, 0, 1, "torrent")
    hunts = Effect(
        "Hunters",
        Side.MADE,
        Part.WOUND_ROLL,
        Change.ADD,
        dice(1),
        conditions=(Condition(Asks.TARGET_BELOW_HALF),),
    )

    found = chain(squad("Reds", 1, gun, effects=(hunts,)), squad("Blues", 3), Duel(12, 2, STAND, STAND), PLAIN)

    # Of two attacks none, one or both wound in 1, 2 and 1 of 4 cases; only in the last is one model left.
    second = F(3, 4) * 1 + F(1, 4) * (1 - F(1, 3) ** 2)
    assert [end.target.expected_kills for end in found.rounds] == pytest.approx([1.0, 1 + float(second)], abs=1e-14)


def test_a_rule_for_one_round_is_on_in_that_round_only() -> None:
    gun = weapon(1, None, 4, 0, 1, "torrent")
    rush = Effect("Rush", Side.MADE, Part.WOUND_ROLL, Change.ADD, dice(1), conditions=(Condition(Asks.ROUND, ("2",)),))

    found = chain(squad("Reds", 1, gun, effects=(rush,)), squad("Blues", 9), Duel(12, 3, STAND, STAND), PLAIN)

    assert [end.target.expected_kills for end in found.rounds] == pytest.approx(
        [3 / 6, 3 / 6 + 4 / 6, 3 / 6 + 4 / 6 + 3 / 6], abs=1e-14
    )


def test_a_leaders_rule_ends_with_the_leader() -> None:
    """19.04: while the Captain lives, Guards wound on 3+; Red's gun picks the Captain ([PRECISION], 24.28)."""
    gun = weapon(1, 2, 8, 0, 1, "precision")
    leads = Effect("Orders", Side.MADE, Part.WOUND_ROLL, Change.ADD, dice(1), component="Captain")
    rifle = weapon(1, None, 4, 0, 1, "torrent")
    blues = Fighters(
        "Blues",
        (models(1, 4, 7, 9, name="Guard"), replace(character(4, 7, 1), component="Captain")),
        (Loadout("Guard", 1, (WeaponUse(rifle, 1, "Guard"),)),),
        effects=(leads,),
        is_attached=True,
    )

    found = chain(squad("Reds", 1, gun), blues, Duel(12, 1, STAND, STAND), Policies(precise="Captain"))

    # It hits and wounds on 2+; then the Guard's shot wounds on 4+ instead.
    gone = F(5, 6) * F(5, 6)
    assert found.steps[0].target.characters == pytest.approx(float(gone), abs=1e-14)
    assert found.steps[1].attacker.destroyed == pytest.approx(float(gone * F(3, 6) + (1 - gone) * F(4, 6)), abs=1e-14)


def _led(*, lone_operative: int | None = None, has_stealth: bool = False) -> Fighters:
    """A bodyguard and a CHARACTER of one wound each, without saves; what is given is the CHARACTER's own."""
    guard = replace(models(1, 4, 7, 1, name="Guard"), component="guards")
    scout = replace(
        character(4, 7, 1, name="Scout"), component="scout", lone_operative=lone_operative, has_stealth=has_stealth
    )
    return Fighters("Led", (guard, scout), is_attached=True)


def test_a_lone_operative_is_one_again_once_it_is_alone() -> None:
    """24.24.01: at 20 inches the first shot may kill the bodyguard, and then nobody is seen any more."""
    reds = squad("Reds", 1, weapon(1, None, 8, 0, 1))

    far = chain(reds, _led(lone_operative=12), Duel(20, 3, STAND, STAND), PLAIN)
    near = chain(reds, _led(lone_operative=12), Duel(12, 3, STAND, STAND), PLAIN)

    assert far.end.target.kills == pytest.approx([(1 / 6) ** 3, 1 - (1 / 6) ** 3, 0], abs=1e-14)
    assert near.end.target.kills == pytest.approx([1 / 216, 3 * 5 / 6 / 36, 1 - 1 / 216 - 15 / 216], abs=1e-14)


def test_stealth_is_the_units_once_only_those_are_left_that_have_it() -> None:
    """24.33: BS 2+ hits the pair on 2+, and whoever has Stealth and is alone on 3+."""
    reds = squad("Reds", 1, weapon(1, 2, 8, 0, 1))

    found = chain(reds, _led(has_stealth=True), Duel(20, 2, STAND, STAND), PLAIN)

    assert found.end.target.destroyed == pytest.approx(5 / 6 * 5 / 6 * 4 / 6 * 5 / 6, abs=1e-14)


def test_who_is_lost_to_its_own_hazards_may_explode() -> None:
    """24.08: a Deadly Demise asks not what destroyed the model; here a failed hazard roll (06.03, 24.15)."""
    blade = weapon(1, 6, 1, 6, 1, "hazardous", range=None)
    bomb = Fighters(
        "Bomb",
        (Profile("Bomb", 1, 8, 7, 1, deadly_demise=dice("1")),),
        (Loadout("Bomb", 1, (WeaponUse(blade, 1, "Bomb"),)),),
    )

    found = chain(bomb, squad("Blues", 1), Duel(1, 1, STAND, STAND), PLAIN)

    # It strikes in both turns: a 6 to hit and a 6 to wound, then its hazard roll, then its explosion on a 6.
    struck, lost = F(1, 36), F(1, 3)
    killed = struck + (1 - struck) * lost * F(1, 6)
    both = (1 - struck) * (1 - lost)
    assert found.end.target.destroyed == pytest.approx(float(killed + both * killed), abs=1e-14)
