"""Duels over battle rounds, against chances worked out by hand or by counting every outcome."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from battle.engine.attacks import resolve
from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, Who
from battle.engine.dice import dice
from battle.engine.effects import Change, Condition, Effect, Part, Side
from battle.engine.effects import Test as Asks
from battle.engine.exchange import exchange
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Phase, Situation
from battle.engine.standing import attacked, striking
from battle.engine.steps import Action, Chain
from battle.engine.target import Group, Target
from battle.engine.weapons import Weapon
from battle.engine.work import TooLarge, limited
from tests.battle.engine.units import ability, character, models, weapon

F = Fraction
BLADE = weapon(1, 4, 4, 0, 1, range=None, name="Sample Blade")
RIFLE = weapon(2, 3, 4, 1, 1, name="Sample Rifle")
PLAIN = Policies()
STAND = Course(charges=False)


def squad(name: str, count: int, *weapons: Weapon, wounds: int = 1, save: int = 7, **changes: object) -> Fighters:
    """``count`` models that each carry these weapons, T 4."""
    uses = tuple(WeaponUse(one, 1, name) for one in weapons)
    unit = Fighters(name, (models(count, 4, save, wounds, name=name),), (Loadout(name, count, uses),))
    return replace(unit, **changes)  # type: ignore[arg-type]


def told(found: Chain) -> list[tuple[int, str, str, str]]:
    """The steps: round, whose turn, who acts, how."""
    return [(step.round, step.active.value, step.actor.value, step.action.value) for step in found.steps]


def test_one_swordsman_charges_another_by_hand() -> None:
    """2D6 reach 7 inches in 21 of 36 cases; then a quarter of all blows kills, the active player's first."""
    duel = Duel(13, 1, Course(approach=6), STAND)

    found = chain(squad("Reds", 1, BLADE), squad("Blues", 1, BLADE), duel, PLAIN)

    engaged = F(21, 36)
    # In the first turn Red strikes and Blue answers; in the second Blue strikes first, since nobody charged.
    blue = engaged * (F(1, 4) + F(9, 16) * F(3, 4) * F(1, 4))
    red = engaged * (F(3, 4) * F(1, 4) + F(9, 16) * F(1, 4))
    assert found.end.target.destroyed == pytest.approx(float(blue), abs=1e-15)
    assert found.end.attacker.destroyed == pytest.approx(float(red), abs=1e-15)
    assert found.end.engaged == pytest.approx(float(engaged * F(81, 256)), abs=1e-15)
    # Rows: Blues destroyed, columns: Reds destroyed; both at once cannot be.
    assert np.array(found.joint) == pytest.approx(
        np.array([[float(1 - blue - red), float(red)], [float(blue), 0.0]]), abs=1e-15
    )
    assert told(found) == [
        (1, "attacker", "attacker", "charge"),
        (1, "attacker", "attacker", "fight"),
        (1, "attacker", "target", "fight"),
        (1, "target", "target", "fight"),
        (1, "target", "attacker", "fight"),
    ]
    assert [step.chance for step in found.steps] == pytest.approx(
        [1.0, *(float(engaged * chance) for chance in (1, F(3, 4), F(9, 16), F(27, 64)))], abs=1e-15
    )
    assert [step.succeeded for step in found.steps] == [pytest.approx(21 / 36), None, None, None, None]


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_melee_counted_out_blow_by_blow(rounds: int) -> None:
    """Three against two, engaged from the start: numbers of models left, as a chain of binomial distributions."""

    def blow(left: dict[tuple[int, int], float], striker: int) -> dict[tuple[int, int], float]:
        after: dict[tuple[int, int], float] = {}
        for pair, chance in left.items():
            strikes = pair[striker] if min(pair) else 0
            for hits in range(strikes + 1):
                likely = chance * comb(strikes, hits) * 0.25**hits * 0.75 ** (strikes - hits)
                rest = max(0, pair[1 - striker] - hits)
                key = (pair[0], rest) if striker == 0 else (rest, pair[1])
                after[key] = after.get(key, 0.0) + likely
        return after

    expected = {(3, 2): 1.0}
    for _ in range(rounds):
        for striker in (0, 1, 1, 0):  # the attacker's turn, then the target's
            expected = blow(expected, striker)

    found = chain(squad("Reds", 3, BLADE), squad("Blues", 2, BLADE), Duel(1, rounds), PLAIN)

    for reds, blues in product(range(4), range(3)):
        assert found.joint[2 - blues][3 - reds] == pytest.approx(expected.get((reds, blues), 0.0), abs=1e-14)
    assert sum(map(sum, found.joint)) == pytest.approx(1.0, abs=1e-12)


def test_one_step_is_the_attack() -> None:
    reds, blues = squad("Reds", 10, RIFLE), squad("Blues", 10, wounds=2, save=3)

    found = chain(reds, blues, Duel(12, 1, STAND, STAND), PLAIN)

    alone = resolve(reds, blues, Situation(distance=12, is_stationary=True, moved_little=True, round=1), PLAIN)
    assert told(found) == [(1, "attacker", "attacker", "shooting")]
    assert found.end.target.kills == pytest.approx(alone.measures.kills, abs=1e-14)
    assert found.end.target.expected_kills == pytest.approx(1.416742, abs=1e-6)
    assert found.end.attacker.expected_kills == 0


def test_shots_of_both_are_the_exchange() -> None:
    reds, blues = squad("Reds", 5, RIFLE, wounds=2, save=3), squad("Blues", 5, RIFLE, wounds=2, save=4)

    found = chain(reds, blues, Duel(12, 1, STAND, STAND), PLAIN)

    situation = Situation(distance=12, round=1)
    expected = exchange(reds, blues, situation, situation, PLAIN)
    assert np.array(found.joint) == pytest.approx(np.array(expected.joint), abs=1e-13)


def test_who_has_the_second_turn_shoots_second() -> None:
    reds, blues = squad("Reds", 5, RIFLE), squad("Blues", 5, RIFLE)

    first = chain(reds, blues, Duel(12, 2, STAND, STAND), PLAIN)
    second = chain(reds, blues, Duel(12, 2, STAND, STAND, first=Who.TARGET), PLAIN)

    assert told(second)[0] == (1, "target", "target", "shooting")
    assert second.end.attacker.kills == pytest.approx(first.end.target.kills, abs=1e-13)
    assert second.end.target.kills == pytest.approx(first.end.attacker.kills, abs=1e-13)


def test_units_that_come_nearer_and_keep_their_distance() -> None:
    duel = Duel(30, 3, Course(approach=6, keep=10, charges=False), Course(approach=-2, charges=False))

    found = chain(squad("Reds", 5, RIFLE), squad("Blues", 5, RIFLE), duel, PLAIN)

    # 30 - 6 = 24, + 2 = 26; 20, 22; 16, 18.
    shots = [step.distance for step in found.steps if step.actor is Who.ATTACKER]
    answers = [step.distance for step in found.steps if step.actor is Who.TARGET]
    assert (shots, answers) == ([24, 20, 16], [22, 18])
    assert [end.distance for end in found.rounds] == [26, 22, 18]


def test_half_range_counts_once_it_is_reached() -> None:
    """[RAPID FIRE 1] doubles one attack within 12 inches: of 18 inches the first move leaves 15, the second 12."""
    gun = weapon(1, None, 8, 0, 1, ability("rapid fire", 1), "torrent")
    duel = Duel(18, 2, Course(approach=3, charges=False), STAND)

    found = chain(squad("Reds", 1, gun), squad("Blues", 9), duel, PLAIN)

    # Every hit wounds on 2+ and kills: 1 attack, then 2 more.
    assert [end.target.expected_kills for end in found.rounds] == pytest.approx([5 / 6, 3 * 5 / 6], abs=1e-14)


def test_heavy_weapons_of_a_unit_that_stands() -> None:
    heavy = weapon(1, 4, 8, 0, 1, "heavy")

    standing = chain(squad("Reds", 1, heavy), squad("Blues", 9), Duel(12, 1, STAND, STAND), PLAIN)
    walking = chain(
        squad("Reds", 1, heavy), squad("Blues", 9), Duel(18, 1, Course(approach=6, charges=False), STAND), PLAIN
    )

    # Hits on 3+ instead of 4+ where it did not move more than 3 inches; wounds on 2+.
    assert standing.end.target.expected_kills == pytest.approx(4 / 6 * 5 / 6, abs=1e-14)
    assert walking.end.target.expected_kills == pytest.approx(3 / 6 * 5 / 6, abs=1e-14)


def test_after_an_advance_only_assault_weapons_shoot_and_nobody_charges() -> None:
    course = Course(approach=8, advances=True)
    blues = squad("Blues", 5)

    without = chain(squad("Reds", 5, RIFLE, BLADE), blues, Duel(15, 1, course, STAND), PLAIN)
    with_it = chain(squad("Reds", 5, weapon(2, 3, 4, 1, 1, "assault"), BLADE), blues, Duel(15, 1, course, STAND), PLAIN)

    assert told(without) == []
    assert told(with_it) == [(1, "attacker", "attacker", "shooting")]


def test_engaged_units_shoot_with_close_quarters_weapons_only() -> None:
    """10.06; [BLAST] aside, which attacks nobody who is engaged."""
    pistol = weapon(1, 4, 4, 0, 1, "close-quarters", range=12)
    blues = squad("Blues", 5)

    rifles = chain(squad("Reds", 5, RIFLE), blues, Duel(1, 1), PLAIN)
    pistols = chain(squad("Reds", 5, pistol), blues, Duel(1, 1), PLAIN)
    tank = squad("Reds", 5, RIFLE, keywords=frozenset({"vehicle"}))

    assert told(rifles) == []
    assert told(pistols) == [(1, "attacker", "attacker", "shooting")]
    assert told(chain(tank, blues, Duel(1, 1), PLAIN)) == [(1, "attacker", "attacker", "shooting")]


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


def test_everything_at_once_sums_to_one() -> None:
    """An attached target with a CHARACTER, hazards, pistols, charges of both, random damage."""
    plasma = weapon(1, 3, 7, 2, "D3", "hazardous", ability("rapid fire", 1), name="Sample Plasma")
    pistol = weapon(1, 3, 4, 0, 1, "close-quarters", range=12, name="Sample Pistol")
    reds = squad("Reds", 5, plasma, pistol, BLADE, wounds=2, save=3)
    blues = Fighters(
        "Blues",
        (models(4, 4, 4, 1, name="Guard"), character(4, 3, 4, 5, 5)),
        (
            Loadout("Guard", 4, (WeaponUse(RIFLE, 1, "Guard"), WeaponUse(BLADE, 1, "Guard"))),
            Loadout("Captain", 1, (WeaponUse(weapon(4, 2, 5, 2, 2, range=None, name="Axe"), 1, "Captain"),)),
        ),
        is_attached=True,
    )
    duel = Duel(18, 3, Course(approach=6), Course(approach=4, rerolls_charges=True))

    found = chain(reds, blues, duel, PLAIN)

    total = sum(chance for row in found.states.values() for chance in row.values())
    assert total == pytest.approx(1.0, abs=1e-12)
    assert sum(map(sum, found.joint)) == pytest.approx(1.0, abs=1e-12)
    for before, after in zip(found.steps, found.steps[1:], strict=False):
        assert after.attacker.expected_kills >= before.attacker.expected_kills - 1e-12
        assert after.target.expected_kills >= before.target.expected_kills - 1e-12
    assert found.end.target.expected_kills == pytest.approx(
        sum(dead * sum(row) for dead, row in enumerate(found.joint)), abs=1e-12
    )


def test_what_is_remembered_changes_no_duel() -> None:
    reds, blues = squad("Reds", 3, BLADE, RIFLE), squad("Blues", 3, BLADE, wounds=2)

    assert chain(reds, blues, Duel(9, 2), PLAIN) == chain(reds, blues, Duel(9, 2), PLAIN)


def test_a_duel_beyond_its_allowance_is_refused() -> None:
    with limited(1e6), pytest.raises(TooLarge):
        chain(squad("Reds", 20, BLADE), squad("Blues", 20, BLADE), Duel(1, 5), PLAIN)


@pytest.mark.parametrize("rounds", [0, 6])
def test_there_are_one_to_five_battle_rounds(rounds: int) -> None:
    with pytest.raises(ValueError, match=f"{rounds} battle rounds; there are 1 to 5"):
        chain(squad("Reds", 1, BLADE), squad("Blues", 1), Duel(1, rounds), PLAIN)


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


def test_the_phase_is_that_of_the_step_whatever_a_course_says() -> None:
    course = Course(charges=False, shooting=Situation(phase=Phase.FIGHT, in_cover=True))

    found = chain(squad("Reds", 1, RIFLE), squad("Blues", 9), Duel(12, 1, course, STAND), PLAIN)

    # The target is in cover: BS 4+ instead of 3+, wounds on 4+.
    assert found.end.target.expected_kills == pytest.approx(2 * 3 / 6 * 3 / 6, abs=1e-14)


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
