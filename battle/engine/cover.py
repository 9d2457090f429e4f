"""The benefit of cover against an attack: from terrain, Stealth, indirect shooting or a rule (13.08, 24.18, 24.33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from battle.engine.effects import Change, Effect, Part
from battle.engine.situation import ShootingType
from battle.engine.weapons import WeaponAbility, WeaponRule

if TYPE_CHECKING:
    from battle.engine.applying import Encounter


def cover_of(
    encounter: Encounter, effects: Iterable[Effect], abilities: Mapping[WeaponRule, WeaponAbility]
) -> str | None:
    """Why the target has the benefit of cover, None if it has not (13.08, 24.18, 24.33)."""
    on_cover = [effect for effect in effects if effect.part is Part.COVER]
    if WeaponRule.IGNORES_COVER in abilities or any(
        effect.change in (Change.DENY, Change.IGNORE) for effect in on_cover
    ):
        return None
    situation = encounter.situation
    if situation.in_cover:
        return "Benefit of Cover (13.08)"
    if encounter.target.has_stealth:
        return "Stealth (24.33)"
    if situation.shooting_type is ShootingType.INDIRECT and WeaponRule.INDIRECT_FIRE in abilities:
        return "Indirect Shooting (10.07)"
    return next((effect.source for effect in on_cover if effect.change is Change.GRANT), None)
