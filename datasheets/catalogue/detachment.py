"""Detachments and enhancements with their prices by faction."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue.datasheet import Knowledge


@dataclass(frozen=True, slots=True)
class DetachmentOffer:
    """What a detachment costs and grants in one faction: its Detachment Points vary by faction."""

    faction: str
    points: int | None
    """Detachment Points; None where no source at hand has them."""
    dispositions: tuple[str, ...] = ()
    unique_tags: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class GrantedKeyword:
    """A keyword the detachment gives to units that have ``to_keyword``, at most ``maximum`` of them.

    Where ``with_keyword`` is named they have that too. ``is_choice``: the player says which units get it.
    """

    keyword: str
    to_keyword: str
    maximum: int | None = None
    with_keyword: str | None = None
    is_choice: bool = False


@dataclass(frozen=True, slots=True)
class UnitMinimum:
    """The army must include at least ``minimum`` units with ``keyword``."""

    keyword: str
    minimum: int


@dataclass(frozen=True, slots=True)
class Detachment:
    """A detachment; ``id`` is ``"<owning faction id>:<slug>"``, offered to one or more factions."""

    id: str
    name: str
    offers: tuple[DetachmentOffer, ...]
    required_keywords: tuple[str, ...] = ()
    """Faction or chapter keywords, one of which the army must have."""
    granted_keywords: tuple[GrantedKeyword, ...] = ()
    unit_minimums: tuple[UnitMinimum, ...] = ()
    required_datasheets: tuple[str, ...] = ()
    excluded_datasheets: tuple[str, ...] = ()
    excluded_detachments: tuple[str, ...] = ()
    knowledge: Knowledge = Knowledge.FULL
    aliases: tuple[str, ...] = ()
    source: str = ""
    excluded_factions: tuple[str, ...] = ()
    """Chapters with a list of their own that lacks it, though their parent's list has it."""
    demanded_warlords: tuple[str, ...] = ()
    """Datasheets, a model of one of which must be the Warlord; empty: nothing is demanded."""
    has_uncounted_enhancements: bool = False
    """Its enhancements do not count towards the army's enhancement limit (25.03)."""
    not_offered: str = ""
    """Why it is not offered although the package has it, as a sentence; empty: it is (R-02, R-11)."""

    def offer_to(self, *factions: str) -> DetachmentOffer | None:
        """The offer to the first of these factions that has one (a chapter before its parent).

        A faction whose own list leaves the detachment out is not offered its parent's.
        """
        for faction in factions:
            if faction in self.excluded_factions:
                return None
            for offer in self.offers:
                if offer.faction == faction:
                    return offer
        return None


@dataclass(frozen=True, slots=True)
class EnhancementPrice:
    """Points an enhancement costs in one faction."""

    faction: str
    points: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class Enhancement:
    """An enhancement; ``id`` is ``"<detachment id>:<slug>"``.

    The bearer needs every keyword of at least one group of ``requires`` (no group: anyone) and none
    of ``excludes``. ``leader_of`` and ``support_of`` are datasheet ids its bearer may join. Of
    ``required_items``, item ids, the bearer carries one; empty: nothing is asked. ``bars_warlord``: its
    bearer cannot be the Warlord. ``is_demanded``: every unit that may bear it has to, where its
    detachment is selected; it then stands as often as there are such units. ``granted_keywords`` are
    those that the bearer and its unit have because of it.
    """

    id: str
    name: str
    detachment: str
    prices: tuple[EnhancementPrice, ...]
    is_upgrade: bool = False
    requires: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()
    leader_of: tuple[str, ...] = ()
    support_of: tuple[str, ...] = ()
    usable_by_epic_hero: bool = False
    usable_by_non_character: bool = False
    knowledge: Knowledge = Knowledge.FULL
    source: str = ""
    aliases: tuple[str, ...] = ()
    required_items: tuple[str, ...] = ()
    bars_warlord: bool = False
    is_demanded: bool = False
    not_offered: str = ""
    """Why it is not offered although the package has it, as a sentence; empty: it is (R-02, R-11)."""
    granted_keywords: tuple[str, ...] = ()

    def points_in(self, *factions: str) -> int | None:
        """Points in the first of these factions that has a price; None where no source has one."""
        for faction in factions:
            for price in self.prices:
                if price.faction == faction:
                    return price.points
        return None
