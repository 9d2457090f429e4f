"""Wargear that comes out without a search: most lists name just what the models of each kind carry.

Of what is left, the piece that fewest loadouts have decides which loadout is next. Where that leads
nowhere nothing is said; the search decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

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

    ``models`` and ``loadouts`` are by kind. Items of no kind are looked at only in units of one kind.
    """
    pieces = _by_kind(models, items)
    if pieces is None:
        return False
    used = [0] * len(caps)
    for count, own, listed in zip(models, pieces, loadouts, strict=True):
        if not count:
            continue
        for loadout, times in _shares(own, count, listed):
            if loadout is None:
                return False
            for place, cap in enumerate(caps):
                used[place] += times * cap.used_by(loadout)
    return all(use <= cap.most for use, cap in zip(used, caps, strict=True))


def _by_kind(models: Sequence[int], items: Sequence[tuple[Row, int]]) -> list[dict[str, int]] | None:
    """What models of each kind carry; None where that is not said, or models that are not there carry something."""
    pieces: list[dict[str, int]] = [{} for _ in models]
    only = next(place for place, count in enumerate(models) if count) if sum(map(bool, models)) == 1 else None
    for (kind, item), count in items:
        place = only if kind is None else kind
        if place is None or not models[place]:
            return None
        pieces[place][item] = pieces[place].get(item, 0) + count
    return pieces


def _shares(
    pieces: Mapping[str, int], models: int, loadouts: Sequence[ModelLoadout]
) -> Iterator[tuple[ModelLoadout | None, int]]:
    """Loadouts with how many models have each; None where it does not come out."""
    left, fitting = dict(pieces), list(loadouts)
    while models:
        fitting = [one for one in fitting if all(left.get(item, 0) >= count for item, count in one.pieces)]
        if not fitting:
            yield None, models
            return
        having = Counter(item for one in fitting for item, _ in one.pieces)
        scarcest = min((item for item in left if left[item]), key=lambda item: having[item], default="")
        own = [one for one in fitting if not scarcest or scarcest in one.items]
        if not own:
            yield None, models
            return
        taken = min(own, key=lambda one: (-len(one.items), sum(times for _, times in one.uses)))
        times = min([models, *[left[item] // count for item, count in taken.pieces]])
        for item, count in taken.pieces:
            left[item] -= times * count
        models -= times
        yield taken, times
    if any(left.values()):
        yield None, 0
