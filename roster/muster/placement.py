"""Where items written for a unit belong on its datasheet; worked out once for each and remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, QuarantinedPart
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item
from roster.muster.loadouts.identity import ById
from roster.muster.loadouts.model_loadouts import available_options, items_within_reach

PLAIN_MELEE = fold_name("Close combat weapon")
"""What models strike with that have nothing better: datasheets that do not list it are not at odds with it."""

REMEMBERED = 8192
"""Pairs of a datasheet and a faction whose placements are kept for one catalogue."""


class Fate(Enum):
    """What becomes of an item that is written for a unit."""

    CARRIED = auto()
    STRANGER = auto()
    """Not on the datasheet."""
    PLAIN_MELEE = auto()
    """Not on the datasheet, and may stand for a weapon that it calls something else."""
    MISPLACED = auto()
    """On models that cannot carry it."""
    CLOSED = auto()
    """Open to armies of other factions only."""
    QUARANTINED = auto()
    OUT_OF_REACH = auto()
    """On the datasheet, and no option grants it."""
    UNRECOGNISED = auto()


class Placed(NamedTuple):
    """An item's fate, the item of the datasheet it stands for (or its own id) and its name."""

    fate: Fate
    item: str = ""
    name: str = ""


class Placement:
    """Where items belong on one datasheet, with the options that are open to an army."""

    def __init__(self, catalogue: Catalogue, datasheet: Datasheet, options: Sequence[int]) -> None:
        self.options = tuple(options)
        """Places of the options that are open to the army."""
        self._items = catalogue.items
        self._sheet = datasheet
        self._named = _by_name(datasheet, catalogue)
        self._here = reachable(datasheet, options)
        self._anywhere = reachable(datasheet, range(len(datasheet.options)))
        self._quarantined = [
            row for row in datasheet.quarantined if row.part in (QuarantinedPart.OPTION, QuarantinedPart.ITEM)
        ]
        self._placed: dict[tuple[int | None, str], Placed] = {}

    def of(self, kind: int | None, item: str | None) -> Placed:
        """The fate of an item written for models of a kind; None is any kind, or an item not recognised."""
        placed = self._placed.get((kind, item or ""))
        if placed is None:
            known = self._items.get(item or "")
            if known is None:
                return Placed(Fate.UNRECOGNISED)
            # The items of a catalogue are so many and no more: nothing typed can fill this.
            placed = self._placed[kind, known.id] = self._find(kind, known)
        return placed

    @property
    def has_quarantined_wargear(self) -> bool:
        """Whether an option or item of the datasheet is quarantined (R-11)."""
        return bool(self._quarantined)

    def _find(self, kind: int | None, item: Item) -> Placed:
        own = self._on_datasheet(item)
        if not own:
            is_plain = fold_name(item.name) == PLAIN_MELEE
            return Placed(Fate.PLAIN_MELEE if is_plain else Fate.STRANGER, item.id, item.name)
        kinds = range(len(self._here)) if kind is None else (kind,)
        best = next((one for one in own if any(one in self._here[place] for place in kinds)), None)
        return Placed(self._fate(own, best, kinds, item.name), best or own[0], item.name)

    def _fate(self, own: Sequence[str], best: str | None, kinds: Collection[int], name: str) -> Fate:
        if any(row.id in own or name in row.names for row in self._quarantined):
            return Fate.QUARANTINED
        if best is not None:
            return Fate.CARRIED
        if any(one in self._anywhere[place] for one in own for place in kinds):
            return Fate.CLOSED
        if any(one in items for one in own for items in self._anywhere):
            return Fate.MISPLACED
        return Fate.OUT_OF_REACH

    def _on_datasheet(self, item: Item) -> tuple[str, ...]:
        """The item on the datasheet, and those of its name there."""
        named = self._named.get(fold_name(item.name), ())
        return (item.id, *(one for one in named if one != item.id)) if item.id in named else named


def _by_name(datasheet: Datasheet, catalogue: Catalogue) -> Mapping[str, tuple[str, ...]]:
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for item in datasheet.items:
        known = catalogue.items.get(item)
        if known is not None:
            grouped[fold_name(known.name)].append(item)
    return {name: tuple(items) for name, items in grouped.items()}


def reachable(datasheet: Datasheet, options: Sequence[int]) -> tuple[frozenset[str], ...]:
    """What models of each kind can carry with these options."""
    kept = _REACHABLE.get(datasheet, dict)
    key = tuple(options)
    if key not in kept:
        kept[key] = tuple(items_within_reach(datasheet, kind, key) for kind in datasheet.kinds)
    return kept[key]


_REACHABLE: ById[Datasheet, dict[tuple[int, ...], tuple[frozenset[str], ...]]] = ById(2048)

_PLACEMENTS: ById[Catalogue, dict[tuple[str, tuple[str, ...] | None], Placement]] = ById(4)


def placement_on(datasheet: Datasheet, catalogue: Catalogue, lineage: tuple[str, ...] | None) -> Placement:
    """The placement for an army of that faction (it and its parents); None: of any faction."""
    kept = _PLACEMENTS.get(catalogue, dict)
    found = kept.get((datasheet.id, lineage))
    if found is None:
        if len(kept) >= REMEMBERED:
            kept.clear()
        found = Placement(catalogue, datasheet, available_options(datasheet, lineage))
        kept[datasheet.id, lineage] = found
    return found
