"""Keeping rosters: save, rename, finish, move to another release, delete."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from datasheets.catalogue import Catalogue
from datasheets.models import Release
from datasheets.selectors import catalogue_of, current_catalogue
from roster.archives import shown_name
from roster.checking import CheckResult
from roster.comparing import Judgement, RosterChange, compare, judge
from roster.document import ItemCount, RosterDocument
from roster.documents import document_to_json
from roster.interchange.result import LineStatus
from roster.json_texts import storable
from roster.models import Roster, RosterReference
from roster.models.roster import (
    MAXIMUM_DOCUMENT_BYTES,
    MAXIMUM_OPEN_LINES,
    MAXIMUM_ROSTERS,
    NAME_LENGTH,
)
from roster.muster import Stage
from roster.references import references_of
from roster.saved import document_of, judged, stage_of

_LONGEST_LINE = 300
_LARGEST_STORED_POINTS = 2_147_483_647


class RosterRefused(Exception):
    """The roster is not kept; the message says why and what to do. ``field`` names what is at fault."""

    def __init__(self, message: str, *, field: str = "roster") -> None:
        super().__init__(message)
        self.field = field


class RosterHasChanged(Exception):
    """Somebody changed or deleted the roster in between; nothing was written."""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line of the pasted text that was not understood, with the name of the unit it stands in, if any."""

    number: int
    text: str
    meaning: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """What moving a roster to another release would change."""

    roster: Roster
    to: str
    """Label of that release."""
    change: RosterChange


def open_lines_of(result: CheckResult) -> tuple[OpenLine, ...]:
    """The lines of a checked text that were not understood."""
    if result.read is None:
        return ()
    names = {unit.key: unit.datasheet.name for unit in result.document.units} if result.document else {}
    return tuple(
        OpenLine(line.number, line.text.strip()[:_LONGEST_LINE], line.meaning, names.get(line.unit or "", ""))
        for line in result.read.lines
        if line.status is LineStatus.UNKNOWN
    )


def save_checked(owner: AbstractBaseUser, result: CheckResult, *, catalogue: Catalogue, name: str = "") -> Roster:
    """Keep a text that was checked by ``catalogue``; the lines that were not understood are kept with it.

    Raises :class:`RosterRefused` where the text was not read as a roster.
    """
    if result.report is None or result.document is None:
        refusal = (result.read.refusal if result.read else None) or "Nothing in this text could be read as a roster."
        raise RosterRefused(f"{refusal} Nothing was saved.", field="text")
    return save_roster(owner, result.document, catalogue=catalogue, name=name, open_lines=open_lines_of(result))


def save_roster(
    owner: AbstractBaseUser,
    document: RosterDocument,
    *,
    catalogue: Catalogue | None = None,
    name: str = "",
    open_lines: Iterable[OpenLine] = (),
) -> Roster:
    """Keep ``document`` as a draft on the release of ``catalogue``, by default the one in force.

    The name is the one given, else the document's own. Raises :class:`RosterRefused` where it is too
    large or the owner keeps as many as one may, and ``NoRelease`` where there is no catalogue.
    """
    catalogue = catalogue or current_catalogue()
    lines = tuple(open_lines)
    if len(lines) > MAXIMUM_OPEN_LINES:
        raise RosterRefused(
            f"{len(lines):,} lines of the text were not understood; a roster is kept with at most "
            f"{MAXIMUM_OPEN_LINES}. Export the list again and check it before you save it.",
            field="text",
        )
    title = _title(name or document.name)
    document = replace(document, name=title, release=catalogue.stamp.label)
    content = _bounded(document)
    judgement = judge(document, catalogue, stage=Stage.DRAFT, has_open_lines=bool(lines))
    with transaction.atomic():
        # One at a time for each owner, so that the limit holds.
        get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
        kept = Roster.objects.filter(owner_id=owner.pk).count()
        if kept >= MAXIMUM_ROSTERS:
            raise RosterRefused(
                f"You keep {kept} rosters; {MAXIMUM_ROSTERS} is the most. Delete one you no longer need.",
                field="roster",
            )
        roster = Roster.objects.create(
            owner_id=owner.pk,
            name=title,
            document=content,
            open_lines=[msgspec.to_builtins(line) for line in lines],
            release_id=_release_id(catalogue),
            **_found(document, catalogue, judgement),
        )
        _refer(roster, document, catalogue)
    return roster


def rename_roster(roster: Roster, name: str) -> None:
    """Give the roster another name. Raises :class:`RosterRefused` for an empty one."""
    if not name.strip():
        raise RosterRefused("The name is empty. Give the roster a name.", field="name")
    title = _title(name)
    _write(roster, name=title, document={**roster.document, "name": title})


def finish_roster(roster: Roster, *, is_finished: bool = True) -> None:
    """Say that the roster is finished, or a draft again; it is judged anew as such on its release (R-21)."""
    catalogue = catalogue_of(roster.release.label)
    judgement = judged(roster, catalogue, stage=Stage.FINAL if is_finished else Stage.DRAFT)
    _write(roster, is_finished=is_finished, **_found(document_of(roster), catalogue, judgement))


def settle_open_lines(roster: Roster) -> None:
    """Let go of the lines that were not understood: the owner says that nothing is missing without them.

    Wargear that no release knows goes from the document with them.
    """
    catalogue = catalogue_of(roster.release.label)
    document = _with_known_items(document_of(roster))
    judgement = judge(document, catalogue, stage=stage_of(roster))
    _write(roster, open_lines=[], document=document_to_json(document), **_found(document, catalogue, judgement))


def _with_known_items(document: RosterDocument) -> RosterDocument:
    def known(items: tuple[ItemCount, ...]) -> tuple[ItemCount, ...]:
        return tuple(each for each in items if each.item.id is not None)

    return replace(
        document,
        units=tuple(
            replace(
                unit,
                items=known(unit.items),
                models=tuple(replace(models, items=known(models.items)) for models in unit.models),
            )
            for unit in document.units
        ),
    )


def replace_document(roster: Roster, document: RosterDocument) -> None:
    """Keep another document in place of the roster's, judged as it is: its name, release and stage stay.

    Raises :class:`RosterRefused` where it is too large, and :class:`RosterHasChanged` where the row is
    not the one that was read.
    """
    catalogue = catalogue_of(roster.release.label)
    document = replace(document, name=roster.name, release=catalogue.stamp.label)
    content = _bounded(document)
    judgement = judge(document, catalogue, stage=stage_of(roster), has_open_lines=bool(roster.open_lines))
    with transaction.atomic():
        _write(roster, document=content, **_found(document, catalogue, judgement))
        roster.references.all().delete()
        _refer(roster, document, catalogue)


def plan_move(roster: Roster, catalogue: Catalogue) -> Move:
    """Every price and verdict that would change if the roster moved to the release of ``catalogue``."""
    before = judged(roster, catalogue_of(roster.release.label))
    after = judged(roster, catalogue)
    return Move(roster, catalogue.stamp.label, compare(document_of(roster), before, after))


def move_to_release(roster: Roster, catalogue: Catalogue) -> None:
    """Move the roster to the release of ``catalogue``: it is judged by it from now on.

    Raises :class:`RosterHasChanged` where the row is not the one that was read.
    """
    # What a list stated of its points was stated of the release it leaves.
    document = replace(document_of(roster), release=catalogue.stamp.label, stated_points=None)
    judgement = judged(roster, catalogue)
    with transaction.atomic():
        _write(
            roster,
            release_id=_release_id(catalogue),
            document=document_to_json(document),
            **_found(document, catalogue, judgement),
        )
        roster.references.all().delete()
        _refer(roster, document, catalogue)


def delete_roster(roster: Roster) -> None:
    """Delete the roster and everything that was found about it, at once."""
    roster.delete()


def _title(name: str) -> str:
    return shown_name(name)[:NAME_LENGTH] if name.strip() else "Roster without a name"


def _bounded(document: RosterDocument) -> dict[str, Any]:
    size = len(msgspec.json.encode(document))
    if size > MAXIMUM_DOCUMENT_BYTES:
        raise RosterRefused(
            f"The roster is {size:,} bytes long as JSON; at most {MAXIMUM_DOCUMENT_BYTES:,} are kept. "
            "See whether it holds more than one army."
        )
    content: dict[str, Any] = storable(document_to_json(document))
    return content


def _found(document: RosterDocument, catalogue: Catalogue, judgement: Judgement) -> dict[str, Any]:
    """The columns that say what was found."""
    faction = catalogue.factions.get((document.faction.id or "") if document.faction else "")
    size = catalogue.battle_sizes.get((document.battle_size.id or "") if document.battle_size else "")
    return {
        "faction": (faction.name if faction else document.faction.name if document.faction else "")[:NAME_LENGTH],
        "battle_size": (size.name if size else document.battle_size.name if document.battle_size else "")[:NAME_LENGTH],
        "points": min(judgement.points, _LARGEST_STORED_POINTS),
        "is_complete": judgement.is_complete,
        "legality": judgement.legality.value,
    }


def _refer(roster: Roster, document: RosterDocument, catalogue: Catalogue) -> None:
    RosterReference.objects.bulk_create(
        (
            RosterReference(roster=roster, collection=ref.collection, key=ref.key)
            for ref in sorted(references_of(document, catalogue))
        ),
        batch_size=200,
    )


def _release_id(catalogue: Catalogue) -> int:
    return Release.objects.values_list("pk", flat=True).get(label=catalogue.stamp.label)


def _write(roster: Roster, **values: Any) -> None:
    """Write where nobody else did since ``roster`` was read, and let it have the values."""
    now = timezone.now()
    is_written = Roster.objects.filter(pk=roster.pk, version=roster.version).update(
        **values, version=F("version") + 1, updated_at=now
    )
    if not is_written:
        raise RosterHasChanged("This roster was changed or deleted in between. Load it again; nothing was written.")
    for name, value in values.items():
        setattr(roster, name, value)
    roster.version += 1
    roster.updated_at = now
