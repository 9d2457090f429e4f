"""The body of a check request in words, as a schema, and by examples."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from api.v1.schema.report import REPORT_EXAMPLE
from api.v1.schema.roster import ROSTER
from roster.interchange.limits import MAX_CHARACTERS
from roster.muster.report import Stage

LIST_EXAMPLE = """Patrol (100 points)

Orks
Incursion (1000 points)
War Horde (3 Detachment Points)
Force Dispositions: Take and Hold

CHARACTERS

Warboss (100 points)
  • Warlord
  • 1x Kustom shoota
    1x Power klaw
"""

CHECK_DESCRIPTION = f"""
Send a list text (`text`, or the body itself as `text/plain`) or a roster document (`roster`); the answer says whether
the roster is legal and why, check by check, with every price by its parts and the fate of every line.

* `is_legal` is `true`, `false`, or `null` where no rule is broken as far as could be judged, while part of the
  list was not understood or some check lacked what it needs.
* A text that is no army list is answered with 200, too: `refusal` says why it was not read, and `is_legal` is `null`.
* A text has at most {MAX_CHARACTERS:,} characters.
* For an `event` (see `/api/v1/events`) its restrictions are checked too; violations of them name it, and checks that
  its organiser lowered say so.
* With every violation come `fixes`, up to four: changes of the roster document that were tried and mend it, as JSON
  Patch (RFC 6902). `?fixes=false` leaves them out.
* Texts are not kept.

Open to everybody; who is not signed in may ask 60 times a minute unless this installation says otherwise.
"""

_COMMON: dict[str, Any] = {
    "stage": {
        "type": ["string", "null"],
        "enum": [*(stage.value for stage in Stage), None],
        "description": "What the roster is taken as; the weight of a broken check depends on it. Null or left out: "
        "final, or event where one is named.",
    },
    "release": {
        "type": ["string", "null"],
        "description": "Label of the release that judges; null or left out: the one in force.",
    },
    "event": {
        "type": ["string", "null"],
        "description": "Slug of the event whose restrictions hold beside the rules; null or left out: none.",
    },
}

CHECK_REQUEST: dict[str, Any] = {
    "application/json": {
        "oneOf": [
            {
                "type": "object",
                "title": "A list text",
                "required": ["text"],
                "additionalProperties": False,
                "properties": {
                    "text": {
                        "type": "string",
                        "maxLength": MAX_CHARACTERS,
                        "description": "The list as the app exports it.",
                    },
                    **_COMMON,
                },
            },
            {
                "type": "object",
                "title": "A roster document",
                "required": ["roster"],
                "additionalProperties": False,
                "properties": {"roster": ROSTER, **_COMMON},
            },
        ]
    },
    "text/plain": {"type": "string", "maxLength": MAX_CHARACTERS},
}

ROSTER_EXAMPLE: dict[str, Any] = {
    "schema": "quartermaster.roster/1",
    "faction": {"id": "orks", "name": "Orks"},
    "battle_size": {"id": "incursion", "name": "Incursion"},
    "detachments": [{"id": "orks:war-horde", "name": "War Horde"}],
    "dispositions": [{"id": "take-and-hold", "name": "Take and Hold"}],
    "units": [
        {
            "key": "u1",
            "datasheet": {"id": "orks:warboss", "name": "Warboss"},
            "models": [{"kind": "Warboss", "count": 1}],
            "is_warlord": True,
        }
    ],
}

CHECK_EXAMPLES = [
    OpenApiExample("A list text", {"text": LIST_EXAMPLE}, request_only=True, media_type="application/json"),
    OpenApiExample(
        "A roster document",
        {"roster": ROSTER_EXAMPLE, "stage": "draft"},
        request_only=True,
        media_type="application/json",
    ),
    OpenApiExample("The list itself", LIST_EXAMPLE, request_only=True, media_type="text/plain"),
    OpenApiExample("Report", REPORT_EXAMPLE, response_only=True, status_codes=["200"]),
]
