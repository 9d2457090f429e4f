"""The parsed army as the result page shows it: units under the squads they join, each with its price in parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from datasheets.catalogue import Catalogue
from datasheets.catalogue.entries import ref_of
from roster.checking import CheckResult, PriceDifference
from roster.document import ItemCount, Reference, RosterDocument, UnitChoice, UnitEntry
from roster.muster.choices import choice_named
from roster.muster.report import PriceKind, UnitPrice
from roster.muster.words import ordinal
from roster.unit_names import unit_name, which_of_its_name

PRICE_WORDS: Mapping[PriceKind, str] = {
    PriceKind.SIZE: "Unit size",
    PriceKind.COPY: "Copy of the datasheet",
    PriceKind.WARGEAR: "Wargear",
    PriceKind.ADD_ON: "Added models",
    PriceKind.ENHANCEMENT: "Enhancement",
}

SHOWN_UNITS = 300
"""Units a page shows; the largest legal army has about 130, a text can hold ten thousand."""
DEEPEST_ATTACHMENT = 3
"""Units joined to a unit that is joined itself, at most so deep (19.01); deeper ones stand by themselves."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A broken rule, a warning or advice that names this unit; ``anchor`` is where the page says more."""

    title: str
    anchor: str
    is_illegal: bool
    is_advice: bool = False


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One part of a price, in words; ``points`` is what it adds."""

    kind: str
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class LoadoutLine:
    """Models of one kind with what they carry, or what the unit carries (``count`` 0)."""

    count: int
    kind: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """What was chosen for a unit (``"Mark"``, ``"Khorne"``); ``is_known`` whether the catalogue has that choice."""

    of: str
    name: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit on the page.

    ``which`` tells it from others of its name (``"2nd of 3"``), ``copy`` says what a copy tier adds to its
    price, ``role`` what it is in its attached unit; ``joined`` are the units attached to it. ``datasheet``
    is the id in the catalogue and ``price_key`` the key of its price table, empty where there is none.
    """

    anchor: str
    name: str
    which: str
    is_known: bool
    datasheet: str
    price_key: str
    model_count: int
    loadout: tuple[LoadoutLine, ...]
    points: int | None
    price_lines: tuple[PriceLine, ...]
    unpriced: tuple[str, ...]
    copy: str
    price_sources: tuple[str, ...]
    stated: int | None
    difference: str
    is_warlord: bool
    warlord_model: str
    enhancements: tuple[str, ...]
    bearer: str
    role: str
    choices: tuple[ChoiceLine, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    joined: tuple[UnitCard, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether a broken rule names this unit, and not warnings alone."""
        return any(trouble.is_illegal for trouble in self.troubles)


@dataclass(frozen=True, slots=True)
class DetachmentLine:
    """A detachment with what it costs this army; ``points`` None where no source has it."""

    name: str
    is_known: bool
    points: int | None
    dispositions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArmySheet:
    """The army: its frame and its units. ``unit_count`` counts the joined ones too, and those left out."""

    name: str
    faction: str
    battle_size: str
    detachments: tuple[DetachmentLine, ...]
    dispositions: tuple[str, ...]
    units: tuple[UnitCard, ...]
    unit_count: int
    units_left_out: int
    app_version: str
    data_version: str


def army_sheet(
    result: CheckResult, document: RosterDocument, catalogue: Catalogue, troubles: Mapping[int, tuple[Trouble, ...]]
) -> ArmySheet:
    """The army of ``document``; ``troubles`` are what is wrong with a unit, by its place in the document."""
    prices = {price.unit: price for price in result.report.points.units} if result.report else {}
    differences = {difference.unit: difference for difference in result.differences}
    writer = _CardWriter(document, catalogue, prices, differences, troubles)
    return ArmySheet(
        name=document.name,
        faction=_name(document.faction, catalogue.factions),
        battle_size=_name(document.battle_size, catalogue.battle_sizes),
        detachments=tuple(detachment_line(row, document, catalogue) for row in document.detachments),
        dispositions=tuple(_name(row, catalogue.dispositions) for row in document.dispositions),
        units=writer.cards(),
        unit_count=len(document.units),
        units_left_out=max(0, len(document.units) - SHOWN_UNITS),
        app_version=(result.read.app_version or "") if result.read else "",
        data_version=(result.read.data_version or "") if result.read else "",
    )


def detachment_line(row: Reference, document: RosterDocument, catalogue: Catalogue) -> DetachmentLine:
    """The detachment ``row`` names, as the army's faction has it."""
    detachment = catalogue.detachments.get(row.id or "")
    if detachment is None:
        return DetachmentLine(name=row.name, is_known=False, points=None, dispositions=())
    lineage = catalogue.lineage(document.faction.id) if document.faction and document.faction.id else ()
    offer = detachment.offer_to(*lineage)
    return DetachmentLine(
        name=detachment.name,
        is_known=True,
        points=offer.points if offer else None,
        dispositions=tuple(
            catalogue.dispositions[key].name if key in catalogue.dispositions else key
            for key in (offer.dispositions if offer else ())
        ),
    )


def unit_anchor(index: int) -> str:
    """The id of a unit's card, by its place in the document from 0."""
    return f"unit-{index + 1}"


class _CardWriter:
    """Writes the cards of one document; each unit stands once, under its squad or by itself."""

    def __init__(
        self,
        document: RosterDocument,
        catalogue: Catalogue,
        prices: Mapping[str, UnitPrice],
        differences: Mapping[str, PriceDifference],
        troubles: Mapping[int, tuple[Trouble, ...]],
    ) -> None:
        self.document = document
        self.catalogue = catalogue
        self.prices = prices
        self.differences = differences
        self.troubles = troubles
        self.which = which_of_its_name(document, catalogue)
        self.shown = document.units[:SHOWN_UNITS]
        self.places = {unit.key: index for index, unit in enumerate(self.shown)}
        self.joined: defaultdict[int, list[int]] = defaultdict(list)
        for index, unit in enumerate(self.shown):
            host = self.places.get(unit.attached_to or "")
            if host is not None:
                self.joined[host].append(index)

    def cards(self) -> tuple[UnitCard, ...]:
        """All cards; units of a ring of attachments (illegal, but writable) come last, by themselves."""
        placed: set[int] = set()
        guests = {guest for group in self.joined.values() for guest in group}
        cards = [self._card(index, placed) for index in range(len(self.shown)) if index not in guests]
        cards += [self._card(index, placed) for index in range(len(self.shown)) if index not in placed]
        return tuple(cards)

    def _card(self, index: int, placed: set[int], depth: int = 0) -> UnitCard:
        placed.add(index)
        unit = self.shown[index]
        price = self.prices.get(unit.key)
        difference = self.differences.get(unit.key)
        joined = (
            tuple(self._card(guest, placed, depth + 1) for guest in self.joined[index] if guest not in placed)
            if depth < DEEPEST_ATTACHMENT
            else ()
        )
        return UnitCard(
            anchor=unit_anchor(index),
            name=unit_name(unit, self.catalogue),
            which=self.which[index],
            is_known=unit.datasheet.id is not None,
            datasheet=unit.datasheet.id or "",
            price_key=self._price_key(unit),
            model_count=unit.model_count,
            loadout=self._loadout(unit),
            points=price.points if price else None,
            price_lines=_price_lines(price),
            unpriced=price.missing if price else (),
            copy=_copy(price),
            price_sources=tuple(dict.fromkeys(part.source for part in price.parts if part.source)) if price else (),
            stated=unit.stated_points,
            difference=difference.explanation if difference else "",
            is_warlord=unit.is_warlord,
            warlord_model=unit.warlord_model or "",
            enhancements=tuple(_name(row, self.catalogue.enhancements) for row in unit.enhancements),
            bearer=unit.bearer or "",
            role=self._role(unit),
            choices=tuple(self._choice(row) for row in unit.choices),
            troubles=self.troubles.get(index, ()),
            joined=joined,
        )

    def _price_key(self, unit: UnitEntry) -> str:
        faction = (self.document.faction.id or "") if self.document.faction else ""
        table = self.catalogue.price_table(unit.datasheet.id, faction) if unit.datasheet.id else None
        return ref_of("prices", table).key if table else ""

    def _role(self, unit: UnitEntry) -> str:
        if unit.attached_to is None:
            return ""
        word = (unit.attached_as or "attached").capitalize()
        host = self.places.get(unit.attached_to)
        if host is None:
            return f"{word} of a unit that is not in the army"
        return f"{word} of {unit_name(self.shown[host], self.catalogue)}"

    def _choice(self, row: UnitChoice) -> ChoiceLine:
        allegiance = self.catalogue.allegiances.get(row.allegiance.id or "")
        choice = choice_named(allegiance, row.choice) if allegiance else None
        of = _name(row.allegiance, self.catalogue.allegiances) or row.allegiance.id or ""
        return ChoiceLine(of=of, name=choice.name if choice else row.choice, is_known=choice is not None)

    def _loadout(self, unit: UnitEntry) -> tuple[LoadoutLine, ...]:
        lines = [
            LoadoutLine(count=entry.count, kind=entry.kind, items=self._items(entry.items)) for entry in unit.models
        ]
        if unit.items:
            lines.append(LoadoutLine(count=0, kind="The unit", items=self._items(unit.items)))
        return tuple(lines)

    def _items(self, items: tuple[ItemCount, ...]) -> tuple[str, ...]:
        return tuple(f"{row.count} × {_name(row.item, self.catalogue.items)}" for row in items)


def _copy(price: UnitPrice | None) -> str:
    added = sum(part.points for part in price.parts if part.kind is PriceKind.COPY) if price else 0
    return f"Priced as the {ordinal(price.copy)} copy: {added:+,}" if price and added else ""


def _price_lines(price: UnitPrice | None) -> tuple[PriceLine, ...]:
    if price is None:
        return ()
    return tuple(PriceLine(kind=PRICE_WORDS[part.kind], label=part.label, points=part.points) for part in price.parts)


def _name(reference: Reference | None, known: Mapping[str, object]) -> str:
    """The catalogue's name of what is referred to, or the words of the text."""
    if reference is None:
        return ""
    entry = known.get(reference.id or "")
    return str(getattr(entry, "name", "")) or reference.name
