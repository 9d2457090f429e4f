"""Small turns of English for reasons and price labels; sentences of violations live with their checks."""

from __future__ import annotations

from collections.abc import Sequence

NAMES_SHOWN = 3
"""Longer enumerations in reasons are cut to this many names and a count."""


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th`` ... ``11th`` ... ``21st``."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """``1 model``, ``2 models``."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def listed(names: Sequence[str], *, conjunction: str = "and") -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"


def abridged(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    if len(names) <= NAMES_SHOWN:
        return listed(names)
    return f"{', '.join(names[:NAMES_SHOWN])} and {len(names) - NAMES_SHOWN} more"


def sentence(words: str) -> str:
    """With a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:]}."
