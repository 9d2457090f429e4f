"""JSON texts as documents are handed in: in UTF-8, with or without a mark, no field of an object twice, no NUL kept."""

from __future__ import annotations

import codecs
import json
from collections import Counter
from typing import Any

from roster.document_faults import DocumentError, escaped

_OTHER_ENCODINGS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


class _Repeating(dict[str, Any]):
    """An object that has a field twice: ``field`` is its name."""

    field = ""


def json_in_utf8(content: bytes) -> bytes:
    """The text without the mark that editors on Windows put before UTF-8; DocumentError for another encoding."""
    for mark, encoding in _OTHER_ENCODINGS:
        if content.startswith(mark):
            raise DocumentError("", f"This is {encoding}; JSON is read in UTF-8. Save the file in that encoding.")
    return content.removeprefix(codecs.BOM_UTF8)


def refuse_repeated_fields(content: bytes) -> None:
    """Raise :class:`DocumentError` where an object has a field twice: decoders would take the last one in silence.

    ``content`` is JSON, which whoever calls has found out already.
    """
    found: list[_Repeating] = []

    def noted(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values = dict(pairs)
        if len(values) == len(pairs):
            return values
        repeating = _Repeating(pairs)
        [(repeating.field, _)] = Counter(name for name, _ in pairs).most_common(1)
        found.append(repeating)
        return repeating

    # What numbers are is of no interest here, and Python refuses some that have thousands of digits.
    whole = json.loads(content, object_pairs_hook=noted, parse_int=str, parse_float=str)
    if found:
        raise DocumentError(_first(whole), "This field stands here twice. Write it once.")


def storable(value: Any) -> Any:
    """The JSON value without the one character that PostgreSQL cannot keep in it, NUL."""
    match value:
        case str():
            return value.replace("\0", "\ufffd")
        case list():
            return [storable(member) for member in value]
        case dict():
            return {storable(name): storable(member) for name, member in value.items()}
        case _:
            return value


def _first(whole: Any) -> str:
    """Where the first field stands that an object has twice. What stands in one of the two is not looked at."""
    waiting = [("", whole)]
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, _Repeating):
            return f"{pointer}/{escaped(value.field)}"
        members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting += reversed([(f"{pointer}/{escaped(str(name))}", member) for name, member in members])
    return ""
