"""Which weapons can attack in a situation, and why others cannot (04.01, 04.02, 10.04-10.07, 15.09, 17.03)."""

from __future__ import annotations

from battle.engine.applying import Encounter
from battle.engine.situation import ShootingType
from battle.engine.weapons import WeaponRule

SNAP_SHOOTING_INCHES = 24


def why_not(encounter: Encounter) -> str | None:
    """Why this weapon makes no attacks at the target, as a sentence; None if it does."""
    weapon, situation = encounter.weapon, encounter.situation
    if encounter.use.count <= 0:
        return "There are none of it."
    if weapon.only_against and weapon.only_against.isdisjoint(encounter.target.keywords):
        return f"It attacks {' and '.join(sorted(weapon.only_against)).upper()} units only (04.01.03)."
    if weapon.is_melee is not situation.is_melee:
        return "It is a melee weapon." if weapon.is_melee else "It is a ranged weapon."
    if weapon.is_melee:
        return None
    if situation.distance is not None and weapon.range is not None and situation.distance > weapon.range:
        return f"The target is {situation.distance:g} inches away; its range is {weapon.range} (04.02)."
    return _shooting(encounter)


def _shooting(encounter: Encounter) -> str | None:
    weapon, situation = encounter.weapon, encounter.situation
    monster = encounter.attacker.is_monster_or_vehicle
    close = weapon.has(WeaponRule.CLOSE_QUARTERS)
    match situation.shooting_type:
        case ShootingType.ASSAULT if not weapon.has(WeaponRule.ASSAULT):
            return "After an advance only [ASSAULT] weapons shoot (10.05)."
        case ShootingType.CLOSE_QUARTERS if not monster and not close:
            return "While engaged only [CLOSE-QUARTERS] weapons shoot (10.06)."
        case ShootingType.CLOSE_QUARTERS if not monster and not situation.engaged_with_each_other:
            return "While engaged it shoots only at units it is engaged with (10.06)."
        case ShootingType.SNAP if not situation.is_visible or (
            situation.distance is not None and situation.distance > SNAP_SHOOTING_INCHES
        ):
            return "Snap shooting is at visible units within 24 inches (15.09)."
    if not situation.is_visible and not (
        situation.shooting_type is ShootingType.INDIRECT and weapon.has(WeaponRule.INDIRECT_FIRE)
    ):
        return "The target is not visible (04.02)."
    if weapon.has(WeaponRule.BLAST) and (situation.target_engaged or situation.engaged_with_each_other):
        return "[BLAST] weapons do not attack engaged units (10.06, 17.03)."
    if (
        situation.target_engaged
        and situation.shooting_type is not ShootingType.CLOSE_QUARTERS
        and not encounter.target.is_monster_or_vehicle
    ):
        return "The target is engaged (04.02)."
    return None
