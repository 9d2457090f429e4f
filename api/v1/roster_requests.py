"""What is asked about saved rosters: one to keep, a change, a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from api.problems import Fault, invalid
from api.v1.check import CheckRequest, check_request
from api.v1.schema.check import LIST_EXAMPLE
from api.v1.schema.roster import ROSTER
from api.v1.view import kind_of, object_of
from roster.interchange.limits import MAX_CHARACTERS
from roster.models.roster import NAME_LENGTH

_NAME: dict[str, Any] = {"type": "string", "maxLength": NAME_LENGTH, "description": "What to call it."}
VERSION: dict[str, Any] = {
    "type": "integer",
    "minimum": 1,
    "maximum": 2_147_483_647,
    "description": "The version you saw; a roster that changed since is left alone.",
}
_RELEASE: dict[str, Any] = {
    "type": ["string", "null"],
    "description": "Label of a release; null or left out: the one in force.",
}

CREATE_REQUEST: dict[str, Any] = {
    "application/json": {
        "oneOf": [
            {
                "type": "object",
                "title": "A list text",
                "required": ["text"],
                "additionalProperties": False,
                "properties": {
                    "text": {"type": "string", "maxLength": MAX_CHARACTERS},
                    "name": _NAME,
                    "release": _RELEASE,
                },
            },
            {
                "type": "object",
                "title": "A roster document",
                "required": ["roster"],
                "additionalProperties": False,
                "properties": {"roster": ROSTER, "name": _NAME, "release": _RELEASE},
            },
        ]
    }
}
CHANGE_REQUEST: dict[str, Any] = {
    "application/json": {
        "type": "object",
        "required": ["version"],
        "additionalProperties": False,
        "properties": {
            "version": VERSION,
            "name": {**_NAME, "minLength": 1, "pattern": r"\S"},
            "is_finished": {"type": "boolean", "description": "True: it is judged as a finished roster."},
        },
    }
}
MOVE_REQUEST: dict[str, Any] = {
    "application/json": {
        "type": "object",
        "required": ["version"],
        "additionalProperties": False,
        "properties": {
            "version": VERSION,
            "release": _RELEASE,
            "dry_run": {
                "type": "boolean",
                "default": True,
                "description": "True: only say what would change. False: move the roster.",
            },
        },
    }
}
CREATE_EXAMPLE = {"text": LIST_EXAMPLE, "name": "Saturday"}
CHANGE_EXAMPLE = {"version": 1, "name": "Sunday", "is_finished": True}
MOVE_EXAMPLE = {"version": 1, "dry_run": True}


@dataclass(frozen=True, slots=True)
class ChangeRequest:
    """A change of a roster; None leaves the value as it is."""

    version: int
    name: str | None
    is_finished: bool | None


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move to a release, None: the one in force."""

    version: int
    release: str | None
    is_dry_run: bool


def create_request(request: Request) -> tuple[CheckRequest, str]:
    """What is to be kept, and the name given; or a problem that names every fault."""
    body = dict(object_of(request.data, "text", "roster", "name", "release"))
    name = body.pop("name", "")
    faults = _faults_of_name(name)
    if faults:
        raise invalid(*faults)
    return check_request(body, {}), str(name)


def change_request(request: Request) -> ChangeRequest:
    """The change as values, or a problem that names every fault."""
    body = object_of(request.data, "version", "name", "is_finished")
    faults = faults_of_version(body)
    name, is_finished = body.get("name"), body.get("is_finished")
    if "name" in body:
        faults += _faults_of_name(name)
        if isinstance(name, str) and not name.strip():
            faults.append(Fault("The name is empty. Give the roster a name.", pointer="/name"))
    if "is_finished" in body and not isinstance(is_finished, bool):
        faults.append(Fault(f"is_finished is {kind_of(is_finished)}; send true or false.", pointer="/is_finished"))
    if faults:
        raise invalid(*faults)
    return ChangeRequest(
        version=version_of(body),
        name=name if isinstance(name, str) else None,
        is_finished=is_finished if isinstance(is_finished, bool) else None,
    )


def move_request(request: Request) -> MoveRequest:
    """The move as values, or a problem that names every fault."""
    body = object_of(request.data, "version", "release", "dry_run")
    faults = faults_of_version(body)
    release, dry_run = body.get("release"), body.get("dry_run", True)
    if release is not None and not isinstance(release, str):
        faults.append(Fault(f"release is {kind_of(release)}; send a label.", pointer="/release"))
    if not isinstance(dry_run, bool):
        faults.append(Fault(f"dry_run is {kind_of(dry_run)}; send true or false.", pointer="/dry_run"))
    if faults:
        raise invalid(*faults)
    return MoveRequest(
        version=version_of(body), release=release if isinstance(release, str) else None, is_dry_run=dry_run is True
    )


def version_of(body: dict[str, object]) -> int:
    """The version of a body without faults."""
    version = body.get("version")
    return version if isinstance(version, int) else 0


def faults_of_version(body: dict[str, object]) -> list[Fault]:
    """What is wrong with the version that a body names."""
    version = body.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version >= 1:
        return []
    found = kind_of(version) if "version" in body else "missing"
    return [Fault(f"version is {found}; send the version of the roster that you saw.", pointer="/version")]


def _faults_of_name(name: object) -> list[Fault]:
    if not isinstance(name, str):
        return [Fault(f"name is {kind_of(name)}; send a string.", pointer="/name")]
    if len(name) > NAME_LENGTH:
        return [Fault(f"name has {len(name)} characters; at most {NAME_LENGTH} are kept.", pointer="/name")]
    return []
