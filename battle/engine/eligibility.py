"""Which weapons can attack in a situation, and why others cannot (04.01, 04.02, 10.04-10.07, 15.09, 17.03, 24)."""

from __future__ import annotations

from collections.abc import Mapping

from battle.engine.applying import Encounter, abilities_on, effects_on
from battle.engine.effects import Part
from battle.engine.situation import ShootingType
from battle.engine.weapons import WeaponAbility, WeaponRule

SNAP_SHOOTING_INCHES = 24
LONE_OPERATIVE_LEAST_INCHES = 9
LONE_OPERATIVE_MOST_INCHES = 30


def why_not(encounter: Encounter) -> str | None:
    """Why this weapon makes no attacks at the target, as a sentence; None if it does."""
    weapon, situation = encounter.weapon, encounter.situation
    if encounter.use.count <= 0:
        return "There are none of it."
    if weapon.only_against and weapon.only_against.isdisjoint(encounter.target.keywords):
        keywords = " or ".join(keyword.upper() for keyword in sorted(weapon.only_against))
        return f"It attacks {keywords} units only (04.01.03)."
    if weapon.is_melee is not situation.is_melee:
        return "It is a melee weapon." if weapon.is_melee else "It is a ranged weapon."
    abilities = _abilities(encounter)
    if WeaponRule.ONE_SHOT in abilities and not situation.spent.isdisjoint({weapon.name, weapon.profile_of or "-"}):
        return "It is a [ONE SHOT] weapon that was used before (24.26)."
    if weapon.is_melee:
        return _fighting(encounter)
    if situation.distance is not None and weapon.range is not None and situation.distance > weapon.range:
        return f"The target is {situation.distance:g} inches away; its range is {weapon.range} (04.02)."
    return _type_of_shooting(encounter, abilities) or _sight(encounter, abilities) or _engaged(encounter, abilities)


def _abilities(encounter: Encounter) -> Mapping[WeaponRule, WeaponAbility]:
    return abilities_on(encounter, toughness=encounter.target.most_toughness)


def _fighting(encounter: Encounter) -> str | None:
    """Aircraft and those who fly (23.04)."""
    if "aircraft" in encounter.attacker.keywords and "fly" not in encounter.target.keywords:
        return "AIRCRAFT fight only units that can FLY (23.04)."
    if "aircraft" in encounter.target.keywords and "fly" not in encounter.model_keywords:
        return "Only models that can FLY fight AIRCRAFT (23.04)."
    return None


def _type_of_shooting(encounter: Encounter, abilities: Mapping[WeaponRule, WeaponAbility]) -> str | None:
    """What each type of shooting asks of the unit and lets it select."""
    situation = encounter.situation
    is_engaged, has_advanced = situation.is_attacker_engaged, situation.has_advanced
    match situation.shooting_type:
        case ShootingType.NORMAL if is_engaged:
            return "An engaged unit does not make normal shooting (10.04)."
        case ShootingType.NORMAL if has_advanced:
            return "After an advance move a unit does not make normal shooting (10.04)."
        case ShootingType.ASSAULT if WeaponRule.ASSAULT not in abilities:
            return "After an advance only [ASSAULT] weapons shoot (10.05)."
        case ShootingType.ASSAULT if is_engaged:
            return "An engaged unit does not make assault shooting (10.05)."
        case ShootingType.CLOSE_QUARTERS:
            return _close_quarters(encounter, abilities)
        case ShootingType.INDIRECT if is_engaged:
            return "An engaged unit does not make indirect shooting (10.07)."
        case ShootingType.INDIRECT if has_advanced:
            return "After an advance move a unit does not make indirect shooting (10.07)."
        case ShootingType.SNAP if not situation.is_visible or (
            situation.distance is not None and situation.distance > SNAP_SHOOTING_INCHES
        ):
            return "Snap shooting is at visible units within 24 inches (15.09)."
    return None


def _close_quarters(encounter: Encounter, abilities: Mapping[WeaponRule, WeaponAbility]) -> str | None:
    situation = encounter.situation
    if not situation.is_attacker_engaged:
        return "Only an engaged unit makes close-quarters shooting (10.06)."
    if situation.has_advanced:
        return "After an advance move a unit does not make close-quarters shooting (10.06)."
    if encounter.is_monster_or_vehicle:
        return None
    if WeaponRule.CLOSE_QUARTERS not in abilities:
        return "While engaged only [CLOSE-QUARTERS] weapons shoot (10.06)."
    if not situation.engaged_with_each_other:
        return "While engaged it shoots only at units it is engaged with (10.06)."
    return None


def _sight(encounter: Encounter, abilities: Mapping[WeaponRule, WeaponAbility]) -> str | None:
    """Visibility, and what indirect shooting does without (04.02, 10.07, 24.24)."""
    situation = encounter.situation
    is_indirect = situation.shooting_type is ShootingType.INDIRECT and WeaponRule.INDIRECT_FIRE in abilities
    inches = encounter.target.lone_operative
    if inches is not None and situation.distance is not None:
        inches = min(max(inches, LONE_OPERATIVE_LEAST_INCHES), LONE_OPERATIVE_MOST_INCHES)
        if situation.distance > inches:
            return f"The target is a Lone Operative: it is not visible from more than {inches} inches (24.24)."
    for effect in effects_on(encounter, toughness=encounter.target.most_toughness):
        if effect.part is not Part.TARGETED_WITHIN or effect.value is None or situation.distance is None:
            continue
        if situation.distance > effect.value.maximum:
            return f"{effect.source}: it is targeted from within {effect.value} inches only (04.02)."
    if not situation.is_visible and not is_indirect:
        return "The target is not visible (04.02)."
    return None


def _engaged(encounter: Encounter, abilities: Mapping[WeaponRule, WeaponAbility]) -> str | None:
    """Targets that are engaged, and those that may be shot at nevertheless (04.02, 10.06, 17.03)."""
    situation = encounter.situation
    if not situation.is_target_engaged:
        return None
    if WeaponRule.BLAST in abilities:
        return "[BLAST] weapons do not attack engaged units (10.06, 17.03)."
    if situation.shooting_type is ShootingType.CLOSE_QUARTERS and situation.engaged_with_each_other:
        return None
    if situation.shooting_type is ShootingType.SNAP:
        return "The target is engaged (04.02); MONSTERs and VEHICLEs too are shot at only in one's own phase (17.03)."
    if not encounter.target.is_monster_or_vehicle:
        return "The target is engaged (04.02)."
    return None
