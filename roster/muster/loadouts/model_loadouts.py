"""The loadouts one model of a kind may have: its default items, changed by options in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.wargear import WargearOption
from roster.muster.loadouts.identity import ById

MAXIMUM_LOADOUTS = 1_000
"""Loadouts of one kind of model that are listed."""

USES_OF_ONE_MODEL = 10
"""How often one model may use an option that only the unit limits."""

UNLIMITED = 1_000

CACHED_PER_DATASHEET = 128

CACHED_PER_CHOICES = 32

Uses = tuple[tuple[int, int], ...]
"""Options by their place in the datasheet, and how often each was used; sorted."""

_Choices = tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]

_Most = tuple[tuple[str, int], ...]


class TooManyLoadoutsError(Exception):
    """A kind of model has more loadouts than are listed."""


@dataclass(frozen=True, slots=True)
class ModelLoadout:
    """What one model carries, sorted item ids, and the options limited by unit that led there.

    ``pieces`` are the items with how many the model carries of each.
    """

    items: tuple[str, ...]
    uses: Uses
    pieces: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Lead:
    """The choices that lead to some items.

    ``counted`` are the items they grant of which it matters how many are wanted: not those that are given
    up on the way. ``most_pieces`` is more of one item than any model can carry by these choices.
    """

    choices: _Choices
    exchanged: frozenset[str]
    counted: frozenset[str]
    most_pieces: int
    listed: dict[_Most, tuple[ModelLoadout, ...]]
    """The loadouts by how many pieces are of use; the same for every lead with these choices."""


class _Kept:
    """What is remembered of one datasheet."""

    def __init__(self) -> None:
        self.leads: dict[tuple[str, tuple[int, ...], frozenset[str]], _Lead] = {}
        """By kind of model, options and the items that are wanted."""
        self.listed: dict[tuple[str, _Choices], dict[_Most, tuple[ModelLoadout, ...]]] = {}


_KEPT: ById[Datasheet, _Kept] = ById(2048)


def forget_loadouts() -> None:
    """Forget the loadouts listed so far."""
    _KEPT.clear()


def available_options(datasheet: Datasheet, lineage: Collection[str] | None) -> tuple[int, ...]:
    """Places of the options an army of that faction may use; None: of any faction."""
    return tuple(
        place
        for place, option in enumerate(datasheet.options)
        if lineage is None or option.required_faction is None or option.required_faction in lineage
    )


def items_within_reach(datasheet: Datasheet, kind: ModelKind, options: Sequence[int]) -> frozenset[str]:
    """Every item a model of that kind can carry with those options."""
    own = [datasheet.options[place] for place in options if datasheet.options[place].kind in (None, kind.name)]
    reached = set(kind.default_items)
    while True:
        open_to_it = [option for option in own if reached.issuperset(option.replaces)]
        more = {item for option in open_to_it for choice in option.choices for item in choice} - reached
        if not more:
            return frozenset(reached)
        reached |= more


def model_loadouts(
    datasheet: Datasheet, kind: ModelKind, options: Sequence[int], wanted: Mapping[str, int]
) -> tuple[ModelLoadout, ...]:
    """The loadouts of a model of that kind, the default one first, by choices that lead to ``wanted`` pieces.

    TooManyLoadoutsError where there are more than are listed.
    """
    lead = _lead(datasheet, kind, tuple(options), frozenset(wanted))
    counted, most_pieces = lead.counted, lead.most_pieces
    key = tuple(sorted((item, count) for item, count in wanted.items() if count < most_pieces and item in counted))
    found = lead.listed.get(key)
    if found is None:
        limited = _limited(datasheet, lead.choices)
        sought = {**wanted, **dict.fromkeys(lead.exchanged, UNLIMITED)}
        distinct = dict.fromkeys(
            (derived.items, tuple(use for use in derived.uses if use[0] in limited))
            for derived in _derived(datasheet, kind, lead.choices, sought)
            if _meets_conditions(derived, datasheet)
        )
        if len(lead.listed) >= CACHED_PER_CHOICES:
            lead.listed.clear()
        found = tuple(ModelLoadout(items, uses, tuple(Counter(items).items())) for items, uses in distinct)
        lead.listed[key] = found
    return found


def _lead(datasheet: Datasheet, kind: ModelKind, options: tuple[int, ...], wanted: frozenset[str]) -> _Lead:
    kept = _KEPT.get(datasheet, _Kept)
    key = (kind.name, options, wanted)
    found = kept.leads.get(key)
    if found is None:
        if len(kept.leads) >= CACHED_PER_DATASHEET:
            kept.leads.clear()
            kept.listed.clear()
        choices, exchanged = _choices(datasheet, kind, options, wanted)
        listed = kept.listed.setdefault((kind.name, choices), {})
        granted = frozenset(item for _, own in choices for choice in own for item in choice)
        most_pieces = _most_pieces(datasheet, kind, choices)
        found = kept.leads[key] = _Lead(choices, exchanged, granted - exchanged, most_pieces, listed)
    return found


def _limited(datasheet: Datasheet, choices: _Choices) -> set[int]:
    """Places of the options that the unit limits, by themselves or in a budget."""
    in_budgets = {option for budget in datasheet.budgets for option in budget.options}
    return {
        place
        for place, _ in choices
        if most_per_unit(datasheet.options[place], 0) is not None
        or datasheet.options[place].id in in_budgets
        or datasheet.options[place].maximum_models is not None
    }


def _meets_conditions(derived: _Derived, datasheet: Datasheet) -> bool:
    """Whether the model carries in the end what the options it used ask for, and nothing they rule out."""
    used = [datasheet.options[place] for place, _ in derived.uses]
    return all(
        all(item in derived.items for item in option.while_carrying)
        and not any(item in derived.items for item in option.unless_carrying)
        for option in used
    )


def _most_pieces(datasheet: Datasheet, kind: ModelKind, choices: _Choices) -> int:
    """More of one item than any model of the kind can carry."""
    added = sum(
        most_per_model(datasheet.options[place], datasheet.maximum_models) * max(map(len, own))
        for place, own in choices
    )
    return len(kind.default_items) + added


def _choices(
    datasheet: Datasheet, kind: ModelKind, options: Sequence[int], wanted: Collection[str]
) -> tuple[_Choices, frozenset[str]]:
    """Choices that grant a wanted item, or one that an option leading to a wanted item takes in exchange.

    With them those that are taken in exchange, of which any number is of use.
    """
    own = [(place, datasheet.options[place]) for place in options if datasheet.options[place].kind in (None, kind.name)]
    sought, exchanged = set(wanted), frozenset[str]()
    while True:
        leading = [
            (place, tuple(choice for choice in option.choices if not sought.isdisjoint(choice)))
            for place, option in own
        ]
        now = frozenset(
            item
            for place, choices in leading
            if choices
            for item in (*datasheet.options[place].replaces, *datasheet.options[place].while_carrying)
        )
        if now <= exchanged:
            return tuple((place, choices) for place, choices in leading if choices), exchanged
        exchanged |= now
        sought |= now


@dataclass(frozen=True, slots=True)
class _Derived:
    items: tuple[str, ...]
    uses: Uses


def _derived(datasheet: Datasheet, kind: ModelKind, choices: _Choices, sought: Mapping[str, int]) -> Iterator[_Derived]:
    start = _Derived(tuple(sorted(kind.default_items)), ())
    seen, waiting = {start}, [start]
    for loadout in waiting:
        yield loadout
        for changed in _changed(loadout, datasheet, choices, sought):
            if changed not in seen:
                if len(seen) >= MAXIMUM_LOADOUTS:
                    raise TooManyLoadoutsError
                seen.add(changed)
                waiting.append(changed)


def _changed(
    loadout: _Derived, datasheet: Datasheet, choices: _Choices, sought: Mapping[str, int]
) -> Iterator[_Derived]:
    """The loadouts one more use of an option makes of this one, where it grants something of use."""
    uses = dict(loadout.uses)
    for place, own in choices:
        option = datasheet.options[place]
        if uses.get(place, 0) >= most_per_model(option, datasheet.maximum_models):
            continue
        kept = list(loadout.items)
        try:
            for item in option.replaces:
                kept.remove(item)
        except ValueError:
            continue
        used = tuple(sorted({**uses, place: uses.get(place, 0) + 1}.items()))
        for choice in own:
            if any(kept.count(item) < sought.get(item, 0) for item in choice):
                yield _Derived(tuple(sorted((*kept, *choice))), used)


def most_per_model(option: WargearOption, models: int) -> int:
    """How often one model of a unit of that many may use the option.

    Where an option is each model's own, a limit beside it is each model's too: up to two drones a model.
    """
    if option.per_model is not None:
        return min(max(option.per_model, option.limit or 0), USES_OF_ONE_MODEL)
    # A unit may be as small as the option wants it.
    most = most_per_unit(option, min(models, option.maximum_models or models))
    return min(most, USES_OF_ONE_MODEL) if most is not None else 1


def most_per_unit(option: WargearOption, models: int) -> int | None:
    """How often a unit of that many models may use the option, None where each model may for itself."""
    if option.maximum_models is not None and models > option.maximum_models:
        return 0
    if option.per_model is not None:
        return None
    per_models = models // option.per_models if option.per_models else None
    limits = [limit for limit in (per_models, option.limit) if limit is not None]
    return min(limits) if limits else None
