"""Why a difference is one: newer, corrected here, only another word, or unresolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from datasheets.catalogue.entries import EntryRef
from datasheets.catalogue.origin import WHOLE, Origin, OriginLayer, Origins
from datasheets.crosscheck.account import Field
from datasheets.crosscheck.comparing import Comparison, Told
from datasheets.crosscheck.newer import NewerRows
from datasheets.crosscheck.vocabulary import TOPIC_OF, Vocabulary


class Kind(StrEnum):
    """How a compared field ends."""

    EQUAL = "equal"
    VOCABULARY = "vocabulary"
    CORRECTED = "corrected here"
    NEWER = "newer"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A comparison with its class and what the class rests on."""

    row: Comparison
    kind: Kind
    reason: str = ""
    date: str = ""


Key = tuple[str, Field, str]

ORIGIN_FIELDS: Mapping[Field, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (Field.M, Field.T, Field.SV, Field.W, Field.LD, Field.OC, Field.INVULNERABLE, Field.PROFILE),
        ("datasheets", ("profiles",)),
    ),
    Field.KEYWORDS: ("datasheets", ("keywords", "conditional_keywords")),
    Field.FACTION_KEYWORDS: ("datasheets", ("faction_keywords",)),
    Field.SIZES: ("datasheets", ("minimum_models", "maximum_models", "kinds", "tiers")),
    Field.KINDS: ("datasheets", ("kinds", "tiers")),
    Field.LOADOUT: ("datasheets", ("kinds",)),
    Field.OPTIONS: ("datasheets", ("options",)),
    Field.WEAPON: ("datasheets", ("items", "options")),
    Field.CAPACITY: ("datasheets", ("transport",)),
    Field.DETACHMENT_POINTS: ("detachments", ("offers",)),
    Field.DISPOSITIONS: ("detachments", ("offers",)),
    Field.UNIQUE_TAGS: ("detachments", ("offers",)),
}
"""Which fields of which collection a compared field rests on."""

WEAPON_FIELDS = frozenset(
    {
        Field.RANGE,
        Field.ATTACKS,
        Field.SKILL,
        Field.STRENGTH,
        Field.PENETRATION,
        Field.DAMAGE,
        Field.WEAPON_KEYWORDS,
        Field.WEAPON,
    }
)


@dataclass(frozen=True)
class ManualFigures:
    """What a manual prints wherever it was compared, in the same keys as the source's differences."""

    label: str
    date: str
    figures: Mapping[Key, Told]
    in_all_lists: Mapping[Key, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Classifier:
    """Knows what changed since: manuals by date (newest last), rows of changes, corrections of ours."""

    source: str
    account_date: str
    newer: NewerRows
    origins: Origins
    before: Mapping[Key, Told] = field(default_factory=dict)
    """What the catalogue has without its corrections and edits, by entry, field and detail."""
    manuals: Sequence[ManualFigures] = ()
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def outcome(self, row: Comparison) -> Outcome:
        """The class of one comparison."""
        if row.is_equal:
            return Outcome(row, Kind.EQUAL)
        if row.same_words:
            return Outcome(row, Kind.VOCABULARY, "the same in another word")
        origin = self._correction(row) if self._was_changed(row) else None
        if origin is not None:
            return Outcome(row, Kind.CORRECTED, origin.reason, origin.source)
        told = self._newer_manual(row)
        if told is not None:
            return told
        found = self.newer.find(self.source, self.account_date, row.entry, row.faction, row.field)
        if found is not None:
            return Outcome(row, Kind.NEWER, found.source, found.date.isoformat())
        return Outcome(row, Kind.UNRESOLVED)

    def _was_changed(self, row: Comparison) -> bool:
        """Whether corrections and edits made what differs: without them the catalogue would say something else.

        Of a set, every member that only one side has must be of their making.
        """
        key = (row.entry, row.field, row.detail)
        if key not in self.before:
            return True
        ours, theirs, before = (self._worded(row.field, each) for each in (row.ours, row.theirs, self.before[key]))
        if isinstance(ours, frozenset) and isinstance(theirs, frozenset) and isinstance(before, frozenset):
            return ours ^ theirs <= ours ^ before
        return ours != before

    def _correction(self, row: Comparison) -> Origin | None:
        collection, names = ORIGIN_FIELDS.get(row.field, ("", ()))
        told = self.origins.get(EntryRef(collection, row.entry), {})
        origins = [told[name] for name in (*names, WHOLE) if name in told]
        if row.item and row.field in WEAPON_FIELDS:
            origins += self.origins.get(EntryRef("items", row.item), {}).values()
        own = (OriginLayer.CORRECTION, OriginLayer.EDIT)
        return next((origin for origin in origins if origin.layer in own), None)

    def _newer_manual(self, row: Comparison) -> Outcome | None:
        """Newer where an older manual prints what they have, and one after the source's date what we have."""
        if not self.manuals or row.field not in MANUAL_FIELDS:
            return None
        key = (row.entry, row.field, row.detail)
        ours, theirs = self._worded(row.field, row.ours), self._worded(row.field, row.theirs)
        newest = self.manuals[-1]
        if newest.date <= self.account_date or not _agrees(ours, self._worded(row.field, newest.figures.get(key))):
            return None
        for older in self.manuals[:-1]:
            if older.date > self.account_date:
                continue
            everywhere = older.in_all_lists.get((row.entry, row.field, row.anywhere)) if row.anywhere else None
            told = (self._worded(row.field, older.figures.get(key)), everywhere)
            if _was(told[0], ours, theirs) or (everywhere and _was(told[1], ours, theirs)):
                return Outcome(row, Kind.NEWER, f"{newest.label}, for what {older.label} had", newest.date)
        return None

    def _worded(self, field: Field, told: Told) -> Told:
        """In our words, where the field holds names."""
        topic = TOPIC_OF.get(field)
        return self.vocabulary.all_of(topic, told) if topic and isinstance(told, frozenset) else told


MANUAL_FIELDS = frozenset(
    {
        Field.DATASHEET,
        Field.POINTS,
        Field.WARGEAR_POINTS,
        Field.LEADS,
        Field.SUPPORTS,
        Field.DETACHMENT,
        Field.DETACHMENT_POINTS,
        Field.DISPOSITIONS,
        Field.UNIQUE_TAGS,
        Field.ENHANCEMENT,
        Field.ENHANCEMENT_POINTS,
        Field.UPGRADE,
    }
)


def _agrees(ours: Told, newest: Told) -> bool:
    if isinstance(ours, frozenset):
        held = newest if isinstance(newest, frozenset) else frozenset()
        return ours <= held or (bool(held) and held <= ours)
    return ours == newest


def _was(older: Told, ours: Told, theirs: Told) -> bool:
    """Whether the older manual says what they say, as far as that differs from ours."""
    if isinstance(theirs, frozenset) and isinstance(older, frozenset):
        mine = ours if isinstance(ours, frozenset) else frozenset()
        return theirs - mine <= older and not (mine - theirs) & (older - theirs)
    return older == theirs
