"""What a chart is made of and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.safestring import SafeString

from battle.advice.figures import number, percent


class Kind(StrEnum):
    """What values are, which says how they are written."""

    CHANCE = "chance"
    NUMBER = "number"

    def in_words(self, value: float | None) -> str:
        """``28.1 %``, ``2.34``; a dash for what there is none of."""
        if value is None:
            return "–"
        return percent(value) if self is Kind.CHANCE else number(value)


@dataclass(frozen=True, slots=True)
class Series:
    """A row of values under one name; of a distribution the chances of 0, 1, 2 and so on."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The values behind a chart: as text, and in full as ``figures``, those of a row behind its first column."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[tuple[float | None, ...], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of values, the same in words, and the same as a table."""

    key: str
    """What the ids in the picture begin with."""
    title: str
    description: str
    table: Table
    svg: SafeString
    """For a page: no styles and no scripts in it, classes of ``charts.css`` only."""
