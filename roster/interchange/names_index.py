"""Names of a catalogue as lists write them: plural for singular, model kinds, items of a datasheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from datasheets.catalogue import Catalogue, fold_name
from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.faction import BattleSize, Faction, ForceDisposition
from datasheets.catalogue.names import remembered
from roster.interchange.labels import ENGLISH_NAMES

_KEPT_INDEXES = 4
_MOST_BRACKETS = 3
"""Brackets behind a name that are looked past; no real list has more than two."""


@remembered(entries=32768)
def loose_key(name: str) -> str:
    """Key under which singular and plural, word by word, are equal: ``Intercessors with Jump Packs``."""
    return " ".join(map(_singular, fold_name(name).split()))


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith("ss"):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") and len(word) > 4 else word[:-1]


def without_bracket(name: str) -> str | None:
    """The name without what stands in brackets at its end, or after a dash; None if nothing does."""
    for opening, closing in (("(", ")"), ("[", "]")):
        if name.endswith(closing):
            head = name[: name.rfind(opening)].strip() if opening in name else ""
            return head or None
    return None


@dataclass(frozen=True)
class Kit:
    """What the lines under one datasheet may name: its model kinds and its items."""

    datasheet: Datasheet
    kinds: Mapping[str, ModelKind]
    items: Mapping[str, tuple[str, ...]]
    """Item ids by folded name; several where kinds carry different items of one name."""
    items_loosely: Mapping[str, tuple[str, ...]]
    """Item ids by loose key."""
    item_names: tuple[str, ...]

    def kind(self, name: str) -> ModelKind | None:
        """The model kind of that name."""
        found = self.kinds.get(loose_key(name))
        if found is None and len(self.datasheet.kinds) == 1 and loose_key(name) == loose_key(self.datasheet.name):
            return self.datasheet.kinds[0]
        return found

    def why_not_offered(self, name: str) -> str:
        """Why a quarantined item or model of that name is not offered; empty where none has it (R-11)."""
        wanted = loose_key(name)
        for part in self.datasheet.quarantined:
            if wanted in {loose_key(each) for each in part.names}:
                return part.reason
        return ""

    def item(self, name: str, kind: ModelKind | None) -> str | None:
        """The item of that name; where several have it, the one a model of this kind can carry."""
        # A Tesla sphere is not the Tesla spheres: the name as written comes before its singular.
        found = self.items.get(fold_name(name)) or self.items_loosely.get(loose_key(name), ())
        if len(found) > 1 and kind is not None:
            for item in found:
                if item in kind.default_items:
                    return item
            for item in found:
                if item in self._choices_of(kind.name):
                    return item
        return found[0] if found else None

    def _choices_of(self, kind: str) -> frozenset[str]:
        return frozenset(
            item
            for option in self.datasheet.options
            if option.kind in (None, kind)
            for choice in option.choices
            for item in choice
        )


class NameIndex:
    """Look-ups over one catalogue, built when first asked for."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._kits: dict[str, Kit] = {}

    def factions_named(self, name: str) -> tuple[Faction, ...]:
        """Factions whose whole name this is; a longer name that contains it is another faction."""
        key = fold_name(name)
        return self.catalogue.factions_by_name.get(ENGLISH_NAMES.get(key, key), ())

    def battle_size_named(self, name: str) -> BattleSize | None:
        """The battle size of that name."""
        key = fold_name(name)
        return self._battle_sizes.get(ENGLISH_NAMES.get(key, key))

    def disposition_named(self, name: str) -> ForceDisposition | None:
        """The force disposition of that name."""
        key = fold_name(name)
        return self._dispositions.get(ENGLISH_NAMES.get(key, key))

    def datasheets_named(self, name: str) -> tuple[Datasheet, ...]:
        """Datasheets of any faction with that name: exact, else plural for singular, else without its brackets."""
        shorter: str | None = name
        for _ in range(1 + _MOST_BRACKETS):
            if not shorter:
                break
            found = self.catalogue.datasheets_by_name.get(fold_name(shorter))
            found = found or self._datasheets_loosely.get(loose_key(shorter))
            if found:
                return found
            shorter = without_bracket(shorter)
        return ()

    def enhancements_named(self, name: str) -> tuple[Enhancement, ...]:
        """Enhancements of any detachment with that name."""
        return self._enhancements.get(fold_name(name), ())

    def detachments_named(self, key: str) -> tuple[Detachment, ...]:
        """Detachments of any faction by folded name."""
        return self.catalogue.detachments_by_name.get(key, ())

    @cached_property
    def detachment_words(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Folded detachment names as tuples of words, longest first, by their first word."""
        grouped: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        for name in self.catalogue.detachments_by_name:
            words = tuple(name.split())
            if words:
                grouped[words[0]].append(words)
        return {first: tuple(sorted(names, key=lambda words: (-len(words), words))) for first, names in grouped.items()}

    def kit_of(self, datasheet: Datasheet) -> Kit:
        """Kinds and items of the datasheet by name."""
        kit = self._kits.get(datasheet.id)
        if kit is None:
            kit = self._kits[datasheet.id] = self._built_kit(datasheet)
        return kit

    def item_anywhere(self, name: str, factions: Iterable[str]) -> str | None:
        """An item of one of these factions by its whole name, for wargear the datasheet does not list."""
        found = self._items.get(loose_key(name), ())
        for faction in (*factions, "wargear"):
            for item in found:
                if item.startswith(f"{faction}:"):
                    return item
        return None

    def guests_of(self, faction: str) -> frozenset[str]:
        """Ids of datasheets an army of this faction may include as allies."""
        return self._guests(faction)

    @lru_cache(maxsize=256)  # noqa: B019 - an index lives as long as its catalogue, and four of them are kept
    def _guests(self, faction_id: str) -> frozenset[str]:
        keywords = set()
        for ancestor in self.catalogue.lineage(faction_id):
            faction = self.catalogue.factions[ancestor]
            keywords |= {fold_name(word) for word in (faction.keyword, faction.name, *faction.keywords)}
            if faction.chapter_keyword:
                keywords.add(fold_name(faction.chapter_keyword))
        return frozenset(
            guest
            for rule in self.catalogue.data.allied_rules
            if not rule.host_keywords or keywords & {fold_name(word) for word in rule.host_keywords}
            for guest in rule.guests
        )

    def _built_kit(self, datasheet: Datasheet) -> Kit:
        kinds: dict[str, ModelKind] = {}
        for kind in datasheet.kinds:
            for name in (kind.name, *kind.aliases):
                kinds.setdefault(loose_key(name), kind)
        items: defaultdict[str, list[str]] = defaultdict(list)
        loosely: defaultdict[str, list[str]] = defaultdict(list)
        names: list[str] = []
        for item_id in datasheet.items:
            item = self.catalogue.items.get(item_id)
            if item is not None:
                items[fold_name(item.name)].append(item_id)
                loosely[loose_key(item.name)].append(item_id)
                names.append(item.name)
        for name, own in list(items.items()):
            # Lists write "Icon of despair" for what the data call "Icon of Despair (Aura)".
            shorter = without_bracket(self.catalogue.items[own[0]].name)
            if shorter and fold_name(shorter) not in items:
                loosely.setdefault(loose_key(shorter), items[name])
        return Kit(
            datasheet,
            kinds,
            {key: tuple(ids) for key, ids in items.items()},
            {key: tuple(ids) for key, ids in loosely.items()},
            tuple(names),
        )

    @cached_property
    def _battle_sizes(self) -> Mapping[str, BattleSize]:
        return {fold_name(size.name): size for size in self.catalogue.data.battle_sizes}

    @cached_property
    def _dispositions(self) -> Mapping[str, ForceDisposition]:
        return {fold_name(row.name): row for row in self.catalogue.data.dispositions}

    @cached_property
    def _datasheets_loosely(self) -> Mapping[str, tuple[Datasheet, ...]]:
        grouped: defaultdict[str, list[Datasheet]] = defaultdict(list)
        for datasheet in self.catalogue.data.datasheets:
            for key in sorted({loose_key(name) for name in (datasheet.name, *datasheet.aliases)}):
                grouped[key].append(datasheet)
        return {key: tuple(rows) for key, rows in grouped.items()}

    @cached_property
    def _enhancements(self) -> Mapping[str, tuple[Enhancement, ...]]:
        grouped: defaultdict[str, list[Enhancement]] = defaultdict(list)
        for enhancement in self.catalogue.data.enhancements:
            for key in sorted({fold_name(name) for name in (enhancement.name, *enhancement.aliases)}):
                grouped[key].append(enhancement)
        return {key: tuple(rows) for key, rows in grouped.items()}

    @cached_property
    def _items(self) -> Mapping[str, tuple[str, ...]]:
        grouped: defaultdict[str, list[str]] = defaultdict(list)
        for item in self.catalogue.data.items:
            grouped[loose_key(item.name)].append(item.id)
        return {key: tuple(ids) for key, ids in grouped.items()}


_indexes: list[NameIndex] = []


def index_of(catalogue: Catalogue) -> NameIndex:
    """The index of this catalogue, kept for the next list (of the last few catalogues)."""
    for index in _indexes:
        if index.catalogue is catalogue:
            return index
    index = NameIndex(catalogue)
    _indexes.append(index)
    del _indexes[:-_KEPT_INDEXES]
    return index
