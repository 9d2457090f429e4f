"""What the units of an army carry, read against their datasheets once for all checks of wargear.

Reading is lenient: an item stands for one of the same name on the datasheet, a list may leave out
what models carry anyway, and what it says of no kind of model may be any model's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from datasheets.catalogue.datasheet import Datasheet, Knowledge, QuarantinedPart
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item
from roster.document import ItemCount
from roster.muster.army import Army
from roster.muster.kinds import kind_named
from roster.muster.loadouts import Assessment, Recorded, assess_loadouts
from roster.muster.loadouts.identity import ById
from roster.muster.loadouts.model_loadouts import available_options, items_within_reach
from roster.muster.loadouts.problem import Row
from roster.muster.unit import Unit, as_written

PLAIN_MELEE = fold_name("Close combat weapon")
"""What models strike with that have nothing better: datasheets that do not list it are not at odds with it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An entry of wargear as written. ``kind`` is its place in the datasheet, None where none is named."""

    pointer: str
    item: str
    count: int
    kind: int | None


@dataclass
class UnitWargear:
    """The wargear of one unit. ``strangers`` are not on its datasheet, ``misplaced`` on models that cannot
    carry them, ``closed`` open to other factions only, ``orphans`` on kinds of which the unit has no model.

    ``open`` says what could not be judged; ``assessment`` is None where the rest could not be either.
    """

    unit: Unit
    datasheet: Datasheet
    models: tuple[int, ...] = ()
    strangers: list[Piece] = field(default_factory=list)
    misplaced: list[Piece] = field(default_factory=list)
    closed: list[Piece] = field(default_factory=list)
    orphans: list[Piece] = field(default_factory=list)
    items: Counter[Row] = field(default_factory=Counter)
    open: list[str] = field(default_factory=list)
    has_plain_melee: bool = False
    """A close combat weapon is written, which may stand for a weapon the datasheet calls something else."""
    assessment: Assessment | None = None

    @property
    def size(self) -> int:
        """Models in the unit."""
        return sum(self.models)


@dataclass(frozen=True)
class ArmyWargear:
    """The wargear of all units that have a datasheet with wargear; ``stubs`` are known by name and price only."""

    units: Sequence[UnitWargear]
    stubs: Sequence[str]


_READ: ById[Army, ArmyWargear] = ById(2)


def wargear_of(army: Army) -> ArmyWargear:
    """The wargear of the army's units, read once."""
    return _READ.get(army, lambda: _read(army))


def kinds_that_carry(datasheet: Datasheet, item: str) -> tuple[int, ...]:
    """The kinds of model that can carry the item, in an army of whichever faction."""
    return tuple(place for place, items in enumerate(_possible(datasheet, None)) if item in items)


def factions_that_carry(datasheet: Datasheet, item: str) -> tuple[str, ...]:
    """The factions whose armies have an option with the item."""
    options = (one for one in datasheet.options if any(item in choice for choice in one.choices))
    return tuple(dict.fromkeys(one.required_faction for one in options if one.required_faction is not None))


def _read(army: Army) -> ArmyWargear:
    sheets = [(unit, unit.datasheet) for unit in army.units if unit.datasheet is not None]
    return ArmyWargear(
        [
            _Reader(army, unit, sheet).read()
            for unit, sheet in sheets
            if sheet.knowledge is Knowledge.FULL and sheet.kinds and sheet.items
        ],
        [unit.name for unit, sheet in sheets if sheet.knowledge is not Knowledge.FULL],
    )


class _Reader:
    def __init__(self, army: Army, unit: Unit, datasheet: Datasheet) -> None:
        self._army = army
        self._unit = unit
        self._sheet = datasheet
        self._lineage = army.lineage if army.faction is not None else None
        self._found = UnitWargear(unit, datasheet)

    def read(self) -> UnitWargear:
        found = self._found
        anywhere = _possible(self._sheet, None)
        here = _possible(self._sheet, self._lineage)
        models = self._models()
        for piece, item in self._pieces():
            self._place(piece, item, anywhere, here)
        if models is not None:
            found.models = models
            self._assess()
        return found

    def _models(self) -> tuple[int, ...] | None:
        """Models by kind, None where the roster does not say."""
        counts = [0] * len(self._sheet.kinds)
        for model in self._unit.entry.models:
            kind = self._kind(model.kind)
            if kind is not None:
                counts[kind] += max(model.count, 0)
            elif model.count > 0:
                self._found.open.append(f"{self._unit.name} has no model called {model.kind}.")
                return None
        if not self._unit.entry.models:
            fixed = [kind.minimum if kind.minimum == kind.maximum else -1 for kind in self._sheet.kinds]
            if min(fixed) < 0 or len(self._sheet.tiers) > 1:
                self._found.open.append(f"The models of {self._unit.name} are not written down.")
                return None
            return tuple(fixed)
        return tuple(counts)

    def _kind(self, name: str) -> int | None:
        kind = kind_named(self._sheet, name)
        return self._sheet.kinds.index(kind) if kind is not None else None

    def _pieces(self) -> Iterator[tuple[Piece, ItemCount]]:
        """Whatever is written as carried; pieces of a kind without models are set aside."""
        unit = self._unit
        for place, item in enumerate(unit.entry.items):
            if item.count > 0:
                yield Piece(f"{unit.pointer}/items/{place}", as_written(item.item), item.count, None), item
        for number, model in enumerate(unit.entry.models):
            kind = self._kind(model.kind)
            for place, item in enumerate(model.items):
                pointer = f"{unit.pointer}/models/{number}/items/{place}"
                piece = Piece(pointer, as_written(item.item), item.count, kind)
                if item.count > 0 and model.count <= 0:
                    self._found.orphans.append(piece)
                elif item.count > 0:
                    yield piece, item

    def _place(
        self, piece: Piece, written: ItemCount, anywhere: Sequence[frozenset[str]], here: Sequence[frozenset[str]]
    ) -> None:
        found = self._found
        item = self._army.catalogue.items.get(written.item.id or "")
        if item is None:
            found.open.append(f"{self._unit.name} carries {piece.item}, which was not recognised.")
            return
        own = self._on_datasheet(item)
        if not own and fold_name(item.name) == PLAIN_MELEE:
            found.has_plain_melee = True
            return
        if not own:
            found.strangers.append(Piece(piece.pointer, item.id, piece.count, piece.kind))
            return
        kinds = range(len(self._sheet.kinds)) if piece.kind is None else (piece.kind,)
        best = next((one for one in own if any(one in here[kind] for kind in kinds)), None)
        named = Piece(piece.pointer, best or own[0], piece.count, piece.kind)
        if self._is_quarantined(own, item.name):
            found.open.append(f"{item.name} of {self._unit.name} is quarantined.")
        elif best is not None:
            found.items[piece.kind, best] += piece.count
        elif any(one in anywhere[kind] for one in own for kind in kinds):
            found.closed.append(named)
        elif any(one in items for one in own for items in anywhere):
            found.misplaced.append(named)
        else:
            found.open.append(f"No option of {self._unit.name} grants {item.name}, which its datasheet lists.")

    def _on_datasheet(self, item: Item) -> tuple[str, ...]:
        """The item on the datasheet, and those of its name there."""
        named = _NAMED.get(self._sheet, self._by_name).get(fold_name(item.name), ())
        return (item.id, *(one for one in named if one != item.id)) if item.id in named else named

    def _by_name(self) -> dict[str, tuple[str, ...]]:
        grouped: defaultdict[str, list[str]] = defaultdict(list)
        for item in self._sheet.items:
            known = self._army.catalogue.items.get(item)
            if known is not None:
                grouped[fold_name(known.name)].append(item)
        return {name: tuple(items) for name, items in grouped.items()}

    def _is_quarantined(self, items: Collection[str], name: str) -> bool:
        return any(
            row.id in items or name in row.names
            for row in self._sheet.quarantined
            if row.part in (QuarantinedPart.OPTION, QuarantinedPart.ITEM)
        )

    def _assess(self) -> None:
        found, sheet = self._found, self._sheet
        recorded = Recorded(
            found.models, tuple(sorted(found.items.items(), key=lambda row: (row[0][0] or -1, row[0][1])))
        )
        assessment = assess_loadouts(sheet, recorded, self._lineage)
        parts = {row.part for row in sheet.quarantined}
        if assessment.undecided:
            found.open.append(f"{self._unit.name}: {assessment.undecided}.")
        elif (assessment.excesses or assessment.at_least) and not parts.isdisjoint(
            {QuarantinedPart.OPTION, QuarantinedPart.ITEM}
        ):
            found.open.append(f"An option of {self._unit.name} is quarantined.")
        else:
            found.assessment = assessment


_POSSIBLE: ById[Datasheet, dict[tuple[int, ...], tuple[frozenset[str], ...]]] = ById(2048)
_NAMED: ById[Datasheet, dict[str, tuple[str, ...]]] = ById(2048)


def _possible(datasheet: Datasheet, lineage: Collection[str] | None) -> Sequence[frozenset[str]]:
    """What models of each kind can carry."""
    options = available_options(datasheet, lineage)
    kept = _POSSIBLE.get(datasheet, dict)
    if options not in kept:
        kept[options] = tuple(items_within_reach(datasheet, kind, options) for kind in datasheet.kinds)
    return kept[options]
