"""Which abilities a weapon has against a target: printed, granted, denied, the best of those it has twice (24.01)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from battle.engine.effects import Change, Effect, Moment, Part
from battle.engine.weapons import WeaponAbility, WeaponRule

if TYPE_CHECKING:
    from battle.engine.applying import Encounter


def weapon_abilities(encounter: Encounter, effects: Iterable[Effect]) -> dict[WeaponRule, WeaponAbility]:
    """The abilities that apply against this target, the best of those that it has twice (24.01, 24.02).

    What only critical rolls grant is not among them: see :func:`granted_at`.
    """
    granted: list[WeaponAbility] = list(encounter.weapon.abilities)
    denied: set[WeaponRule] = set()
    for effect in effects:
        if effect.part is Part.WEAPON_ABILITY and effect.ability is not None:
            if effect.change is Change.DENY:
                denied.add(effect.ability.rule)
            elif effect.moment is Moment.ALWAYS:
                granted.append(effect.ability)
    found: dict[WeaponRule, WeaponAbility] = {}
    for ability in granted:
        if ability.rule in denied or not ability.reaches(encounter.target.keywords):
            continue
        held = found.get(ability.rule)
        if held is None or _is_better(ability, held):
            found[ability.rule] = ability
    if WeaponRule.TORRENT in found:
        found.pop(WeaponRule.PRECISION, None)  # 24.37.01
        found.pop(WeaponRule.INDIRECT_FIRE, None)
    return found


def granted_at(
    rule: WeaponRule, effects: Iterable[Effect], moments: frozenset[Moment], keywords: frozenset[str]
) -> bool:
    """Whether an effect grants the ability to attacks whose rolls were critical in this way (5.3.2)."""
    return any(
        effect.part is Part.WEAPON_ABILITY
        and effect.change is Change.GRANT
        and effect.ability is not None
        and effect.ability.rule is rule
        and effect.moment in moments
        and effect.ability.reaches(keywords)
        for effect in effects
    )


def _is_better(one: WeaponAbility, other: WeaponAbility) -> bool:
    mine = one.value.mean if one.value else 0.0
    theirs = other.value.mean if other.value else 0.0
    return mine < theirs if one.rule is WeaponRule.ANTI else mine > theirs
