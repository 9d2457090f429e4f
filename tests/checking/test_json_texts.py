"""JSON documents in other encodings, with a mark, and with a field twice: the same for every kind of document."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from battle.scenario.decoding import scenario_from_json
from roster.document_faults import DocumentError
from roster.documents import document_from_json
from roster.event_documents import event_from_json
from roster.json_texts import json_in_utf8, refuse_repeated_fields
from tests.battle.scenario.documents import scenario

ROSTER = {"schema": "quartermaster.roster/1", "faction": None, "battle_size": None}
EVENT = {"schema": "quartermaster.event/1", "id": "autumn-open", "name": "Autumn Open"}

KINDS: list[tuple[Callable[[bytes], object], dict[str, Any]]] = [
    (document_from_json, ROSTER),
    (event_from_json, EVENT),
    (scenario_from_json, scenario()),
]
OF_EACH_KIND = pytest.mark.parametrize(("read", "document"), KINDS, ids=["roster", "event", "scenario"])


@OF_EACH_KIND
def test_a_mark_before_utf_8_is_no_fault(read: Callable[[bytes], object], document: dict[str, Any]) -> None:
    text = json.dumps(document)

    assert read(text.encode("utf-8-sig")) == read(text.encode())


@OF_EACH_KIND
@pytest.mark.parametrize(("encoding", "name"), [("utf-16", "UTF-16"), ("utf-32", "UTF-32")])
def test_another_encoding_is_named(
    encoding: str, name: str, read: Callable[[bytes], object], document: dict[str, Any]
) -> None:
    with pytest.raises(DocumentError) as refused:
        read(json.dumps(document).encode(encoding))

    assert (refused.value.pointer, refused.value.message) == (
        "",
        f"This is {name}; JSON is read in UTF-8. Save the file in that encoding.",
    )


@OF_EACH_KIND
def test_a_field_twice_is_refused(read: Callable[[bytes], object], document: dict[str, Any]) -> None:
    text = json.dumps(document)[:-1] + ', "name": "One", "name": "Two"}'

    with pytest.raises(DocumentError) as refused:
        read(text.encode())

    assert (refused.value.pointer, refused.value.message) == ("/name", "This field stands here twice. Write it once.")


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a": 1, "a": 1}', "/a"),
        ('[{}, {"b": [0, {"c/d": 1, "e": 2, "c/d": 3}]}]', "/1/b/1/c~1d"),
        ('{"x": {"a": 1, "a": 2}, "y": {"b": 1, "b": 2}}', "/x/a"),
        ('{"x": {"a": 1, "a": 2}, "x": 3}', "/x"),
        ('{"": 1, "": 2}', "/"),
    ],
)
def test_the_place_of_a_field_that_stands_twice(text: str, pointer: str) -> None:
    with pytest.raises(DocumentError) as refused:
        refuse_repeated_fields(text.encode())

    assert refused.value.pointer == pointer


def test_the_same_field_of_several_objects_and_long_numbers_are_no_fault() -> None:
    refuse_repeated_fields(b'{"a": [{"a": 1}, {"a": 2}], "b": ' + b"9" * 5000 + b"}")

    assert json_in_utf8(b"{}") == b"{}"
