"""Whatever the text: reading never raises and accounts for every line that holds anything."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasheets.catalogue import Catalogue
from roster.documents import document_from_json, document_to_json
from roster.interchange import read_text
from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.interchange.normalise import source_lines
from roster.interchange.result import LineStatus, ReadResult
from tests.interchange.texts import text_of

ANY_CATALOGUE = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

PIECES = st.sampled_from(
    [
        *("Orks", "Space Marines", "Dark Angels", "War Horde (3 Detachment Points)", "Strike Force (2,000 Points)"),
        *("Take and Hold", "Force Dispositions: Take and Hold, Purge the Foe", "CHARACTERS", "ALLIED UNITS"),
        *("ATTACHED UNITS", "Attached unit 1", "• Attached as: Leader (Character)", "• Attached as: Bodyguard ()"),
        *("Warboss (100 points)", "Boyz (85 Points)", "Boyz85 Points", "Nothing at all (1.5 points)", "• Warlord"),
        *("  • 9x Boy", "     ◦ 9x Choppa", "9x Slugga", "• 1x Nob", "• Enhancement: Follow Me Ladz", "0x Boy"),
        *(".", "---", "TypeError: x", "Leading: Boyz", "Exported with App Version: v2.6.0 (3), Data Version: v960"),
    ]
)
LINES = st.one_of(PIECES, st.text(max_size=40), st.builds(lambda one, two: one + two, PIECES, st.text(max_size=8)))
TEXTS = st.builds(
    lambda lines, end: end.join(lines), st.lists(LINES, max_size=40), st.sampled_from(["\n", "\r\n", "\n\n", "\r"])
)


def check(result: ReadResult, text: str) -> None:
    """What holds for every reading."""
    if result.lines:
        assert [(line.number, line.text) for line in result.lines] == [
            (line.number, line.text) for line in source_lines(text)
        ]
        assert all(line.meaning for line in result.lines)
    else:
        assert result.refusal is not None
    assert (result.format is None) == (result.refusal is not None)
    if result.document is None:
        return
    keys = [unit.key for unit in result.document.units]
    assert keys == [f"u{number}" for number in range(1, len(keys) + 1)]
    for unit in result.document.units:
        assert unit.attached_to is None or unit.attached_to in keys
        assert (unit.attached_to is None) == (unit.attached_as is None)
        assert unit.attached_to != unit.key
    assert {line.unit for line in result.lines} - {None} <= set(keys)
    assert document_from_json(document_to_json(result.document)) == result.document


@ANY_CATALOGUE
@given(text=TEXTS)
def test_any_list_like_text_is_accounted_for(catalogue: Catalogue, text: str) -> None:
    check(read_text(text, catalogue), text)


@ANY_CATALOGUE
@given(text=st.text(max_size=400))
def test_any_text_at_all_is_accounted_for(catalogue: Catalogue, text: str) -> None:
    check(read_text(text, catalogue), text)


@ANY_CATALOGUE
@given(data=st.data())
def test_a_list_with_lines_shuffled_away_or_doubled_is_accounted_for(catalogue: Catalogue, data: st.DataObject) -> None:
    lines = text_of("dialect_b").split("\n")
    kept = data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=1, max_size=len(lines)))
    text = "\n".join(lines[position] for position in kept)
    check(read_text(text, catalogue), text)


@ANY_CATALOGUE
@given(text=TEXTS)
def test_reading_twice_gives_the_same(catalogue: Catalogue, text: str) -> None:
    assert read_text(text, catalogue) == read_text(text, catalogue)


@ANY_CATALOGUE
@given(content=st.binary(max_size=300))
def test_any_bytes_are_text_or_refused(content: bytes) -> None:
    outcome: object
    try:
        outcome = decode_upload(content)
    except UnreadableFile as refused:
        outcome = refused.message
    assert isinstance(outcome, str)
    assert outcome


def test_the_order_of_sections_makes_no_difference_to_the_units(catalogue: Catalogue) -> None:
    text = text_of("dialect_a")
    start, end = text.index("CHARACTERS"), text.index("Exported")
    sections = text[start:end].split("\n\n\n")
    turned = text[:start] + "\n\n".join(reversed(sections)) + "\n" + text[end:]
    one, other = read_text(text, catalogue), read_text(turned, catalogue)

    def without_keys(result: ReadResult) -> set[object]:
        assert result.document is not None
        return {replace(unit, key="", attached_to=None) for unit in result.document.units}

    assert without_keys(one) == without_keys(other)
    assert one != other
    assert other.count(LineStatus.UNKNOWN) == 0
