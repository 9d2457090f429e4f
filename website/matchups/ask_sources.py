"""What stands on a side, read: units by name, what cannot fight, and lines of a text that were not understood."""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battle.armies import Fielded, NotFielded, field_army
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from roster.access import Person, roster_visible_to
from roster.document import RosterDocument
from roster.document_faults import DocumentError
from roster.interchange import read_text
from roster.interchange.result import LineStatus, ReadResult
from roster.muster.words import ordinal
from roster.saved import document_of
from website.matchups.ask_datasheets import NotNamed, datasheet_named, label_of
from website.matchups.ask_kinds import Source

MOST_LINES_SHOWN = 50
MOST_UNITS_SHOWN = 200


class NotRead(Exception):
    """Why nothing can be read of a side, and the field of the side that it is about."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class UnitRead:
    """A unit that can fight. ``name`` tells it from others of its list."""

    key: str
    name: str
    models: int
    points: int


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line that was not understood, and why."""

    number: int
    text: str
    reason: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideRead:
    """What a side comes to. ``shape`` is its unit of the document that is asked, yet without chosen units.

    ``mark`` stands for where it comes from: choices of units that were made for another one do not count.
    ``sheet`` is the datasheet it is, if it is one. ``left_out`` are units and why they cannot fight.
    """

    source: Source
    name: str
    shape: Mapping[str, Any]
    mark: str
    units: tuple[UnitRead, ...] = ()
    fielded: tuple[Fielded, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    lines: tuple[LineRead, ...] = ()
    lines_left_out: int = 0
    questions: tuple[str, ...] = ()
    sheet: Datasheet | None = None
    document: RosterDocument | None = None

    @property
    def models(self) -> int:
        """Models of all units."""
        return sum(unit.models for unit in self.units)

    @property
    def points(self) -> int:
        """Points of all units that can fight."""
        return sum(unit.points for unit in self.units)

    @property
    def has_gaps(self) -> bool:
        """Whether something of it was not understood or cannot fight."""
        return bool(self.lines or self.left_out or self.questions)


def saved_side(person: Person, id: str, catalogue: Catalogue) -> SideRead:
    """A saved roster of this person; raises :class:`NotRead` alike for none and for somebody else's."""
    try:
        found = roster_visible_to(person, uuid.UUID(id))
    except ValueError:
        found = None
    if found is None:
        raise NotRead("roster", "You have no such roster. Choose one of those offered.")
    try:
        document = document_of(found)
    except DocumentError as error:
        raise NotRead("roster", f"“{found.name}” cannot be read ({error}) Check its list anew and save it.") from error
    lines = tuple(
        LineRead(line["number"], line["text"], line["meaning"]) for line in found.open_lines[:MOST_LINES_SHOWN]
    )
    return _of_document(
        Source.SAVED,
        document,
        catalogue,
        field="roster",
        name=found.name,
        shape={"from": "saved", "roster": str(found.uuid)},
        mark=_mark("saved", str(found.uuid), str(found.version)),
        lines=lines,
        lines_left_out=max(0, len(found.open_lines) - len(lines)),
    )


def text_side(text: str, catalogue: Catalogue, *, field: str = "text") -> SideRead:
    """A pasted list; raises :class:`NotRead` where no unit of it was read."""
    result = read_text(text, catalogue)
    if result.document is None:
        raise NotRead(field, result.refusal or "No unit was found in this text. Paste the whole export of the app.")
    lines = tuple(
        LineRead(line.number, line.text, line.meaning, line.suggestions)
        for line in result.lines
        if line.status is LineStatus.UNKNOWN
    )
    return _of_document(
        Source.TEXT,
        result.document,
        catalogue,
        field=field,
        name=_name_of_text(result, catalogue),
        shape={"from": "text", "text": text},
        mark=_mark("text", text),
        lines=lines[:MOST_LINES_SHOWN],
        lines_left_out=max(0, len(lines) - MOST_LINES_SHOWN),
        questions=(*((result.refusal,) if result.refusal else ()), *result.questions),
    )


def datasheet_side(typed: str, catalogue: Catalogue) -> SideRead:
    """A datasheet by what was typed; raises :class:`NotRead`. Its loadout is chosen beside."""
    if not typed.strip():
        raise NotRead("datasheet", "No datasheet is named. Type its name, such as Immortals.")
    try:
        sheet = datasheet_named(typed, catalogue)
    except NotNamed as error:
        raise NotRead("datasheet", str(error)) from error
    return SideRead(
        Source.DATASHEET,
        label_of(sheet, catalogue),
        {"from": "catalogue", "datasheet": sheet.id},
        _mark("datasheet", sheet.id),
        sheet=sheet,
    )


def _of_document(
    source: Source,
    document: RosterDocument,
    catalogue: Catalogue,
    *,
    field: str,
    name: str,
    shape: Mapping[str, Any],
    mark: str,
    lines: tuple[LineRead, ...] = (),
    lines_left_out: int = 0,
    questions: tuple[str, ...] = (),
) -> SideRead:
    try:
        army = field_army(document, catalogue)
    except NotFielded as error:
        raise NotRead(field, str(error)) from error
    if not army.units:
        reasons = " ".join(reason for _, reason in army.left_out[:5])
        raise NotRead(field, f"No unit of this list can fight. {reasons}".rstrip())
    return SideRead(
        source,
        name,
        shape,
        mark,
        units_read(army.units),
        army.units,
        army.left_out,
        lines,
        lines_left_out,
        questions,
        document=document,
    )


def units_read(units: Sequence[Fielded]) -> tuple[UnitRead, ...]:
    """The units as a person chooses among them, those of one name by their number."""
    names = told_apart([unit.name for unit in units])
    return tuple(
        UnitRead(unit.keys[0], name, sum(profile.models for profile in unit.fighters.profiles), _points(unit))
        for unit, name in zip(units, names, strict=True)
    )


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """``"Boyz, 2nd of 3"`` where several have one name."""
    totals, seen = Counter(names), Counter[str]()
    answers = []
    for name in names:
        seen[name] += 1
        answers.append(name if totals[name] == 1 else f"{name}, {ordinal(seen[name])} of {totals[name]}")
    return tuple(answers)


def _points(unit: Fielded) -> int:
    return round(unit.fighters.points or 0)


def _name_of_text(result: ReadResult, catalogue: Catalogue) -> str:
    document = result.document
    assert document is not None, "only a text that was read has a name"
    if document.name:
        return document.name
    known = catalogue.factions.get(document.faction.id or "") if document.faction is not None else None
    return f"{known.name} list" if known is not None else "Pasted list"


def _mark(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
