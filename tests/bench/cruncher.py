"""Attacks as the cruncher of ``wh40kdc`` takes them: it gives expected values of one weapon at one profile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battle.engine.dice import Dice
from battle.engine.effects import Change, Part
from battle.engine.profiles import Fighters, WeaponUse
from battle.engine.situation import Situation
from battle.engine.target import NONE
from battle.engine.weapons import WeaponAbility, WeaponRule

NAMES = {
    WeaponRule.LETHAL_HITS: "lethal-hits",
    WeaponRule.SUSTAINED_HITS: "sustained-hits",
    WeaponRule.DEVASTATING_WOUNDS: "devastating-wounds",
    WeaponRule.ANTI: "anti",
    WeaponRule.MELTA: "melta",
    WeaponRule.RAPID_FIRE: "rapid-fire",
    WeaponRule.TORRENT: "torrent",
    WeaponRule.BLAST: "blast",
    WeaponRule.IGNORES_COVER: "ignores-cover",
    WeaponRule.TWIN_LINKED: "twin-linked",
}
"""Its names of the abilities that it works out."""


def inputs(attacker: Fighters, target: Fighters, situation: Situation) -> Iterator[dict[str, Any]]:
    """One question of the cruncher for each weapon, at the first profile of the target, as it has only one."""
    profile = target.profiles[0]
    unit = {
        "id": "target",
        "keywords": sorted(target.keywords),
        "profiles": [
            {
                "T": profile.toughness,
                "Sv": profile.save,
                "W": profile.wounds,
                "invuln_sv": profile.invulnerable if profile.invulnerable < NONE else None,
            }
        ],
        "model_count": {"min": target.models},
    }
    buffs = []
    if profile.feel_no_pain < NONE:
        buffs.append({"type": "feel-no-pain", "threshold": profile.feel_no_pain, "scope": "all"})
    if any(effect.part is Part.HIT_ROLL and effect.change is Change.REROLL_ONES for effect in attacker.effects):
        buffs.append({"type": "reroll", "roll": "hit", "subset": "ones"})
    for use in attacker.weapons:
        if use.weapon.is_melee is situation.is_melee:
            yield {
                "attacker": {"weapon": _weapon(use), "profileIndex": 0},
                "target": {"unit": unit, "profileIndex": 0, "modelCount": target.models},
                "modelsFiring": use.count,
                "buffs": [{"source": {"kind": "manual"}, "contribution": buff} for buff in buffs],
                "context": {"phase": situation.phase.value},
            }


def _weapon(use: WeaponUse) -> dict[str, Any]:
    weapon = use.weapon
    stats = {
        "A": _written(weapon.attacks),
        "S": _written(weapon.strength),
        "AP": -weapon.armour_penetration,
        "D": _written(weapon.damage),
    }
    if weapon.skill is not None:
        stats["WS" if weapon.is_melee else "BS"] = weapon.skill
    keywords = [_keyword(one) for one in weapon.abilities if one.rule in NAMES]
    distance = "Melee" if weapon.is_melee else weapon.range
    return {"id": weapon.name, "profiles": [{"range": distance, "stats": stats, "keywords": keywords}]}


def _keyword(ability: WeaponAbility) -> dict[str, Any]:
    if ability.rule is WeaponRule.ANTI:
        keyword = min(ability.keywords, default="")
        value = ability.value.bonus if ability.value else 7
        return {"keyword_id": "anti", "parameters": {"target_keyword": keyword, "threshold": value}}
    found: dict[str, Any] = {"keyword_id": NAMES[ability.rule]}
    if ability.value is not None:
        found["parameters"] = {"value": _written(ability.value)}
    return found


def _written(dice: Dice) -> int | str:
    return str(dice) if dice.is_random else dice.bonus
