"""What units are ranked by, and which differences mean something."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from battle.advice.figures import number, percent, points_in_words

SAME_WITHIN = 0.01
"""Exact figures that differ by less than this part of the larger one are called the same."""
STANDARD_ERRORS = 2.0
"""Sampled figures have to differ by more than so many standard errors of the difference as well."""
CHANCES_SAME_WITHIN = 0.005
"""Chances that differ by less than half of one in a hundred are called the same, however small they are."""


class Measure(StrEnum):
    """A figure of a cell, by the name that addresses use."""

    MODELS = "models"
    POINTS_FOR_A_POINT = "share"
    WHOLE_UNIT = "whole"
    POINTS = "points"

    @property
    def asks_for_price(self) -> bool:
        """Whether there is no figure where the unit that is attacked has no price."""
        return self in (Measure.POINTS, Measure.POINTS_FOR_A_POINT)

    @property
    def field(self) -> str:
        """Its name in cells of answers."""
        return _FIELDS[self]

    def in_words(self, value: float) -> str:
        """``2.34 models destroyed``, ``0.45 points for a point``, ``12.3 % to destroy all of it``."""
        match self:
            case Measure.MODELS:
                return f"{number(value)} {'model' if number(value) == '1' else 'models'} destroyed"
            case Measure.POINTS_FOR_A_POINT:
                return f"{number(value)} {'point' if number(value) == '1' else 'points'} destroyed for each point"
            case Measure.WHOLE_UNIT:
                return f"{percent(value)} to destroy all of it"
            case Measure.POINTS:
                return f"{points_in_words(value)} destroyed"


_FIELDS = {
    Measure.MODELS: "expected_models",
    Measure.POINTS_FOR_A_POINT: "points_for_a_point",
    Measure.WHOLE_UNIT: "whole_unit",
    Measure.POINTS: "expected_points",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its standard error, 0 where it is exact."""

    value: float
    error: float = 0.0

    def is_more_than(self, other: Figure, *, is_chance: bool = False) -> bool:
        """Whether it is larger by so much that it means something."""
        by = self.value - other.value
        least = SAME_WITHIN * max(abs(self.value), abs(other.value))
        if is_chance:
            least = max(least, CHANCES_SAME_WITHIN)
        return by > least and by > STANDARD_ERRORS * math.hypot(self.error, other.error)

    def is_like(self, other: Figure, *, is_chance: bool = False) -> bool:
        """Whether neither is larger by so much that it means something."""
        return not self.is_more_than(other, is_chance=is_chance) and not other.is_more_than(self, is_chance=is_chance)
