"""One published release as a value, with the look-ups that checks and readers need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from datasheets.catalogue.ability import Ability, ResourcePool, Stratagem
from datasheets.catalogue.attachment import AlliedRule, Attachment
from datasheets.catalogue.battlefield import (
    BenchmarkTarget,
    Deployment,
    Hull,
    TerrainLayout,
    TerrainTemplate,
)
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.group import Allegiance, GroupLimit
from datasheets.catalogue.mission import Mission, MissionCard
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.points import PastPrice, PointsManual, PriceTable
from datasheets.catalogue.table_rows import TableRows, count_rows
from datasheets.catalogue.wargear import Item

Value = TypeVar("Value")
Named = TypeVar("Named", Faction, Datasheet, Detachment)


@dataclass(frozen=True, slots=True)
class ReleaseStamp:
    """Which data this is. ``content_hash`` is the SHA-256 of the compiled content, hex."""

    label: str
    content_hash: str
    published: str
    """ISO date and time, UTC."""
    upstream: str
    """Name and version of the data package, e.g. ``"wh40kdc 1.4.5"``."""
    manual: PointsManual


@dataclass(frozen=True, slots=True)
class CatalogueData:
    """Everything in a release, in a stable order, fit for storing."""

    factions: tuple[Faction, ...] = ()
    battle_sizes: tuple[BattleSize, ...] = ()
    dispositions: tuple[ForceDisposition, ...] = ()
    items: tuple[Item, ...] = ()
    datasheets: tuple[Datasheet, ...] = ()
    prices: tuple[PriceTable, ...] = ()
    past_prices: tuple[PastPrice, ...] = ()
    detachments: tuple[Detachment, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    allied_rules: tuple[AlliedRule, ...] = ()
    group_limits: tuple[GroupLimit, ...] = ()
    allegiances: tuple[Allegiance, ...] = ()
    abilities: tuple[Ability, ...] = ()
    stratagems: tuple[Stratagem, ...] = ()
    resource_pools: tuple[ResourcePool, ...] = ()
    missions: tuple[Mission, ...] = ()
    mission_cards: tuple[MissionCard, ...] = ()
    deployments: tuple[Deployment, ...] = ()
    terrain_templates: tuple[TerrainTemplate, ...] = ()
    terrain_layouts: tuple[TerrainLayout, ...] = ()
    hulls: tuple[Hull, ...] = ()
    benchmark_targets: tuple[BenchmarkTarget, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """A release and its indexes. Build one per release and process; it never changes."""

    stamp: ReleaseStamp
    data: CatalogueData

    # By id -----------------------------------------------------------------------------------

    @cached_property
    def factions(self) -> Mapping[str, Faction]:
        """Factions by id."""
        return {faction.id: faction for faction in self.data.factions}

    @cached_property
    def battle_sizes(self) -> Mapping[str, BattleSize]:
        """Battle sizes by id."""
        return {size.id: size for size in self.data.battle_sizes}

    @cached_property
    def dispositions(self) -> Mapping[str, ForceDisposition]:
        """Force dispositions by id."""
        return {disposition.id: disposition for disposition in self.data.dispositions}

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """Weapons and wargear by id."""
        return {item.id: item for item in self.data.items}

    @cached_property
    def datasheets(self) -> Mapping[str, Datasheet]:
        """Datasheets by id."""
        return {datasheet.id: datasheet for datasheet in self.data.datasheets}

    @cached_property
    def detachments(self) -> Mapping[str, Detachment]:
        """Detachments by id."""
        return {detachment.id: detachment for detachment in self.data.detachments}

    @cached_property
    def enhancements(self) -> Mapping[str, Enhancement]:
        """Enhancements by id."""
        return {enhancement.id: enhancement for enhancement in self.data.enhancements}

    @cached_property
    def attachments(self) -> Mapping[str, tuple[Attachment, ...]]:
        """Attachments by the id of the joining datasheet."""
        return _grouped((row.joining, row) for row in self.data.attachments)

    @cached_property
    def attachments_by_detachment(self) -> tuple[Attachment, ...]:
        """Attachments that some detachment opens or bars."""
        return tuple(row for row in self.data.attachments if row.required_detachment or row.excluded_detachments)

    @cached_property
    def attachments_by_keyword(self) -> tuple[Attachment, ...]:
        """Attachments for which both units have the same of some keywords."""
        return tuple(row for row in self.data.attachments if row.shared_keywords)

    @cached_property
    def enhancements_that_attach(self) -> tuple[Enhancement, ...]:
        """Enhancements that open bodyguards to their bearers."""
        return tuple(row for row in self.data.enhancements if row.leader_of or row.support_of)

    @cached_property
    def enhancements_that_ask_for_wargear(self) -> tuple[Enhancement, ...]:
        """Enhancements for models that carry some item."""
        return tuple(row for row in self.data.enhancements if row.required_items)

    @cached_property
    def enhancements_that_bar_warlords(self) -> tuple[Enhancement, ...]:
        """Enhancements whose bearer cannot be the Warlord."""
        return tuple(row for row in self.data.enhancements if row.bars_warlord)

    @cached_property
    def detachments_with_demanded_enhancements(self) -> frozenset[str]:
        """Ids of the detachments that give units an enhancement without a choice."""
        return frozenset(row.detachment for row in self.data.enhancements if row.is_demanded)

    @cached_property
    def rows(self) -> TableRows:
        """How many rows the tables have that some checks rest on (R-18)."""
        return count_rows(self.data)

    @cached_property
    def datasheets_armed_alike(self) -> frozenset[str]:
        """Ids of the datasheets with an option that all models take or none."""
        return frozenset(
            sheet.id for sheet in self.data.datasheets if any(option.all_models for option in sheet.options)
        )

    @cached_property
    def enhancements_of(self) -> Mapping[str, tuple[Enhancement, ...]]:
        """Enhancements by detachment id."""
        return _grouped((row.detachment, row) for row in self.data.enhancements)

    @cached_property
    def allied_rules_of(self) -> Mapping[str, tuple[AlliedRule, ...]]:
        """Allied rules by the id of a guest datasheet they open."""
        return _grouped((guest, rule) for rule in self.data.allied_rules for guest in rule.guests)

    @cached_property
    def allegiances(self) -> Mapping[str, Allegiance]:
        """Allegiances by id."""
        return {allegiance.id: allegiance for allegiance in self.data.allegiances}

    @cached_property
    def chapter_keywords(self) -> Mapping[str, str]:
        """Chapter keywords by folded keyword: ``{"dark angel": "Dark Angels"}`` (R-15)."""
        keywords = (faction.chapter_keyword for faction in self.data.factions)
        return {fold_keyword(keyword): keyword for keyword in keywords if keyword}

    # By folded name --------------------------------------------------------------------------

    @cached_property
    def factions_by_name(self) -> Mapping[str, tuple[Faction, ...]]:
        """Factions by folded name and alias."""
        return _by_name(self.data.factions)

    @cached_property
    def datasheets_by_name(self) -> Mapping[str, tuple[Datasheet, ...]]:
        """Datasheets of all factions by folded name and alias; one name can be several."""
        return _by_name(self.data.datasheets)

    @cached_property
    def detachments_by_name(self) -> Mapping[str, tuple[Detachment, ...]]:
        """Detachments of all factions by folded name and alias."""
        return _by_name(self.data.detachments)

    # Lines of descent and prices -------------------------------------------------------------

    def lineage(self, faction_id: str) -> tuple[str, ...]:
        """The faction and its parents, nearest first: ``("dark-angels", "adeptus-astartes")``."""
        return self._lineages.get(faction_id, ())

    @cached_property
    def _lineages(self) -> Mapping[str, tuple[str, ...]]:
        return {faction.id: self._line_of(faction.id) for faction in self.data.factions}

    def _line_of(self, faction_id: str) -> tuple[str, ...]:
        line: list[str] = []
        current = self.factions.get(faction_id)
        while current is not None and current.id not in line:
            line.append(current.id)
            current = self.factions.get(current.parent) if current.parent else None
        return tuple(line)

    @cached_property
    def _prices(self) -> Mapping[tuple[str, str, bool], PriceTable]:
        return {(row.datasheet, row.price_list, row.allied): row for row in self.data.prices}

    def price_table(self, datasheet_id: str, army_faction: str, detachments: Collection[str] = ()) -> PriceTable | None:
        """The table by which an army of that faction buys the datasheet, or None if there is none.

        The army's own list comes first, then its parents'; a guest is else priced by the allied
        block of its own faction's list, and last by that list itself. ``detachments`` are the ids of
        those selected: some give a unit a price of its own (R-10).
        """
        table = self._table(datasheet_id, army_faction)
        return table.in_army_with(detachments) if table is not None else None

    def _table(self, datasheet_id: str, army_faction: str) -> PriceTable | None:
        lineage = self.lineage(army_faction)
        for price_list in lineage:
            found = self._prices.get((datasheet_id, price_list, False))
            if found is not None:
                return found
        datasheet = self.datasheets.get(datasheet_id)
        if datasheet is None:
            return None
        own = datasheet.faction
        if own not in lineage:
            found = self._prices.get((datasheet_id, own, True))
            if found is not None:
                return found
        return self._prices.get((datasheet_id, own, False))

    @cached_property
    def priced_datasheets(self) -> frozenset[str]:
        """Ids of the datasheets that some list of the manual has."""
        return frozenset(row.datasheet for row in self.data.prices)

    @cached_property
    def past_prices(self) -> Mapping[str, tuple[PastPrice, ...]]:
        """What older manuals asked, by datasheet or enhancement id."""
        return _grouped((row.subject, row) for row in self.data.past_prices)


def _grouped(rows: Iterable[tuple[str, Value]]) -> Mapping[str, tuple[Value, ...]]:
    groups: defaultdict[str, list[Value]] = defaultdict(list)
    for key, value in rows:
        groups[key].append(value)
    return {key: tuple(values) for key, values in groups.items()}


def _by_name(rows: Iterable[Named]) -> Mapping[str, tuple[Named, ...]]:
    groups: defaultdict[str, list[Named]] = defaultdict(list)
    for row in rows:
        keys = {fold_name(row.name)} | {fold_name(alias) for alias in row.aliases}
        for key in sorted(keys):
            groups[key].append(row)
    return {key: tuple(values) for key, values in groups.items()}
