"""The JSON Schema of the event profile: served by itself, and as components of the API's description."""

from __future__ import annotations

import json
from typing import Any

from roster.event_documents import event_schema


def _as_components(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The profile and its part by name, pointing at one another where OpenAPI keeps them."""
    text = json.dumps(schema).replace("#/$defs/", "#/components/schemas/Profile")
    profile: dict[str, Any] = json.loads(text)
    parts: dict[str, dict[str, Any]] = profile.pop("$defs")
    del profile["$schema"], profile["$id"]
    return {"EventProfile": profile, **{f"Profile{name}": part for name, part in parts.items()}}


EVENT_SCHEMA = event_schema()
EVENT_COMPONENTS = _as_components(EVENT_SCHEMA)
EVENT_PROFILE: dict[str, Any] = {"$ref": "#/components/schemas/EventProfile"}
EVENT_PROFILE_EXAMPLE: dict[str, Any] = {
    "schema": "quartermaster.event/1",
    "id": "autumn-open",
    "name": "Autumn Open",
    "battle_size": "incursion",
    "points_limit": None,
    "minimum_points": None,
    "factions": [],
    "detachments": [],
    "barred_detachments": [],
    "barred_datasheets": [],
    "dispositions": [],
    "allows_legends": False,
    "requires_disposition": True,
    "requires_plan": False,
    "lowered": [{"check": "24.34/one-support", "severity": "warning", "reason": "House rule of the club."}],
}
