"""A saved roster as values: its document, the stage it is judged at, and what a release makes of it."""

from __future__ import annotations

from dataclasses import replace

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult, check_document
from roster.comparing import Judgement, judge
from roster.document import RosterDocument
from roster.documents import document_from_json
from roster.models import Roster
from roster.muster import EventProfile, Stage


def stage_of(roster: Roster) -> Stage:
    """As what a saved roster is judged: a draft until its owner finishes it (R-21)."""
    return Stage.FINAL if roster.is_finished else Stage.DRAFT


def document_of(roster: Roster) -> RosterDocument:
    """The roster document as it is kept."""
    return document_from_json(roster.document)


def checked(roster: Roster, catalogue: Catalogue, *, event: EventProfile | None = None) -> CheckResult:
    """The saved roster as ``catalogue`` judges it; with lines not understood it is not called legal (R-19).

    For an event it is judged as if it were handed in there, draft or not.
    """
    stage = stage_of(roster) if event is None else Stage.EVENT
    result = check_document(document_of(roster), catalogue, stage=stage, event=event)
    return replace(result, is_legal=None) if roster.open_lines and result.is_legal else result


def judged(roster: Roster, catalogue: Catalogue, *, stage: Stage | None = None) -> Judgement:
    """The saved roster as ``catalogue`` judges it, at its own stage unless another is named."""
    return judge(
        document_of(roster), catalogue, stage=stage or stage_of(roster), has_open_lines=bool(roster.open_lines)
    )
