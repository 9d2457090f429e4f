"""Which effects apply to an attack: every condition asked of attacker, target, weapon and situation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battle.engine.effects import Condition, Effect, Side, Status, Test, WeaponFilter
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.situation import Situation
from battle.engine.weapons import Weapon


@dataclass(frozen=True, slots=True)
class Encounter:
    """One weapon's attacks by one unit at another, in a situation."""

    attacker: Fighters
    target: Fighters
    use: WeaponUse
    situation: Situation

    @property
    def weapon(self) -> Weapon:
        """The weapon used."""
        return self.use.weapon

    @property
    def is_within_half_range(self) -> bool:
        """Whether the target is known to be within half the weapon's range (24.25, 24.30)."""
        return self.weapon.range is not None and self.situation.within(self.weapon.range / 2)


def effects_on(encounter: Encounter, *, toughness: int) -> Iterator[Effect]:
    """The effects of both sides that change these attacks, in the order in which their units have them."""
    for fighters, side in ((encounter.attacker, Side.MADE), (encounter.target, Side.SUFFERED)):
        for effect in fighters.effects:
            if effect.side is side and applies(effect, encounter, toughness=toughness):
                yield effect


def applies(effect: Effect, encounter: Encounter, *, toughness: int) -> bool:
    """Whether the effect is on, for this weapon and these models, and all its conditions hold.

    An effect that nobody judged is on only where it was switched on by name (R-45).
    """
    switches = encounter.situation.switches
    if effect.switch and effect.switch not in switches:
        return False
    if effect.status is not Status.JUDGED and (effect.switch or effect.source) not in switches:
        return False
    if not _is_for(effect.weapons, encounter.weapon):
        return False
    if effect.side is Side.MADE and effect.models and encounter.use.group not in effect.models:
        return False
    return all(_holds(condition, encounter, toughness) is not condition.is_negated for condition in effect.conditions)


def _is_for(wanted: WeaponFilter, weapon: Weapon) -> bool:
    return (
        (not wanted.names or weapon.name.casefold() in wanted.names)
        and (wanted.melee is None or wanted.melee is weapon.is_melee)
        and (not wanted.abilities or any(weapon.has(rule) for rule in wanted.abilities))
        and not any(weapon.has(rule) for rule in wanted.except_abilities)
    )


def _holds(condition: Condition, encounter: Encounter, toughness: int) -> bool:
    attacker, target, situation = encounter.attacker, encounter.target, encounter.situation
    values = condition.values
    match condition.test:
        case Test.TARGET_KEYWORD:
            return not target.keywords.isdisjoint(values)
        case Test.TARGET_KEYWORDS:
            return target.keywords.issuperset(values)
        case Test.ATTACKER_KEYWORD:
            return not attacker.keywords.isdisjoint(values)
        case Test.PHASE:
            return situation.phase.value in values
        case Test.SHOOTING_TYPE:
            return not situation.is_melee and situation.shooting_type.value in values
        case Test.WITHIN:
            return situation.within(_number(condition))
        case Test.HALF_RANGE:
            return encounter.is_within_half_range
        case Test.ROUND:
            return situation.round is not None and str(situation.round) in values
        case Test.TARGET_MODELS_FROM:
            return target.models >= _number(condition)
        case Test.TARGET_MODELS_TO:
            return target.models <= _number(condition)
        case Test.TARGET_BELOW_STARTING:
            return _is_below_starting(target)
        case Test.TARGET_BELOW_HALF:
            return _is_below_half(target)
        case Test.ATTACKER_BELOW_STARTING:
            return _is_below_starting(attacker)
        case Test.ATTACKER_BELOW_HALF:
            return _is_below_half(attacker)
        case Test.STRENGTH_ABOVE_TOUGHNESS:
            return encounter.weapon.strength.mean > toughness
        case Test.STRENGTH_BELOW_TOUGHNESS:
            return encounter.weapon.strength.mean < toughness
        case Test.WEAPON_STRENGTH_FROM:
            return encounter.weapon.strength.mean >= _number(condition)
        case Test.WEAPON_DAMAGE_FROM:
            return encounter.weapon.damage.mean >= _number(condition)
        case Test.WEAPON_AP_FROM:
            return encounter.weapon.armour_penetration >= _number(condition)
        case Test.LEADING:
            return attacker.is_attached
        case _:
            return _is_so(condition.test, situation)


def _is_so(test: Test, situation: Situation) -> bool:
    """Conditions that the situation answers by itself."""
    return {
        Test.CHARGED: situation.has_charged,
        Test.WAS_CHARGED: situation.was_charged,
        Test.STATIONARY: situation.is_stationary,
        Test.IN_COVER: situation.in_cover,
        Test.ATTACKER_ON_OBJECTIVE: situation.attacker_on_objective,
        Test.TARGET_ON_OBJECTIVE: situation.target_on_objective,
        Test.CLOSEST_TARGET: situation.target_is_closest,
        Test.ATTACKER_BATTLE_SHOCKED: situation.attacker_battle_shocked,
        Test.TARGET_BATTLE_SHOCKED: situation.target_battle_shocked,
        Test.ENGAGED: situation.attacker_engaged,
        Test.SINGLE_TARGET: situation.single_target,
    }[test]


def _number(condition: Condition) -> float:
    return float(condition.values[0])


def _is_below_starting(fighters: Fighters) -> bool:
    """Fewer models than it started the battle with (01.02.01)."""
    return fighters.models < (fighters.starting_strength or fighters.models)


def _is_below_half(fighters: Fighters) -> bool:
    """Less than half its models, or of a unit that started as one model less than half its wounds (01.02.01)."""
    starting = fighters.starting_strength or fighters.models
    if starting == 1:
        profile = fighters.profiles[0]
        return (profile.wounds - profile.lost) * 2 < profile.wounds
    return fighters.models * 2 < starting
