"""The roster document as JSON: strict, with a pointer to what does not fit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from roster.document import (
    DeploymentPlan,
    Embarkation,
    ItemCount,
    ModelEntry,
    Reference,
    RosterDocument,
    SplitPart,
    UnitChoice,
    UnitEntry,
    UnitSplit,
)
from roster.documents import MAX_BYTES, DocumentError, document_from_json, document_schema, document_to_json

FULL = RosterDocument(
    faction=Reference("orks", "Orks"),
    battle_size=Reference("incursion", "Incursion"),
    detachments=(Reference("orks:war-horde", "War Horde"), Reference(None, "Fancy Fellas")),
    dispositions=(Reference("take-and-hold", "Take and Hold"),),
    units=(
        UnitEntry(
            key="u1",
            datasheet=Reference("orks:warboss", "Warboss"),
            models=(ModelEntry("Warboss", 1, (ItemCount(Reference("orks:power-klaw", "Power klaw"), 1),)),),
            enhancements=(Reference("orks:war-horde:follow-me-ladz", "Follow Me Ladz"),),
            bearer="Warboss",
            is_warlord=True,
            warlord_model="Warboss",
            attached_to="u2",
            attached_as="leader",
            stated_points=120,
            choices=(
                UnitChoice(Reference("chaos-space-marines:mark", "Mark"), "Khorne"),
                UnitChoice(Reference(None, "Klan"), "Goffs"),
            ),
        ),
        UnitEntry("u2", Reference("orks:boyz"), items=(ItemCount(Reference(None, "Banner"), 1),)),
        UnitEntry("u3", Reference("orks:trukk")),
    ),
    plan=DeploymentPlan(
        (Embarkation("u3", ("u1", "u2a")),),
        ("u3",),
        (UnitSplit("u2", (SplitPart("u2a", 5), SplitPart("u2b", 5))),),
    ),
    name="Fun",
    points_limit=900,
    stated_points=265,
    release="2026-09-30",
)

PART, OTHER_PART = {"key": "a", "models": 5}, {"key": "b", "models": 5}
LEAST: dict[str, Any] = {"schema": "quartermaster.roster/1", "faction": None, "battle_size": None}


def unit(key: str, **fields: object) -> dict[str, object]:
    return {"key": key, "datasheet": {"id": "orks:boyz"}, **fields}


def test_a_document_survives_the_way_to_json_and_back() -> None:
    values = document_to_json(FULL)
    assert document_from_json(values) == FULL
    assert document_from_json(json.dumps(values).encode()) == FULL


def test_a_document_is_written_with_every_field_in_order() -> None:
    assert list(document_to_json(FULL)) == [
        "schema",
        "faction",
        "battle_size",
        "detachments",
        "dispositions",
        "units",
        "plan",
        "name",
        "points_limit",
        "stated_points",
        "release",
    ]
    assert document_to_json(FULL)["units"][1] == {
        "key": "u2",
        "datasheet": {"id": "orks:boyz", "name": ""},
        "models": [],
        "items": [{"item": {"id": None, "name": "Banner"}, "count": 1}],
        "enhancements": [],
        "bearer": None,
        "is_warlord": False,
        "warlord_model": None,
        "attached_to": None,
        "attached_as": None,
        "stated_points": None,
        "choices": [],
    }
    assert document_to_json(FULL)["units"][0]["choices"] == [
        {"allegiance": {"id": "chaos-space-marines:mark", "name": "Mark"}, "choice": "Khorne"},
        {"allegiance": {"id": None, "name": "Klan"}, "choice": "Goffs"},
    ]


def test_what_may_be_left_out_may_be_left_out() -> None:
    assert document_from_json(LEAST) == RosterDocument(faction=None, battle_size=None)


@pytest.mark.parametrize(
    ("content", "pointer", "message"),
    [
        (b"", "", "This is not JSON: Input data was truncated."),
        (b"\xff", "", "This is not JSON: JSON is malformed: invalid character (byte 0)."),
        (b"[]", "", "Expected object, got array."),
        (b"{}", "", 'Object missing required field "schema".'),
        (b" " * (MAX_BYTES + 1), "", "The document has 8,000,001 bytes; at most 8,000,000 are read."),
        (
            {**LEAST, "schema": "x"},
            "/schema",
            'This version reads roster documents of the schema "quartermaster.roster/1".',
        ),
        ({**LEAST, "colour": 1}, "", 'Object contains unknown field "colour".'),
        ({**LEAST, "name": None}, "/name", 'Expected string, got "null".'),
        ({**LEAST, "points_limit": -1}, "/points_limit", "Expected integer >= 0."),
        ({**LEAST, "units": {}}, "/units", "Expected array, got object."),
        ({**LEAST, "units": [unit("")]}, "/units/0/key", "Expected string of length >= 1."),
        (
            {**LEAST, "units": [unit("u1", datasheet={"id": 3})]},
            "/units/0/datasheet/id",
            "Expected string or null, got integer.",
        ),
        ({**LEAST, "units": [unit("u1", warlord=True)]}, "/units/0", 'Object contains unknown field "warlord".'),
        (
            {**LEAST, "units": [unit("u1", models=[{"kind": "Boy", "count": 0}])]},
            "/units/0/models/0/count",
            "Expected integer >= 1.",
        ),
        (
            {**LEAST, "units": [unit("u1", choices=[{"allegiance": {"id": None, "name": "Mark"}}])]},
            "/units/0/choices/0",
            'Object missing required field "choice".',
        ),
        (
            {**LEAST, "units": [unit("u1", choices=[{"allegiance": "mark", "choice": "Khorne"}])]},
            "/units/0/choices/0/allegiance",
            "Expected object, got string.",
        ),
        (
            {**LEAST, "units": [unit("u1", attached_as="friend")]},
            "/units/0/attached_as",
            "Invalid enum value 'friend'. There are: leader, support, joiner.",
        ),
        ({**LEAST, "units": [unit("u1"), unit("u1")]}, "/units/1/key", 'The key "u1" is that of /units/0 too.'),
        ({**LEAST, "units": [unit("u1", attached_to="u9")]}, "/units/0/attached_to", 'No unit has the key "u9".'),
        (
            {**LEAST, "units": [unit("u1", attached_to="u1")]},
            "/units/0/attached_to",
            "A unit cannot be attached to itself.",
        ),
        (
            {**LEAST, "units": [unit("u1", attached_to="u2"), unit("u2", attached_to="u1")]},
            "/units/0/attached_to",
            "Following the attachments from here comes back here.",
        ),
        ({**LEAST, "plan": {"reserves": ["u1"]}}, "/plan/reserves/0", 'No unit has the key "u1".'),
        (
            {**LEAST, "units": [unit("u1")], "plan": {"embarked": [{"transport": "u1", "passengers": ["u2"]}]}},
            "/plan/embarked/0/passengers/0",
            'No unit has the key "u2".',
        ),
        (
            {**LEAST, "units": [unit("u1")], "plan": {"splits": [{"unit": "u1", "parts": [PART]}]}},
            "/plan/splits/0/parts",
            "Expected array of length >= 2.",
        ),
        (
            {**LEAST, "units": [unit("u1")], "plan": {"splits": [{"unit": "u2", "parts": [PART, OTHER_PART]}]}},
            "/plan/splits/0/unit",
            'No unit has the key "u2".',
        ),
        (
            {
                **LEAST,
                "units": [unit("u1"), unit("b")],
                "plan": {"splits": [{"unit": "u1", "parts": [PART, OTHER_PART]}]},
            },
            "/plan/splits/0/parts/1/key",
            'The key "b" is that of /units/1 too.',
        ),
        (
            {**LEAST, "units": [unit("u1")], "plan": {"splits": [{"unit": "u1", "parts": [PART, PART]}]}},
            "/plan/splits/0/parts/1/key",
            'The key "a" is that of /plan/splits/0/parts/0 too.',
        ),
        (
            {
                **LEAST,
                "units": [unit("u1")],
                "plan": {
                    "splits": [{"unit": "u1", "parts": [PART, OTHER_PART]}],
                    "embarked": [{"transport": "a", "passengers": ["b"]}],
                },
            },
            "/plan/embarked/0/transport",
            'No unit has the key "a".',
        ),
    ],
)
def test_what_does_not_fit_is_pointed_at(content: bytes | dict[str, Any], pointer: str, message: str) -> None:
    with pytest.raises(DocumentError) as refused:
        document_from_json(content)
    assert (refused.value.pointer, refused.value.message) == (pointer, message)


def test_ten_thousand_units_in_a_chain_are_read() -> None:
    units = [unit(f"u{number}", attached_to=f"u{number + 1}") for number in range(9_999)]
    assert len(document_from_json({**LEAST, "units": [*units, unit("u9999")]}).units) == 10_000


def test_the_schema_describes_the_document() -> None:
    schema = document_schema()
    assert list(schema["properties"]) == list(document_to_json(FULL))
    assert schema["required"] == ["schema", "faction", "battle_size"]
    assert schema["additionalProperties"] is False
    assert sorted(schema["$defs"]) == [
        "Embarkation",
        "ItemCount",
        "ModelEntry",
        "Plan",
        "Reference",
        "SplitPart",
        "Unit",
        "UnitChoice",
        "UnitSplit",
    ]
    assert schema["$defs"]["Unit"]["required"] == ["key", "datasheet"]
    assert schema["$defs"]["Unit"]["properties"]["models"]["items"] == {"$ref": "#/$defs/ModelEntry"}
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
