"""What each model of a unit carries: a roster has totals by kind, attacks are made by models (04.01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from datasheets.catalogue.datasheet import Datasheet
from roster.muster.loadouts.caps import caps_of
from roster.muster.loadouts.model_loadouts import TooManyLoadoutsError, available_options, model_loadouts
from roster.muster.loadouts.problem import Row, make_problem
from roster.muster.loadouts.search import SearchLimitError, Steps, share_out

MOST_LEFT_OUT = 40
"""Pieces that a list may leave out and that models carry all the same."""

SEARCHED_MODELS = 60

Items = tuple[tuple[str, int], ...]
"""Items of one model with how many of each it carries, by id."""


@dataclass(frozen=True, slots=True)
class Shared:
    """For each kind of model, by its place, what its models carry and how many carry just that.

    ``left_out`` are pieces that were added, since models carry them and the roster does not say so.
    ``is_assumed``: no legal way to share the pieces out was found, so that they were dealt out in turn.
    """

    kinds: tuple[tuple[tuple[Items, int], ...], ...]
    left_out: tuple[tuple[str, int], ...] = ()
    is_assumed: bool = False


def default_loadouts(datasheet: Datasheet, models: Sequence[int]) -> Shared:
    """Every model with what it carries unless options change it."""
    return Shared(
        tuple(
            ((_counted(kind.default_items), count),) if count else ()
            for kind, count in zip(datasheet.kinds, models, strict=True)
        )
    )


def shared_out(
    datasheet: Datasheet, models: Sequence[int], pieces: Mapping[Row, int], lineage: Collection[str]
) -> Shared:
    """The pieces shared out among so many models of each kind, as the options of the datasheet allow.

    Pieces stand by the place of the kind and item id; None as kind where the roster names none. What models
    carry in any case and the roster leaves out is added.
    """
    if sum(models) <= SEARCHED_MODELS:
        try:
            found = _searched(datasheet, models, pieces, lineage)
        except (TooManyLoadoutsError, SearchLimitError):
            found = None
        if found is not None:
            return found
    return _dealt_out(datasheet, models, pieces)


def _searched(
    datasheet: Datasheet, models: Sequence[int], pieces: Mapping[Row, int], lineage: Collection[str]
) -> Shared | None:
    options = available_options(datasheet, lineage or None)
    loadouts = []
    for place, kind in enumerate(datasheet.kinds):
        wanted: Counter[str] = Counter()
        for (one, item), count in pieces.items():
            if one in (None, place):
                wanted[item] += count
        loadouts.append(model_loadouts(datasheet, kind, options, wanted) if models[place] else ())
    problem = make_problem(pieces, models, loadouts, caps_of(datasheet, options, sum(models)))
    steps = Steps()
    for unwritten in (0, 1, 2, 5, MOST_LEFT_OUT):
        sharing = share_out(problem, steps, drops=0, unwritten=unwritten)
        if sharing is not None:
            kinds = tuple(tuple(Counter(one.pieces for one in own).items()) for own in sharing.loadouts)
            carried: Counter[str] = Counter()
            for own in kinds:
                for items, count in own:
                    for item, each in items:
                        carried[item] += each * count
            written: Counter[str] = Counter()
            for (_, item), count in pieces.items():
                written[item] += count
            return Shared(kinds, tuple(sorted((carried - written).items())))
    return None


def _dealt_out(datasheet: Datasheet, models: Sequence[int], pieces: Mapping[Row, int]) -> Shared:
    """The pieces in turn: what all models carry to each of them, the rest to those that carry least so far."""
    carried: list[list[Counter[str]]] = [[Counter() for _ in range(count)] for count in models]
    everybody = [one for own in carried for one in own]
    for (place, item), count in sorted(pieces.items(), key=lambda row: (-row[1], str(row[0]))):
        takers = everybody if place is None else carried[place]
        if not takers:
            continue
        each, rest = divmod(count, len(takers))
        for one in takers:
            one[item] += each
        for one in sorted(takers, key=lambda one: one.total())[:rest]:
            one[item] += 1
    kinds = tuple(
        tuple(Counter(tuple(sorted(one.items())) for one in (+held for held in own)).items()) for own in carried
    )
    return Shared(kinds, is_assumed=True)


def _counted(items: Sequence[str]) -> Items:
    return tuple(Counter(items).items())
