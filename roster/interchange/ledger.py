"""The account of a text's lines: each one ends as used, ignored or unknown, none is lost."""

from __future__ import annotations

from collections.abc import Sequence

from roster.interchange.normalise import SourceLine
from roster.interchange.result import Line, LineStatus

_LEFT_OVER = "not understood"
_REPAIRED = " (broken characters were repaired)"


class Ledger:
    """Entries by line; a line nobody accounts for ends as unknown."""

    def __init__(self, lines: Sequence[SourceLine]) -> None:
        self._lines = lines
        self._entries: dict[int, Line] = {}

    def use(self, line: SourceLine, meaning: str, *, unit: str | None = None) -> None:
        """The line went into the roster."""
        self._enter(line, LineStatus.USED, meaning, unit, ())

    def ignore(self, line: SourceLine, reason: str, *, unit: str | None = None) -> None:
        """The line is left out for this reason."""
        self._enter(line, LineStatus.IGNORED, reason, unit, ())

    def unknown(
        self, line: SourceLine, meaning: str, *, unit: str | None = None, suggestions: tuple[str, ...] = ()
    ) -> None:
        """The line, or something in it, was not understood."""
        self._enter(line, LineStatus.UNKNOWN, meaning, unit, suggestions)

    def has(self, line: SourceLine) -> bool:
        """Whether the line is accounted for already."""
        return line.number in self._entries

    def entries(self) -> tuple[Line, ...]:
        """All lines in the order of the text."""
        return tuple(
            self._entries.get(line.number) or Line(line.number, line.text, LineStatus.UNKNOWN, _LEFT_OVER)
            for line in self._lines
        )

    def _enter(
        self, line: SourceLine, status: LineStatus, meaning: str, unit: str | None, suggestions: tuple[str, ...]
    ) -> None:
        if line.is_repaired:
            meaning += _REPAIRED
        self._entries[line.number] = Line(line.number, line.text, status, meaning, unit, suggestions)
