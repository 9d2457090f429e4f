"""What survives strikes back: exact, given who survives; hazards fall on whoever took them (06.03, 19.04, 24.15)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from battle.engine.dice import dice
from battle.engine.exchange import exchange
from battle.engine.hazards import hazard_wounds, suffer
from battle.engine.policies import Policies
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.situation import Situation
from battle.engine.survivors import survivors
from battle.engine.target import Group, Target
from battle.engine.weapons import Weapon
from battle.sampling.exchanged import ExchangeSampler
from battle.sampling.planning import plan_of
from tests.battle.engine.units import MELEE, ability, models, weapon

BLADE = weapon(1, 4, 4, 0, 1, range=None)


def squad(name: str, count: int, *blades: Weapon, wounds: int = 1, save: int = 7) -> Fighters:
    """``count`` models that each carry these weapons."""
    profile = models(count, 4, save, wounds, name=name)
    uses = tuple(WeaponUse(one, 1, name) for one in blades or (BLADE,))
    return Fighters(name, (profile,), (Loadout(name, count, uses),))


def test_one_against_one_by_hand() -> None:
    """Hits on 4+, wounds on 4+, nothing saves: a quarter dies, and only who lives strikes back."""
    found = exchange(squad("Reds", 1), squad("Blues", 1), MELEE, MELEE, Policies())

    assert found.first.measures.destroyed == pytest.approx(1 / 4)
    assert found.back.destroyed == pytest.approx(3 / 4 * 1 / 4)
    # Rows: Blues destroyed, columns: Reds destroyed. Dead Blues kill nobody.
    assert np.array(found.joint) == pytest.approx(np.array([[9 / 16, 3 / 16], [1 / 4, 0]]))


def test_survivors_are_told_apart_and_not_averaged() -> None:
    """Two against two: every outcome of the first blows weighed with the blows of those who live."""
    found = exchange(squad("Reds", 2), squad("Blues", 2), MELEE, MELEE, Policies())

    expected = np.zeros((3, 3))
    for blows in product((0, 1), repeat=2):
        dead = sum(blows)
        for answers in product((0, 1), repeat=2 - dead):
            chance = np.prod([1 / 4 if one else 3 / 4 for one in (*blows, *answers)])
            expected[dead, sum(answers)] += chance
    assert np.array(found.joint) == pytest.approx(expected, abs=1e-12)
    assert sum(map(sum, found.joint)) == pytest.approx(1.0, abs=1e-12)


def test_who_attacks_suffers_the_hazards_before_the_answer() -> None:
    """One [HAZARDOUS] weapon: a third of the time its bearer is gone before anybody strikes back (24.15)."""
    reds = squad("Reds", 1, weapon(1, 4, 4, 0, 1, ability("hazardous"), range=None))

    found = exchange(reds, squad("Blues", 1), MELEE, MELEE, Policies())

    assert found.back.destroyed == pytest.approx(1 / 3 + 2 / 3 * 3 / 4 * 1 / 4)


def test_three_mortal_wounds_of_a_monsters_hazard() -> None:
    """06.03: a roll fails on 1 or 2; each failure of a unit of MONSTERs is three mortal wounds."""
    assert hazard_wounds(2, hurts=3) == pytest.approx([4 / 9, 0, 0, 4 / 9, 0, 0, 1 / 9])


def test_mortal_wounds_carry_on_to_the_next_model() -> None:
    """06.02: one wound at a time, the wounded model first, CHARACTERs last; nothing is lost between models."""
    target = Target((Group("Trooper", 2, 2, 4, 3), Group("Captain", 1, 4, 4, 3, is_character=True)))

    after = suffer({target.start: 1.0}, np.array([0, 0, 0, 0, 0, 1.0]), target, (0, 1))

    assert after == {(0, 3, 0): pytest.approx(1.0)}


def test_what_is_left_keeps_its_best_armed_models() -> None:
    heavy, light = weapon(3, 4, 8, 2, 2, name="Sample Cannon"), BLADE
    unit = Fighters(
        "Squad",
        (models(5, 4, 3, 2, name="Trooper"),),
        (
            Loadout("Trooper", 1, (WeaponUse(heavy, 1, "Trooper"),)),
            Loadout("Trooper", 4, (WeaponUse(light, 1, "Trooper"),)),
        ),
    )
    target = Target((Group("Trooper", 5, 2, 4, 3, profiles=("Trooper",)),))

    left = survivors(unit, target, (5, 0))

    assert left is not None
    assert [(profile.name, profile.models, profile.lost) for profile in left.profiles] == [("Trooper", 3, 1)]
    assert [(use.weapon.name, use.count) for use in left.weapons] == [("Sample Cannon", 1), ("Sample Gun", 2)]
    assert left.starting_strength == 5


def test_nothing_is_left_of_a_unit_that_is_destroyed() -> None:
    unit = squad("Reds", 2)

    assert survivors(unit, Target((Group("Reds", 2, 1, 4, 7, profiles=("Reds",)),)), (0, 0)) is None


def test_profiles_alike_are_lost_from_the_last() -> None:
    unit = Fighters("Squad", (_one("Sergeant", 1), _one("Trooper", 4)), ())
    target = Target((Group("Sergeant", 5, 1, 4, 3, profiles=("Sergeant", "Trooper")),))

    left = survivors(unit, target, (2, 0))

    assert left is not None
    assert [(profile.name, profile.models) for profile in left.profiles] == [("Sergeant", 1), ("Trooper", 1)]


def _one(name: str, count: int) -> Profile:
    return models(count, 4, 3, 1, name=name)


def test_who_strikes_back_finds_those_whom_hazards_have_left() -> None:
    """24.06 counts the models when targets are selected, which is after the hazard rolls of who attacked (24.15)."""
    reds = squad("Reds", 5, weapon(1, 6, 1, 0, 1, ability("hazardous"), range=None))
    blues = squad("Blues", 1, weapon(1, None, 8, 0, 1, ability("cleave", 1), range=None, name="Sweep"), wounds=9)

    found = exchange(reds, blues, MELEE, MELEE, Policies())
    policies = Policies(order=("Reds", "Blues"))
    rolled = ExchangeSampler(plan_of(reds, blues, MELEE, policies, found.first), MELEE, policies).sampled(20_000, 1)

    # Two sweeps at five models, one at fewer; each kills on 2+.
    nobody, everybody = (2 / 3) ** 5, (1 / 3) ** 5
    kills = 5 / 3 + nobody * 2 * 5 / 6 + (1 - nobody - everybody) * 5 / 6
    assert found.back.expected_kills == pytest.approx(kills, abs=1e-12)
    assert rolled.exchange.back.expected_kills == pytest.approx(kills, abs=4 * rolled.back_errors.kills)
    assert sum(chance for _, _, chance in found.answers) == pytest.approx(1 - everybody, abs=1e-12)
    assert sum(chance for _, _, chance in rolled.exchange.answers) == pytest.approx(1 - everybody, abs=0.004)


def test_a_wreck_may_explode_under_whoever_destroyed_it() -> None:
    """24.08: in a fight both are within 6"; on a 6 the destroyed model takes the one that struck with it."""
    reds = squad("Reds", 1, weapon(1, None, 8, 6, 3, range=None))
    hulk = squad("Hulk", 1, weapon(1, None, 8, 0, 1, range=None), wounds=3)
    hulk = replace(hulk, profiles=(replace(hulk.profiles[0], deadly_demise=dice("1")),))

    found = exchange(reds, hulk, MELEE, MELEE, Policies())
    rolled = ExchangeSampler(plan_of(reds, hulk, MELEE, Policies(), found.first), MELEE, Policies()).sampled(20_000, 1)

    # Reds wound on 2+, and if they do not the Hulk strikes back and wounds on 2+.
    exploded, struck = 5 / 6 * 1 / 6, 1 / 6 * 5 / 6
    assert np.array(found.joint) == pytest.approx(np.array([[1 / 36, struck], [25 / 36, exploded]]), abs=1e-14)
    assert np.array(rolled.exchange.joint) == pytest.approx(np.array(found.joint), abs=0.013)


def test_a_wreck_that_is_not_known_to_be_near_hurts_nobody() -> None:
    reds = squad("Reds", 1, weapon(1, None, 8, 6, 3))
    hulk = squad("Hulk", 1, wounds=3)
    hulk = replace(hulk, profiles=(replace(hulk.profiles[0], deadly_demise=dice("1")),))

    lost = {
        distance: exchange(reds, hulk, Situation(distance=distance), MELEE, Policies()).back.destroyed
        for distance in (None, 7, 6)
    }

    # Its blade hits on 4+ and wounds on 4+ where the shot did not.
    back = 1 / 6 * 1 / 4
    assert lost == {None: pytest.approx(back), 7: pytest.approx(back), 6: pytest.approx(back + 5 / 6 / 6)}
