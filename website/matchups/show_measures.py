"""The measures a matrix can be looked at by: what each shows, and how intense a cell of it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from website.matchups import show_numbers as numbers

STEPS = 10
"""Intensities of a heat map, 0 the faintest."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One measure. ``name`` stands in addresses, ``field`` in cells of answers.

    ``fraction`` says how much of the most a figure is, from the figure, the unit attacked and the largest figure
    of the table; ``scale`` says the same in words.
    """

    name: str
    field: str
    label: str
    unit: str
    text: Callable[[float | None], str]
    fraction: Callable[[float, Mapping[str, Any], float], float]
    scale: str

    def of(self, cell: Mapping[str, Any], target: Mapping[str, Any]) -> float | None:
        """What the cell has of it; nothing where it is in points and the unit attacked has no price (R-28)."""
        if not target["points"] and self.name in _IN_POINTS:
            return None
        value: float | None = cell.get(self.field)
        return value

    def step(self, value: float, target: Mapping[str, Any], largest: float) -> int:
        """The intensity of the figure."""
        return max(0, min(STEPS - 1, int(self.fraction(value, target, largest) * STEPS + 1e-9)))


_IN_POINTS = frozenset({"share", "points"})


def _of_models(value: float, target: Mapping[str, Any], largest: float) -> float:
    return value / target["models"] if target["models"] else 0.0


def _of_points(value: float, target: Mapping[str, Any], largest: float) -> float:
    return value / largest if largest else 0.0


def _itself(value: float, target: Mapping[str, Any], largest: float) -> float:
    return value


MODELS = Shown(
    "models",
    "expected_models",
    "Models destroyed",
    "models destroyed on average",
    numbers.mean,
    _of_models,
    "the strongest shade destroys nine tenths of the unit or more, the faintest less than a tenth",
)
SHARE = Shown(
    "share",
    "points_for_a_point",
    "Points for a point",
    "points destroyed for each point of the unit that attacks",
    numbers.ratio,
    _itself,
    "the strongest shade destroys 0.9 points or more for each point that attacks, the faintest less than 0.1",
)
WHOLE = Shown(
    "whole",
    "whole_unit",
    "Chance to destroy",
    "chance that the whole unit is destroyed",
    numbers.percent,
    _itself,
    "the strongest shade destroys the whole unit in 90 of 100 cases or more, the faintest in less than 10",
)
POINTS = Shown(
    "points",
    "expected_points",
    "Points destroyed",
    "points destroyed on average",
    numbers.points,
    _of_points,
    "the strongest shade is nine tenths of the largest figure of this table or more, the faintest less than a tenth",
)

MEASURES: tuple[Shown, ...] = (MODELS, SHARE, WHOLE, POINTS)
"""In the order in which pages offer them."""


def measure_of(name: str) -> Shown:
    """The measure of that name; what nobody knows is models destroyed."""
    return next((measure for measure in MEASURES if measure.name == name), MODELS)
