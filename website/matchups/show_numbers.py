"""Figures of answers as pages write them: means, chances, points, each in one way."""

from __future__ import annotations

from collections.abc import Sequence

NOTHING = "–"
"""What stands where there is no figure."""
_DIGITS = frozenset("123456789")
NEGLIGIBLE = 5e-4
"""Chances that would be shown as 0.0 %."""


def mean(value: float | None) -> str:
    """``"4.21"``: a mean number of models, wounds or attacks."""
    return NOTHING if value is None else f"{value:,.2f}"


def ratio(value: float | None) -> str:
    """``"0.45"``: points for a point."""
    return NOTHING if value is None else f"{value:,.2f}"


def points(value: float | None) -> str:
    """``"85.3"``; whole numbers without a decimal: prices are whole, means of them are not."""
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def percent(chance: float | None) -> str:
    """``"12.3 %"``. What is not quite impossible or certain is told apart from what is."""
    if chance is None:
        return NOTHING
    if 0 < chance < NEGLIGIBLE:
        return "< 0.1 %"
    if 1 - NEGLIGIBLE <= chance < 1 - 1e-9:
        return "> 99.9 %"
    if chance >= 1 - 1e-9:
        return "100 %"
    return f"{100 * chance:.1f} %" if chance else "0 %"


def signed(words: str, value: float) -> str:
    """The figure with its sign, as differences are written: ``"+0.45"``, ``"−0.45"``; ``"0.00"`` has none."""
    if _DIGITS.isdisjoint(words):
        return words.removeprefix("-")
    return f"+{words}" if value > 0 else words.replace("-", "−")


def plain(value: float | None, digits: int = 6) -> str:
    """The figure for a file: no thousands separators, nothing where there is none."""
    return "" if value is None else f"{value:.{digits}f}"


def mean_of(chances: Sequence[float]) -> float:
    """The mean of chances by number, from 0."""
    return sum(number * chance for number, chance in enumerate(chances))


def at_least(chances: Sequence[float]) -> tuple[float, ...]:
    """The chance of so many or more, by number, from 0."""
    found: list[float] = []
    total = 0.0
    for chance in reversed(chances):
        total += chance
        found.append(min(1.0, total))
    return tuple(reversed(found))
