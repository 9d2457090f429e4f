"""Factions, battle sizes and force dispositions: the frame in which an army is mustered."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faction:
    """An army faction a player can pick (25.02); a chapter has the Space Marines as parent (R-15).

    ``keyword`` is the army faction keyword that units must have: for a chapter the parent's.
    ``chapter_keyword`` narrows it (``"Dark Angels"``), and is None for every other faction.
    ``price_list`` names the points-manual list it buys from (a chapter without a list of its own
    buys from its parent's). ``has_detachments`` is false for the Titan legions only.
    """

    id: str
    name: str
    keyword: str
    parent: str | None = None
    chapter_keyword: str | None = None
    keywords: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    price_list: str = ""
    has_detachments: bool = True
    source: str = ""


@dataclass(frozen=True, slots=True)
class BattleSize:
    """One row of the battle size table (25.03). Points and limits are whole numbers."""

    id: str
    name: str
    points_limit: int
    detachment_points: int
    enhancement_limit: int
    unit_limit: int
    solo_detachment_points: int | None = None
    """DP one detachment may cost when it is the army's only one (Incursion: 3); None: no exception."""


@dataclass(frozen=True, slots=True)
class ForceDisposition:
    """A force disposition that detachments grant (25.04)."""

    id: str
    name: str
