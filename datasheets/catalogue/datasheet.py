"""Datasheets: model kinds, profiles, composition, keywords and Warlord rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from datasheets.catalogue.transport import Transport
from datasheets.catalogue.wargear import ItemBudget, WargearOption


class Knowledge(StrEnum):
    """How much the catalogue knows of an entry."""

    FULL = "full"
    PRICED = "priced"
    """Known by name and price only (Legends, supplements): wargear and composition are not checked."""


class WarlordRule(StrEnum):
    """What a datasheet says of being the Warlord (R-17)."""

    MUST = "must"
    MAY = "may"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """A stat line. M in inches; Sv, invulnerable saves and Ld are the number needed on the die."""

    name: str
    M: int
    T: int
    Sv: int
    W: int
    Ld: int
    OC: int
    invulnerable: int | None = None
    invulnerable_melee: int | None = None
    invulnerable_ranged: int | None = None


@dataclass(frozen=True, slots=True)
class BaseSize:
    """A base in millimetres; ``size`` names a hull or flying base without millimetres."""

    shape: str
    diameter: float | None = None
    length: float | None = None
    width: float | None = None
    size: str | None = None
    draft: bool = False


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A kind of model in a unit, named as players read it (``"Intercessor Sergeant"``).

    ``default_items`` are the item ids one model of this kind carries unless options change it;
    an id stands as often as the model carries the item. ``is_character`` is None where upstream
    does not say which models of a CHARACTER unit are CHARACTERs (R-08). ``aliases`` are other names
    under which lists write models of this kind (a loadout of it that sources name on its own).
    """

    name: str
    minimum: int
    maximum: int
    is_leader: bool = False
    profile: str | None = None
    default_items: tuple[str, ...] = ()
    base: BaseSize | None = None
    is_character: bool | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many models of one kind a composition tier allows."""

    kind: str
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class CompositionTier:
    """One legal make-up of a unit: kinds not named stand at zero."""

    counts: tuple[KindCount, ...]

    @property
    def minimum(self) -> int:
        """Fewest models of this tier."""
        return sum(count.minimum for count in self.counts)

    @property
    def maximum(self) -> int:
        """Most models of this tier."""
        return sum(count.maximum for count in self.counts)


@dataclass(frozen=True, slots=True)
class ConditionalKeyword:
    """A keyword the datasheet has only in an army with that detachment, faction keyword or Warlord.

    ``warlord`` is the id of the datasheet whose model must be the Warlord.
    """

    keyword: str
    detachment: str | None = None
    faction_keyword: str | None = None
    warlord: str | None = None


@dataclass(frozen=True, slots=True)
class ItemKeyword:
    """A keyword that a unit has while one of its models carries ``item``, an item id."""

    item: str
    keyword: str


@dataclass(frozen=True, slots=True)
class SplitRule:
    """What may split a unit in two before the battle (01.02.06): a transport, a detachment, or its own text.

    ``transport`` is the id of a datasheet, of which each unit may split one; one part then starts in it.
    ``detachment`` is the id of one that must be selected. ``equal_parts``: they differ by one model at most.
    """

    transport: str | None = None
    detachment: str | None = None
    equal_parts: bool = True


@dataclass(frozen=True, slots=True)
class ReservesRule:
    """What a datasheet says of strategic reserves (R-24).

    ``must_start``: it starts the battle there. ``is_exempt``: its points do not count against the
    reserves limit of 20.01, and with ``passengers_exempt`` neither do those of its passengers.
    """

    must_start: bool = False
    is_exempt: bool = False
    passengers_exempt: bool = False


class QuarantinedPart(StrEnum):
    """What of a datasheet is quarantined."""

    OPTION = "option"
    ITEM = "item"
    KIND = "kind of model"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A part of a datasheet that is not offered, because a fault of it is settled by no dated source (R-11).

    ``id`` is that of the option or item, or the name of the kind, or the field that holds the rule;
    ``names`` are the items (an option's choices, then what it replaces) or the kind.
    """

    part: QuarantinedPart
    id: str
    names: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A datasheet; ``id`` is ``"<faction id>:<slug>"`` and never changes (R-06).

    ``keywords`` include the datasheet's own name (R-07). ``items`` are the ids of every weapon and
    piece of wargear a model of it can carry. ``excluded_factions`` are faction or chapter keywords
    whose armies may not take it. ``minimum_models`` and ``maximum_models`` count models.
    ``excluded_epic_heroes`` is a keyword: no other EPIC HERO with it may be in the army (R-15).
    """

    id: str
    name: str
    faction: str
    faction_keywords: tuple[str, ...]
    keywords: tuple[str, ...]
    minimum_models: int
    maximum_models: int
    profiles: tuple[ModelProfile, ...] = ()
    kinds: tuple[ModelKind, ...] = ()
    tiers: tuple[CompositionTier, ...] = ()
    items: tuple[str, ...] = ()
    options: tuple[WargearOption, ...] = ()
    budgets: tuple[ItemBudget, ...] = ()
    conditional_keywords: tuple[ConditionalKeyword, ...] = ()
    excluded_factions: tuple[str, ...] = ()
    transport: Transport | None = None
    warlord: WarlordRule = WarlordRule.MAY
    is_legends: bool = False
    knowledge: Knowledge = Knowledge.FULL
    aliases: tuple[str, ...] = ()
    source: str = ""
    reserves: ReservesRule = ReservesRule()
    cannot_bear_enhancements: bool = False
    """Its text bars it from enhancements (R-25)."""
    excluded_epic_heroes: str | None = None
    warlord_with: tuple[str, ...] = ()
    """Detachments with which it may be the Warlord although its own text says never."""
    splits: tuple[SplitRule, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    not_offered: str = ""
    """Why it is not offered although the package has it, as a sentence; empty: it is (R-02, R-11)."""
    item_keywords: tuple[ItemKeyword, ...] = ()
