"""Duels over battle rounds, against chances worked out by hand or by counting every outcome."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from battle.engine.attacks import resolve
from battle.engine.chain import chain
from battle.engine.courses import Course, Duel, Who
from battle.engine.exchange import exchange
from battle.engine.profiles import Fighters, Loadout, WeaponUse
from battle.engine.situation import Phase, Situation
from battle.engine.work import TooLarge, limited
from tests.battle.engine.duels import BLADE, PLAIN, RIFLE, STAND, squad, told
from tests.battle.engine.units import ability, character, models, weapon

F = Fraction


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


def test_the_phase_is_that_of_the_step_whatever_a_course_says() -> None:
    course = Course(charges=False, shooting=Situation(phase=Phase.FIGHT, in_cover=True))

    found = chain(squad("Reds", 1, RIFLE), squad("Blues", 9), Duel(12, 1, course, STAND), PLAIN)

    # The target is in cover: BS 4+ instead of 3+, wounds on 4+.
    assert found.end.target.expected_kills == pytest.approx(2 * 3 / 6 * 3 / 6, abs=1e-14)
