"""The JSON Schema of the ask document: a scenario whose units may also come from saved rosters, texts and gauntlets.

It is made from the schema of the scenario document, so that the two cannot differ; it is served by itself, and as
components of the API's description (R-39).
"""

from __future__ import annotations

import json
from typing import Any

from api.v1.schema.report import STRING, Schema, array_of, described, one_of
from battle.sampling.sampled import LEAST_SAMPLES, MOST_SAMPLES
from battle.scenario.rolling import LARGEST_SEED, USUAL_SEED
from battle.scenario.shapes import scenario_schema
from roster.interchange.limits import MAX_CHARACTERS

ASK_ID = "quartermaster.ask/1"
_DEFINITIONS = "#/$defs/"
_COMPONENTS = "#/components/schemas/"
_PREFIX = "Ask"
_KEYS: Schema = described(
    {**array_of({**STRING, "minLength": 1, "maxLength": 200}), "maxItems": 100},
    "Keys of units; left out: all of them.",
)


def _source(word: str, description: str, required: str, schema: Schema, **more: Schema) -> Schema:
    return {
        "title": f"{word.capitalize()}Shape",
        "description": description,
        "type": "object",
        "required": ["from", required],
        "additionalProperties": False,
        "properties": {"from": {"enum": [word]}, required: schema, **more},
    }


_SOURCES: dict[str, Schema] = {
    "saved": _source(
        "saved", "Units of a saved roster of yours, by its id.", "roster", {**STRING, "format": "uuid"}, units=_KEYS
    ),
    "text": _source(
        "text",
        "Units of a list text, read as `check_roster` reads it.",
        "text",
        {**STRING, "minLength": 1, "maxLength": MAX_CHARACTERS},
        units=_KEYS,
    ),
}
_SOURCES_OF_LISTS: dict[str, Schema] = {
    "gauntlet": _source(
        "gauntlet",
        "All units of a gauntlet, by its id.",
        "gauntlet",
        {**STRING, "minLength": 1, "maxLength": 80, "pattern": r"^[-a-zA-Z0-9_]+$"},
    )
}
_BESIDE: dict[str, Schema] = {
    "release": described(
        {"type": ["string", "null"], "maxLength": 200}, "Label of a release; null or left out: the one in force."
    ),
    "samples": described(
        {"type": ["integer", "null"], "minimum": LEAST_SAMPLES, "maximum": MOST_SAMPLES},
        "Roll so many times instead of answering exactly; of attacks and exchanges only.",
    ),
    "seed": described(
        {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED, "default": USUAL_SEED}, "Where luck begins."
    ),
    "trace": described({"type": "boolean", "default": False}, "One roll to read, die by die; of a pair of units."),
    "priority": described(
        {**one_of("person", "batch"), "default": "person"}, "`batch`: some time, after what people wait for."
    ),
}
"""What an ask document may have beside the scenario's members."""


def ask_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of the ask document."""
    # As JSON has it: a tuple is a list there.
    schema = _widened(json.loads(json.dumps(scenario_schema())))
    definitions = schema["$defs"]
    for name, source in {**_SOURCES, **_SOURCES_OF_LISTS}.items():
        definitions[f"{name.capitalize()}Shape"] = source
    for reference in schema["anyOf"]:
        question = definitions[reference["$ref"].removeprefix(_DEFINITIONS)]
        question["properties"] |= _BESIDE
    return {**schema, "$id": ASK_ID}


def _widened(schema: Any, *, is_listed: bool = False) -> Any:
    """The schema with the other sources wherever a unit may stand; ``is_listed``: in a list of units."""
    if isinstance(schema, list):
        return [_widened(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _widened(member, is_listed=name == "items") for name, member in schema.items()}
    if inner.get("discriminator", {}).get("propertyName") != "from":
        return inner
    names = {**_SOURCES, **_SOURCES_OF_LISTS} if is_listed else _SOURCES
    references = {name: f"{_DEFINITIONS}{name.capitalize()}Shape" for name in names}
    inner["anyOf"] = [*inner["anyOf"], *({"$ref": reference} for reference in references.values())]
    inner["discriminator"]["mapping"] |= references
    return inner


def _as_components(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The document and its parts by name, pointing at one another where OpenAPI keeps them."""
    definitions: dict[str, dict[str, Any]] = schema.pop("$defs")
    names = {name: f"{_PREFIX}{name.removesuffix('Shape')}" for name in definitions}
    text = json.dumps({"": schema, **definitions})
    for name, component in names.items():
        text = text.replace(f'"{_DEFINITIONS}{name}"', f'"{_COMPONENTS}{component}"')
    parts: dict[str, dict[str, Any]] = json.loads(text)
    document = parts.pop("")
    del document["$schema"], document["$id"]
    return {_PREFIX: document, **{names[name]: part for name, part in parts.items()}}


ASK_SCHEMA = ask_schema()
ASK_COMPONENTS = _as_components(ask_schema())
ASK: dict[str, Any] = {"$ref": f"{_COMPONENTS}{_PREFIX}"}
GAUNTLET_UNITS: dict[str, Any] = {
    "type": "array",
    "minItems": 1,
    "items": {"oneOf": [{"$ref": f"{_COMPONENTS}{_PREFIX}{name}"} for name in ("Profiles", "Catalogue", "Roster")]},
}
