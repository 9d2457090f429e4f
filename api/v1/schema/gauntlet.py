"""Gauntlets in words, as schemas and by examples."""

from __future__ import annotations

from typing import Any

from api.v1.schema.ask import GAUNTLET_UNITS
from api.v1.schema.report import STRING, Schema, array_of, described
from battle.gauntlets import LARGEST_WEIGHT, LONGEST_ABOUT, LONGEST_NAME, LONGEST_REASON
from battle.models.gauntlet import MOST_GAUNTLETS
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE

WRITE_DESCRIPTION = f"""
Up to {MOST_UNITS_OF_A_SIDE} units as a scenario names them: by profiles, from the catalogue, or one of a roster
document. They are tried by the release in force: what cannot be fielded is refused, with a pointer to the place. A user
keeps up to {MOST_GAUNTLETS} gauntlets; they are nobody else's to see.
"""
UNITS: Schema = described(
    {**GAUNTLET_UNITS, "maxItems": MOST_UNITS_OF_A_SIDE}, "Units as a scenario names them, one entry for each target."
)
GAUNTLET_REQUEST: dict[str, Any] = {
    "application/json": {
        "type": "object",
        "required": ["name", "units"],
        "additionalProperties": False,
        "properties": {
            "name": {
                **STRING,
                "minLength": 1,
                "maxLength": LONGEST_NAME,
                "pattern": r"\S",
                "description": "What to call it.",
            },
            "about": {**STRING, "maxLength": LONGEST_ABOUT, "default": "", "description": "What it stands for."},
            "units": UNITS,
            "weights": described(
                {
                    **array_of({"type": "number", "minimum": 0, "maximum": LARGEST_WEIGHT}),
                    "maxItems": MOST_UNITS_OF_A_SIDE,
                },
                "How common each is: one number for each entry of `units`; empty or left out: all alike.",
            ),
            "reasons": described(
                {**array_of({**STRING, "maxLength": LONGEST_REASON}), "maxItems": MOST_UNITS_OF_A_SIDE},
                "Why each stands here: one sentence for each entry of `units`; empty or left out: none.",
            ),
        },
    }
}
_UNITS: list[dict[str, Any]] = [
    {"from": "catalogue", "datasheet": "Intercessor Squad"},
    {"from": "catalogue", "datasheet": "Boyz"},
    {"from": "catalogue", "datasheet": "Rhino", "faction": "adeptus-astartes"},
]
GAUNTLET_SENT: dict[str, Any] = {
    "name": "What the club fields",
    "about": "Two kinds of infantry and a transport.",
    "units": _UNITS,
    "weights": [3, 2, 1],
    "reasons": [],
}
LISTED_GAUNTLET_EXAMPLE: dict[str, Any] = {
    "id": "what-the-club-fields",
    "name": GAUNTLET_SENT["name"],
    "about": GAUNTLET_SENT["about"],
    "is_shipped": False,
    "targets": 3,
    "created_at": "2026-11-30T08:00:00Z",
    "updated_at": "2026-11-30T08:00:00Z",
    "url": "https://quartermaster.example/api/v1/gauntlets/what-the-club-fields",
}
GAUNTLET_EXAMPLE: dict[str, Any] = {
    **LISTED_GAUNTLET_EXAMPLE,
    "units": _UNITS,
    "weights": GAUNTLET_SENT["weights"],
    "reasons": [],
}
