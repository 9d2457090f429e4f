"""Groups of units that limit each other, and choices made for a unit when the army is mustered."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupOverride:
    """Other limits of a group in armies with ``detachment``."""

    detachment: str
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class GroupLimit:
    """How many units of ``members`` (datasheet ids) an army includes, all together (25.04).

    ``minimum`` counts only in armies with ``detachment``, or of ``faction`` where that is named: an army
    that has nothing to do with the group is not asked for it. ``excludes`` are datasheets of which an
    army with a member includes none. ``basis`` says in our own words what the row rests on.
    """

    id: str
    name: str
    members: tuple[str, ...]
    minimum: int = 0
    maximum: int | None = None
    excludes: tuple[str, ...] = ()
    faction: str | None = None
    detachment: str | None = None
    overrides: tuple[GroupOverride, ...] = ()
    basis: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class AllegianceChoice:
    """What can be chosen for a unit, and the keywords it then has; ``maximum`` of it in the army."""

    name: str
    keywords: tuple[str, ...] = ()
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Allegiance:
    """One of several choices for each unit with all of ``to_keywords`` and none of ``excludes`` (a mark).

    ``members``, datasheet ids, stand in place of ``to_keywords`` where the rule names units.
    ``is_mandatory``: each such unit has to choose. ``minimum`` and ``maximum`` count the units of the
    army that have chosen. ``detachment``: the choice is there only where it is selected. ``basis`` says
    in our own words what the row rests on.
    """

    id: str
    name: str
    choices: tuple[AllegianceChoice, ...]
    to_keywords: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    detachment: str | None = None
    is_mandatory: bool = False
    minimum: int = 0
    maximum: int | None = None
    basis: str = ""
    source: str = ""
