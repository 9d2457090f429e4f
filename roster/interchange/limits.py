"""How large a text may be: everything behind this gate runs in time that grows with its length."""

from __future__ import annotations

MAX_CHARACTERS = 200_000
MAX_LINES = 20_000
MAX_LINE_CHARACTERS = 4_000
MAX_BYTES = 4 * MAX_CHARACTERS
"""A character takes at most four bytes in UTF-8 and in UTF-16."""

_LINE_BREAKS = "\n\r\x0b\x0c\u2028\u2029"
_CONTROLS = tuple(chr(code) for code in (*range(32), 127) if chr(code) not in "\t\n\r\x0b\x0c")
_MAX_CONTROLS_PER_THOUSAND = 5


def refusal_of(text: str) -> str | None:
    """Why this text is not read at all, in one sentence, or None if it may be read."""
    if len(text) > MAX_CHARACTERS:
        return (
            f"The text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read. "
            "Paste one army list, not a collection."
        )
    if not text.strip():
        return "The text is empty. Paste the export of an army list."
    if is_binary(text):
        return (
            "This is not text but the content of a file (a picture, a document or a program). Paste the list as text."
        )
    line_count = 1 + text.count("\n") + sum(text.count(mark) for mark in _LINE_BREAKS[1:]) - text.count("\r\n")
    if line_count > MAX_LINES:
        return f"The text has {line_count:,} lines; at most {MAX_LINES:,} are read. Paste one army list."
    return None


def is_binary(text: str) -> bool:
    """Whether control characters show that this never was a text."""
    if "\x00" in text:
        return True
    if text.isprintable():
        return False
    controls = sum(map(text.count, _CONTROLS))
    return controls * 1000 > len(text) * _MAX_CONTROLS_PER_THOUSAND


def refusal_of_line(number: int, length: int) -> str | None:
    """Why a line of this length is not read, or None. ``number`` counts from 1, ``length`` in characters."""
    if length <= MAX_LINE_CHARACTERS:
        return None
    return (
        f"Line {number} has {length:,} characters; at most {MAX_LINE_CHARACTERS:,} are read in one line. "
        "Paste the list with its line breaks."
    )
