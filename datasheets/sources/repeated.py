"""Rows of the data package that have one name and say different things: which of them holds nobody can know."""

from __future__ import annotations

from typing import Any

from datasheets.sources.faults import SourceFault
from datasheets.sources.records import Bundle

_OF_FACTION = ("faction_id", "id")
NAMED_BY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("detachments", "resource_pools", "units", "wargear_options", "weapons"), _OF_FACTION),
    **dict.fromkeys(
        (
            "allied_rules",
            "deployment_patterns",
            "enhancements",
            "factions",
            "force_dispositions",
            "hull_shapes",
            "mission_cards",
            "mission_matchups",
            "missions",
            "stratagems",
            "target_profiles",
            "terrain_layouts",
            "terrain_templates",
            "unit_keywords",
            "wargear",
            "weapon_keywords",
        ),
        ("id",),
    ),
    "unit_compositions": ("faction_id", "unit_id"),
}
"""The fields that name a row of a collection. What is not here has no name of its own: several rows may share one."""

MOST_TOLD = 5


def refuse_repeated(bundle: Bundle, label: str) -> None:
    """Raise :class:`SourceFault` where two rows of one name differ; a row that stands twice alike does no harm."""
    told: list[str] = []
    for collection, fields in NAMED_BY.items():
        met: dict[tuple[Any, ...], Any] = {}
        for row in getattr(bundle, collection):
            key = tuple(getattr(row, field) for field in fields)
            if met.setdefault(key, row) != row:
                told.append(f"{collection} {', '.join(map(str, key))}")
    if told:
        more = f" and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
        raise SourceFault(f"{label}: stands twice with different contents: {'; '.join(told[:MOST_TOLD])}{more}.")
