"""The operations on simulations in words and by examples."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from api.v1.schema.answer import QUESTIONS
from battle.models import SimulationStatus
from battle.models.simulation import CELL_KEPT_FOR, KEPT_FOR
from battle.services.asking import MOST_UNFINISHED

ASK_DESCRIPTION = f"""
The document is a scenario, `quartermaster.scenario/1`, whose units may also come from a saved roster of yours
(`"from": "saved"`), from a pasted list (`"from": "text"`) and, in lists of units, from a gauntlet
(`"from": "gauntlet"`). `/api/v1/schemas/ask-1.json` is its schema, `docs/matchups.md` has examples.

* What is small, and what was answered before, comes back at once: 201 with the `result`. Anything else is computed by
  workers: 202, and `Location` names where to follow it. `Retry-After` says when to ask, `events_url` tells it as it
  goes.
* The same question is answered once: by the same release, engine, samples and seed it has the same answer.
* `Prefer: respond-async` answers 202 even where the question is small, unless the answer is known.
* `Idempotency-Key`: sent again with the same body, the request brings the same simulation as it stands then, with
  `Idempotency-Replayed: true`; sent with another body it is refused with 422.
* At most {MOST_UNFINISHED} simulations of a person wait or run at a time; 30 are asked a minute and 300 an hour.
  Pages and API count together.
* Faults carry JSON pointers into the document. A roster that is not yours is refused as one that does not exist.
* Simulations are deleted {KEPT_FOR.days} days after they were last asked for.
"""
AGAIN_DESCRIPTION = """
The same document, read anew: by the release in force, whatever release it named, with saved rosters as they are now, by
the engine of today. Where nothing has changed that is the same simulation; `freshness` tells what has.
"""
CELL_DESCRIPTION = f"""
What one unit of a `matrix`, `field` or `comparison` does to another: the question `pair`, answered with distributions,
the reasons of every number, what each ability added, and one roll to read. Small cells are answered at once; else 202,
and `Retry-After` says when to ask again. 120 are told a minute; opened cells are kept for {CELL_KEPT_FOR.days} days.
"""
EVENTS_DESCRIPTION = """
Server-sent events. Each `progress` event has as its data what `get_simulation` tells as `progress`, with the `status`;
the last one is called `finished`, or `gone` where the simulation was deleted. Comments come in between.

A stream lasts 60 s at most; `retry:` says when to come back, and with `Last-Event-ID` nothing is told twice. Who has
seen `finished` and comes back gets 204, at which browsers stop.

There are few streams: two for a person, and a bounded number for the service. Who is refused one (429, `no-stream`)
asks `get_simulation` every few seconds; `Retry-After` says when a stream may be free again.
"""

LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.URI, OpenApiParameter.HEADER, response=[201, 202], description="The simulation."
)
RETRY_AFTER = OpenApiParameter(
    "Retry-After",
    OpenApiTypes.INT,
    OpenApiParameter.HEADER,
    response=[202],
    description="In how many seconds to ask again.",
)
ASK_PARAMETERS = [
    OpenApiParameter(
        "Idempotency-Key",
        {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"^[\x21-\x7e]+$"},
        OpenApiParameter.HEADER,
        description="A name for this request, unique among yours: 1 to 200 visible ASCII characters.",
    ),
    OpenApiParameter(
        "Prefer",
        {"type": "string"},
        OpenApiParameter.HEADER,
        description="`respond-async`: do not compute while I wait.",
    ),
    LOCATION,
    RETRY_AFTER,
    OpenApiParameter(
        "Idempotency-Replayed",
        {"type": "string", "enum": ["true"]},
        OpenApiParameter.HEADER,
        response=[201, 202],
        description="There where the same request was sent before under the same key.",
    ),
]
LIST_PARAMETERS = [
    OpenApiParameter("status", str, enum=tuple(SimulationStatus.values), description="Only those that stand so."),
    OpenApiParameter("question", str, enum=QUESTIONS, description="Only those that ask this."),
]
RESULT_PARAMETERS = [
    OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="Names this answer."),
    OpenApiParameter(
        "If-None-Match", {"type": "string"}, OpenApiParameter.HEADER, description="The ETag of the answer you have."
    ),
]


def _index(name: str, description: str, **more: Any) -> OpenApiParameter:
    schema = {"type": "integer", "minimum": 0, "maximum": 9999, **more}
    return OpenApiParameter(name, schema, description=description, required="default" not in more)


CELL_PARAMETERS = [
    _index("view", "Which view, from 0.", default=0),
    OpenApiParameter(
        "direction",
        str,
        enum=("forth", "back"),
        default="forth",
        description="`forth`: attackers on targets; `back`: targets on attackers.",
    ),
    _index("row", "Which unit attacks, from 0."),
    _index("column", "Which unit is attacked, from 0."),
    _index("side", "Which side of a comparison, from 0.", default=0),
    RETRY_AFTER,
]

_RIFLES: dict[str, Any] = {
    "from": "profiles",
    "name": "Riflemen",
    "models": [
        {
            "name": "Rifleman",
            "count": 10,
            "T": 3,
            "Sv": 5,
            "W": 1,
            "points": 6,
            "weapons": [{"name": "Rifle", "range": 24, "A": 1, "skill": 4, "S": 3, "AP": 0, "D": 1}],
        }
    ],
}
ASK_AT_ONCE: dict[str, Any] = {
    "schema": "quartermaster.scenario/1",
    "question": "matrix",
    "name": "Rifles at rifles",
    "attackers": [_RIFLES],
    "targets": [_RIFLES],
    "views": [{"name": "In the open", "activity": "shooting", "situation": {"distance": 18}}],
    "both_ways": False,
}
ASK_SAVED: dict[str, Any] = {
    "schema": "quartermaster.scenario/1",
    "question": "field",
    "attackers": [{"from": "saved", "roster": "0f3b8a52-4d8e-4a8f-9a52-7a0a3f1f2c11"}],
    "targets": [{"from": "gauntlet", "gauntlet": "typical-targets"}],
    "priority": "batch",
}

_ID = "7c1d0d5e-3b0a-4c33-9b64-0d2f0a5d7e10"
_ADDRESS = f"https://quartermaster.example/api/v1/simulations/{_ID}"
_LISTED: dict[str, Any] = {
    "id": _ID,
    "name": "Rifles at rifles",
    "title": "Riflemen against Riflemen",
    "question": "matrix",
    "status": "done",
    "method": "exact",
    "release": "",
    "parts": 1,
    "cells": 1,
    "failed_parts": 0,
    "problem": "",
    "created_at": "2026-11-30T08:00:00Z",
    "asked_at": "2026-11-30T08:00:00Z",
    "finished_at": "2026-11-30T08:00:01Z",
    "expires_at": "2026-12-30T08:00:00Z",
    "url": _ADDRESS,
}


def _progress(done: int, total: int) -> dict[str, Any]:
    return {
        "parts_done": done,
        "parts_claimed": int(done < total),
        "parts_total": total,
        "cells_done": done,
        "cells_total": total,
        "waiting_before": 0,
        "seconds": 0.1,
    }


_DONE: dict[str, Any] = {
    **_LISTED,
    "priority": "person",
    "engine": "1-3f9a02c1d4",
    "samples": None,
    "seed": 1,
    "progress": _progress(1, 1),
    "freshness": {
        "is_current": True,
        "release_now": "2026.09.1",
        "release_changed": False,
        "engine_changed": False,
        "changed_rosters": [],
    },
    "sources": [],
    "notes": [],
    "result_url": f"{_ADDRESS}/result",
    "events_url": f"{_ADDRESS}/events",
    "cells_url": f"{_ADDRESS}/cells",
    "cancel_url": f"{_ADDRESS}/cancel",
    "again_url": f"{_ADDRESS}/again",
}
_RUNNING: dict[str, Any] = {
    **_DONE,
    "name": "",
    "title": "Patrol on 12 targets",
    "question": "field",
    "status": "running",
    "method": None,
    "release": "2026.09.1",
    "parts": 8,
    "cells": 96,
    "finished_at": None,
    "progress": {**_progress(3, 8), "cells_done": 36, "cells_total": 96},
    "sources": [
        {
            "pointer": "/attackers/0",
            "kind": "saved",
            "name": "Patrol",
            "roster": "0f3b8a52-4d8e-4a8f-9a52-7a0a3f1f2c11",
            "version": 1,
            "release": "2026.09.1",
        }
    ],
}
_UNIT = {"name": "Riflemen", "models": 10, "points": 60, "keys": [], "place": 0}
_ANSWER: dict[str, Any] = {
    "schema": "quartermaster.answer/1",
    "question": "matrix",
    "name": "Rifles at rifles",
    "method": "exact",
    "attackers": [_UNIT],
    "targets": [_UNIT],
    "views": [
        {
            "name": "In the open",
            "activity": "shooting",
            "situation": {"distance": 18},
            "forth": [
                [
                    {
                        "expected_models": 1.6667,
                        "expected_wounds": 1.6667,
                        "expected_points": 10.0,
                        "whole_unit": 0.0,
                        "points_for_a_point": 0.1667,
                        "attacks": True,
                    }
                ]
            ],
            "back": None,
        }
    ],
    "not_modelled": [],
    "assumptions": [],
    "switches": [],
}
_PAIR: dict[str, Any] = {
    **{name: _ANSWER[name] for name in ("schema", "not_modelled", "assumptions", "switches", "method")},
    "question": "pair",
    "name": "Riflemen on Riflemen",
}


def _ok(name: str, value: object, status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=[status])


ASK_EXAMPLES = [
    OpenApiExample("A small table by profiles", ASK_AT_ONCE, request_only=True),
    OpenApiExample("A saved roster on a gauntlet", ASK_SAVED, request_only=True),
    _ok("A simulation with its answer", {**_DONE, "result": _ANSWER}, "201"),
    _ok("A simulation on its way", _RUNNING, "202"),
]
SIMULATION_EXAMPLES = [_ok("A simulation on its way", _RUNNING), _ok("A simulation that is done", _DONE)]
LIST_EXAMPLES = [_ok("A simulation that is done", _LISTED)]
CANCEL_EXAMPLES = [_ok("A simulation that was cancelled", {**_RUNNING, "status": "cancelled"})]
ANSWER_EXAMPLES = [_ok("A table of one cell", _ANSWER)]
_CELL: dict[str, Any] = {
    "view": 0,
    "direction": "forth",
    "row": 0,
    "column": 0,
    "side": 0,
    "status": "done",
    "method": "exact",
    "engine": "1-3f9a02c1d4",
    "answer": _PAIR,
}
CELL_EXAMPLES = [
    _ok("A cell", _CELL),
    _ok("A cell that waits", {**_CELL, "status": "pending", "method": None, "answer": None}, "202"),
]
EVENTS_EXAMPLE = OpenApiExample(
    "A stream",
    'retry: 2000\n\nid: running.3.1.0\nevent: progress\ndata: {"status":"running","parts_done":3,"parts_claimed":1,'
    '"parts_total":8,"cells_done":36,"cells_total":96,"waiting_before":0,"seconds":0.1}\n\n',
    response_only=True,
    media_type="text/event-stream",
)
