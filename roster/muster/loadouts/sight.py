"""Wargear that comes out without a search: most lists name just what the models of each kind carry.

Of what is left, the piece that fewest loadouts have decides which loadout is next. Where that leads
nowhere nothing is said; the search decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from roster.muster.loadouts.caps import Cap
from roster.muster.loadouts.model_loadouts import ModelLoadout
from roster.muster.loadouts.problem import Row


def comes_out_at_sight(
    models: Sequence[int],
    items: Sequence[tuple[Row, int]],
    loadouts: Sequence[Sequence[ModelLoadout]],
    caps: Sequence[Cap],
) -> bool:
    """Whether loadouts were found that carry exactly the items and keep to the caps; False says nothing.

    ``models`` and ``loadouts`` are by kind. Items of no kind go to the kinds in turn, those of fewest
    models first: each takes what none after it can carry, and else what it comes with.
    """
    own, common = _by_kind(models, items)
    if own is None:
        return False
    used = [0] * len(caps)
    present = sorted((place for place, count in enumerate(models) if count), key=lambda place: models[place])
    for turn, place in enumerate(present):
        later = _carried(loadouts, present[turn + 1 :]) if common else frozenset()
        for loadout, times in _shares(own[place], common, later, models[place], loadouts[place]):
            if loadout is None:
                return False
            for number, cap in enumerate(caps):
                used[number] += times * cap.used_by(loadout)
    return not any(common.values()) and all(use <= cap.most for use, cap in zip(used, caps, strict=True))


def _by_kind(
    models: Sequence[int], items: Sequence[tuple[Row, int]]
) -> tuple[list[dict[str, int]] | None, dict[str, int]]:
    """What models of each kind carry, None if models that are not there carry something; what is of no kind."""
    pieces: list[dict[str, int]] = [{} for _ in models]
    common: dict[str, int] = {}
    for (kind, item), count in items:
        if kind is None:
            common[item] = count
        elif models[kind]:
            pieces[kind][item] = count
        else:
            return None, common
    return pieces, common


def _is_alike(own: Mapping[str, int], models: int, loadout: ModelLoadout) -> bool:
    """Whether just so many models with that loadout carry it."""
    return len(own) == len(loadout.pieces) and all(own.get(item) == models * count for item, count in loadout.pieces)


def _carried(loadouts: Sequence[Sequence[ModelLoadout]], kinds: Sequence[int]) -> frozenset[str]:
    return frozenset(item for kind in kinds for loadout in loadouts[kind] for item in loadout.items)


def _shares(
    own: dict[str, int],
    common: dict[str, int],
    later: Collection[str],
    models: int,
    loadouts: Sequence[ModelLoadout],
) -> Iterator[tuple[ModelLoadout | None, int]]:
    """Loadouts with how many models have each, taken off ``own`` and then ``common``; None where it does not come out.

    All of ``own`` has to go, and of ``common`` what models ``later`` cannot carry.
    """
    if not common and _is_alike(own, models, loadouts[0]):
        yield loadouts[0], models
        return
    fitting = loadouts
    while models:
        fitting = [
            one for one in fitting if all(own.get(item, 0) + common.get(item, 0) >= count for item, count in one.pieces)
        ]
        if not fitting:
            break
        having = Counter(item for one in fitting for item, _ in one.pieces)
        due = [item for item, count in own.items() if count]
        due += [item for item, count in common.items() if count and item not in later and having[item]]
        if due:
            scarcest = min(due, key=lambda item: having[item])
            taken = min(
                (one for one in fitting if scarcest in one.items),
                key=lambda one: (-len(one.items), sum(times for _, times in one.uses)),
                default=None,
            )
        else:
            taken = fitting[0]
        if taken is None:
            break
        times = min([models, *[(own.get(item, 0) + common.get(item, 0)) // count for item, count in taken.pieces]])
        for item, count in taken.pieces:
            mine = min(own.get(item, 0), times * count)
            if mine:
                own[item] -= mine
            if mine < times * count:
                common[item] -= times * count - mine
        models -= times
        yield taken, times
    if models or any(own.values()):
        yield None, models
