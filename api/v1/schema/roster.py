"""The JSON Schema of the roster document: served by itself, and as components of the API's description (R-39)."""

from __future__ import annotations

import json
from typing import Any

from roster.documents import document_schema


def _as_components(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The document and its parts by name, pointing at one another where OpenAPI keeps them."""
    text = json.dumps(schema).replace("#/$defs/", "#/components/schemas/")
    document: dict[str, Any] = json.loads(text)
    parts: dict[str, dict[str, Any]] = document.pop("$defs")
    del document["$schema"], document["$id"]
    return {"Roster": document, **parts}


ROSTER_SCHEMA = document_schema()
ROSTER_COMPONENTS = _as_components(ROSTER_SCHEMA)
ROSTER: dict[str, Any] = {"$ref": "#/components/schemas/Roster"}
