"""What a source, or the catalogue, says of units, detachments and enhancements, in one common shape.

A value is None where the source does not speak of it: then nothing is compared. Numbers are the text
that is printed, without units: ``"3"`` for 3+, ``"6"`` for 6", ``"D6+1"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Field(StrEnum):
    """What is compared, as reports name it."""

    DATASHEET = "datasheet"
    POINTS = "points"
    WARGEAR_POINTS = "wargear points"
    M = "M"
    T = "T"
    SV = "Sv"
    W = "W"
    LD = "Ld"
    OC = "OC"
    INVULNERABLE = "invulnerable"
    PROFILE = "profile"
    WEAPON = "weapon"
    RANGE = "range"
    ATTACKS = "A"
    SKILL = "BS/WS"
    STRENGTH = "S"
    PENETRATION = "AP"
    DAMAGE = "D"
    WEAPON_KEYWORDS = "weapon keywords"
    KEYWORDS = "keywords"
    FACTION_KEYWORDS = "faction keywords"
    SIZES = "sizes"
    KINDS = "kinds"
    LOADOUT = "default loadout"
    OPTIONS = "wargear options"
    LEADS = "leader of"
    SUPPORTS = "support of"
    CAPACITY = "transport capacity"
    DETACHMENT = "detachment"
    DETACHMENT_POINTS = "detachment points"
    DISPOSITIONS = "dispositions"
    UNIQUE_TAGS = "unique tags"
    ENHANCEMENT = "enhancement"
    ENHANCEMENT_POINTS = "enhancement points"
    UPGRADE = "upgrade"


@dataclass(frozen=True, slots=True)
class StatLine:
    """A model's characteristics."""

    name: str
    values: tuple[tuple[Field, str], ...]


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """A line of a weapon: the weapon's name, and the line's own where it has several."""

    name: str
    is_melee: bool
    values: tuple[tuple[Field, str | frozenset[str]], ...]
    item: str = ""
    """Id of the item it is a line of, in the catalogue."""


@dataclass(frozen=True, slots=True)
class KindLine:
    """A kind of model and how many of it a unit has."""

    name: str
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Price:
    """What a unit of one size costs in one faction's list; ``wargear`` is empty but for paid wargear.

    ``copies`` is ``"1"``, ``"3"``: the first copy that pays it; empty where the source tells no copies.
    """

    price_list: str
    is_allied: bool
    copies: str
    size: str
    points: int
    wargear: str = ""
    models: int = 0
    """Models of the size, where it names kinds of them too; 0 for what is paid beside the size."""
    detachment: str = ""
    """Folded name of the detachment with which alone it is the price."""


@dataclass(frozen=True, slots=True)
class SheetAccount:
    """A datasheet. ``refs`` are ``"<namespace>:<id>"``; ``factions`` ids of those it may belong to."""

    name: str
    factions: tuple[str, ...]
    refs: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    stat_lines: tuple[StatLine, ...] | None = None
    weapons: tuple[WeaponLine, ...] | None = None
    keywords: frozenset[str] | None = None
    faction_keywords: frozenset[str] | None = None
    sizes: tuple[int, int] | None = None
    kinds: tuple[KindLine, ...] | None = None
    loadout: frozenset[str] | None = None
    options: frozenset[str] | None = None
    returned: frozenset[str] = frozenset()
    """Of ``options``, what an option gives back of what it takes: to leave it out says the same."""
    leads: frozenset[str] | None = None
    supports: frozenset[str] | None = None
    capacity: str | None = None
    prices: tuple[Price, ...] = ()
    is_complete: bool = True
    """False where only its name and price are known."""
    is_partial: bool = False
    """Part of it stands where the source was not read: what it lacks says nothing."""
    is_legends: bool = False
    attached_in: str = ""
    """The price list in whose armies the attachments hold; empty: in any."""


@dataclass(frozen=True, slots=True)
class EnhancementAccount:
    """An enhancement of a detachment."""

    name: str
    points: int | None
    is_upgrade: bool | None = None
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DetachmentAccount:
    """A detachment as one faction's list has it."""

    name: str
    faction: str
    points: int | None = None
    dispositions: frozenset[str] | None = None
    unique_tags: frozenset[str] | None = None
    enhancements: tuple[EnhancementAccount, ...] | None = ()
    aliases: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """Everything a source says. ``date`` is the ISO date it is of; ``notes`` say what it leaves out."""

    label: str
    date: str
    sheets: tuple[SheetAccount, ...]
    detachments: tuple[DetachmentAccount, ...] = ()
    enhancements: tuple[tuple[tuple[str, ...], EnhancementAccount], ...] = ()
    """With the factions that may have it, where the source does not tell of which detachment they are."""
    notes: tuple[str, ...] = ()
    tells_copies: bool = False
    tells_kinds: bool = False
    """Whether price rows name kinds of models; else a row is known by its number of models."""
    tells_detachments: bool = False
    """Whether it has the prices that hold with one detachment only."""
    is_complete: bool = False
    """Whether what it lacks is missing from it: a source in parts only says what it has."""
