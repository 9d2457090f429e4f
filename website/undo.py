"""What may be taken back of the fixes applied to saved rosters: kept with the visit, for the roster as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from roster.models import Roster
from roster.muster.fixes import Operation

STEPS = 5
"""Fixes of a roster that can be taken back, one after another."""

ROSTERS = 5
"""Rosters of which a visit keeps them, those changed last."""

MOST_OPERATIONS = 2_000
"""Operations of a way back that is kept: more than any fix has."""

_KEY = "undo"


@dataclass(frozen=True, slots=True)
class Undo:
    """The way back from the last fix, and what it had done."""

    patch: Sequence[Operation]
    sentence: str


def remember_undo(
    request: HttpRequest, roster: Roster, patch: Sequence[Operation], *, seen: int, sentence: str
) -> None:
    """Keep the way back from the roster as it is now to what it was at the version ``seen``."""
    steps = _steps(request, roster)
    if len(patch) <= MOST_OPERATIONS:
        steps.append({"before": seen, "after": roster.version, "patch": list(patch), "sentence": sentence})
    _keep(request, roster, steps[-STEPS:])


def offered_undo(request: HttpRequest, roster: Roster) -> Undo | None:
    """The way back from the roster as it stands; None where something else changed it since, or nothing did."""
    steps = _steps(request, roster)
    if not steps or steps[-1]["after"] != roster.version:
        return None
    return Undo(steps[-1]["patch"], steps[-1]["sentence"])


def forget_undo(request: HttpRequest, roster: Roster) -> None:
    """The last step was taken back: the one before it leads on from the roster as it is now."""
    *steps, taken = _steps(request, roster)
    if steps and steps[-1]["after"] == taken["before"]:
        steps[-1]["after"] = roster.version
    _keep(request, roster, steps)


def _steps(request: HttpRequest, roster: Roster) -> list[dict[str, Any]]:
    kept: dict[str, list[dict[str, Any]]] = request.session.get(_KEY, {})
    return [dict(step) for step in kept.get(str(roster.uuid), [])]


def _keep(request: HttpRequest, roster: Roster, steps: list[dict[str, Any]]) -> None:
    kept = {uuid: others for uuid, others in request.session.get(_KEY, {}).items() if uuid != str(roster.uuid)}
    if steps:
        kept[str(roster.uuid)] = steps
    request.session[_KEY] = dict(list(kept.items())[-ROSTERS:])
