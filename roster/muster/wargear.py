"""What the units of an army carry, read against their datasheets once for all checks of wargear.

Reading is lenient: an item stands for one of the same name on the datasheet, a list may leave out
what models carry anyway, and what it says of no kind of model may be any model's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from datasheets.catalogue.datasheet import Datasheet, Knowledge
from roster.document import ItemCount
from roster.muster.army import Army
from roster.muster.kinds import place_of_kind
from roster.muster.loadouts import Assessment, Recorded, assess_with
from roster.muster.loadouts.identity import ById
from roster.muster.loadouts.problem import Row
from roster.muster.placement import Fate, Placed, placement_on, reachable
from roster.muster.unit import Unit, as_written


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
    items: dict[Row, int] = field(default_factory=dict)
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


# As many as threads of a server work on at once.
_READ: ById[Army, ArmyWargear] = ById(16)


def wargear_of(army: Army) -> ArmyWargear:
    """The wargear of the army's units, read once."""
    return _READ.get(army, lambda: _read(army))


def kinds_that_carry(datasheet: Datasheet, item: str) -> tuple[int, ...]:
    """The kinds of model that can carry the item, in an army of whichever faction."""
    everything = reachable(datasheet, range(len(datasheet.options)))
    return tuple(place for place, items in enumerate(everything) if item in items)


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


def _by_kind_and_item(row: tuple[Row, int]) -> tuple[int, str]:
    (kind, item), _ = row
    return kind or -1, item


class _Reader:
    def __init__(self, army: Army, unit: Unit, datasheet: Datasheet) -> None:
        self._unit = unit
        self._sheet = datasheet
        lineage = army.lineage if army.faction is not None else None
        self._placement = placement_on(datasheet, army.catalogue, lineage)
        self._found = UnitWargear(unit, datasheet)

    def read(self) -> UnitWargear:
        entry = self._unit.entry
        kinds = [place_of_kind(self._sheet, model.kind) for model in entry.models]
        models = self._models(kinds)
        if entry.items:
            self._place_all("items", entry.items, None)
        for number, (model, kind) in enumerate(zip(entry.models, kinds, strict=True)):
            if model.count > 0:
                self._place_all(f"models/{number}/items", model.items, kind)
            else:
                self._set_aside(number, model.items, kind)
        if models is not None:
            self._found.models = models
            self._assess()
        return self._found

    def _models(self, kinds: Sequence[int | None]) -> tuple[int, ...] | None:
        """Models by kind, None where the roster does not say."""
        counts = [0] * len(self._sheet.kinds)
        for model, kind in zip(self._unit.entry.models, kinds, strict=True):
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

    def _set_aside(self, number: int, items: Sequence[ItemCount], kind: int | None) -> None:
        """Pieces of a kind without models."""
        for place, written in enumerate(items):
            if written.count > 0:
                pointer = f"{self._unit.pointer}/models/{number}/items/{place}"
                self._found.orphans.append(Piece(pointer, as_written(written.item), written.count, kind))

    def _place_all(self, path: str, items: Sequence[ItemCount], kind: int | None) -> None:
        carried = self._found.items
        for place, written in enumerate(items):
            if written.count <= 0:
                continue
            placed = self._placement.of(kind, written.item.id)
            if placed.fate is Fate.CARRIED:
                row = (kind, placed.item)
                carried[row] = carried.get(row, 0) + written.count
            else:
                self._note(
                    Piece(f"{self._unit.pointer}/{path}/{place}", placed.item, written.count, kind), placed, written
                )

    def _note(self, piece: Piece, placed: Placed, written: ItemCount) -> None:
        found, name = self._found, self._unit.name
        match placed.fate:
            case Fate.UNRECOGNISED:
                found.open.append(f"{name} carries {as_written(written.item)}, which was not recognised.")
            case Fate.PLAIN_MELEE:
                found.has_plain_melee = True
            case Fate.STRANGER:
                found.strangers.append(piece)
            case Fate.QUARANTINED:
                found.open.append(f"{placed.name} of {name} is quarantined.")
            case Fate.CLOSED:
                found.closed.append(piece)
            case Fate.MISPLACED:
                found.misplaced.append(piece)
            case Fate.OUT_OF_REACH:
                found.open.append(f"No option of {name} grants {placed.name}, which its datasheet lists.")

    def _assess(self) -> None:
        found, sheet = self._found, self._sheet
        recorded = Recorded(found.models, tuple(sorted(found.items.items(), key=_by_kind_and_item)))
        assessment = assess_with(sheet, recorded, self._placement.options)
        if assessment.undecided:
            found.open.append(f"{self._unit.name}: {assessment.undecided}.")
        elif (assessment.excesses or assessment.at_least) and self._placement.has_quarantined_wargear:
            found.open.append(f"An option of {self._unit.name} is quarantined.")
        else:
            found.assessment = assessment
