"""The bodies of batch requests in words, as schemas, and by examples."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from api.v1.schema.check import LIST_EXAMPLE
from roster.archives import MAXIMUM_TOTAL_BYTES
from roster.interchange.limits import MAX_CHARACTERS
from roster.models.batch import KEPT_FOR_DAYS, MAXIMUM_LISTS

CREATE_DESCRIPTION = f"""
Up to {MAXIMUM_LISTS} lists, as files of a form (text files, zips of them, or both) or in JSON. They are checked in the
background by the release in force now; `Location` names the batch, where progress is told.

* A file has at most {MAX_CHARACTERS:,} characters; all together have at most {MAXIMUM_TOTAL_BYTES // 1_000_000} MB
  unpacked. A JSON body has at most 2.5 MB: hand larger folders in as a zip.
* A file that cannot be read becomes a list with the status `failed` and a `problem` that says why; the others are
  checked. Folders and what operating systems leave behind are named in `skipped`.
* With an `event` every list is checked for it, by its profile as it is now: a later change of it changes no verdict.
* Batches belong to who handed them in and are deleted after {KEPT_FOR_DAYS} days.
"""

_NAME: dict[str, Any] = {"type": "string", "maxLength": 120, "description": "What to call the batch."}

_EVENT: dict[str, Any] = {"type": "string", "description": "Slug of the event that every list is checked for."}

BATCH_REQUEST: dict[str, Any] = {
    "multipart/form-data": {
        "type": "object",
        "required": ["files"],
        "additionalProperties": False,
        "properties": {
            "name": _NAME,
            "event": _EVENT,
            "files": {
                "type": "array",
                "minItems": 1,
                "items": {"type": "string", "format": "binary"},
                "description": "Text files or zips.",
            },
        },
    },
    "application/json": {
        "type": "object",
        "required": ["lists"],
        "additionalProperties": False,
        "properties": {
            "name": _NAME,
            "event": _EVENT,
            "lists": {
                "type": "array",
                "minItems": 1,
                "maxItems": MAXIMUM_LISTS,
                "items": {
                    "type": "object",
                    "required": ["text"],
                    "additionalProperties": False,
                    "properties": {
                        "name": {"type": "string", "maxLength": 255},
                        "text": {"type": "string", "description": "The list as the app exports it."},
                    },
                },
            },
        },
    },
}

_ID = "5f0c2f0e-7a7b-4f0a-9d5c-0d7a8f1c9b11"
_ADDRESS = f"https://quartermaster.example/api/v1/muster/batches/{_ID}"


def _batch(**progress: int) -> dict[str, Any]:
    counts = dict.fromkeys(("pending", "claimed", "done", "failed", "legal", "illegal", "undecided", "unreadable"), 0)
    counts |= progress
    finished = counts["done"] + counts["failed"]
    return {
        "id": _ID,
        "name": "Saturday's event",
        "release": "2026.09.1",
        "event": None,
        "created_at": "2026-11-30T08:00:00Z",
        "expires_at": "2026-12-30T08:00:00Z",
        "skipped": [{"name": "__MACOSX/._a.txt", "reason": "a file that an operating system leaves behind"}],
        "progress": {
            "total": 48,
            **counts,
            "finished": finished,
            "percent": finished * 100 // 48,
            "is_finished": finished == 48,
        },
        "url": _ADDRESS,
        "items_url": f"{_ADDRESS}/items",
        "csv_url": f"{_ADDRESS}/csv",
    }


_ITEM: dict[str, Any] = {
    "position": 1,
    "file": "orks.txt",
    "status": "done",
    "verdict": "illegal",
    "is_legal": False,
    "faction": "Orks",
    "battle_size": "Incursion",
    "stated_points": 990,
    "computed_points": 1005,
    "broken_checks": 1,
    "unknown_lines": 0,
    "problem": "1005 points; Incursion allows 1000. Remove 5.",
    "attempts": 1,
    "finished_at": "2026-11-30T08:00:02Z",
    "url": f"{_ADDRESS}/items/1",
}


def _ok(name: str, value: object, status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=[status])


CREATE_EXAMPLES = [
    OpenApiExample(
        "Lists in JSON",
        {"name": "Saturday's event", "lists": [{"name": "orks.txt", "text": LIST_EXAMPLE}]},
        request_only=True,
        media_type="application/json",
    ),
    _ok("A batch that waits", _batch(pending=47, failed=1), "202"),
]
BATCH_EXAMPLES = [_ok("A batch on its way", _batch(pending=20, claimed=1, done=26, failed=1, legal=20, illegal=6))]
BATCHES_EXAMPLES = [_ok("A batch that is finished", _batch(done=47, failed=1, legal=30, illegal=15, undecided=2))]
ITEMS_EXAMPLES = [_ok("A list that is not legal", _ITEM)]
ITEM_EXAMPLES = [_ok("A list that waits", {**_ITEM, "text": LIST_EXAMPLE, "report": None})]
CSV_EXAMPLE = OpenApiExample(
    "Table",
    "position,file,verdict,faction,battle_size,stated_points,computed_points,broken_checks,unknown_lines,problem\r\n"
    "1,orks.txt,illegal,Orks,Incursion,990,1005,1,0,1005 points; Incursion allows 1000. Remove 5.\r\n",
    response_only=True,
    media_type="text/csv",
)
