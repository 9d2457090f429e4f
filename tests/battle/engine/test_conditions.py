"""Every condition that an effect can have: once where it holds, once where it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle.engine.applying import Encounter, effects_on
from battle.engine.effects import Change, Condition, Effect, Part, Side, Status, WeaponFilter
from battle.engine.effects import Test as Asks
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.situation import Phase, ShootingType, Situation
from battle.engine.weapons import Weapon, WeaponRule
from tests.battle.engine.rules.citing import made, suffered, when
from tests.battle.engine.units import attackers, models, unit, weapon

SHOOTING = Situation(distance=10)
GUN = weapon(2, 3, 5, 1, 2)
ATTACKER = replace(attackers(GUN, keywords=("infantry",), models=5), starting_strength=5)
TARGET = replace(unit(models(10, 4, 3, 2), keywords=("infantry", "battleline")), starting_strength=10)


def shrunk(fighters: Fighters, left: int) -> Fighters:
    """The unit with so many models left."""
    return replace(fighters, profiles=(replace(fighters.profiles[0], models=left),))


def hurt(fighters: Fighters) -> Fighters:
    """The unit with a model that lost a wound."""
    return replace(fighters, profiles=(replace(fighters.profiles[0], lost=1),))


Case = tuple[tuple[str, ...], dict[str, object], dict[str, object]]

CASES: dict[Asks, Case] = {
    Asks.TARGET_KEYWORD: (("battleline", "vehicle"), {}, {"target": replace(TARGET, keywords=frozenset())}),
    Asks.TARGET_KEYWORDS: (
        ("infantry", "battleline"),
        {},
        {"target": replace(TARGET, keywords=frozenset({"infantry"}))},
    ),
    Asks.ATTACKER_KEYWORD: (("infantry",), {}, {"attacker": replace(ATTACKER, keywords=frozenset({"walker"}))}),
    Asks.MODEL_KEYWORD: (
        ("infantry",),
        {},
        {"attacker": replace(ATTACKER, keywords=frozenset({"walker"}))},
    ),
    Asks.PHASE: (("shooting",), {}, {"phase": Phase.FIGHT}),
    Asks.SHOOTING_TYPE: (("snap",), {"shooting_type": ShootingType.SNAP}, {}),
    Asks.WITHIN: (("10",), {}, {"distance": 10.5}),
    Asks.HALF_RANGE: ((), {"distance": 12.0}, {"distance": 12.5}),
    Asks.CHARGED: ((), {"has_charged": True}, {}),
    Asks.WAS_CHARGED: ((), {"was_charged": True}, {}),
    Asks.ADVANCED: ((), {"has_advanced": True}, {"has_charged": True}),
    Asks.STATIONARY: ((), {"is_stationary": True}, {"moved_little": True}),
    Asks.IN_COVER: ((), {"in_cover": True}, {}),
    Asks.VISIBLE: ((), {}, {"is_visible": False}),
    Asks.BENEFIT_OF_COVER: ((), {"in_cover": True}, {}),
    Asks.ATTACKER_ON_OBJECTIVE: ((), {"attacker_on_objective": True}, {"target_on_objective": True}),
    Asks.TARGET_ON_OBJECTIVE: ((), {"target_on_objective": True}, {"attacker_on_objective": True}),
    Asks.CLOSEST_TARGET: ((), {"target_is_closest": True}, {}),
    Asks.ATTACKER_BATTLE_SHOCKED: ((), {"attacker_battle_shocked": True}, {"target_battle_shocked": True}),
    Asks.TARGET_BATTLE_SHOCKED: ((), {"target_battle_shocked": True}, {"attacker_battle_shocked": True}),
    Asks.TARGET_BELOW_STARTING: ((), {"target": shrunk(TARGET, 9)}, {}),
    Asks.TARGET_BELOW_HALF: ((), {"target": shrunk(TARGET, 4)}, {"target": shrunk(TARGET, 5)}),
    Asks.ATTACKER_BELOW_STARTING: ((), {"attacker": shrunk(ATTACKER, 4)}, {}),
    Asks.ATTACKER_BELOW_HALF: ((), {"attacker": shrunk(ATTACKER, 2)}, {"attacker": shrunk(ATTACKER, 3)}),
    Asks.ATTACKER_STARTED_FROM: (("5",), {"attacker": shrunk(ATTACKER, 2)}, {"attacker": attackers(GUN, models=4)}),
    Asks.ATTACKER_MODELS_FROM: (("5",), {}, {"attacker": shrunk(ATTACKER, 4)}),
    Asks.ATTACKER_WOUNDED: ((), {"attacker": hurt(ATTACKER)}, {"target": hurt(TARGET)}),
    Asks.TARGET_WOUNDED: ((), {"target": hurt(TARGET)}, {"attacker": hurt(ATTACKER)}),
    Asks.TARGET_TOUGHNESS_FROM: (("4",), {}, {"target": unit(models(10, 3, 3, 2))}),
    Asks.TARGET_MODELS_FROM: (("10",), {}, {"target": shrunk(TARGET, 9)}),
    Asks.TARGET_MODELS_TO: (("9",), {"target": shrunk(TARGET, 9)}, {}),
    Asks.STRENGTH_ABOVE_TOUGHNESS: ((), {}, {"target": unit(models(10, 5, 3, 2))}),
    Asks.STRENGTH_BELOW_TOUGHNESS: ((), {"target": unit(models(10, 6, 3, 2))}, {"target": unit(models(10, 5, 3, 2))}),
    Asks.WEAPON_STRENGTH_FROM: (("5",), {}, {"gun": weapon(2, 3, 4, 1, 2)}),
    Asks.WEAPON_DAMAGE_FROM: (("2",), {}, {"gun": weapon(2, 3, 5, 1, 1)}),
    Asks.WEAPON_AP_FROM: (("1",), {}, {"gun": weapon(2, 3, 5, 0, 2)}),
    Asks.LEADING: ((), {"attacker": replace(ATTACKER, is_attached=True)}, {}),
    Asks.ROUND: (("2", "3"), {"round": 3}, {"round": 1}),
    Asks.ENGAGED: ((), {"engaged_with_each_other": True}, {"target_engaged": True}),
    Asks.TARGET_ENGAGED: ((), {"target_engaged": True}, {"attacker_engaged": True}),
    Asks.ENGAGED_WITH_EACH_OTHER: ((), {"engaged_with_each_other": True}, {"target_engaged": True}),
    Asks.SINGLE_TARGET: ((), {}, {"single_target": False}),
    Asks.SWITCHED_ON: (("oath",), {"switches": frozenset({"oath"})}, {"switches": frozenset({"pact"})}),
}


def found(effect: Effect, changes: dict[str, object]) -> bool:
    """Whether the effect applies once this is different."""
    different = dict(changes)
    attacker, target, gun = (different.pop(name, one) for name, one in _PARTS)
    assert isinstance(attacker, Fighters)
    assert isinstance(target, Fighters)
    assert isinstance(gun, Weapon)
    situation = replace(SHOOTING, **different)  # type: ignore[arg-type]
    attacker = replace(attacker, effects=(effect,))
    encounter = Encounter(attacker, target, WeaponUse(gun), situation)
    return effect in effects_on(encounter, toughness=target.profiles[0].toughness)


_PARTS = (("attacker", ATTACKER), ("target", TARGET), ("gun", GUN))


def test_there_is_a_case_of_every_condition() -> None:
    assert set(CASES) == set(Asks)


@pytest.mark.parametrize("asked", CASES, ids=[one.name.lower() for one in CASES])
def test_a_condition_holds_and_does_not(asked: Asks) -> None:
    values, so, otherwise = CASES[asked]
    effect = made(Part.WOUND_ROLL, Change.ADD, 1, Condition(asked, values))
    negated = made(Part.WOUND_ROLL, Change.ADD, 1, Condition(asked, values, is_negated=True))

    assert (found(effect, so), found(effect, otherwise)) == (True, False)
    assert (found(negated, so), found(negated, otherwise)) == (False, True)


@pytest.mark.parametrize(
    ("asked", "values", "unknown"),
    [
        (Asks.WITHIN, ("12",), {"distance": None}),
        (Asks.HALF_RANGE, (), {"distance": None}),
        (Asks.ROUND, ("2",), {"round": None}),
    ],
)
@pytest.mark.parametrize("is_negated", [False, True])
def test_what_the_situation_does_not_say_is_not_taken_to_be_so_nor_its_contrary(
    asked: Asks, values: tuple[str, ...], unknown: dict[str, object], is_negated: bool
) -> None:
    assert not found(made(Part.WOUND_ROLL, Change.ADD, 1, Condition(asked, values, is_negated)), unknown)


def test_a_single_model_is_below_half_strength_by_its_wounds() -> None:
    effect = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.TARGET_BELOW_HALF))

    assert not found(effect, {"target": unit(models(1, 4, 3, 10, lost=5))})
    assert found(effect, {"target": unit(models(1, 4, 3, 10, lost=6))})


def test_the_benefit_of_cover_is_asked_whatever_gives_it_or_takes_it_away() -> None:
    effect = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.BENEFIT_OF_COVER))
    given = replace(TARGET, effects=(suffered(Part.COVER, Change.GRANT),))
    denied = replace(TARGET, effects=(suffered(Part.COVER, Change.DENY),))

    assert found(effect, {"target": replace(TARGET, has_stealth=True)})
    assert found(effect, {"target": given})
    assert not found(effect, {"target": denied, "in_cover": True})
    assert not found(effect, {"gun": weapon(2, 3, 5, 1, 2, "ignores cover"), "in_cover": True})
    assert not found(effect, {"gun": weapon(2, 3, 5, 1, 2, range=None), "phase": Phase.FIGHT, "in_cover": True})


def test_all_conditions_have_to_hold() -> None:
    effect = made(Part.WOUND_ROLL, Change.ADD, 1, when(Asks.CHARGED), when(Asks.STRENGTH_ABOVE_TOUGHNESS))

    assert found(effect, {"has_charged": True})
    assert not found(effect, {})
    assert not found(effect, {"has_charged": True, "target": unit(models(10, 5, 3, 2))})


def test_what_only_play_decides_is_off_until_it_is_switched_on() -> None:
    switched = made(Part.WOUND_ROLL, Change.ADD, 1, switch="oath")
    unverified = made(Part.WOUND_ROLL, Change.ADD, 1, status=Status.UNVERIFIED)

    assert (found(switched, {}), found(switched, {"switches": frozenset({"oath"})})) == (False, True)
    assert (found(unverified, {}), found(unverified, {"switches": frozenset({"Sample Rule"})})) == (False, True)


def test_effects_of_the_other_side_do_not_apply_to_ones_own_attacks() -> None:
    assert not found(suffered(Part.WOUND_ROLL, Change.SUBTRACT, 1), {})


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (WeaponFilter(names=frozenset({"sample gun"})), True),
        (WeaponFilter(names=frozenset({"other gun"})), False),
        (WeaponFilter(melee=False), True),
        (WeaponFilter(melee=True), False),
        (WeaponFilter(abilities=frozenset({WeaponRule.BLAST})), False),
        (WeaponFilter(except_abilities=frozenset({WeaponRule.BLAST})), True),
        (WeaponFilter(except_names=frozenset({"sample gun"})), False),
        (WeaponFilter(except_names=frozenset({"other gun"})), True),
    ],
)
def test_effects_are_for_the_weapons_they_name(wanted: WeaponFilter, expected: bool) -> None:
    assert found(made(Part.WOUND_ROLL, Change.ADD, 1, weapons=wanted), {}) is expected


def test_effects_of_some_models_are_for_what_those_carry() -> None:
    own = made(Part.WOUND_ROLL, Change.ADD, 1, models=frozenset({"Sergeant"}))
    attacker = replace(ATTACKER, effects=(own,))

    def applies(group: str) -> bool:
        encounter = Encounter(attacker, TARGET, WeaponUse(GUN, group=group), SHOOTING)
        return own in effects_on(encounter, toughness=4)

    assert (applies("Sergeant"), applies("Trooper")) == (True, False)
    assert own.side is Side.MADE
