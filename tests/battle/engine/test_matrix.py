"""Cells: each is the attack by itself, in one phase or in both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle.engine.attacks import resolve
from battle.engine.dice import number
from battle.engine.effects import Change, Effect, Part, Side
from battle.engine.matrix import Activity, Cell, meeting
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


def cell_of(attacker: Fighters, target: Fighters, activity: Activity, situation: Situation = NEAR) -> Cell:
    """The cell of the one on the other."""
    return meeting(attacker, target, activity, situation, PLAIN).cell


@pytest.mark.parametrize(("activity", "phase"), [(Activity.SHOOTING, Phase.SHOOTING), (Activity.FIGHT, Phase.FIGHT)])
def test_every_cell_is_the_attack(activity: Activity, phase: Phase) -> None:
    for attacker in (*ONE, *OTHER):
        for target in (*ONE, *OTHER):
            found = meeting(attacker, target, activity, NEAR, PLAIN)

            alone = resolve(attacker, target, replace(NEAR, phase=phase), PLAIN)
            cell = found.cell
            assert (found.first, found.second, found.measures) == (alone, (), alone.measures)
            assert (cell.models, cell.wounds) == (alone.measures.expected_kills, alone.measures.wounds)
            assert (cell.points, cell.destroyed) == (alone.measures.points, alone.measures.destroyed)
            assert cell.share == alone.measures.points / attacker.points
            assert cell.is_idle == (not alone.batches)


def test_a_known_cell() -> None:
    """Ten rifles at ten of the like destroy 1.416742 models of 15 points each."""
    cell = cell_of(RIFLES, RIFLES, Activity.SHOOTING)

    assert cell.models == pytest.approx(1.416742, abs=1e-6)
    assert cell.points == pytest.approx(15 * 1.416742, abs=2e-5)
    assert cell.share == pytest.approx(1.416742 / 10, abs=1e-6)


def test_both_phases_fight_what_the_shots_have_left() -> None:
    found = cell_of(RIFLES, HAMMERS, Activity.BOTH)

    shots = resolve(RIFLES, HAMMERS, NEAR, PLAIN)
    fight = resolve(RIFLES, HAMMERS, replace(NEAR, phase=Phase.FIGHT), PLAIN, shots.states)
    assert found.models == pytest.approx(fight.measures.expected_kills, abs=1e-12)
    assert found.models > shots.measures.expected_kills


def test_lances_are_for_the_fight_and_not_for_the_shots_before_it() -> None:
    """24.21: +1 to wound after a charge, which comes between the two phases."""
    gun = weapon(1, None, 4, 0, 1, ability("lance"), "torrent")
    lancers = squad("Lancers", 1, gun, weapon(1, 2, 4, 0, 1, "lance", range=None, name="Lance"))
    target = squad("Target", 9, save=7)

    charged = replace(NEAR, has_charged=True)
    wounds = cell_of(lancers, target, Activity.BOTH, charged).wounds

    # A shot that wounds on 4+, then a blow that hits on 2+ and wounds on 3+.
    assert wounds == pytest.approx(3 / 6 + 5 / 6 * 4 / 6, abs=1e-14)


FATAL = (None, 8, 6, 2)
"""BS or WS, S, AP, D of an attack that destroys a model of a squad on 2+."""


def test_the_fight_counts_models_after_the_shots() -> None:
    """24.06: five models make one more attack of a sweep, the four that a shot has left do not."""
    sweeper = squad("Sweeper", 1, weapon(1, *FATAL), weapon(1, *FATAL, ability("cleave", 1), range=None, name="Sweep"))

    cell = cell_of(sweeper, squad("Target", 5), Activity.BOTH)

    assert cell.models == pytest.approx(5 / 6 + 5 / 6 * 5 / 6 + 1 / 6 * 2 * 5 / 6, abs=1e-12)


def test_who_is_lost_to_its_own_hazards_fights_no_more() -> None:
    """24.15: the hazard roll is made after the shots; a model with one wound left dies of it on 1 or 2."""
    blade = weapon(1, *FATAL, range=None, name="Blade")
    shooter = squad("Shooter", 1, weapon(1, *FATAL, ability("hazardous")), blade)
    shooter = replace(shooter, profiles=(replace(shooter.profiles[0], lost=1),))

    cell = cell_of(shooter, squad("Target", 5), Activity.BOTH)

    assert cell.models == pytest.approx(5 / 6 + 2 / 3 * 5 / 6, abs=1e-12)


def test_a_rule_that_ended_with_its_unit_is_gone_in_the_fight() -> None:
    """19.04: once the shots are over, what the bodyguard's rule took from wound rolls is not taken any more."""
    guard = replace(models(1, 4, 7, 1, name="Guard"), component="guards")
    captain = replace(character(4, 7, 1), component="captain")
    rule = Effect("Shield wall", Side.SUFFERED, Part.WOUND_ROLL, Change.SUBTRACT, number(1), component="guards")
    led = Fighters("Led", (guard, captain), effects=(rule,), is_attached=True)
    two = squad("One", 1, weapon(1, None, 4, 0, 1), weapon(1, None, 4, 0, 1, range=None, name="Blade"))

    cell = cell_of(two, led, Activity.BOTH)

    # The shot wounds on 5+; the blow on 4+ where the guard is gone, else on 5+.
    assert cell.models == pytest.approx(1 / 3 + 1 / 3 * 1 / 2 + 2 / 3 * 1 / 3, abs=1e-12)


def test_who_cannot_attack_is_idle_and_without_a_price_has_no_share() -> None:
    nobody = squad("Nobody", 1)

    cell = cell_of(nobody, RIFLES, Activity.BOTH)

    assert (cell.is_idle, cell.models, cell.share) == (True, 0.0, None)


def test_what_was_asked_before_changes_nothing() -> None:
    forget()
    found = [cell_of(one, other, Activity.BOTH) for one in ONE for other in OTHER]
    again = [cell_of(one, other, Activity.BOTH) for one in ONE[::-1] for other in OTHER[::-1]]

    assert again[::-1] == found


def test_what_is_assumed_is_said_once_for_both_phases() -> None:
    found = meeting(RIFLES, LED, Activity.BOTH, Situation(), PLAIN)

    assert len(set(found.assumptions)) == len(found.assumptions)
    assert found.assumptions[0].startswith("No distance is given")


def test_a_cell_beyond_its_allowance_is_refused() -> None:
    with limited(4e4), pytest.raises(TooLarge):
        meeting(RIFLES, LED, Activity.BOTH, NEAR, PLAIN)
