"""A unit of the army as checks see it: the entry as written, its datasheet, effective keywords and price."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from datasheets.catalogue.datasheet import Datasheet, Knowledge, ModelKind
from datasheets.catalogue.detachment import Detachment, DetachmentOffer, Enhancement
from datasheets.catalogue.group import Allegiance, AllegianceChoice
from datasheets.catalogue.names import fold_keyword
from roster.document import Reference, UnitChoice, UnitEntry
from roster.muster.kinds import kind_named
from roster.muster.points import PricedUnit
from roster.muster.report import UnitPrice

CHARACTER = fold_keyword("Character")
EPIC_HERO = fold_keyword("Epic Hero")
BATTLELINE = fold_keyword("Battleline")
DEDICATED_TRANSPORT = fold_keyword("Dedicated Transport")
TRANSPORT = fold_keyword("Transport")
AIRCRAFT = fold_keyword("Aircraft")
FORTIFICATION = fold_keyword("Fortification")


@lru_cache(maxsize=8192)
def fold_keywords(keywords: tuple[str, ...]) -> frozenset[str]:
    """The keywords as they are compared (R-07)."""
    return frozenset(fold_keyword(keyword) for keyword in keywords)


def as_written(reference: Reference) -> str:
    """How to call something that was not recognised: by its name, else its id."""
    return reference.name or reference.id or "(no name)"


@dataclass(frozen=True, slots=True, eq=False)
class ChosenDetachment:
    """A detachment of the roster. ``detachment`` is None where it was not recognised.

    ``offer`` is what it costs and grants in this army's faction, None where that has no such offer.
    """

    reference: Reference
    pointer: str
    detachment: Detachment | None
    offer: DetachmentOffer | None

    @property
    def name(self) -> str:
        """Its name, or what was written."""
        return self.detachment.name if self.detachment else as_written(self.reference)


@dataclass(frozen=True, slots=True, eq=False)
class HeldEnhancement:
    """An enhancement written on a unit; ``enhancement`` is None where it was not recognised."""

    reference: Reference
    pointer: str
    enhancement: Enhancement | None

    @property
    def name(self) -> str:
        """Its name, or what was written."""
        return self.enhancement.name if self.enhancement else as_written(self.reference)


@dataclass(frozen=True, slots=True, eq=False)
class MadeChoice:
    """A choice written on a unit; ``allegiance`` and ``choice`` are None where they were not recognised."""

    written: UnitChoice
    pointer: str
    allegiance: Allegiance | None
    choice: AllegianceChoice | None

    @property
    def of(self) -> str:
        """The allegiance's name, or what was written."""
        return self.allegiance.name if self.allegiance else as_written(self.written.allegiance)

    @property
    def name(self) -> str:
        """The choice's name, or what was written."""
        return self.choice.name if self.choice else self.written.choice


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A unit of the army. Two units are never equal, only the same.

    ``keywords`` are the folded effective keywords with the faction keywords among them. ``given`` are
    the ids of the allegiances whose choice gave it some of them. ``keywords_without`` are its keywords
    without those that an enhancement gives to its bearer, by the id of the enhancement, of those that do.
    """

    index: int
    entry: UnitEntry
    datasheet: Datasheet | None
    keywords: frozenset[str]
    faction_keywords: frozenset[str]
    enhancements: tuple[HeldEnhancement, ...]
    priced: PricedUnit
    choices: tuple[MadeChoice, ...] = ()
    given: frozenset[str] = frozenset()
    keywords_without: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def pointer(self) -> str:
        """JSON pointer of the entry in the roster document."""
        return f"/units/{self.index}"

    @property
    def key(self) -> str:
        """Key of the entry."""
        return self.entry.key

    @property
    def name(self) -> str:
        """The datasheet's name, or what was written."""
        return self.datasheet.name if self.datasheet else as_written(self.entry.datasheet)

    @property
    def price(self) -> UnitPrice:
        """What the unit costs, by parts."""
        return self.priced.price

    @property
    def size(self) -> int | None:
        """Models in the unit, None where the roster does not say and the datasheet leaves a choice."""
        return self.priced.size

    @property
    def keywords_are_known(self) -> bool:
        """Whether a keyword it does not show is one it does not have (false for stubs of name and price)."""
        return self.datasheet is not None and self.datasheet.knowledge is Knowledge.FULL

    def might_have(self, keyword: str) -> bool:
        """Whether a recognised unit does not show the keyword and may have it all the same; ``keyword`` folded."""
        return self.datasheet is not None and not self.keywords_are_known and keyword not in self.keywords

    def has(self, keyword: str) -> bool:
        """Whether it has the keyword, given as players write it."""
        return fold_keyword(keyword) in self.keywords

    def has_all(self, keywords: Iterable[str]) -> bool:
        """Whether it has every one of these keywords."""
        return all(fold_keyword(keyword) in self.keywords for keyword in keywords)

    def keywords_to_bear(self, enhancement: Enhancement) -> frozenset[str]:
        """The folded keywords by which it may bear the enhancement: not those that this very one gives it."""
        return self.keywords_without.get(enhancement.id, self.keywords)

    def has_keywords_to_bear(self, enhancement: Enhancement) -> bool:
        """Whether it has all keywords of one of the groups the enhancement asks for."""
        keywords = self.keywords_to_bear(enhancement)
        return not enhancement.requires or any(fold_keywords(group) <= keywords for group in enhancement.requires)

    @property
    def recognised_enhancements(self) -> tuple[Enhancement, ...]:
        """Its enhancements that the catalogue knows."""
        return tuple(held.enhancement for held in self.enhancements if held.enhancement is not None)

    def may_be_character(self, kind: ModelKind | None) -> bool:
        """Whether nothing known says that models of the kind are no CHARACTERs (R-08).

        A unit that gets the keyword from the army, by no datasheet, has it as a whole.
        """
        if kind is None or kind.is_character is not False:
            return True
        printed = fold_keywords(self.datasheet.keywords) if self.datasheet is not None else frozenset()
        return CHARACTER in self.keywords and CHARACTER not in printed

    def kind(self, name: str) -> ModelKind | None:
        """The model kind of that name or alias in its datasheet."""
        return kind_named(self.datasheet, name) if self.datasheet is not None else None
