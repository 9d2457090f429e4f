"""The exact assignment beside brute force, on small random datasheets."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.wargear import ItemBudget, WargearOption
from roster.muster.loadouts import Assessment, Recorded, assess_loadouts

ITEMS = "abcdef"
TRIALS = 250

Uses = tuple[int, ...]
Loadout = tuple[tuple[str, ...], Uses]


def random_datasheet(chance: random.Random) -> Datasheet:
    kinds = tuple(
        ModelKind(name, 0, 3, default_items=tuple(chance.choices("abc", k=chance.randint(1, 2))))
        for name in ("one", "two")[: chance.randint(1, 2)]
    )
    options = tuple(random_option(place, kinds, chance) for place in range(chance.randint(1, 3)))
    budgets = tuple(
        ItemBudget((item,), chance.randint(1, 2), chance.choice((0, 0, 3)), chance.choice((None, None, 1)))
        for item in chance.sample("def", k=chance.randint(0, 2))
    )
    return Datasheet("test:sheet", "Sheet", "test", (), (), 1, 6, kinds=kinds, options=options, budgets=budgets)


def random_option(place: int, kinds: tuple[ModelKind, ...], chance: random.Random) -> WargearOption:
    replaces = tuple(chance.choices(ITEMS, k=chance.randint(0, 1)))
    choices = tuple(tuple(chance.choices(ITEMS, k=chance.randint(1, 2))) for _ in range(chance.randint(1, 2)))
    kind = chance.choice((None, *(kind.name for kind in kinds)))
    per_model, per_models, limit = chance.choice(((1, None, None), (1, None, 2), (None, 2, None), (None, None, 1)))
    return WargearOption(str(place), replaces, choices, kind, per_model, per_models, limit)


# Brute force ------------------------------------------------------------------------------------------


def loadouts_of(sheet: Datasheet, kind: ModelKind, models: int) -> list[Loadout]:
    """Every loadout of one model with the uses of each option, by trying everything."""
    start: Loadout = (tuple(sorted(kind.default_items)), (0,) * len(sheet.options))
    found = {start}
    fresh = [start]
    while fresh:
        items, uses = fresh.pop()
        for place, option in enumerate(sheet.options):
            if option.kind not in (None, kind.name) or uses[place] >= times_a_model(option, models):
                continue
            left = Counter(items)
            left.subtract(option.replaces)
            if min(left.values(), default=0) < 0:
                continue
            for choice in option.choices:
                after = tuple(sorted((left + Counter(choice)).elements()))
                used = (*uses[:place], uses[place] + 1, *uses[place + 1 :])
                if (after, used) not in found:
                    found.add((after, used))
                    fresh.append((after, used))
    return sorted(found)


def times_a_model(option: WargearOption, models: int) -> int:
    if option.per_model is not None:
        return max(option.per_model, option.limit or 0)
    return times_a_unit(option, models)


def times_a_unit(option: WargearOption, models: int) -> int:
    limits = [models // option.per_models] if option.per_models else []
    return min(limits + ([option.limit] if option.limit is not None else []))


def armies(sheet: Datasheet, models: tuple[int, ...]) -> Iterator[tuple[Counter[str], ...]]:
    """What each kind may carry in all, for every legal choice."""
    size = sum(models)
    pools = [loadouts_of(sheet, kind, size) for kind in sheet.kinds]
    for picked in product(
        *(combinations_with_replacement(pool, count) for pool, count in zip(pools, models, strict=True))
    ):
        if is_within_limits(sheet, picked, size):
            yield tuple(Counter(item for items, _ in own for item in items) for own in picked)


def is_within_limits(sheet: Datasheet, picked: tuple[tuple[Loadout, ...], ...], size: int) -> bool:
    everyone = [loadout for own in picked for loadout in own]
    for place, option in enumerate(sheet.options):
        used = sum(uses[place] for _, uses in everyone)
        if option.per_model is None and used > times_a_unit(option, size):
            return False
    carried = Counter(item for items, _ in everyone for item in items)
    for budget in sheet.budgets:
        [item] = budget.items
        allowed = budget.count
        same = budget.duplicate_limit
        if budget.per_models:
            allowed *= size // budget.per_models
            same = same * (size // budget.per_models) if same is not None else None
        if carried[item] > (allowed if same is None else min(allowed, same)):
            return False
    return True


def fewest_drops(recorded: Counter[tuple[int | None, str]], legal: list[tuple[Counter[str], ...]]) -> int:
    return min(_drops(recorded, army) for army in legal)


def _drops(recorded: Counter[tuple[int | None, str]], army: tuple[Counter[str], ...]) -> int:
    drops, free = 0, Counter[str]()
    for kind, own in enumerate(army):
        for item in ITEMS:
            wanted = recorded[kind, item]
            drops += max(0, wanted - own[item])
            free[item] += max(0, own[item] - wanted)
    return drops + sum(max(0, recorded[None, item] - free[item]) for item in ITEMS)


# Both, side by side -----------------------------------------------------------------------------------


def has_repeated_limits(sheet: Datasheet) -> bool:
    """Options alike at two kinds share one limit by a rule of its own, which has specs."""
    unit_wide = [option for option in sheet.options if option.per_model is None and option.kind is not None]
    return len({(frozenset(option.choices), option.limit, option.per_models) for option in unit_wide}) < len(unit_wide)


def has_paired_budget(sheet: Datasheet) -> bool:
    """A limit with no room for one choice counts choices by a rule of its own, which has specs."""
    choices = [choice for option in sheet.options for choice in option.choices]
    return any(choice.count(item) > 1 for budget in sheet.budgets for item in budget.items for choice in choices)


@pytest.mark.parametrize("seed", range(TRIALS))
def test_the_assignment_finds_what_brute_force_finds(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  (a seeded choice of cases)
    sheet = random_datasheet(chance)
    if has_repeated_limits(sheet) or has_paired_budget(sheet):
        return
    models = tuple(chance.randint(1, 2) for _ in sheet.kinds)
    legal = list(armies(sheet, models))
    if not legal:
        return
    for recorded in recordings(legal, chance):
        found = assess_loadouts(sheet, Recorded(models, tuple(sorted(recorded.items(), key=str))))
        assert found.undecided == ""
        expected = fewest_drops(recorded, legal)
        assert drops_of(found) == expected, (sheet, models, recorded)
        if not expected:
            exact = any(_is_exactly(recorded, army) for army in legal)
            assert (found.unwritten == ()) == exact, (sheet, models, recorded)


def recordings(
    legal: list[tuple[Counter[str], ...]], chance: random.Random
) -> Iterator[Counter[tuple[int | None, str]]]:
    """A legal army as it is, and with pieces added, moved to the unit and left out."""
    for _ in range(6):
        army = chance.choice(legal)
        recorded: Counter[tuple[int | None, str]] = Counter()
        for kind, own in enumerate(army):
            for item, count in own.items():
                recorded[(kind if chance.random() < 0.7 else None), item] += count
        yield +recorded
        for _ in range(chance.randint(1, 3)):
            row = (chance.choice((None, *range(len(army)))), chance.choice(ITEMS))
            recorded[row] += chance.choice((1, 1, -1))
        yield +recorded


def drops_of(found: Assessment) -> int:
    assert bool(found.dropped) == bool(found.excesses)
    return found.at_least or sum(count for _, count in found.dropped)


def _is_exactly(recorded: Counter[tuple[int | None, str]], army: tuple[Counter[str], ...]) -> bool:
    return _drops(recorded, army) == 0 and recorded.total() == sum(own.total() for own in army)
