"""What a model can carry: by which options it comes to hold some items, and what it has after a choice.

A loadout is a multiset of item ids. A choice takes ``replaces`` away and adds what it grants; taking it
back does the reverse. Each option is used by one model as often as it says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.points import PriceTable
from datasheets.catalogue.wargear import WargearOption

Loadout = Counter[str]

MOST_STEPS = 4
"""How many choices in a row are followed to come by an item."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of an option's choices."""

    option: WargearOption
    bundle: tuple[str, ...]


def kinds_with(sheet: Datasheet, option: WargearOption) -> tuple[ModelKind, ...]:
    """The kinds of models that may use the option."""
    if option.kind is None:
        return sheet.kinds
    wanted = fold_keyword(option.kind)
    return tuple(kind for kind in sheet.kinds if fold_keyword(kind.name) == wanted)


def options_for(sheet: Datasheet, kind: ModelKind) -> tuple[WargearOption, ...]:
    """The options that models of the kind may use."""
    name = fold_keyword(kind.name)
    return tuple(option for option in sheet.options if option.kind is None or fold_keyword(option.kind) == name)


def attainable(sheet: Datasheet, kind: ModelKind, *, without: WargearOption | None = None) -> frozenset[str]:
    """Items a model of the kind carries by default or by any option but one."""
    granted = (
        item
        for option in options_for(sheet, kind)
        if option is not without
        for bundle in option.choices
        for item in bundle
    )
    return frozenset((*kind.default_items, *granted))


def way_to(sheet: Datasheet, kind: ModelKind, wanted: Iterable[str], *, without: WargearOption) -> list[Choice] | None:
    """Choices after which a model of the kind holds everything wanted at once; None if there are none.

    Looked for backwards: to hold what a choice grants, a model must before it hold the rest and what
    the choice takes. The option whose way it is stays unused.
    """
    options = tuple(option for option in options_for(sheet, kind) if option is not without)
    return _way(Counter(kind.default_items), Counter(wanted), options, MOST_STEPS)


def _way(start: Loadout, wanted: Loadout, options: Sequence[WargearOption], steps: int) -> list[Choice] | None:
    missing = wanted - start
    if not missing:
        return []
    if steps == 0:
        return None
    item = next(iter(missing))
    for option in options:
        uses = option.per_model or option.limit or 2
        left = options if uses > 1 else tuple(other for other in options if other is not option)
        for bundle in option.choices:
            if item not in bundle:
                continue
            before = _way(start, (wanted - Counter(bundle)) + Counter(option.replaces), left, steps - 1)
            if before is not None:
                return [*before, Choice(option, bundle)]
    return None


def chosen(loadout: Loadout, choice: Choice) -> Loadout:
    """The loadout after the choice; what the model did not hold cannot be taken from it."""
    return (loadout - Counter(choice.option.replaces)) + Counter(choice.bundle)


def taken_back(loadout: Loadout, choice: Choice) -> Loadout:
    """The loadout after the choice was undone."""
    return (loadout - Counter(choice.bundle)) + Counter(choice.option.replaces)


def price_of(loadout: Loadout, table: PriceTable) -> int:
    """What the loadout's wargear costs: each paid item as often as it is carried."""
    return sum(paid.points * loadout[item] for paid in table.wargear for item in dict.fromkeys(paid.items))


def default_counts(sheet: Datasheet, models: Iterable[tuple[str, int]]) -> Loadout:
    """Items of a unit of these models, each as it comes."""
    kinds = {kind.name: kind for kind in sheet.kinds}
    held: Loadout = Counter()
    for name, count in models:
        for item in kinds[name].default_items if name in kinds else ():
            held[item] += count
    return held


def smallest_units(sheet: Datasheet) -> Iterator[tuple[int, tuple[tuple[str, int], ...]]]:
    """The fewest models of each composition tier, as (place of the tier, models by kind)."""
    for index, tier in enumerate(sheet.tiers):
        yield index, tuple((count.kind, count.minimum) for count in tier.counts if count.minimum)
