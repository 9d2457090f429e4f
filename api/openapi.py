"""How the API is described: OpenAPI 3.1, with the problems that every operation can answer with.

``manage.py spectacular --custom-settings api.openapi.OPENAPI --file docs/api/openapi.yaml`` writes it down.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.problems import CONTENT_TYPE, CSRF_ADVICE, OUTAGE, Kind
from api.v1.schema.answer import ANSWER_COMPONENTS
from api.v1.schema.ask import ASK_COMPONENTS
from api.v1.schema.event import EVENT_COMPONENTS
from api.v1.schema.explanation import EXPLANATION_COMPONENTS
from api.v1.schema.report import REPORT_COMPONENTS
from api.v1.schema.roster import ROSTER_COMPONENTS

NEEDS_A_RELEASE = frozenset(
    {
        "ask_again",
        "ask_simulation",
        "check_roster",
        "create_batch",
        "create_gauntlet",
        "create_roster",
        "get_release",
        "get_simulation_cell",
        "move_roster",
        "replace_gauntlet",
    }
)
"""Operations that cannot be answered before a catalogue is published."""

MAY_CONFLICT = frozenset(
    {"ask_again", "cancel_simulation", "change_roster", "get_simulation_cell", "get_simulation_result", "move_roster"}
)
"""Operations that are refused where the row changed since it was read, or is not as the request takes it to be."""

TAKES_A_KEY = frozenset({"ask_simulation"})
"""Operations that can be sent again under an Idempotency-Key."""

CHANGES_WITHOUT_A_BODY = frozenset({"ask_again", "cancel_simulation"})
"""Operations that change something although nothing is sent along."""

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "Problem details (RFC 9457).",
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {
            "type": "string",
            "enum": [kind.type for kind in Kind],
            "description": "Stable name of the kind of problem.",
        },
        "title": {"type": "string", "description": "The kind in words."},
        "status": {"type": "integer", "description": "The HTTP status again."},
        "detail": {"type": "string", "description": "What is wrong, where, and what to do."},
        "instance": {"type": "string", "description": "The address asked."},
        "errors": {
            "type": "array",
            "description": "Every fault of the request, where there are several places for one.",
            "items": {
                "type": "object",
                "required": ["detail"],
                "properties": {
                    "pointer": {
                        "type": "string",
                        "description": "JSON pointer (RFC 6901) into the body; empty: the body as a whole.",
                    },
                    "parameter": {"type": "string", "description": "Name of a parameter of the address."},
                    "detail": {"type": "string"},
                },
            },
        },
    },
}

_EXAMPLES: dict[Kind, tuple[str, list[dict[str, str]]]] = {
    Kind.MALFORMED: (
        "The body is no JSON: trailing characters at line 1, column 9. Correct it and send it again.",
        [{"pointer": "", "detail": "The body is no JSON: trailing characters at line 1, column 9."}],
    ),
    Kind.INVALID: (
        "text is a number; send the list as a string.",
        [{"pointer": "/text", "detail": "text is a number; send the list as a string."}],
    ),
    Kind.UNREADABLE_UPLOAD: (
        "The archive lists.zip is damaged or cut short and cannot be opened. "
        "Pack the lists again, or upload the files themselves.",
        [],
    ),
    Kind.SIGNED_OUT: ("Sign in at /api/v1/auth/login and send the token: Authorization: Token <token>.", []),
    Kind.WRONG_CREDENTIALS: ("This name and password do not fit together. Check both and try again.", []),
    Kind.FORBIDDEN: (f"CSRF Failed: CSRF token missing. {CSRF_ADVICE}", []),
    Kind.NOT_FOUND: ("There is no batch of yours with this id. Batches are deleted after 30 days.", []),
    Kind.CONFLICT: (
        "The roster has version 3, and you saw 2. Fetch it again and decide anew; nothing was changed.",
        [],
    ),
    Kind.NO_RESULT: (
        "The simulation is running: 3 of 40 parts are done. Ask again in 2 s, or follow "
        "/api/v1/simulations/7c1d0d5e-3b0a-4c33-9b64-0d2f0a5d7e10.",
        [],
    ),
    Kind.ALREADY_OVER: ("The simulation is done; there is nothing left to cancel. Its result stays.", []),
    Kind.TOO_LARGE: (
        "The text has 200,001 characters; at most 200,000 are read, and a list has a few thousand. Send one list.",
        [],
    ),
    Kind.WRONG_CONTENT_TYPE: ("The body is sent as text/html; send it as application/json, text/plain.", []),
    Kind.KEY_USED_BEFORE: (
        "The Idempotency-Key stands for another question of yours. Send this one with a key of its own.",
        [],
    ),
    Kind.TOO_MANY_REQUESTS: ("There were too many requests. Wait 12 s and send it again.", []),
    Kind.NO_RELEASE: ("No release of the catalogue has been published here, so nothing can be checked.", []),
    Kind.UNAVAILABLE: (OUTAGE, []),
    Kind.NO_STREAM: (
        "All streams of this service are taken. Ask "
        "/api/v1/simulations/7c1d0d5e-3b0a-4c33-9b64-0d2f0a5d7e10 for the progress instead, or come back in 40 s.",
        [],
    ),
}
_HEADERS = {
    401: ("WWW-Authenticate", "How to sign in.", "string"),
    429: ("Retry-After", "Seconds to wait.", "integer"),
    503: ("Retry-After", "Seconds to wait.", "integer"),
}
_RESPONSE_NAMES = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    409: "Conflict",
    413: "ContentTooLarge",
    415: "UnsupportedMediaType",
    422: "UnprocessableContent",
    429: "TooManyRequests",
    503: "ServiceUnavailable",
}


def _example(kind: Kind) -> dict[str, Any]:
    detail, errors = _EXAMPLES[kind]
    value: dict[str, Any] = {
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "instance": "/api/v1/muster/check",
    }
    return {"summary": kind.title, "value": {**value, "errors": errors} if errors else value}


def _response(status: int) -> dict[str, Any]:
    kinds = [kind for kind in _EXAMPLES if kind.status == status]
    response: dict[str, Any] = {
        "description": "; ".join(kind.title for kind in kinds) + ".",
        "content": {
            CONTENT_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {kind.slug: _example(kind) for kind in kinds},
            }
        },
    }
    if status in _HEADERS:
        name, description, schema = _HEADERS[status]
        response["headers"] = {name: {"description": description, "schema": {"type": schema}}}
    return response


def with_problems(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Give every operation the problems it can answer with; no body may be left out (a hook of drf-spectacular)."""
    for operations in result["paths"].values():
        for operation in operations.values():
            responses = operation["responses"]
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
            for status in _statuses_of(operation):
                responses.setdefault(str(status), {"$ref": f"#/components/responses/{_RESPONSE_NAMES[status]}"})
    return result


def _statuses_of(operation: dict[str, Any]) -> Iterable[int]:
    parameters = operation.get("parameters", [])
    is_guarded = any(operation.get("security", []))
    if "requestBody" in operation or any(parameter["in"] == "query" for parameter in parameters):
        yield 400
    if is_guarded or operation["operationId"] == "login":
        yield 401
    name = operation["operationId"]
    if is_guarded and ("requestBody" in operation or name.startswith("delete") or name in CHANGES_WITHOUT_A_BODY):
        yield 403
    if any(parameter["in"] == "path" or parameter["name"] == "page" for parameter in parameters):
        yield 404
    if name in MAY_CONFLICT:
        yield 409
    if "requestBody" in operation:
        yield from (413, 415)
    if name in TAKES_A_KEY:
        yield 422
    yield 429
    if name in NEEDS_A_RELEASE:
        yield 503


def only_the_api(endpoints: list[tuple[str, str, str, Any]]) -> list[tuple[str, str, str, Any]]:
    """Leave out every address that is not of the API (a hook of drf-spectacular)."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


OPENAPI: dict[str, Any] = {
    "OAS_VERSION": "3.1.0",
    "PREPROCESSING_HOOKS": ["api.openapi.only_the_api"],
    "POSTPROCESSING_HOOKS": ["api.openapi.with_problems"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "APPEND_COMPONENTS": {
        "schemas": {
            "Problem": PROBLEM_SCHEMA,
            **REPORT_COMPONENTS,
            **ROSTER_COMPONENTS,
            **EVENT_COMPONENTS,
            **EXPLANATION_COMPONENTS,
            **ASK_COMPONENTS,
            **ANSWER_COMPONENTS,
        },
        "responses": {name: _response(status) for status, name in _RESPONSE_NAMES.items()},
    },
    "TAGS": [
        {"name": "muster", "description": "Check a roster: is it legal, and why."},
        {"name": "batches", "description": "Check a folder of lists in the background. For signed-in users."},
        {"name": "events", "description": "What events restrict beside the rules."},
        {"name": "releases", "description": "Which data there is, and what differs between two states of it."},
        {"name": "rosters", "description": "Keep rosters and move them to newer releases. For signed-in users."},
        {
            "name": "simulations",
            "description": "What units do to one another: asked, followed, kept. For signed-in users.",
        },
        {"name": "gauntlets", "description": "Typical targets under one name. For signed-in users."},
        {"name": "data errors", "description": "Tell the editors what is wrong in the data."},
        {"name": "auth", "description": "Tokens: one for each device, each revocable."},
        {"name": "about", "description": "What is here and by which data it judges."},
    ],
}
"""Settings of drf-spectacular for this API, on top of the project's."""
