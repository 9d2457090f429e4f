"""Every figure of a points manual beside the same figure of a catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.points import PriceTable
from datasheets.sources import manual as own
from datasheets.sources.compare_pairs import Pairs
from datasheets.sources.corrections import Corrections
from datasheets.sources.factions import list_faction
from datasheets.sources.slugs import without_tags


@dataclass(frozen=True, slots=True)
class PriceComparison:
    """How many figures the manual has, and where it and the catalogue differ, as sentences."""

    rows: int
    differences: tuple[str, ...]
    by_sort: Mapping[str, int] = field(default_factory=dict)
    """``rows`` by what they are, in words."""


def compare_prices(data: CatalogueData, manual: own.Manual, corrections: Corrections | None = None) -> PriceComparison:
    """Compare both ways: what the manual has and the catalogue lacks, and the other way round.

    Figures are: size rows with their copy tier, add-ons, paid wargear, a detachment's points with its
    dispositions and Unique tags, an enhancement's points, whether it is an Upgrade, and whom a unit or
    the bearer of an enhancement may lead or support. ``corrections`` are those of the manual: sizes of
    rows, Upgrade marks, and spellings of targets.
    """
    comparison = _Comparison(data, corrections or Corrections())
    for price_list in manual.lists:
        for unit in price_list.units:
            comparison.unit(price_list.slug, unit)
        for detachment in price_list.detachments:
            comparison.detachment(list_faction(price_list.slug), detachment)
    comparison.attachments()
    comparison.leftovers()
    by_sort = dict(comparison.by_sort)
    return PriceComparison(comparison.by_sort.total(), tuple(sorted(comparison.differences)), by_sort)


@dataclass
class _Comparison:
    data: CatalogueData
    corrections: Corrections
    by_sort: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.covers = {(row.price_list, row.unit, row.models): row.covers for row in self.corrections.sizes.rows}
        self.marks = {
            row.enhancement: row.is_upgrade for row in self.corrections.enhancements.rows if row.is_upgrade is not None
        }
        self.pairs = Pairs(self.data, self.corrections.names.targets)
        names = {sheet.id: (sheet.name, *sheet.aliases) for sheet in self.data.datasheets}
        self.tables: dict[tuple[str, str, str], PriceTable] = {
            (table.price_list, table.block, fold_name(name)): table
            for table in self.data.prices
            for name in names[table.datasheet]
        }
        self.met: set[int] = set()
        self.offers: dict[tuple[str, str], Detachment] = {
            (offer.faction, fold_name(name)): detachment
            for detachment in self.data.detachments
            for name in (detachment.name, *detachment.aliases)
            for offer in detachment.offers
        }
        self.enhancements: dict[tuple[str, str], Enhancement] = {
            (enhancement.detachment, _bare(name)): enhancement
            for enhancement in self.data.enhancements
            for name in (enhancement.name, *enhancement.aliases)
        }
        self.offers_met = 0
        self.prices_met = 0

    def _compare(self, sort: str, where: str, expected: Iterable[str], found: Iterable[str]) -> None:
        wanted, had = Counter(expected), Counter(found)
        self.by_sort[sort] += wanted.total()
        self.differences += [f"{where}: {each}: the catalogue lacks it" for each in (wanted - had).elements()]
        self.differences += [f"{where}: {each}: the manual lacks it" for each in (had - wanted).elements()]

    def unit(self, slug: str, unit: own.Unit) -> None:
        where = f"{list_faction(slug)}: {unit.name}" + (f" ({unit.block})" if unit.block else "")
        table = self.tables.get((list_faction(slug), unit.block, fold_name(unit.name)))
        self._compare("prices of units", where, self._of_unit(slug, unit), [] if table is None else _of_table(table))
        if table is not None:
            self.met.add(id(table))
            if "attachments" not in unit.missing:
                self.pairs.unit(table.datasheet, list_faction(slug), unit.leads, unit.supports)

    def _of_unit(self, slug: str, unit: own.Unit) -> list[str]:
        figures = []
        for tier in unit.tiers:
            first, last = tier.span
            for row in tier.rows:
                models = self.covers.get((slug, unit.name, row.models), row.models)
                figures.append(f"copies {first} to {last or 'all'}, {models} models: {row.points} points")
        figures += [f"with {fold_name(added.model)}: {added.points} points" for added in unit.add_ons]
        figures += [f"{item.name}: {item.points} points" for item in unit.wargear]
        return figures

    def detachment(self, faction: str, row: own.Detachment) -> None:
        where = f"{faction}: {row.name}"
        detachment = self.offers.get((faction, fold_name(row.name)))
        offer = next((each for each in detachment.offers if each.faction == faction), None) if detachment else None
        self._compare(
            "detachments",
            where,
            [_offer(row.points, row.dispositions, row.unique)],
            [_offer(offer.points, offer.dispositions, offer.unique_tags)] if offer else [],
        )
        self.offers_met += offer is not None
        for enhancement in row.enhancements:
            self._enhancement(where, faction, detachment, enhancement)

    def _enhancement(self, where: str, faction: str, detachment: Detachment | None, row: own.Enhancement) -> None:
        enhancement = self.enhancements.get((detachment.id if detachment else "", _bare(row.name)))
        prices = [each for each in enhancement.prices if each.faction == faction] if enhancement else []
        mark = self.marks.get(enhancement.id, row.upgrade) if enhancement else row.upgrade
        where = f"{where}: {row.name}"
        found = [f"{price.points} points" for price in prices]
        self._compare("prices of enhancements", where, [f"{row.points} points"], found)
        marked = [_mark(enhancement.is_upgrade)] if enhancement else []
        self._compare("Upgrade marks", where, [_mark(mark)], marked)
        self.prices_met += len(prices)
        if enhancement:
            self.pairs.enhancement(enhancement.id, row.leads, row.supports)

    def attachments(self) -> None:
        """Whom units and bearers of enhancements may join, once all entries were read."""
        for where, expected, found in self.pairs.compared():
            self._compare("attachment pairs", where, expected, found)

    def leftovers(self) -> None:
        """What the catalogue prices and no entry of the manual asked for."""
        for table in self.data.prices:
            if id(table) not in self.met:
                self.differences.append(f"{table.price_list}: {table.datasheet}: the manual lacks it")
        offers = sum(len(detachment.offers) for detachment in self.data.detachments)
        prices = sum(len(enhancement.prices) for enhancement in self.data.enhancements)
        if offers != self.offers_met:
            self.differences.append(f"{offers - self.offers_met} offers of detachments that the manual lacks")
        if prices != self.prices_met:
            self.differences.append(f"{prices - self.prices_met} prices of enhancements that the manual lacks")


def _of_table(table: PriceTable) -> list[str]:
    figures = [
        f"copies {tier.first} to {tier.last or 'all'}, {row.models} models: {row.points} points"
        for tier in table.tiers
        for row in tier.rows
    ]
    figures += [f"with {fold_name(added.kind)}: {added.points} points" for added in table.add_ons]
    figures += [f"{item.name}: {item.points} points" for item in table.wargear]
    return figures


def _offer(points: int | None, dispositions: Iterable[str], tags: Iterable[str]) -> str:
    return f"{points} DP, dispositions {', '.join(sorted(dispositions))}, tags {', '.join(sorted(tags))}"


def _mark(is_upgrade: bool) -> str:
    return "an Upgrade" if is_upgrade else "no Upgrade"


def _bare(name: str) -> str:
    return fold_name(without_tags(name)).removeprefix("the ")
