"""The terms of one army: its faction, size and detachments, and what follows from them for every datasheet."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AlliedRule, Attachment
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.detachment import Detachment, DetachmentOffer
from datasheets.catalogue.faction import BattleSize, Faction
from datasheets.catalogue.group import Allegiance, GroupLimit
from datasheets.catalogue.names import fold_keyword, fold_name
from tests.generated.prices import PriceBook

CHARACTER, EPIC_HERO, BATTLELINE = fold_keyword("Character"), fold_keyword("Epic Hero"), fold_keyword("Battleline")
DEDICATED, TRANSPORT = fold_keyword("Dedicated Transport"), fold_keyword("Transport")
AIRCRAFT, FORTIFICATION = fold_keyword("Aircraft"), fold_keyword("Fortification")


def folded(keywords: Iterable[str]) -> frozenset[str]:
    """Keywords as they are compared."""
    return _folded(tuple(keywords))


@lru_cache(maxsize=8192)
def _folded(keywords: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold_keyword(keyword) for keyword in keywords)


def offer_here(detachment: Detachment, lineage: Sequence[str]) -> DetachmentOffer | None:
    """What the detachment costs in an army of that lineage; None where its faction does not have it."""
    for faction in lineage:
        if faction in detachment.excluded_factions:
            return None
        for offer in detachment.offers:
            if offer.faction == faction:
                return offer
    return None


def army_keywords(faction: Faction) -> frozenset[str]:
    """The faction keyword, and that of the chapter."""
    return folded((faction.keyword, *((faction.chapter_keyword,) if faction.chapter_keyword else ())))


def available(catalogue: Catalogue, faction: Faction) -> list[Detachment]:
    """The detachments an army of the faction may select, with known costs and dispositions."""
    lineage, keywords = catalogue.lineage(faction.id), army_keywords(faction)
    found = []
    for detachment in catalogue.data.detachments:
        offer = offer_here(detachment, lineage)
        if offer is None or offer.points is None or not offer.dispositions or detachment.not_offered:
            continue
        if not detachment.required_keywords or keywords & folded(detachment.required_keywords):
            found.append(detachment)
    return found


def random_detachments(
    catalogue: Catalogue, faction: Faction, size: BattleSize, first: Detachment | None, chance: random.Random
) -> list[Detachment] | None:
    """Detachments within the Detachment Points, ``first`` among them; None where it does not fit the size."""
    lineage = catalogue.lineage(faction.id)
    pool = available(catalogue, faction)
    chance.shuffle(pool)
    if first is None:
        return []
    points = _points(first, lineage)
    if points > size.detachment_points:
        return [first] if points <= (size.solo_detachment_points or 0) else None
    chosen = [first]
    wanted = chance.choice((1, 2, 2, 3))
    for other in pool:
        if len(chosen) >= wanted:
            break
        if _points_of(chosen, lineage) + _points(other, lineage) <= size.detachment_points and all(
            _go_together(one, other, lineage) for one in chosen
        ):
            chosen.append(other)
    chance.shuffle(chosen)
    return chosen


def _points(detachment: Detachment, lineage: Sequence[str]) -> int:
    offer = offer_here(detachment, lineage)
    return (offer.points or 0) if offer is not None else 0


def _points_of(chosen: Sequence[Detachment], lineage: Sequence[str]) -> int:
    return sum(_points(one, lineage) for one in chosen)


def _go_together(one: Detachment, other: Detachment, lineage: Sequence[str]) -> bool:
    if one.id == other.id or other.id in one.excluded_detachments or one.id in other.excluded_detachments:
        return False
    if one.demanded_warlords and other.demanded_warlords:
        return False
    mine, theirs = offer_here(one, lineage), offer_here(other, lineage)
    tags = [{fold_name(tag) for tag in offer.unique_tags} for offer in (mine, theirs) if offer is not None]
    return len(tags) == 2 and tags[0].isdisjoint(tags[1])


@dataclass(frozen=True)
class Keywords:
    """Keywords of a datasheet in this army: those it surely has, and those it may get by a choice or the Warlord."""

    sure: frozenset[str]
    possible: frozenset[str]


_NATIVES: dict[tuple[int, str], frozenset[str]] = {}


def _natives_of(catalogue: Catalogue, faction: Faction, lineage: Sequence[str]) -> frozenset[str]:
    """Ids of the datasheets with the army faction keyword, read once."""
    key = (id(catalogue), faction.id)
    if key not in _NATIVES:
        keyword = fold_keyword(faction.keyword)
        _NATIVES[key] = frozenset(
            sheet.id
            for sheet in catalogue.data.datasheets
            if (keyword in folded(sheet.faction_keywords) if sheet.faction_keywords else sheet.faction in lineage)
        )
    return _NATIVES[key]


class Terms:
    """One army's frame, and what it lets in."""

    def __init__(
        self, catalogue: Catalogue, faction: Faction, size: BattleSize, detachments: Sequence[Detachment]
    ) -> None:
        self.catalogue = catalogue
        self.faction = faction
        self.size = size
        self.detachments = tuple(detachments)
        self.chosen = frozenset(one.id for one in detachments)
        self.lineage = catalogue.lineage(faction.id)
        self.own = army_keywords(faction)
        self.book = PriceBook(catalogue, self.lineage, self.chosen)
        self._keywords: dict[str, Keywords] = {}
        self._native = _natives_of(catalogue, faction, self.lineage)

    # Keywords ----------------------------------------------------------------------------------------

    def keywords(self, sheet: Datasheet) -> Keywords:
        """The datasheet's keywords here."""
        if sheet.id not in self._keywords:
            sure = folded((*sheet.keywords, *sheet.faction_keywords))
            maybe: set[str] = set()
            for row in sheet.conditional_keywords:
                if row.detachment is not None and row.detachment not in self.chosen:
                    continue
                if row.faction_keyword is not None and fold_keyword(row.faction_keyword) not in self.own:
                    continue
                if row.warlord is None:
                    sure |= {fold_keyword(row.keyword)}
                else:
                    maybe.add(fold_keyword(row.keyword))
            for allegiance in self.allegiances_of(sheet, sure):
                maybe.update(folded(keyword for choice in allegiance.choices for keyword in choice.keywords))
            self._keywords[sheet.id] = Keywords(*self.granted(sure, frozenset(maybe) | sure))
        return self._keywords[sheet.id]

    def granted(self, sure: frozenset[str], possible: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """With what the detachments give: to all of a kind surely, to some of them possibly."""
        grants = [grant for detachment in self.detachments for grant in detachment.granted_keywords]
        for _ in range(len(grants)):
            for grant in grants:
                wanted = folded((grant.to_keyword, *((grant.with_keyword,) if grant.with_keyword else ())))
                if wanted <= possible:
                    possible |= {fold_keyword(grant.keyword)}
                if wanted <= sure and grant.maximum is None and not grant.is_choice:
                    sure |= {fold_keyword(grant.keyword)}
        return sure, possible

    def allegiances_of(self, sheet: Datasheet, keywords: Collection[str]) -> list[Allegiance]:
        """The choices that are there for the datasheet."""
        return [
            one
            for one in self.catalogue.data.allegiances
            if (one.detachment is None or one.detachment in self.chosen)
            and (sheet.id in one.members if one.members else folded(one.to_keywords) <= frozenset(keywords))
            and folded(one.excludes).isdisjoint(keywords)
        ]

    # Who may be in the army --------------------------------------------------------------------------

    def is_native(self, sheet: Datasheet) -> bool:
        """Whether it has the army faction keyword; one without any belongs to its own list."""
        return sheet.id in self._native

    @cached_property
    def chapters(self) -> frozenset[str]:
        """Keywords of all chapters."""
        return folded(one.chapter_keyword for one in self.catalogue.data.factions if one.chapter_keyword)

    @cached_property
    def has_characters(self) -> bool:
        """Whether the army faction has any CHARACTER at all: the Titan legions have none."""
        keyword = fold_keyword(self.faction.keyword)
        return any(
            CHARACTER in folded(sheet.keywords)
            for sheet in self.catalogue.data.datasheets
            if keyword in folded(sheet.faction_keywords)
        )

    @cached_property
    def open_rules(self) -> tuple[AlliedRule, ...]:
        """Allied rules for this army; of its chapter, where that has one of its own for the same guests."""
        rules = [one for one in self.catalogue.data.allied_rules if self.own & folded(one.host_keywords)]
        if self.faction.chapter_keyword:
            common = fold_keyword(self.faction.keyword)
            own = {guest for rule in rules if common not in folded(rule.host_keywords) for guest in rule.guests}
            chapter = fold_keyword(self.faction.chapter_keyword)
            rules = [rule for rule in rules if chapter in folded(rule.host_keywords) or own.isdisjoint(rule.guests)]
        return tuple(rule for rule in rules if not rule.detachments or self.chosen & set(rule.detachments))

    @cached_property
    def guests(self) -> Mapping[str, tuple[AlliedRule, ...]]:
        """Open allied rules by guest datasheet."""
        found: dict[str, tuple[AlliedRule, ...]] = {}
        for rule in self.open_rules:
            for guest in rule.guests:
                found[guest] = (*found.get(guest, ()), rule)
        return found

    @cached_property
    def natives(self) -> tuple[Datasheet, ...]:
        """Datasheets of the army faction that may stand in the army."""
        return tuple(
            sheet for sheet in self.catalogue.data.datasheets if self.is_native(sheet) and self._is_usable(sheet)
        )

    @cached_property
    def allies(self) -> tuple[Datasheet, ...]:
        """Datasheets of other factions that an open rule lets in."""
        sheets = self.catalogue.datasheets
        found = (sheets[one] for one in self.guests if one in sheets)
        return tuple(sheet for sheet in found if not self.is_native(sheet) and self._is_usable(sheet))

    def _is_usable(self, sheet: Datasheet) -> bool:
        if self.own & folded(sheet.excluded_factions) or sheet.not_offered:
            return False
        if any(sheet.id in one.excluded_datasheets for one in self.detachments):
            return False
        if self.is_native(sheet) and self.faction.chapter_keyword:
            own = folded(sheet.faction_keywords) & self.chapters
            if own and fold_keyword(self.faction.chapter_keyword) not in own:
                return False
        table = self.book.table(sheet)
        return table is not None and bool(table.tiers)

    @staticmethod
    def is_full(sheet: Datasheet) -> bool:
        """Whether the catalogue knows more of it than name and price, and no event bars it."""
        return sheet.knowledge is Knowledge.FULL and not sheet.is_legends

    @property
    def groups(self) -> list[tuple[GroupLimit, int | None]]:
        """Groups of units this army has to do with, each with its most."""
        found: list[tuple[GroupLimit, int | None]] = []
        for group in self.catalogue.data.group_limits:
            if group.faction is not None and group.faction not in self.lineage:
                continue
            if group.detachment is not None and group.detachment not in self.chosen:
                continue
            own = [one.maximum for one in group.overrides if one.detachment in self.chosen]
            found.append((group, own[0] if own else group.maximum))
        return found

    # Attachments -------------------------------------------------------------------------------------

    @cached_property
    def _ways(self) -> dict[str, tuple[Attachment, ...]]:
        return {}

    def ways(self, sheet: Datasheet) -> tuple[Attachment, ...]:
        """The rows by which it may join others here: those of the nearest list that has any, and the unlisted."""
        if sheet.id not in self._ways:
            rows = self.catalogue.attachments.get(sheet.id, ())
            lists = (*self.lineage, *self.catalogue.lineage(sheet.faction))
            nearest = next((one for one in lists if any(one in row.price_lists for row in rows)), None)
            self._ways[sheet.id] = tuple(
                row
                for row in rows
                if (not row.price_lists or nearest in row.price_lists)
                and (row.required_detachment is None or row.required_detachment in self.chosen)
                and self.chosen.isdisjoint(row.excluded_detachments)
            )
        return self._ways[sheet.id]
