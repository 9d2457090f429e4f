"""What reading a list text gives: a roster document and an account of every line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from roster.document import RosterDocument


class LineStatus(StrEnum):
    """What became of a line of the text. There is no fourth way: no line is lost in silence."""

    USED = "used"
    IGNORED = "ignored"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Line:
    """A non-empty line of the text. ``number`` counts all lines from 1, ``text`` is as pasted.

    ``meaning`` says what a used line was read as, or why a line was ignored or not understood, in
    words for people. ``unit`` is the key of the unit it belongs to. ``suggestions`` are names the
    catalogue has that come near.
    """

    number: int
    text: str
    status: LineStatus
    meaning: str
    unit: str | None = None
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A text as read. ``document`` is None when nothing in it could be read as a roster.

    ``format`` is ``"gw-app-11e-a"``, ``"gw-app-11e-b"`` ..., or None when not recognised; then
    ``refusal`` says in one sentence why, and what to do. ``data_version`` and ``app_version`` are
    those of the footer. ``questions`` are ambiguities a person should settle, in words.
    """

    document: RosterDocument | None
    lines: tuple[Line, ...]
    format: str | None
    refusal: str | None = None
    app_version: str | None = None
    data_version: str | None = None
    questions: tuple[str, ...] = ()
    stated_detachment_points: int | None = None
    """Detachment Points the list itself claims; none are ever computed from it."""

    def count(self, status: LineStatus) -> int:
        """How many lines ended this way."""
        return sum(line.status is status for line in self.lines)
