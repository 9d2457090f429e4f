"""What is taken to be so where the rules leave it open, or where a choice is not worked out in full."""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum


class Assumption(StrEnum):
    """One assumption, as a sentence for people."""

    __hash__ = str.__hash__

    SNAP_NOT_CRITICAL = "Hits of snap shooting are not critical hits (15.09)."
    SNAP_CRITICAL = "Hits of snap shooting are critical hits: the other reading of 15.09."
    SNAP_TORRENT = "[TORRENT] hits without a roll in snap shooting too (15.09, 24.37)."
    INDIRECT_SKILL = "Indirect shooting: a roll that 10.07 does not fail still has to reach the BS, worse by cover."
    INDIRECT_ANY_SKILL = "Indirect shooting: every roll that 10.07 does not fail hits: the other reading of 10.07."
    DISTANCE = (
        "No distance is given: the target is in range of every weapon, and what asks for a distance does not hold."
    )
    ORDER = (
        "The target's player settles the order of allocation beforehand, and keeps it where wounds let them (05.03)."
    )
    SELECTION = "What a model has to select among its weapons is what does most by itself (04.01)."
    BATCHES = "Different attacks are resolved in the order in which the unit has the weapons (04.03)."
    DAMAGE_REROLLS = "Damage rolls are made again where they are worth less than the average against an unhurt model."
    SAVE_REROLLS = "Save rolls are made again where they would save no group of the unit (05.03)."
    ROLLED_ATTACKS = "A roll that changes A is made for each weapon (02.02.03)."
    ROLLED_NUMBERS = "Conditions on S or D that are rolled for ask for their mean."


_ALL = tuple(Assumption)


def in_order(assumed: Set[Assumption]) -> tuple[Assumption, ...]:
    """Assumptions in the order in which they are told."""
    return tuple([one for one in _ALL if one in assumed]) if assumed else ()
