"""What a unit may have in all: how often its options can be used and how many of some items it may hold.

Limits go by the models the unit has, not by the size it pays for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import gcd

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.wargear import ItemBudget, WargearOption
from roster.muster.loadouts.identity import ById
from roster.muster.loadouts.model_loadouts import ModelLoadout, most_per_unit


class CapKind(StrEnum):
    """What a cap limits."""

    NUMBER = "number"
    """How many of some items in all."""
    DUPLICATES = "duplicates"
    """How many of one and the same item."""


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit of the unit: uses of the options, or pieces of the items, it names; ``most`` of them together.

    ``count`` and ``per_models`` are the datasheet's figures, ``per_models`` 0 where it names no number.
    """

    kind: CapKind
    most: int
    count: int
    per_models: int = 0
    options: frozenset[int] = frozenset()
    items: frozenset[str] = frozenset()
    maximum_models: int = 0
    """The most models of a unit that has the options at all; 0 for any number."""

    def used_by(self, loadout: ModelLoadout) -> int:
        """How much of it one model with this loadout takes up."""
        if not self.options:
            return sum(count for item, count in loadout.pieces if item in self.items)
        return sum(times for place, times in loadout.uses if place in self.options)


def caps_of(datasheet: Datasheet, options: Collection[int], models: int) -> tuple[Cap, ...]:
    """The caps on a unit of that many models; an option of one model alone has none."""
    kept = _KEPT.get(datasheet, dict)
    key = (tuple(options), models)
    found = kept.get(key)
    if found is None:
        if len(kept) >= CACHED_PER_DATASHEET:
            kept.clear()
        found = (*_option_caps(datasheet, options, models), *_budget_caps(datasheet, options, models))
        kept[key] = found
    return found


CACHED_PER_DATASHEET = 128

_KEPT: ById[Datasheet, dict[tuple[tuple[int, ...], int], tuple[Cap, ...]]] = ById(2048)
"""By options and models."""


def forget_caps() -> None:
    """Forget the caps worked out so far."""
    _KEPT.clear()


def _option_caps(datasheet: Datasheet, options: Collection[int], models: int) -> Iterator[Cap]:
    """An option that stands at several kinds of model with the same limit has that limit once."""
    alike: defaultdict[object, list[int]] = defaultdict(list)
    for place in options:
        option = datasheet.options[place]
        if most_per_unit(option, models) is not None:
            alike[_likeness(option, place)].append(place)
    for places in alike.values():
        option = datasheet.options[places[0]]
        most = most_per_unit(option, models) or 0
        if option.maximum_models is not None and models > option.maximum_models:
            limited = frozenset(places)
            yield Cap(CapKind.NUMBER, 0, 0, options=limited, maximum_models=option.maximum_models)
            continue
        by_size = option.per_models
        is_fixed = option.limit is not None and (by_size is None or most == option.limit)
        count = (option.limit or 0) if is_fixed else 1
        per_models = 0 if is_fixed else by_size or 0
        yield Cap(CapKind.NUMBER, most, count, per_models, options=frozenset(places))


def _likeness(option: WargearOption, place: int) -> object:
    if option.kind is None:
        return place
    choices = frozenset(tuple(sorted(choice)) for choice in option.choices)
    return (choices, option.limit, option.per_models, option.per_model, option.maximum_models)


def _budget_caps(datasheet: Datasheet, options: Collection[int], models: int) -> Iterator[Cap]:
    for budget in datasheet.budgets:
        times, count, per_models = _steps(budget, models)
        if budget.options:
            limited = frozenset(place for place in options if datasheet.options[place].id in budget.options)
            yield Cap(CapKind.NUMBER, count * times, count, per_models, options=limited)
            continue
        items = _counted(datasheet, budget, count)
        yield Cap(CapKind.NUMBER, count * times, count, per_models, items=items)
        if budget.duplicate_limit is not None:
            of_the_same = budget.duplicate_limit * count // budget.count if budget.count else 0
            for item in budget.items:
                most = of_the_same * times
                yield Cap(CapKind.DUPLICATES, most, of_the_same, per_models, items=frozenset({item}))


def _counted(datasheet: Datasheet, budget: ItemBudget, count: int) -> frozenset[str]:
    """The items of the budget that count. One that has no room for what a choice grants of it counts choices.

    Then one item of each such choice stands for it, the one that fewest choices grant.
    """
    limited = frozenset(budget.items)
    choices = [choice for option in datasheet.options for choice in option.choices]
    granted = Counter(item for choice in choices for item in set(choice))
    counted = set(limited)
    for choice in choices:
        together = sorted(limited.intersection(choice), key=lambda item: (granted[item], item))
        if len(together) > count:
            counted -= set(together[1:])
    return frozenset(counted)


def _steps(budget: ItemBudget, models: int) -> tuple[int, int, int]:
    """How many full steps of models the unit has, and what each allows: 2 per 10 is 1 per 5."""
    if not budget.per_models:
        return 1, budget.count, 0
    common = gcd(budget.count, budget.per_models, budget.duplicate_limit or 0)
    per_models = budget.per_models // common
    return models // per_models, budget.count // common, per_models
