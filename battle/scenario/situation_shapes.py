"""Situations and policies as scenario documents write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from battle.engine.policies import Aim
from battle.engine.situation import Phase, ShootingType
from battle.scenario.value_shapes import Inches, Names, Text


class SituationShape(Struct, forbid_unknown_fields=True, frozen=True):
    """What is true while the attacks are made; the fields are those of the engine's situation."""

    phase: Phase = Phase.SHOOTING
    shooting_type: ShootingType = ShootingType.NORMAL
    distance: Inches | None = None
    in_cover: bool = False
    is_visible: bool = True
    characters_visible: bool = True
    is_spotted: bool = False
    is_stationary: bool = False
    moved_little: bool = False
    has_advanced: bool = False
    has_charged: bool = False
    was_charged: bool = False
    is_above: bool = False
    target_on_ground: bool = True
    attacker_engaged: bool = False
    target_engaged: bool = False
    engaged_with_each_other: bool = False
    attacker_on_objective: bool = False
    target_on_objective: bool = False
    target_is_closest: bool = False
    attacker_battle_shocked: bool = False
    target_battle_shocked: bool = False
    single_target: bool = True
    round: Annotated[int, Meta(ge=1, le=5)] | None = None
    spent: Names = ()
    switches: Names = ()


SITUATION_DEFAULTS: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(SituationShape()))
"""Every field of a situation as it is in an unremarkable turn, as JSON has it."""


def unusual(situation: SituationShape) -> dict[str, Any]:
    """What of the situation is other than in an unremarkable turn, as JSON has it."""
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(situation))
    return {name: value for name, value in fields.items() if value != SITUATION_DEFAULTS[name]}


class PoliciesShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Aims of both sides, and choices that are settled; null: the best for the aim is found out."""

    defender: Aim = Aim.MODELS
    attacker: Aim = Aim.MODELS
    order: Names | None = None
    lethal: bool | None = None
    fish: bool | None = False
    precise: Text | None = None
    weapons: Names | None = None
    reorder: bool = False
    snap_hits_are_critical: bool = False
    indirect_hits_at_any_skill: bool = False
