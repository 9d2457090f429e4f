"""Every correction says why it is made and where the right value is known from."""

from __future__ import annotations

from datasheets.sources.build import FIXTURES
from datasheets.sources.corrections import Corrections, read_corrections, sections_of

LEAST_WORDS = 3


def test_every_correction_has_a_reason_and_a_source_of_some_words() -> None:
    corrections = read_corrections(FIXTURES / "corrections")
    notes = [
        note
        for topic in Corrections.__struct_fields__
        for section in sections_of(getattr(corrections, topic))
        for note in corrections.notes(topic, section)
    ]
    assert len(notes) == corrections.count > 400
    assert [note.place for note in notes if len(note.reason.split()) < LEAST_WORDS] == []
    assert [note.place for note in notes if not any(letter.isdigit() for letter in note.source)] == []


def test_every_file_of_corrections_is_a_topic() -> None:
    files = {path.name for path in (FIXTURES / "corrections").iterdir()}
    assert files == {f"{topic}.yaml" for topic in Corrections.__struct_fields__}
