"""What a check must know before it may say that a roster holds (R-19)."""

from __future__ import annotations

from enum import StrEnum


class Need(StrEnum):
    """Something of the roster that has to be known whole.

    A check that lacks one of its needs answers ``not_checked`` with the reason, never ``held``.
    """

    FACTION = "faction"
    BATTLE_SIZE = "battle_size"
    DETACHMENTS = "detachments"
    DISPOSITIONS = "dispositions"
    UNITS = "units"
    ENHANCEMENTS = "enhancements"
    PRICES = "prices"
