"""Explanations of rosters in the short form of specs, on the catalogue of invented datasheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roster.checking import check_document
from roster.document import RosterDocument
from roster.explaining import Explanation, explain
from roster.explaining.explanation import Chapter, Topic, UnitAccount, UnitOutlook
from roster.muster import Stage
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue

PATROL: Mapping[str, Any] = {
    "size": "strike-force",
    "detachments": ["spear"],
    "dispositions": ["take-and-hold"],
    "units": [
        {"unit": "captain", "warlord": True, "enhancements": ["blade"], "attached_to": "u2", "as": "leader"},
        "squad",
        {"unit": "medic", "attached_to": "u2", "as": "support"},
        {"unit": "walker", "times": 3},
        "terminators",
    ],
}
"""Seven units for 705 points: nothing is broken, the Walkers are at their limit, and the third pays a surcharge."""


def document(spec: Mapping[str, Any]) -> RosterDocument:
    return roster_of(spec, spec_catalogue())


def explained(spec: Mapping[str, Any], *, stage: Stage = Stage.FINAL, most_trials: int | None = None) -> Explanation:
    catalogue = spec_catalogue()
    return explain(check_document(document(spec), catalogue, stage=stage), catalogue, most_trials=most_trials)


def chapter(explanation: Explanation, topic: Topic) -> Chapter:
    (found,) = [one for one in explanation.chapters if one.topic is topic]
    return found


def answers(explanation: Explanation, topic: Topic) -> list[tuple[str, str]]:
    """What a chapter says: answer and sentence."""
    return [(one.answer.value, one.sentence) for one in chapter(explanation, topic).possibilities]


def account_of_unit(explanation: Explanation, index: int) -> UnitAccount:
    assert explanation.account is not None
    return explanation.account.units[index]


def outlook(explanation: Explanation, index: int) -> UnitOutlook:
    return explanation.units[index]
