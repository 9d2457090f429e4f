"""Numbers of answers as people read them."""

from __future__ import annotations


def percent(chance: float) -> str:
    """``28.1 %``; what is not nothing is never shown as nothing, and what is not sure never as sure."""
    if chance <= 0:
        return "0 %"
    if chance >= 1 - 1e-12:
        return "100 %"
    if chance < 0.0005:
        return "less than 0.1 %"
    if chance >= 0.9995:
        return "more than 99.9 %"
    return f"{100 * chance:.1f} %"


def number(value: float) -> str:
    """``2.34``, ``1,204.50``; whole numbers without their zeros, and ``less than 0.01`` for what is not nothing."""
    if value and abs(value) < 0.005:
        return "less than 0.01"
    rounded = round(value, 2)
    return f"{rounded:,.0f}" if rounded == int(rounded) else f"{rounded:,.2f}"


def points_in_words(value: float) -> str:
    """``1 point``, ``86.4 points``, ``less than 0.1 points``."""
    if value and abs(value) < 0.05:
        return "less than 0.1 points"
    rounded = round(value, 1)
    if rounded == 1:
        return "1 point"
    return f"{rounded:,.0f} points" if rounded == int(rounded) else f"{rounded:,.1f} points"
