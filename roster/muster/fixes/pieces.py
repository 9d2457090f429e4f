"""Edits of what units are made of: models of each kind, and what they carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import CompositionTier, Datasheet, KindCount
from roster.document import ItemCount, ModelEntry, Reference, RosterDocument, UnitEntry
from roster.muster.fixes.edits import with_unit, with_units
from roster.muster.kinds import kind_named, place_of_kind
from roster.muster.loadouts import as_added
from roster.muster.loadouts.problem import Row
from roster.muster.wargear import UnitWargear


def tiers_of(sheet: Datasheet) -> tuple[CompositionTier, ...]:
    """The make-ups a datasheet allows; without tiers, what its model kinds say themselves."""
    return sheet.tiers or (
        CompositionTier(tuple(KindCount(kind.name, kind.minimum, kind.maximum) for kind in sheet.kinds)),
    )


def smallest(sheet: Datasheet, catalogue: Catalogue) -> tuple[ModelEntry, ...]:
    """The smallest make-up of a datasheet, each model with what it carries by default."""
    rows = [row for row in min(tiers_of(sheet), key=lambda tier: tier.minimum).counts if row.minimum]
    models = {place_of_kind(sheet, row.kind): row.minimum for row in rows}
    carried = as_added(sheet, [models.get(place, 0) for place in range(len(sheet.kinds))])
    return tuple(
        ModelEntry(
            row.kind,
            row.minimum,
            tuple(
                ItemCount(reference_to(item, catalogue), count)
                for (place, item), count in carried.items()
                if place is not None and place == place_of_kind(sheet, row.kind)
            ),
        )
        for row in rows
    )


def _defaults(sheet: Datasheet, kind_name: str, models: int, catalogue: Catalogue) -> tuple[ItemCount, ...]:
    kind = kind_named(sheet, kind_name)
    counts = Counter(kind.default_items if kind is not None else ())
    return tuple(ItemCount(reference_to(item, catalogue), count * models) for item, count in counts.items())


def reference_to(item: str, catalogue: Catalogue) -> Reference:
    """The item as a document names it."""
    known = catalogue.items.get(item)
    return Reference(item, known.name if known is not None else "")


# One piece ----------------------------------------------------------------------------------------------


def without_item(document: RosterDocument, pointer: str) -> RosterDocument:
    """The document without the entry of wargear at ``/units/0/items/1`` or ``/units/0/models/2/items/1``."""
    index, *rest = (int(step) for step in pointer.split("/") if step.isdigit())
    unit = document.units[index]
    if len(rest) == 1:
        return with_unit(document, index, items=_without(unit.items, rest[0]))
    models = list(unit.models)
    models[rest[0]] = replace(models[rest[0]], items=_without(models[rest[0]].items, rest[1]))
    return with_unit(document, index, models=tuple(models))


def item_at(document: RosterDocument, pointer: str) -> ItemCount:
    """The entry of wargear at that place."""
    index, *rest = (int(step) for step in pointer.split("/") if step.isdigit())
    unit = document.units[index]
    return unit.items[rest[0]] if len(rest) == 1 else unit.models[rest[0]].items[rest[1]]


def _without(items: tuple[ItemCount, ...], place: int) -> tuple[ItemCount, ...]:
    return (*items[:place], *items[place + 1 :])


def with_items(
    document: RosterDocument, index: int, model: int | None, more: Mapping[str, int], catalogue: Catalogue
) -> RosterDocument:
    """The document with more items on the unit, or on its models at place ``model``."""
    unit = document.units[index]
    if model is None:
        return with_unit(document, index, items=_added(unit.items, more, catalogue))
    models = list(unit.models)
    models[model] = replace(models[model], items=_added(models[model].items, more, catalogue))
    return with_unit(document, index, models=tuple(models))


def _added(items: tuple[ItemCount, ...], more: Mapping[str, int], catalogue: Catalogue) -> tuple[ItemCount, ...]:
    left = dict(more)
    grown = [ItemCount(row.item, row.count + left.pop(row.item.id or "", 0)) for row in items]
    return (*grown, *(ItemCount(reference_to(item, catalogue), count) for item, count in left.items() if count > 0))


# All of it ----------------------------------------------------------------------------------------------


def rearmed(
    document: RosterDocument, wargear: UnitWargear, target: Mapping[Row, int], catalogue: Catalogue
) -> RosterDocument:
    """The document with exactly these pieces on the unit; what is not recognised stays where it is."""
    unit, sheet = wargear.unit, wargear.datasheet
    models: list[ModelEntry] = []
    places: dict[int | None, int] = {}
    for entry in unit.entry.models:
        if entry.count <= 0:
            models.append(entry)
            continue
        kind = _place(sheet, entry.kind)
        unknown = tuple(row for row in entry.items if row.item.id is None or row.item.id not in catalogue.items)
        if kind is not None and kind in places:
            first = models[places[kind]]
            models[places[kind]] = ModelEntry(first.kind, first.count + entry.count, (*first.items, *unknown))
            continue
        places[kind] = len(models)
        models.append(ModelEntry(entry.kind, entry.count, (*_pieces(kind, target, catalogue), *unknown)))
    common = {kind for kind, _ in target} - {kind for kind in places if kind is not None}
    items = tuple(row for row in unit.entry.items if row.item.id is None or row.item.id not in catalogue.items)
    for kind in sorted(common, key=lambda kind: -1 if kind is None else kind):
        items = (*_pieces(kind, target, catalogue), *items)
    return with_units(document, {unit.index: replace(unit.entry, models=tuple(models), items=items)})


def _place(sheet: Datasheet, name: str) -> int | None:
    kind = kind_named(sheet, name)
    return sheet.kinds.index(kind) if kind is not None else None


def _pieces(kind: int | None, target: Mapping[Row, int], catalogue: Catalogue) -> tuple[ItemCount, ...]:
    return tuple(
        ItemCount(reference_to(item, catalogue), count)
        for (one, item), count in target.items()
        if one == kind and count > 0
    )


# Numbers of models ----------------------------------------------------------------------------------------


def resized(entry: UnitEntry, sheet: Datasheet, counts: Mapping[str, int], catalogue: Catalogue) -> UnitEntry:
    """The entry with so many models of each kind, named as the datasheet does.

    Who is added carries what is carried by default, where the entry says what is carried; who leaves
    takes that along as far as it is written.
    """
    is_written = bool(entry.items) or any(model.items for model in entry.models)
    models: list[ModelEntry] = []
    items = entry.items
    for kind, count in counts.items():
        own = [model for model in entry.models if (found := kind_named(sheet, model.kind)) and found.name == kind]
        before = sum(model.count for model in own)
        carried = tuple(row for model in own for row in model.items)
        change = _defaults(sheet, kind, abs(count - before), catalogue) if is_written else ()
        if count > before:
            by_kind = carried or not entry.items
            if by_kind:
                carried = _merged((*carried, *change))
            else:
                items = _merged((*items, *change))
        elif count < before:
            carried = _less(carried, change)
            if not any(model.items for model in own):
                items = _less(items, change)
        if count > 0:
            models.append(ModelEntry(own[0].kind if own else kind, count, carried))
    return replace(entry, models=tuple(models), items=items)


def _merged(items: tuple[ItemCount, ...]) -> tuple[ItemCount, ...]:
    counts: dict[str, ItemCount] = {}
    for row in items:
        name = row.item.id or row.item.name
        counts[name] = ItemCount(row.item, row.count + (counts[name].count if name in counts else 0))
    return tuple(counts.values())


def _less(items: tuple[ItemCount, ...], gone: tuple[ItemCount, ...]) -> tuple[ItemCount, ...]:
    less = {row.item.id: row.count for row in gone}
    left = (replace(row, count=row.count - less.pop(row.item.id, 0)) for row in items)
    return tuple(row for row in left if row.count > 0)


def legal_counts(entry: UnitEntry, sheet: Datasheet, sizes: tuple[int, ...] = ()) -> Iterator[dict[str, int]]:
    """Models by kind that the datasheet allows, the nearest to the entry's first; ``sizes`` are those asked for.

    Counts keep as near to what is written as each make-up lets them.
    """
    present: Counter[str] = Counter()
    for model in entry.models:
        kind = kind_named(sheet, model.kind)
        if kind is not None:
            present[kind.name] += model.count
    found: dict[tuple[tuple[str, int], ...], int] = {}
    for tier in tiers_of(sheet):
        rows = [(kind.name if (kind := kind_named(sheet, row.kind)) else row.kind, row) for row in tier.counts]
        nearest = {name: min(max(present[name], row.minimum), row.maximum) for name, row in rows}
        bounds = {name: (row.minimum, row.maximum) for name, row in rows}
        for size in sizes or (entry.model_count, sum(nearest.values())):
            counts = _of_size(nearest, bounds, size)
            if counts is not None:
                change = sum(abs(counts.get(name, 0) - present[name]) for name in {*counts, *present})
                found.setdefault(tuple(counts.items()), change)
    for rows_found in sorted(found, key=lambda one: found[one]):
        yield dict(rows_found)


def _of_size(nearest: Mapping[str, int], bounds: Mapping[str, tuple[int, int]], size: int) -> dict[str, int] | None:
    """The counts brought to that many models in all, those with most room changed first; None if they cannot be."""
    counts = dict(nearest)
    lacking = size - sum(counts.values())
    for name in sorted(counts, key=lambda name: bounds[name][0] - bounds[name][1]):
        least, most = bounds[name]
        step = min(max(lacking, least - counts[name]), most - counts[name])
        counts[name] += step
        lacking -= step
    return counts if lacking == 0 else None
