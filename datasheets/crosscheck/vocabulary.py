"""Words that differ between sources and mean the same: data, in ``fixtures/crosscheck/vocabulary.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import msgspec

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.crosscheck.account import Field
from datasheets.crosscheck.printed import kind_key
from datasheets.sources.yaml_file import read_yaml


class Topic(StrEnum):
    """What a word names; a word of one topic says nothing about another's."""

    DATASHEETS = "datasheets"
    DETACHMENTS = "detachments"
    ENHANCEMENTS = "enhancements"
    KEYWORDS = "keywords"
    WEAPON_KEYWORDS = "weapon_keywords"
    ITEMS = "items"
    WEAPONS = "weapons"
    KINDS = "kinds"
    FIGURES = "figures"
    """Of a field, not of the catalogue: ``OC -`` for ``OC 0``."""


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``theirs`` is what a source writes for what the catalogue calls ``ours``; empty: it has no word for it.

    ``datasheets`` are ids the row is kept to; empty: everywhere.
    """

    theirs: str
    ours: str
    reason: str = ""
    datasheets: tuple[str, ...] = ()


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name under which sources list every datasheet that has all of these keywords."""

    names: tuple[str, ...]
    keywords: tuple[str, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    factions: dict[str, str]
    groups: tuple[Group, ...]
    words: dict[Topic, tuple[Word, ...]]


@dataclass(frozen=True)
class Vocabulary:
    """Factions by folded name, and words by topic."""

    factions: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[tuple[Topic, str], str] = field(default_factory=dict)
    """By topic and their key, or by topic and ``"<datasheet id> <their key>"``: our key."""
    groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Folded names of datasheets by the folded name of a group of them."""

    def faction(self, name: str) -> str | None:
        """The id of the faction that a source calls so."""
        return self.factions.get(fold_name(name))

    def word(self, topic: Topic, key: str, datasheet: str = "") -> str:
        """Our key for a key of theirs; the same where nothing says otherwise."""
        own = self.words.get((topic, f"{datasheet} {key}"))
        return own if own is not None else self.words.get((topic, key), key)

    def all_of(self, topic: Topic, keys: Iterable[str], datasheet: str = "") -> frozenset[str]:
        """Our keys for keys of theirs; what has no word is left out."""
        words = {word for key in keys if (word := self.word(topic, key, datasheet))}
        if topic is Topic.DATASHEETS:
            for group in words & self.groups.keys():
                words = (words - {group}) | self.groups[group]
        return frozenset(words)


TOPIC_OF: Mapping[Field, Topic] = {
    Field.KEYWORDS: Topic.KEYWORDS,
    Field.FACTION_KEYWORDS: Topic.KEYWORDS,
    Field.WEAPON_KEYWORDS: Topic.WEAPON_KEYWORDS,
    Field.LOADOUT: Topic.ITEMS,
    Field.OPTIONS: Topic.ITEMS,
    Field.LEADS: Topic.DATASHEETS,
    Field.SUPPORTS: Topic.DATASHEETS,
}
"""Of which topic the words of a field are that holds a set of them."""

_FOLD_PLURAL = frozenset({Topic.KEYWORDS, Topic.ITEMS})


def key_of(topic: Topic, word: str) -> str:
    """A word's key: of keywords, items and kinds, singular and plural are alike; figures stay as they stand."""
    if topic is Topic.FIGURES:
        return word
    if topic is Topic.KINDS:
        return kind_key(word)
    return fold_keyword(word) if topic in _FOLD_PLURAL else fold_name(word)


def read_words(path: Path) -> Mapping[Topic, tuple[Word, ...]]:
    """The rows of words in the file, by topic; raises ``SourceFault``."""
    return read_yaml(path, _File).words


def read_vocabulary(path: Path, factions: Iterable[Faction], datasheets: Iterable[Datasheet] = ()) -> Vocabulary:
    """The vocabulary in the file, with the factions' own names; raises ``SourceFault``."""
    file = read_yaml(path, _File)
    factions = tuple(factions)
    names = {fold_name(name): row.id for row in factions for name in (*row.aliases, row.keyword) if name}
    names |= {fold_name(name): row.id for row in factions for name in (row.name, row.chapter_keyword or "") if name}
    names |= {fold_name(name): faction for name, faction in file.factions.items()}
    words: dict[tuple[Topic, str], str] = {}
    for topic, rows in file.words.items():
        for row in rows:
            theirs, ours = key_of(topic, row.theirs), key_of(topic, row.ours)
            for prefix in [f"{sheet} " for sheet in row.datasheets] or [""]:
                words[topic, f"{prefix}{theirs}"] = ours
    keywords = {
        fold_name(sheet.name): {fold_keyword(each) for each in (*sheet.keywords, *sheet.faction_keywords)}
        for sheet in datasheets
    }
    groups = {
        fold_name(name): frozenset(
            sheet for sheet, held in keywords.items() if {fold_keyword(each) for each in group.keywords} <= held
        )
        for group in file.groups
        for name in group.names
    }
    return Vocabulary(names, words, groups)
