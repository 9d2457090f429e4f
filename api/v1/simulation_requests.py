"""What a request about simulations says beside its document: keys, preferences, filters, cells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Q
from rest_framework.request import Request

from api.problems import Fault, invalid
from api.v1.schema.answer import QUESTIONS
from api.v1.simulation_shapes import STATUSES
from api.v1.view import kind_of
from battle.models import SimulationStatus

LONGEST_KEY = 200
DIRECTIONS = ("forth", "back")
LARGEST_INDEX = 9_999
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A document to be asked, the key it is sent under (empty for none), and whether it is computed meanwhile."""

    document: dict[str, Any]
    key: str
    may_answer_at_once: bool


@dataclass(frozen=True, slots=True)
class CellPlace:
    """One cell of a table; indexes from 0."""

    view: int
    direction: Literal["forth", "back"]
    row: int
    column: int
    side: int


def ask_request(request: Request) -> AskRequest:
    """The request as values; a problem where its key cannot be one or its body is no object."""
    key = request.headers.get("Idempotency-Key")
    faults = []
    if key is not None and not _KEY.fullmatch(key):
        detail = f"Idempotency-Key has to be 1 to {LONGEST_KEY} visible ASCII characters; a UUID does."
        faults.append(Fault(detail, parameter="Idempotency-Key"))
    document: Any = request.data
    if not isinstance(document, dict):
        detail = f"The body is {kind_of(document)}; send a question as an object, as docs/matchups.md shows."
        faults.append(Fault(detail, pointer=""))
    if faults:
        raise invalid(*faults)
    return AskRequest(document=document, key=key or "", may_answer_at_once=not prefers_not_to_wait(request))


def prefers_not_to_wait(request: Request) -> bool:
    """Whether the client would rather be told where to look than wait (RFC 7240)."""
    preferences = request.headers.get("Prefer", "").split(",")
    return any(one.partition(";")[0].strip().lower() == "respond-async" for one in preferences)


def filters_of(request: Request) -> Q:
    """Which simulations are listed: by ``status`` and ``question``, where the address says so."""
    known = {"status": STATUSES, "question": QUESTIONS}
    given = {name: request.query_params[name] for name in known if name in request.query_params}
    faults = [
        Fault(f"{name} cannot be {value[:40]!r}; choose {', '.join(known[name])}.", parameter=name)
        for name, value in given.items()
        if value not in known[name]
    ]
    if faults:
        raise invalid(*faults)
    wanted = Q(simulation__question_kind=given["question"]) if "question" in given else Q()
    if "status" not in given:
        return wanted
    # What a person cancelled is cancelled for them, whether or not it goes on for others.
    stands = Q(simulation__status=given["status"])
    is_cancelled = Q(cancelled_at__isnull=False)
    is_so = is_cancelled | stands if given["status"] == SimulationStatus.CANCELLED else ~is_cancelled & stands
    return wanted & is_so


def cell_place(request: Request) -> CellPlace:
    """The cell that the address names; a problem that names every fault."""
    faults: list[Fault] = []
    direction = request.query_params.get("direction", "forth")
    if direction not in DIRECTIONS:
        detail = f"direction cannot be {direction[:40]!r}; choose {', '.join(DIRECTIONS)}."
        faults.append(Fault(detail, parameter="direction"))
    place = CellPlace(
        view=_index(request, "view", faults, default="0"),
        direction="back" if direction == "back" else "forth",
        row=_index(request, "row", faults),
        column=_index(request, "column", faults),
        side=_index(request, "side", faults, default="0"),
    )
    if faults:
        raise invalid(*faults)
    return place


def _index(request: Request, name: str, faults: list[Fault], default: str | None = None) -> int:
    given = request.query_params.get(name, default)
    if given is None:
        faults.append(Fault(f"{name} is missing; give its number, from 0.", parameter=name))
        return 0
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(LARGEST_INDEX))):
        detail = f"{name} is {given[:40]!r}; give a whole number from 0 to {LARGEST_INDEX}."
        faults.append(Fault(detail, parameter=name))
        return 0
    return int(given)
