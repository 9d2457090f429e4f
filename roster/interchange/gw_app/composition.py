"""How many models a unit has when its lines name none: the datasheet's composition, or its weapons, tell."""

from __future__ import annotations

from dataclasses import dataclass

from datasheets.catalogue.datasheet import CompositionTier, Datasheet
from roster.document import ItemCount, ModelEntry


@dataclass(frozen=True, slots=True)
class Inferred:
    """Models and what is left at the unit; ``question`` is set where another reading was possible."""

    models: tuple[ModelEntry, ...]
    items: tuple[ItemCount, ...]
    question: str | None = None


def inferred_models(datasheet: Datasheet, items: tuple[ItemCount, ...]) -> Inferred:
    """The models of a unit whose lines name only wargear, as the app prints units of one model."""
    if not datasheet.kinds:
        return _of_unknown_kinds(datasheet, items)
    if len(datasheet.kinds) == 1:
        return _of_one_kind(datasheet, items)
    tier = min(datasheet.tiers, key=lambda tier: tier.minimum, default=None)
    counts = _smallest(datasheet, tier)
    total = sum(counts.values())
    models = tuple(ModelEntry(kind, count) for kind, count in counts.items() if count)
    if len(models) == 1 and total == 1:
        return Inferred((ModelEntry(models[0].kind, 1, items),), ())
    is_fixed = datasheet.minimum_models == datasheet.maximum_models == total and len(datasheet.tiers) <= 1
    question = None
    if not is_fixed:
        question = f"{datasheet.name} names no models; it was read as the smallest unit, {total} models."
    return Inferred(models, items, question)


def _smallest(datasheet: Datasheet, tier: CompositionTier | None) -> dict[str, int]:
    if tier is None:
        return {kind.name: kind.minimum for kind in datasheet.kinds}
    return {count.kind: count.minimum for count in tier.counts}


def _of_unknown_kinds(datasheet: Datasheet, items: tuple[ItemCount, ...]) -> Inferred:
    count = max(datasheet.minimum_models, 1)
    question = None
    if datasheet.minimum_models != datasheet.maximum_models:
        question = f"{datasheet.name} names no models; it was read as the smallest unit, {count} models."
    return Inferred((ModelEntry(datasheet.name, count, items),), (), question)


def _of_one_kind(datasheet: Datasheet, items: tuple[ItemCount, ...]) -> Inferred:
    """One kind of model: its number follows from weapons that every model carries."""
    kind = datasheet.kinds[0]
    smallest = max(datasheet.minimum_models, 1)
    count = smallest
    for item in items:
        each = kind.default_items.count(item.item.id) if item.item.id else 0
        if each and item.count % each == 0:
            count = max(count, item.count // each)
    question = None
    if count != 1 and datasheet.minimum_models != datasheet.maximum_models:
        question = f"{datasheet.name} names no models; it was read as {count} models by its weapons."
    if count > max(datasheet.maximum_models, smallest):
        # More of a weapon than models may be several weapons a model: the smallest unit is the safe reading.
        count = smallest
        question = question and f"{datasheet.name} names no models; it was read as the smallest unit, {count} models."
    return Inferred((ModelEntry(kind.name, count, items),), (), question)
