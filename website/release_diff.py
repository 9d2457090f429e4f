"""The differences of two releases as the page shows them: a table of factions, and the lists of one or of all."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from datasheets.releases import Change, FactionChanges, ReleaseDiff, Topic
from datasheets.releases.report import TITLES

SHOWN_AT_ONCE = 200
"""Up to so many changes the page shows those of all factions; beyond, those of the one that is chosen."""


@dataclass(frozen=True, slots=True)
class Line:
    """A change on the page. ``trend`` says in a word how a figure moved: ``"dearer"``, ``"cheaper"`` or nothing."""

    subject: str
    what: str
    before: str
    after: str
    unit: str
    also: str
    trend: str
    by: str
    """The step with its sign, empty where there is none."""


@dataclass(frozen=True, slots=True)
class Section:
    """The changes of one topic."""

    id: str
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A faction with its changes by topic."""

    name: str
    count: int
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class FactionRow:
    """A line of the table: how many changes of each topic, in the order of ``DiffSheet.columns``."""

    name: str
    query: str
    counts: tuple[int, ...]
    total: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class DiffSheet:
    """The page. ``parts`` is empty where a faction has to be chosen first."""

    columns: tuple[str, ...]
    rows: tuple[FactionRow, ...]
    totals: tuple[int, ...]
    total: int
    parts: tuple[Part, ...]
    chosen: str


def diff_sheet(diff: ReleaseDiff, faction: str | None) -> DiffSheet | None:
    """The page for one faction (empty: what belongs to none), or for all where ``faction`` is None.

    None where nothing differs for that faction.
    """
    chosen = None if faction is None else diff.faction(faction)
    if faction is not None and chosen is None:
        return None
    topics = tuple(diff.counts)
    rows = tuple(_row(each, topics, each is chosen) for each in diff.factions)
    parts = (chosen,) if chosen else diff.factions if len(diff.changes) <= SHOWN_AT_ONCE else ()
    return DiffSheet(
        columns=tuple(TITLES[topic] for topic in topics),
        rows=rows,
        totals=tuple(diff.counts.values()),
        total=len(diff.changes),
        parts=tuple(_part(each) for each in parts),
        chosen=chosen.name if chosen else "",
    )


def _row(faction: FactionChanges, topics: tuple[Topic, ...], is_chosen: bool) -> FactionRow:
    return FactionRow(
        name=faction.name,
        query=urlencode({"faction": faction.id or "-"}),
        counts=tuple(len(faction.topics.get(topic, ())) for topic in topics),
        total=faction.count,
        is_chosen=is_chosen,
    )


def _part(faction: FactionChanges) -> Part:
    sections = tuple(
        Section(topic.value, TITLES[topic], tuple(_line(change) for change in changes))
        for topic, changes in faction.topics.items()
    )
    return Part(faction.name, faction.count, sections)


def _line(change: Change) -> Line:
    delta = change.delta if change.unit else None
    trend = ""
    if delta is not None and change.unit == "points":
        trend = "dearer" if delta > 0 else "cheaper"
    also = change.also.replace(" -> ", " → ")
    return Line(
        subject=change.subject,
        what=change.what,
        before="" if change.before is None else str(change.before),
        after="" if change.after is None else str(change.after),
        unit=change.unit,
        also=also,
        trend=trend,
        by="" if delta is None else f"{delta:+d}".replace("-", "−"),
    )
