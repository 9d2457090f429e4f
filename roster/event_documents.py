"""An event profile as JSON and back, ``quartermaster.event/1``: strict, with a pointer to whatever does not fit.

As with rosters, the schema that is given out and the decoder are made from the same types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from roster.document_faults import DocumentError, located
from roster.json_texts import json_in_utf8, refuse_repeated_fields
from roster.muster.event import EventProfile, LoweredCheck
from roster.muster.report import Severity

SCHEMA = "quartermaster.event/1"
MAX_BYTES = 1_000_000
MAX_IDS = 3_000
"""Ids of any list: more than there are datasheets."""

MAX_LOWERED = 200
MAX_NAME = 120
MAX_REASON = 300
MAX_SLUG = 60
SLUG_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)"
# No id has a control character, and PostgreSQL keeps no NUL.
_PLAIN = r"^[^\x00-\x1f\x7f]*$(?!\n)"
_NAMED = r"^[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$(?!\n)"
_SCHEMA_ADDRESS = "https://json-schema.org/draft/2020-12/schema"

Identifier = Annotated[str, Meta(min_length=1, max_length=200, pattern=_PLAIN)]
Identifiers = Annotated[tuple[Identifier, ...], Meta(max_length=MAX_IDS)]
Points = Annotated[int, Meta(ge=1, le=1_000_000)]


class LoweredShape(Struct, forbid_unknown_fields=True):
    """A check that weighs less at the event."""

    check: Identifier
    severity: Literal["warning", "advice"]
    reason: Annotated[str, Meta(max_length=MAX_REASON, pattern=_PLAIN)] = ""


class EventShape(Struct, forbid_unknown_fields=True, rename={"schema_": "schema"}):
    """What an event asks of rosters beyond the rules; what is left out restricts nothing."""

    schema_: Literal["quartermaster.event/1"]
    id: Annotated[str, Meta(max_length=MAX_SLUG, pattern=SLUG_PATTERN)]
    name: Annotated[str, Meta(max_length=MAX_NAME, pattern=_NAMED)]
    battle_size: Identifier | None = None
    points_limit: Points | None = None
    minimum_points: Points | None = None
    factions: Identifiers = ()
    detachments: Identifiers = ()
    barred_detachments: Identifiers = ()
    barred_datasheets: Identifiers = ()
    dispositions: Identifiers = ()
    allows_legends: bool = False
    requires_disposition: bool = True
    requires_plan: bool = False
    lowered: Annotated[tuple[LoweredShape, ...], Meta(max_length=MAX_LOWERED)] = ()


def event_from_json(content: bytes | dict[str, Any]) -> EventProfile:
    """The profile in JSON text or in an object already parsed.

    Raises :class:`DocumentError` for anything that is not one. Whether its ids are in a release is
    ``roster.muster.profiles``' to say.
    """
    try:
        # An object goes the way of a text: what no text can hold (half a character) is refused alike.
        text = content if isinstance(content, bytes) else msgspec.json.encode(content)
        if len(text) > MAX_BYTES:
            raise DocumentError("", f"The profile has {len(text):,} bytes; at most {MAX_BYTES:,} are read.")
        text = json_in_utf8(text)
        shape = msgspec.json.decode(text, type=EventShape)
        refuse_repeated_fields(text)
    except msgspec.ValidationError as error:
        raise _located(str(error)) from error
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise DocumentError("", f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise DocumentError("", "The profile is nested too deeply.") from error
    values = {name: getattr(shape, name) for name in EventProfile.__dataclass_fields__ if name != "lowered"}
    lowered = tuple(LoweredCheck(row.check, Severity(row.severity), row.reason) for row in shape.lowered)
    return EventProfile(**values, lowered=lowered)


def event_to_json(profile: EventProfile) -> dict[str, Any]:
    """The profile as an object of plain JSON values, every field present."""
    return {"schema": SCHEMA, **msgspec.json.decode(msgspec.json.encode(profile))}


def event_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of the event profile."""
    _, components = msgspec.json.schema_components([EventShape], ref_template="#/$defs/{name}")
    named: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(components).replace(b"Shape", b""))
    return {"$schema": _SCHEMA_ADDRESS, "$id": SCHEMA, **named.pop("Event"), "$defs": named}


_PATTERNS = (
    (SLUG_PATTERN, "An id is lower-case letters, digits and hyphens between them, as autumn-open."),
    (_NAMED, "A name is words on one line, with no space before them."),
    (_PLAIN, "No control characters stand here."),
)


def _located(message: str) -> DocumentError:
    """The fault; a pattern that does not fit is told in words."""
    fault = located(message, SCHEMA)
    if fault.pointer.startswith("/lowered/") and fault.pointer.endswith("/severity"):
        return DocumentError(fault.pointer, "A check is lowered to warning or to advice.")
    for pattern, words in _PATTERNS:
        if "matching regex" in message and repr(pattern)[1:-1] in message:
            return DocumentError(fault.pointer, words)
    return fault
