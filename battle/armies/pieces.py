"""What a roster says about a unit, read for a battle: its models by kind and what they carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from battle.armies.sharing import Shared, default_loadouts, shared_out
from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.names import fold_name
from datasheets.catalogue.wargear import Item
from roster.document import ItemCount, ModelEntry, Reference, UnitEntry
from roster.muster.army import Army
from roster.muster.kinds import kind_named, place_of_kind
from roster.muster.loadouts import as_added
from roster.muster.loadouts.problem import Row
from roster.muster.loadouts.starting import starting_otherwise
from roster.muster.unit import Unit, as_written
from roster.muster.words import counted, listed

MOST_MODELS = 200
"""Models of one unit, with everything attached to it, that go into a battle."""


class NotFielded(ValueError):
    """Why a unit cannot be sent into a battle, as a sentence."""


@dataclass
class Crew:
    """The models of a unit, by the place of their kind, and what they carry. ``assumptions`` are sentences."""

    unit: Unit
    datasheet: Datasheet
    models: tuple[int, ...]
    shared: Shared
    assumptions: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Models of the unit."""
        return sum(self.models)


def spelled_out(entry: UnitEntry, catalogue: Catalogue) -> tuple[UnitEntry, tuple[str, ...]]:
    """The entry with what it leaves open: the fewest models where none are written, and what they come with.

    With sentences that say what was taken to be so. An entry whose datasheet is not known in full stays as it is.
    """
    sheet = catalogue.datasheets.get(entry.datasheet.id or "")
    if sheet is None or not _is_known(sheet):
        return entry, ()
    assumptions: list[str] = []
    if not entry.models:
        counts = _fewest(sheet)
        if sheet.maximum_models > sum(counts):
            assumptions.append(f"{sheet.name}: how many models it has is not written down; it has {sum(counts)}.")
        rows = [ModelEntry(kind.name, count) for kind, count in zip(sheet.kinds, counts, strict=True) if count]
        entry = replace(entry, models=tuple(rows))
    if not entry.items and not any(model.items for model in entry.models):
        models = _with_items_as_added(entry.models, sheet)
        if any(model.items for model in models):
            assumptions.append(f"{sheet.name}: no wargear is written down; every model carries what it comes with.")
        entry = replace(entry, models=models)
    return entry, tuple(assumptions)


def crew_of(unit: Unit, army: Army) -> Crew:
    """The models of a unit that is spelled out, and what each carries; raises :class:`NotFielded`."""
    sheet = unit.datasheet
    if sheet is None:
        raise NotFielded(f"{unit.name} is not recognised: its characteristics are not known.")
    if not _is_known(sheet):
        raise NotFielded(f"{sheet.name} is known by name and price only: its characteristics are not known.")
    assumptions: list[str] = []
    models = _models(unit, sheet)
    pieces = _pieces(unit, sheet, army, assumptions)
    if not starting_otherwise(sheet, models) and pieces == as_added(sheet, models):
        return Crew(unit, sheet, models, default_loadouts(sheet, models), assumptions)
    shared = shared_out(sheet, models, pieces, army.lineage)
    if shared.is_assumed:
        assumptions.append(f"{sheet.name}: no legal way to share its wargear out was found; it is dealt out in turn.")
    if shared.left_out:
        names = [f"{count} × {army.catalogue.items[item].name}" for item, count in shared.left_out]
        assumptions.append(f"{sheet.name}: not written down and carried all the same: {listed(names)}.")
    return Crew(unit, sheet, models, shared, assumptions)


def _is_known(sheet: Datasheet) -> bool:
    return sheet.knowledge is Knowledge.FULL and bool(sheet.kinds and sheet.profiles)


# Models -----------------------------------------------------------------------------------------------


def _models(unit: Unit, sheet: Datasheet) -> tuple[int, ...]:
    counts = [0] * len(sheet.kinds)
    for model in unit.entry.models:
        kind = kind_named(sheet, model.kind)
        if kind is None:
            kinds = listed([kind.name for kind in sheet.kinds])
            raise NotFielded(f"{sheet.name} has no model called {model.kind}: there are {kinds}.")
        counts[sheet.kinds.index(kind)] += model.count
    if not 0 < sum(counts) <= MOST_MODELS:
        raise NotFielded(f"{sheet.name} has {counted(sum(counts), 'model')}; 1 to {MOST_MODELS} can fight.")
    return tuple(counts)


def _fewest(sheet: Datasheet) -> tuple[int, ...]:
    """The smallest unit of the datasheet, by the place of its kinds."""
    tier = min(sheet.tiers, key=lambda tier: tier.minimum, default=None)
    named = {count.kind: count.minimum for count in tier.counts} if tier is not None else {}
    counts = [named.get(kind.name, 0) if tier is not None else kind.minimum for kind in sheet.kinds]
    counts[0] += max(0, max(1, sheet.minimum_models) - sum(counts))
    return tuple(counts)


def _with_items_as_added(models: Sequence[ModelEntry], sheet: Datasheet) -> tuple[ModelEntry, ...]:
    """The models with what they come with; of a kind that is written twice the first row has all of it."""
    places = [place_of_kind(sheet, model.kind) for model in models]
    counts = [0] * len(sheet.kinds)
    for place, model in zip(places, models, strict=True):
        if place is not None:
            counts[place] += max(0, model.count)
    if sum(counts) > MOST_MODELS:
        return tuple(models)  # Too many are refused once it is known of which unit they are.
    left = dict(as_added(sheet, counts))
    armed = []
    for place, model in zip(places, models, strict=True):
        own = [row for row in left if row[0] == place and place is not None]
        items = tuple(ItemCount(Reference(row[1]), count) for row in own if (count := left.pop(row)))
        armed.append(replace(model, items=items))
    return tuple(armed)


# Wargear ----------------------------------------------------------------------------------------------


def _pieces(unit: Unit, sheet: Datasheet, army: Army, assumptions: list[str]) -> Counter[Row]:
    pieces: Counter[Row] = Counter()
    strangers: list[str] = []
    for kind, row in _written(unit, sheet):
        item = _on_datasheet(row, sheet, army)
        if item is None:
            strangers.append(as_written(row.item))
        elif row.count > 0:
            pieces[kind, item.id] += row.count
    if strangers:
        names = listed(list(dict.fromkeys(strangers)))
        assumptions.append(f"{sheet.name}: left out, since its datasheet does not have it: {names}.")
    return pieces


def _written(unit: Unit, sheet: Datasheet) -> Iterator[tuple[int | None, ItemCount]]:
    for row in unit.entry.items:
        yield None, row
    for model in unit.entry.models:
        kind = kind_named(sheet, model.kind)
        for row in model.items:
            yield (sheet.kinds.index(kind) if kind is not None else None), row


def _on_datasheet(row: ItemCount, sheet: Datasheet, army: Army) -> Item | None:
    """The item of the datasheet that is meant: that of the id, or the one of its name there."""
    items = army.catalogue.items
    if row.item.id in sheet.items:
        return items.get(row.item.id or "")
    known = items.get(row.item.id or "")
    name = fold_name(known.name if known is not None else row.item.name)
    own: Sequence[Item] = [items[id] for id in sheet.items if id in items]
    return next((item for item in own if fold_name(item.name) == name), None)
