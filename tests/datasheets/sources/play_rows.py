"""Rows of the data package on play, made up."""

from __future__ import annotations

from typing import Any

import msgspec

from datasheets.catalogue.faction import Faction
from datasheets.sources import records
from datasheets.sources.play import Play, play_of
from datasheets.sources.vocabulary import Noted

VERSION = {"edition": "11th", "dataslate": "made-up"}
SCOPE = {"range": "unit", "duration": "phase"}
EFFECT = {"type": "roll-modifier", "target": "unit", "modifier": {"roll": "hit", "operation": "add", "value": 1}}


def row(slug: str, **fields: Any) -> dict[str, Any]:
    """An ability of the Ash Wardens as the package writes one."""
    return {
        "ability_id": slug,
        "name": slug.title(),
        "ability_type": "unit",
        "behavior": "passive",
        "effect": EFFECT,
        "scope": SCOPE,
        "authored_by": "somebody",
        "game_version": VERSION,
        "faction_id": "ash-wardens",
        **fields,
    }


def unit(slug: str, *abilities: str, **fields: Any) -> dict[str, Any]:
    """A unit with those abilities."""
    return {
        "id": slug,
        "name": slug.title(),
        "faction_id": "ash-wardens",
        "faction_keywords": ["Ash Wardens"],
        "keywords": [],
        "model_count": {"min": 1, "max": 1},
        "profiles": [],
        "is_legend": False,
        "game_version": VERSION,
        "ability_ids": list(abilities),
        **fields,
    }


def stratagem(slug: str, **fields: Any) -> dict[str, Any]:
    """A stratagem as the package writes one."""
    return {
        "id": slug,
        "name": "HEART OF ASH",
        "category": "detachment",
        "cp_cost": 1,
        "phases": ["fight"],
        "player_turn": "either",
        "timing": "once-per-phase",
        "game_version": VERSION,
        "detachment_id": "slow-burn",
        **fields,
    }


def bundle(**collections: Any) -> records.Bundle:
    """A package with one faction and one detachment beside these collections."""
    content: dict[str, Any] = {name: [] for name in records.Bundle.__struct_fields__}
    content["factions"] = [
        {
            "id": "ash-wardens",
            "name": "Ash Wardens",
            "keywords": ["Ash Wardens"],
            "parent_faction_id": None,
            "game_version": VERSION,
            "faction_rule_ids": ["oath"],
        }
    ]
    content["detachments"] = [
        {
            "id": "slow-burn",
            "name": "Slow Burn",
            "faction_id": "ash-wardens",
            "detachment_points": 1,
            "force_dispositions": [],
            "enhancement_ids": [],
            "game_version": VERSION,
            "detachment_rule_ids": ["slow-fire"],
        }
    ]
    content["enhancements"] = [
        {
            "id": "coal-slow-burn",
            "name": "Coal",
            "detachment_id": "slow-burn",
            "cost": 10,
            "points_provisional": False,
            "game_version": VERSION,
            "ability_id": "coal-slow-burn",
        }
    ]
    content["abilities"] = [row("oath"), row("slow-fire"), row("coal-slow-burn", ability_type="enhancement")]
    return msgspec.convert(content | collections, records.Bundle)


def read(rows: records.Bundle, vocabulary: Any = None) -> Play:
    """What is made of ``rows``."""
    faction = Faction("ash-wardens", "Ash Wardens", "Ash Wardens")
    return play_of(
        rows,
        factions={faction.id: faction},
        datasheets={f"ash-wardens:{each.id}" for each in rows.units if not each.game_modes},
        detachments={"slow-burn": "ash-wardens:slow-burn"},
        enhancements={"coal-slow-burn": "ash-wardens:slow-burn:coal"},
        vocabulary=vocabulary or Noted(),
        label="made-up 1",
    )
