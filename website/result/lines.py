"""The account of the text's lines: what was used, ignored or not understood."""

from __future__ import annotations

from dataclasses import dataclass

from roster.interchange.result import Line, LineStatus, ReadResult

SHOWN_LINES = 2_000
"""Lines of the whole account that a page shows; a text can have a hundred thousand."""
SHOWN_UNKNOWN_LINES = 100


@dataclass(frozen=True, slots=True)
class LineAccount:
    """Counts of lines by what became of them, and the lines themselves as far as a page shows them.

    ``unknown_lines`` is empty where the text was refused and no line of it read: each would say the same.
    """

    used: int
    ignored: int
    unknown: int
    unknown_lines: tuple[Line, ...]
    all_lines: tuple[Line, ...]
    questions: tuple[str, ...]
    is_refused: bool = False

    @property
    def total(self) -> int:
        """Non-empty lines of the text."""
        return self.used + self.ignored + self.unknown

    @property
    def unknown_left_out(self) -> int:
        """Lines not understood beyond those shown."""
        return self.unknown - len(self.unknown_lines)

    @property
    def left_out(self) -> int:
        """Lines of the whole account beyond those shown."""
        return self.total - len(self.all_lines)


def line_account(read: ReadResult) -> LineAccount:
    """The account of ``read``; lines not understood come first wherever they stood in the text."""
    unknown = tuple(line for line in read.lines if line.status is LineStatus.UNKNOWN)
    is_refused = bool(read.refusal) and len(unknown) == len(read.lines) and len({row.meaning for row in unknown}) == 1
    return LineAccount(
        used=read.count(LineStatus.USED),
        ignored=read.count(LineStatus.IGNORED),
        unknown=len(unknown),
        unknown_lines=() if is_refused else unknown[:SHOWN_UNKNOWN_LINES],
        all_lines=read.lines[:SHOWN_LINES],
        questions=read.questions,
        is_refused=is_refused,
    )
