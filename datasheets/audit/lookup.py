"""What kinds of fault look up about the rest of the catalogue; each index is made when first asked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from datasheets.audit.spelling import Neighbours
from datasheets.catalogue.ability import Ability, AbilityKind
from datasheets.catalogue.attachment import AlliedRule, Attachment
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.entries import COLLECTIONS, EntryRef, ref_of, value_type
from datasheets.catalogue.faction import Faction
from datasheets.catalogue.group import Allegiance
from datasheets.catalogue.names import fold_keyword, fold_name
from datasheets.catalogue.points import PriceTable
from datasheets.catalogue.wargear import Item

COMMON_KEYWORD = 5
"""A keyword that so many datasheets have is taken to be spelled as meant."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Lookup:
    """A catalogue's data and its indexes."""

    def __init__(self, data: CatalogueData) -> None:
        self.data = data
        self._keys: dict[str, list[str]] = {}
        self._copies: dict[str, Counter[str]] = {}
        self._names: dict[str, Mapping[str, tuple[Datasheet, ...]]] = {}
        self._datasheets_of: dict[frozenset[str], tuple[Datasheet, ...]] = {}

    # By id -----------------------------------------------------------------------------------

    @cached_property
    def factions(self) -> Mapping[str, Faction]:
        """Factions by id."""
        return {row.id: row for row in self.data.factions}

    @cached_property
    def datasheets(self) -> Mapping[str, Datasheet]:
        """Datasheets by id."""
        return {row.id: row for row in self.data.datasheets}

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """Items by id."""
        return {row.id: row for row in self.data.items}

    @cached_property
    def detachments(self) -> Mapping[str, Detachment]:
        """Detachments by id."""
        return {row.id: row for row in self.data.detachments}

    @cached_property
    def enhancements(self) -> frozenset[str]:
        """Ids of enhancements."""
        return frozenset(row.id for row in self.data.enhancements)

    @cached_property
    def abilities(self) -> frozenset[str]:
        """Ids of abilities."""
        return frozenset(row.id for row in self.data.abilities)

    @cached_property
    def abilities_of_stratagems(self) -> frozenset[str | None]:
        """Ids of abilities that a stratagem is the use of."""
        return frozenset(row.ability for row in self.data.stratagems)

    @cached_property
    def pools(self) -> frozenset[str]:
        """Names by which effects call pools of tokens and dice: their ids without the faction."""
        return frozenset(row.id.rpartition(":")[2] for row in self.data.resource_pools)

    @cached_property
    def mission_cards(self) -> frozenset[str]:
        """Ids of mission cards."""
        return frozenset(row.id for row in self.data.mission_cards)

    @cached_property
    def deployments(self) -> frozenset[str]:
        """Ids of deployments."""
        return frozenset(row.id for row in self.data.deployments)

    @cached_property
    def terrain_templates(self) -> frozenset[str]:
        """Ids of terrain templates."""
        return frozenset(row.id for row in self.data.terrain_templates)

    @cached_property
    def battle_sizes(self) -> frozenset[str]:
        """Ids of battle sizes."""
        return frozenset(row.id for row in self.data.battle_sizes)

    @cached_property
    def dispositions(self) -> frozenset[str]:
        """Ids of force dispositions."""
        return frozenset(row.id for row in self.data.dispositions)

    @cached_property
    def prices_of(self) -> Mapping[str, tuple[PriceTable, ...]]:
        """Price tables by datasheet."""
        return _grouped((row.datasheet, row) for row in self.data.prices)

    @cached_property
    def enhancements_of(self) -> Mapping[str, tuple[Enhancement, ...]]:
        """Enhancements by detachment."""
        return _grouped((row.detachment, row) for row in self.data.enhancements)

    @cached_property
    def attachments_of(self) -> Mapping[str, tuple[Attachment, ...]]:
        """Attachments by the datasheet that joins."""
        return _grouped((row.joining, row) for row in self.data.attachments)

    @cached_property
    def price_lists(self) -> frozenset[str]:
        """Price lists in which something is priced."""
        return frozenset(row.price_list for row in self.data.prices)

    def keys(self, collection: str) -> list[str]:
        """The keys of a collection's entries, in their order."""
        if collection not in self._keys:
            values = getattr(self.data, collection)
            has_ids = bool(values) and ref_of(collection, values[0]).key == getattr(values[0], "id", None)
            self._keys[collection] = [value.id if has_ids else ref_of(collection, value).key for value in values]
        return self._keys[collection]

    def copies(self, ref: EntryRef) -> int:
        """How often the reference occurs; more than once is a fault."""
        if ref.collection not in self._copies:
            self._copies[ref.collection] = Counter(self.keys(ref.collection))
        return self._copies[ref.collection][ref.key]

    def ref_of(self, value: Any) -> EntryRef:
        """The reference of an entry, whose collection its type tells."""
        return ref_of(_COLLECTION_OF[type(value)], value)

    @cached_property
    def kinds_of_models(self) -> frozenset[str]:
        """Folded names of the kinds of models that datasheets have."""
        return frozenset(fold_keyword(kind.name) for sheet in self.data.datasheets for kind in sheet.kinds)

    @cached_property
    def items_used(self) -> frozenset[str]:
        """Ids of the items that some datasheet can carry."""
        return frozenset(item for sheet in self.data.datasheets for item in sheet.items)

    @cached_property
    def ability_spellings(self) -> Mapping[str, Counter[str]]:
        """How often each spelling of a folded weapon ability occurs."""
        spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name, count in Counter(_ability_names(self.data.items)).items():
            spellings[fold_name(name)][name] = count
        return spellings

    @cached_property
    def weapons_with(self) -> Counter[tuple[str, str]]:
        """How many weapons of a faction have a folded weapon ability."""
        return Counter(
            (item.id.partition(":")[0], fold_name(name))
            for item in self.data.items
            for name in set(_ability_names((item,)))
        )

    # Keywords --------------------------------------------------------------------------------

    @cached_property
    def keyword_counts(self) -> Counter[str]:
        """How many datasheets have each folded keyword, faction keywords included."""
        return Counter(chain.from_iterable(self.keywords_of.values()))

    @cached_property
    def keywords_of(self) -> Mapping[str, frozenset[str]]:
        """Folded keywords by datasheet, those it may get under conditions included."""
        return {sheet.id: frozenset(map(self._folds.__getitem__, _written(sheet))) for sheet in self.data.datasheets}

    @cached_property
    def _folds(self) -> Mapping[str, str]:
        """Every keyword as it is written on a datasheet, folded."""
        written = set(chain.from_iterable(map(_written, self.data.datasheets)))
        return {keyword: fold_keyword(keyword) for keyword in written}

    @cached_property
    def near_keywords(self) -> Neighbours:
        """Common keywords, to be found by what is nearly one of them."""
        names = {fold_keyword(sheet.name) for sheet in self.data.datasheets}
        return Neighbours(
            keyword
            for keyword, count in self.keyword_counts.items()
            if count >= COMMON_KEYWORD and keyword not in names
        )

    @cached_property
    def keyword_spellings(self) -> Mapping[str, Counter[str]]:
        """How often each spelling of a folded keyword occurs on datasheets."""
        printed = (sheet.keywords + sheet.faction_keywords for sheet in self.data.datasheets)
        spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for keyword, count in Counter(chain.from_iterable(printed)).items():
            spellings[self._folds[keyword]][keyword] = count
        return spellings

    @cached_property
    def granted_keywords(self) -> frozenset[str]:
        """Folded keywords that detachments give, and choices made for units."""
        granted = (grant.keyword for row in self.data.detachments for grant in row.granted_keywords)
        chosen = (keyword for row in self.data.allegiances for choice in row.choices for keyword in choice.keywords)
        return frozenset(map(fold_keyword, chain(granted, chosen)))

    @cached_property
    def _choices(self) -> tuple[tuple[Allegiance, frozenset[str], frozenset[str], tuple[frozenset[str], ...]], ...]:
        """Allegiances with what they are for, what they exclude and what each choice gives, folded."""
        return tuple(
            (
                row,
                self.folded(row.to_keywords),
                self.folded(row.excludes),
                tuple(self.folded(choice.keywords) for choice in row.choices),
            )
            for row in self.data.allegiances
        )

    def keywords_by_choice(
        self, sheet: Datasheet, keywords: frozenset[str], detachment: str
    ) -> Iterator[frozenset[str]]:
        """These keywords of the datasheet with those of each choice that it has, with the detachment."""
        for row, wanted, excluded, choices in self._choices:
            is_in_force = row.detachment in (None, detachment)
            is_its_own = sheet.id in row.members if row.members else wanted <= keywords
            if is_in_force and is_its_own and keywords.isdisjoint(excluded):
                yield from (keywords | gives for gives in choices)

    @cached_property
    def army_keywords(self) -> frozenset[str]:
        """Folded keywords of factions: those an army is mustered by, their chapters', and wider ones."""
        return frozenset(
            fold_keyword(keyword)
            for row in self.data.factions
            for keyword in (row.keyword, row.chapter_keyword or row.keyword, *row.keywords)
        )

    @cached_property
    def factions_with_keyword(self) -> Mapping[str, Counter[str]]:
        """By folded keyword: factions whose datasheets have it, with how many of theirs do."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for sheet in self.data.datasheets:
            for keyword in self.keywords_of[sheet.id]:
                counts[keyword][sheet.faction] += 1
        return counts

    @staticmethod
    def folded(keywords: Iterable[str]) -> frozenset[str]:
        """The keywords, folded."""
        return frozenset(map(fold_keyword, keywords))

    def is_keyword(self, keyword: str) -> bool:
        """Whether some datasheet, faction or grant of a detachment has the keyword."""
        folded = fold_keyword(keyword)
        return folded in self.keyword_counts or folded in self.granted_keywords or folded in self.army_keywords

    # Names -----------------------------------------------------------------------------------

    def datasheets_called(self, faction: str, name: str) -> tuple[Datasheet, ...]:
        """Datasheets of the faction with that folded name or alias."""
        if faction not in self._names:
            self._names[faction] = _grouped(
                (name, sheet)
                for sheet in self.data.datasheets
                if sheet.faction == faction
                for name in folded_names(sheet)
            )
        return self._names[faction].get(name, ())

    def namesakes(self, sheet: Datasheet) -> tuple[Datasheet, ...]:
        """Datasheets of other factions with the same folded name."""
        return tuple(each for each in self._by_name[fold_name(sheet.name)] if each.faction != sheet.faction)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Datasheet, ...]]:
        return _grouped((fold_name(sheet.name), sheet) for sheet in self.data.datasheets)

    @cached_property
    def own_rules(self) -> Mapping[str, tuple[Ability, ...]]:
        """By datasheet: the abilities that are of datasheets, not of the core rules or a faction."""
        return _grouped(
            (datasheet, ability)
            for ability in self.data.abilities
            if ability.kind is AbilityKind.UNIT
            for datasheet in ability.datasheets
        )

    @cached_property
    def detachments_by_name(self) -> Mapping[str, tuple[Detachment, ...]]:
        """Detachments of all factions by folded name or alias."""
        return _grouped((name, row) for row in self.data.detachments for name in folded_names(row))

    # Words for messages ----------------------------------------------------------------------

    def datasheet_name(self, datasheet: str) -> str:
        """The datasheet's name, its id where there is none."""
        return self.datasheets[datasheet].name if datasheet in self.datasheets else datasheet

    def item_name(self, item: str) -> str:
        """The item's name, its id where there is none."""
        return self.items[item].name if item in self.items else item

    def item_names(self, items: Iterable[str]) -> tuple[str, ...]:
        """The items' names in order; of one that stands several times, with its number."""
        counts = Counter(items)
        return tuple(
            f"{count} × {self.item_name(item)}" if count > 1 else self.item_name(item) for item, count in counts.items()
        )

    # Which armies ----------------------------------------------------------------------------

    @cached_property
    def armies(self) -> Mapping[str, frozenset[str]]:
        """By faction: folded faction and chapter keywords of the armies that are mustered from it."""
        keywords: dict[str, frozenset[str]] = {}
        for faction in self.data.factions:
            own = {faction.keyword, *((faction.chapter_keyword,) if faction.chapter_keyword else ())}
            keywords[faction.id] = frozenset(map(fold_keyword, own))
        return keywords

    def datasheets_of(self, armies: frozenset[str]) -> tuple[Datasheet, ...]:
        """Datasheets known in full that armies with one of these folded keywords can have, guests that may bear too."""
        if armies not in self._datasheets_of:
            self._datasheets_of[armies] = tuple(
                sheet
                for sheet in self.data.datasheets
                if sheet.knowledge is Knowledge.FULL
                and not armies.isdisjoint(
                    self.keywords_of[sheet.id] | self.bearing_guest_hosts.get(sheet.id, frozenset())
                )
            )
        return self._datasheets_of[armies]

    @cached_property
    def guest_hosts(self) -> Mapping[str, frozenset[str]]:
        """By guest datasheet: folded keywords of the armies it may be in as a guest."""
        return _hosts(self.data.allied_rules)

    @cached_property
    def bearing_guest_hosts(self) -> Mapping[str, frozenset[str]]:
        """The same, for guests that may bear enhancements there."""
        return _hosts(rule for rule in self.data.allied_rules if not rule.cannot_take_enhancements)


def _ability_names(items: Iterable[Item]) -> Iterator[str]:
    return (word.name for item in items for profile in item.profiles for word in profile.keywords)


def _hosts(rules: Iterable[AlliedRule]) -> Mapping[str, frozenset[str]]:
    hosts: defaultdict[str, set[str]] = defaultdict(set)
    for rule in rules:
        for guest in rule.guests:
            hosts[guest].update(map(fold_keyword, rule.host_keywords))
    return {guest: frozenset(keywords) for guest, keywords in hosts.items()}


_COLLECTION_OF: Mapping[type[Any], str] = {value_type(name): name for name in COLLECTIONS}


def all_keywords(sheet: Datasheet) -> frozenset[str]:
    """Folded keywords the datasheet has or may get."""
    return frozenset(map(fold_keyword, _written(sheet)))


def _written(sheet: Datasheet) -> tuple[str, ...]:
    if not sheet.conditional_keywords:
        return sheet.keywords + sheet.faction_keywords
    return sheet.keywords + sheet.faction_keywords + tuple(row.keyword for row in sheet.conditional_keywords)


def folded_names(row: Datasheet | Detachment) -> frozenset[str]:
    """Folded name and aliases."""
    return frozenset(map(fold_name, (row.name, *row.aliases)))


def _grouped(rows: Iterable[tuple[Key, Value]]) -> Mapping[Key, tuple[Value, ...]]:
    groups: defaultdict[Key, list[Value]] = defaultdict(list)
    for key, value in rows:
        groups[key].append(value)
    return {key: tuple(values) for key, values in groups.items()}
