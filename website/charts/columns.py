"""The columns of a distribution: one for each number, or for several where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battle.advice.figures import percent

MOST_COLUMNS = 24
"""More than these cannot be told apart on a phone."""
NEGLIGIBLE = 0.0005
"""Together no more likely than this, the numbers at the far end get no columns where there are too many."""


@dataclass(frozen=True, slots=True)
class Column:
    """Numbers that share a column: from ``first`` to ``last``."""

    first: int
    last: int

    @property
    def label(self) -> str:
        """``7``, ``10–14``."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

    def of(self, chances: Sequence[float]) -> float:
        """The chance of the numbers in this column."""
        return sum(chances[self.first : self.last + 1])


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns, and what was done to make them few."""

    columns: tuple[Column, ...]
    said: tuple[str, ...] = ()


def columns_of(series: Sequence[Sequence[float]], *, is_at_least: bool = False) -> Columns:
    """Columns for chances of 0, 1, 2 and so on, or of at least 1, 2 and so on; at most :data:`MOST_COLUMNS`."""
    first = 1 if is_at_least else 0
    numbers = max((len(chances) for chances in series), default=0)
    if numbers - first <= MOST_COLUMNS:
        return Columns(tuple(Column(value, value) for value in range(first, numbers)))
    said = []
    kept = max(_without_tail(chances) for chances in series)
    if kept < numbers:
        rest = max(sum(chances[kept:]) for chances in series)
        said.append(f"Numbers from {kept} on are not drawn: together they have a chance of {percent(rest)}.")
    wide = -(-(kept - first) // MOST_COLUMNS)
    if wide > 1:
        said.append(f"Of {wide} numbers one is drawn." if is_at_least else f"Each column stands for {wide} numbers.")
    starts = range(first, kept, wide)
    return Columns(tuple(Column(start, min(start + wide, kept) - 1) for start in starts), tuple(said))


def _without_tail(chances: Sequence[float]) -> int:
    """How many numbers, from 0, hold all but a negligible chance."""
    tail, kept = 0.0, len(chances)
    while kept > 1 and tail + chances[kept - 1] < NEGLIGIBLE:
        kept -= 1
        tail += chances[kept]
    return kept


def thinned(labels: Sequence[str], widest: int) -> list[str]:
    """The labels, with only every second, fifth or so left where ``widest`` characters of all have no room."""
    longest = max((len(label) for label in labels), default=0)
    room = max(1, widest // (longest + 1))
    if len(labels) <= room:
        return list(labels)
    step = next((step for step in (2, 4, 5, 10) if -(-len(labels) // step) <= room), -(-len(labels) // room))
    return [label if position % step == 0 else "" for position, label in enumerate(labels)]
