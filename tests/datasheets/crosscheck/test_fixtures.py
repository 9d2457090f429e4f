"""The project's own vocabulary and rows of what is newer: nothing stale, nothing without a ground."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.crosscheck.detachments import enhancement_key
from datasheets.crosscheck.newer import read_newer
from datasheets.crosscheck.printed import item_key, kind_key, weapon_key
from datasheets.crosscheck.vocabulary import Topic, read_vocabulary, read_words
from datasheets.sources.build import FIXTURES

FOLDER = FIXTURES / "crosscheck"


def test_every_word_of_ours_is_one_the_catalogue_has(catalogue: Catalogue) -> None:
    data = catalogue.data
    names = [name for sheet in data.datasheets for name in (sheet.name, *sheet.aliases)]
    known = {
        Topic.DATASHEETS: set(map(fold_name, names)),
        Topic.KEYWORDS: {
            fold_keyword(each) for sheet in data.datasheets for each in (*sheet.keywords, *sheet.faction_keywords)
        },
        Topic.WEAPON_KEYWORDS: {
            fold_name(str(each)) for item in data.items for line in item.profiles for each in line.keywords
        },
        Topic.ITEMS: {item_key(item.name) for item in data.items},
        Topic.KINDS: {kind_key(kind.name) for sheet in data.datasheets for kind in sheet.kinds},
        Topic.ENHANCEMENTS: {enhancement_key(row.name) for row in data.enhancements},
        Topic.WEAPONS: {weapon_key(item.name) for item in data.items}
        | {weapon_key(f"{item.name} – {line.name}") for item in data.items for line in item.profiles},
    }
    stale = [
        (topic.value, word.ours)
        for topic, words in read_words(FOLDER / "vocabulary.yaml").items()
        for word in words
        if word.ours and topic in known and _key(topic, word.ours) not in known[topic]
    ]

    assert stale == []


def _key(topic: Topic, word: str) -> str:
    keys = {Topic.KEYWORDS: fold_keyword, Topic.ITEMS: item_key, Topic.KINDS: kind_key, Topic.WEAPONS: weapon_key}
    return keys.get(topic, fold_name)(word)


def test_a_word_without_counterpart_says_why() -> None:
    words = read_words(FOLDER / "vocabulary.yaml")

    assert [word.theirs for rows in words.values() for word in rows if not word.ours and not word.reason] == []


def test_words_and_rows_kept_to_datasheets_name_datasheets_that_are_there(catalogue: Catalogue) -> None:
    words = {
        sheet for rows in read_words(FOLDER / "vocabulary.yaml").values() for word in rows for sheet in word.datasheets
    }
    rows = {entry for row in read_newer(FOLDER / "newer.yaml").rows for entry in row.entries}

    assert (words | rows) - catalogue.datasheets.keys() == set()


def test_every_faction_a_source_names_is_one_of_ours(catalogue: Catalogue) -> None:
    vocabulary = read_vocabulary(FOLDER / "vocabulary.yaml", catalogue.data.factions)

    assert set(vocabulary.factions.values()) - catalogue.factions.keys() == set()
    assert vocabulary.faction("Adeptus Astartes") == "adeptus-astartes"
    assert vocabulary.faction("DARK ANGELS") == "dark-angels"
    assert vocabulary.faction("Squats") is None


def test_every_row_of_what_is_newer_is_kept_to_fields_and_to_factions_or_datasheets() -> None:
    rows = read_newer(FOLDER / "newer.yaml").rows

    assert [row.source for row in rows if not row.fields or not (row.factions or row.entries) or not row.evidence] == []
