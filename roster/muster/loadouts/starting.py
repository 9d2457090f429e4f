"""Weapons that single models start with: not all of a kind have what most of it come with.

A datasheet says so by a limit on what most have, and by options that only so many models may use: of two Gun
Servitors one at most has the arc rifle, so that the other has the bolter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.wargear import ItemBudget
from roster.muster.loadouts.identity import ById


def starting_otherwise(datasheet: Datasheet, models: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    """Items that models of each kind, by its place, may have in place of what all come with too many of.

    ``models`` are by kind. Empty for nearly every datasheet.
    """
    limits = _LIMITS.get(datasheet, lambda: _limits(datasheet))
    found: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for budget, carried in limits:
        most = budget.count * (sum(models) // budget.per_models) if budget.per_models else budget.count
        if sum(models[place] * each for place, each in carried.items()) <= most:
            continue
        for place in carried:
            for option in datasheet.options:
                if option.kind in (None, datasheet.kinds[place].name) and set(option.replaces) & set(budget.items):
                    found[place] |= dict.fromkeys(item for choice in option.choices for item in choice)
    return {place: tuple(items) for place, items in found.items()}


_LIMITS: ById[Datasheet, Sequence[tuple[ItemBudget, Mapping[int, int]]]] = ById(2048)


def _limits(datasheet: Datasheet) -> Sequence[tuple[ItemBudget, Mapping[int, int]]]:
    """The limits on items that models come with, and how many a model of each kind has."""
    limits = []
    for budget in datasheet.budgets:
        counts = [sum(item in budget.items for item in kind.default_items) for kind in datasheet.kinds]
        if any(counts):
            limits.append((budget, {place: each for place, each in enumerate(counts) if each}))
    return limits
