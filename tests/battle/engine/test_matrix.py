"""Matrices: every cell is the attack by itself, both ways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle.engine.attacks import resolve
from battle.engine.dice import number
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.matrix import Activity, matrix
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, WeaponUse
from battle.engine.remembering import forget
from battle.engine.situation import Phase, Situation
from battle.engine.weapons import Weapon
from battle.engine.work import TooLarge, limited
from tests.battle.engine.units import ability, character, models, weapon

PLAIN = Policies()
NEAR = Situation(distance=12)


def squad(name: str, count: int, *weapons: Weapon, save: int = 3, points: float = 0.0) -> Fighters:
    """``count`` models of two wounds, T 4, that each carry these weapons."""
    uses = tuple(WeaponUse(one, 1, name) for one in weapons)
    profile = models(count, 4, save, 2, name=name, points=points / count)
    return Fighters(name, (profile,), (Loadout(name, count, uses),), points=points)


RIFLES = squad("Rifles", 10, weapon(2, 3, 4, 1, 1), weapon(1, 3, 4, 0, 1, range=None, name="Knife"), points=150)
HAMMERS = squad("Hammers", 5, weapon(3, 3, 8, 2, 2, ability("devastating wounds"), range=None), points=200)
LED = Fighters(
    "Led",
    (models(5, 4, 4, 1, name="Guard", points=8), character(4, 3, 4, 5, points=60)),
    (Loadout("Guard", 5, (WeaponUse(weapon(1, 4, 3, 0, 1), 1, "Guard"),)),),
    is_attached=True,
    points=100,
)
ONE, OTHER = (RIFLES, HAMMERS), (LED, RIFLES, HAMMERS)


@pytest.mark.parametrize(("activity", "phase"), [(Activity.SHOOTING, Phase.SHOOTING), (Activity.FIGHT, Phase.FIGHT)])
def test_every_cell_is_the_attack(activity: Activity, phase: Phase) -> None:
    found = matrix(ONE, OTHER, activity, NEAR, PLAIN)

    tables = ((ONE, OTHER, found.forth), (OTHER, ONE, found.back))
    for side, targets, rows in tables:
        assert [len(row) for row in rows] == [len(targets)] * len(side)
        for attacker, row in zip(side, rows, strict=True):
            for target, cell in zip(targets, row, strict=True):
                alone = resolve(attacker, target, replace(NEAR, phase=phase), PLAIN)
                assert cell.models == pytest.approx(alone.measures.expected_kills, abs=1e-12)
                assert cell.wounds == pytest.approx(alone.measures.wounds, abs=1e-12)
                assert cell.points == pytest.approx(alone.measures.points, abs=1e-10)
                assert cell.destroyed == pytest.approx(alone.measures.destroyed, abs=1e-12)
                assert cell.share == pytest.approx(alone.measures.points / attacker.points, abs=1e-12)
                assert cell.is_idle == (not alone.batches)


def test_a_known_cell() -> None:
    """Ten rifles at ten of the like destroy 1.416742 models of 15 points each."""
    cell = matrix((RIFLES,), (RIFLES,), Activity.SHOOTING, NEAR, PLAIN).forth[0][0]

    assert cell.models == pytest.approx(1.416742, abs=1e-6)
    assert cell.points == pytest.approx(15 * 1.416742, abs=2e-5)
    assert cell.share == pytest.approx(1.416742 / 10, abs=1e-6)


def test_both_phases_fight_what_the_shots_have_left() -> None:
    found = matrix((RIFLES,), (HAMMERS,), Activity.BOTH, NEAR, PLAIN)

    shots = resolve(RIFLES, HAMMERS, NEAR, PLAIN)
    fight = resolve(RIFLES, HAMMERS, replace(NEAR, phase=Phase.FIGHT), PLAIN, shots.states)
    assert found.forth[0][0].models == pytest.approx(fight.measures.expected_kills, abs=1e-12)
    assert found.forth[0][0].models > shots.measures.expected_kills


def test_lances_are_for_the_fight_and_not_for_the_shots_before_it() -> None:
    """24.21: +1 to wound after a charge, which comes between the two phases."""
    gun = weapon(1, None, 4, 0, 1, ability("lance"), "torrent")
    lancers = squad("Lancers", 1, gun, weapon(1, 2, 4, 0, 1, "lance", range=None, name="Lance"))
    target = squad("Target", 9, save=7)

    charged = replace(NEAR, has_charged=True)
    wounds = matrix((lancers,), (target,), Activity.BOTH, charged, PLAIN).forth[0][0].wounds

    # A shot that wounds on 4+, then a blow that hits on 2+ and wounds on 3+.
    assert wounds == pytest.approx(3 / 6 + 5 / 6 * 4 / 6, abs=1e-14)


FATAL = (None, 8, 6, 2)
"""BS or WS, S, AP, D of an attack that destroys a model of a squad on 2+."""


def test_the_fight_counts_models_after_the_shots() -> None:
    """24.06: five models make one more attack of a sweep, the four that a shot has left do not."""
    sweeper = squad("Sweeper", 1, weapon(1, *FATAL), weapon(1, *FATAL, ability("cleave", 1), range=None, name="Sweep"))

    cell = matrix((sweeper,), (squad("Target", 5),), Activity.BOTH, NEAR, PLAIN).forth[0][0]

    assert cell.models == pytest.approx(5 / 6 + 5 / 6 * 5 / 6 + 1 / 6 * 2 * 5 / 6, abs=1e-12)


def test_who_is_lost_to_its_own_hazards_fights_no_more() -> None:
    """24.15: the hazard roll is made after the shots; a model with one wound left dies of it on 1 or 2."""
    blade = weapon(1, *FATAL, range=None, name="Blade")
    shooter = squad("Shooter", 1, weapon(1, *FATAL, ability("hazardous")), blade)
    shooter = replace(shooter, profiles=(replace(shooter.profiles[0], lost=1),))

    cell = matrix((shooter,), (squad("Target", 5),), Activity.BOTH, NEAR, PLAIN).forth[0][0]

    assert cell.models == pytest.approx(5 / 6 + 2 / 3 * 5 / 6, abs=1e-12)


def test_a_rule_that_ended_with_its_unit_is_gone_in_the_fight() -> None:
    """19.04: once the shots are over, what the bodyguard's rule took from wound rolls is not taken any more."""
    guard = replace(models(1, 4, 7, 1, name="Guard"), component="guards")
    captain = replace(character(4, 7, 1), component="captain")
    rule = Effect("Shield wall", Side.SUFFERED, Part.WOUND_ROLL, Change.SUBTRACT, number(1), component="guards")
    led = Fighters("Led", (guard, captain), effects=(rule,), is_attached=True)
    two = squad("One", 1, weapon(1, None, 4, 0, 1), weapon(1, None, 4, 0, 1, range=None, name="Blade"))

    cell = matrix((two,), (led,), Activity.BOTH, NEAR, PLAIN).forth[0][0]

    # The shot wounds on 5+; the blow on 4+ where the guard is gone, else on 5+.
    assert cell.models == pytest.approx(1 / 3 + 1 / 3 * 1 / 2 + 2 / 3 * 1 / 3, abs=1e-12)


def test_who_cannot_attack_is_idle_and_without_a_price_has_no_share() -> None:
    nobody = squad("Nobody", 1)

    cell = matrix((nobody,), (RIFLES,), Activity.BOTH, NEAR, PLAIN).forth[0][0]

    assert (cell.is_idle, cell.models, cell.share) == (True, 0.0, None)


def test_a_side_against_itself_is_the_same_both_ways() -> None:
    found = matrix(OTHER, OTHER, Activity.SHOOTING, NEAR, PLAIN)

    assert found.forth == found.back


def test_the_order_of_units_and_what_was_asked_before_change_nothing() -> None:
    forget()
    found = matrix(ONE, OTHER, Activity.FIGHT, NEAR, PLAIN)
    again = matrix(OTHER[::-1], ONE[::-1], Activity.FIGHT, NEAR, PLAIN)

    assert tuple(row[::-1] for row in again.back[::-1]) == found.forth
    assert tuple(row[::-1] for row in again.forth[::-1]) == found.back


def test_what_is_assumed_is_said_once_for_all() -> None:
    found = matrix(ONE, OTHER, Activity.SHOOTING, Situation(), PLAIN)

    assert len(set(found.assumptions)) == len(found.assumptions)
    assert found.assumptions[0].startswith("No distance is given")


def test_a_matrix_beyond_its_allowance_is_refused() -> None:
    with limited(1e5), pytest.raises(TooLarge):
        matrix(ONE, OTHER, Activity.BOTH, NEAR, PLAIN)
