"""Options that all models take together or none: the ways a unit may take them, each as a datasheet of its own.

In each mode such an option is either closed, or open for one choice; then only loadouts count in which a
model has taken it, or has nothing to take it with. Options of several kinds of model with the same choices
are one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.wargear import WargearOption
from roster.muster.loadouts.identity import ById
from roster.muster.loadouts.model_loadouts import ModelLoadout

MAXIMUM_MODES = 64
"""Modes of one datasheet that are tried."""


@dataclass(frozen=True)
class Mode:
    """One way: the datasheet with its options so, and by place the options that are taken wherever they can be."""

    datasheet: Datasheet
    taken: Mapping[int, WargearOption]

    def allows(self, kind: str, loadout: ModelLoadout) -> bool:
        """Whether a model of the kind may have the loadout when all of its like take what is taken."""
        pieces = dict(loadout.pieces)
        return all(_has_taken(pieces, option) for option in self.taken.values() if option.kind in (None, kind))

    def granted(self) -> tuple[str, ...]:
        """The items that are taken."""
        return tuple(item for option in self.taken.values() for item in option.choices[0])


def _has_taken(pieces: Mapping[str, int], option: WargearOption) -> bool:
    """Whether the option is taken; a model that gave up otherwise what it replaces cannot take it."""
    if option.replaces and any(pieces.get(item, 0) < count for item, count in Counter(option.replaces).items()):
        return True
    return all(pieces.get(item, 0) >= count for item, count in Counter(option.choices[0]).items())


_MODES: ById[Datasheet, dict[tuple[int, ...], tuple[Mode, ...]]] = ById(2048)


def modes_of(datasheet: Datasheet, options: Sequence[int]) -> tuple[Mode, ...]:
    """The modes of a datasheet with these options; none where no option is one of all models.

    Raises :class:`TooManyModesError` where there are more than are tried.
    """
    kept = _MODES.get(datasheet, dict)
    key = tuple(options)
    if key not in kept:
        kept[key] = _modes(datasheet, key)
    return kept[key]


class TooManyModesError(Exception):
    """There are more ways than are tried."""


def _modes(datasheet: Datasheet, options: tuple[int, ...]) -> tuple[Mode, ...]:
    alike: defaultdict[frozenset[tuple[str, ...]], list[int]] = defaultdict(list)
    for place in options:
        option = datasheet.options[place]
        if option.all_models:
            alike[frozenset(tuple(sorted(choice)) for choice in option.choices)].append(place)
    if not alike:
        return ()
    ways: list[tuple[tuple[list[int], tuple[str, ...] | None], ...]] = []
    for choices, places in alike.items():
        ways.append(tuple((places, choice) for choice in (None, *sorted(choices))))
    if _product_size(ways) > MAXIMUM_MODES:
        raise TooManyModesError
    return tuple(_mode(datasheet, way) for way in product(*ways))


def _product_size(ways: Sequence[Sequence[object]]) -> int:
    size = 1
    for way in ways:
        size *= len(way)
    return size


def _mode(datasheet: Datasheet, way: Sequence[tuple[list[int], tuple[str, ...] | None]]) -> Mode:
    changed = list(datasheet.options)
    taken: dict[int, WargearOption] = {}
    for places, choice in way:
        for place in places:
            changed[place] = replace(changed[place], choices=() if choice is None else (choice,))
            if choice is not None:
                taken[place] = changed[place]
    return Mode(replace(datasheet, options=tuple(changed)), taken)
