"""The differences between two releases as values: each a topic, a faction, a subject and what it was and is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from datasheets.catalogue.catalogue import ReleaseStamp
from datasheets.catalogue.entries import EntryRef

Figure = int | str | None


class Topic(StrEnum):
    """What a change is about, in the order in which people read of them."""

    NEW = "new"
    GONE = "gone"
    LEGENDS = "legends"
    PRICES = "prices"
    STATS = "stats"
    WARGEAR = "wargear"
    UNITS = "units"
    DETACHMENTS = "detachments"
    ATTACHMENTS = "attachments"
    OTHERS = "others"


TITLES: Mapping[Topic, str] = {
    Topic.NEW: "New",
    Topic.GONE: "Gone",
    Topic.LEGENDS: "Legends",
    Topic.PRICES: "Prices",
    Topic.STATS: "Profiles of models and weapons",
    Topic.WARGEAR: "Wargear and options",
    Topic.UNITS: "Composition and keywords",
    Topic.DETACHMENTS: "Detachments and enhancements",
    Topic.ATTACHMENTS: "Who may join whom",
    Topic.OTHERS: "Other",
}

NO_FACTION = ""
NO_FACTION_NAME = "All factions"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. ``what`` is the part of ``subject`` that differs, empty for the whole of it.

    ``before`` is None for what is new, ``after`` for what went. ``unit`` is what figures count:
    ``"points"``, ``"DP"`` or nothing.
    """

    topic: Topic
    faction: str
    subject: str
    what: str
    before: Figure
    after: Figure
    ref: EntryRef
    unit: str = ""
    also: str = ""
    """What differs with it: other copies of the same row."""

    @property
    def delta(self) -> int | None:
        """By how much a figure rose; None where one of the two is no number."""
        if isinstance(self.before, int) and isinstance(self.after, int):
            return self.after - self.before
        return None

    @property
    def difference(self) -> str:
        """Before and after in words, without the subject: ``"3 models 80 -> 90 points"``."""
        unit = f" {self.unit}" if self.unit else ""
        match self.before, self.after:
            case None, None:
                told = ""
            case None, _:
                told = f"new, {self.after}{unit}" if unit else f"now also {self.after}"
            case _, None:
                told = f"no longer priced, was {self.before}{unit}" if unit else f"no longer {self.before}"
            case _:
                told = f"{self.before} -> {self.after}{unit}"
        also = f" ({self.also})" if self.also else ""
        return f"{self.what}{' ' if self.what and told else ''}{told}{also}"

    def __str__(self) -> str:
        return f"{self.subject}: {self.difference}" if self.difference else self.subject


@dataclass(frozen=True, slots=True)
class FactionChanges:
    """All differences of one faction, by topic; a faction's price list is its own."""

    id: str
    name: str
    topics: Mapping[Topic, tuple[Change, ...]]

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(len(changes) for changes in self.topics.values())


@dataclass(frozen=True)
class ReleaseDiff:
    """Every difference between two releases, faction by faction."""

    before: ReleaseStamp
    after: ReleaseStamp
    factions: tuple[FactionChanges, ...]

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """All differences, in the order of factions and topics."""
        return tuple(change for faction in self.factions for changes in faction.topics.values() for change in changes)

    @cached_property
    def counts(self) -> Mapping[Topic, int]:
        """How many there are of each topic; topics without any are left out."""
        counted = Counter(change.topic for change in self.changes)
        return {topic: counted[topic] for topic in Topic if counted[topic]}

    def faction(self, faction_id: str) -> FactionChanges | None:
        """The differences of one faction, None where it has none."""
        return next((each for each in self.factions if each.id == faction_id), None)
