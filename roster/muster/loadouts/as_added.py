"""What the models of a unit come with, before anything is chosen for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from datasheets.catalogue.datasheet import Datasheet
from roster.muster.loadouts.assessment import Recorded, assess_loadouts
from roster.muster.loadouts.problem import Row
from roster.muster.loadouts.starting import starting_otherwise


def as_added(datasheet: Datasheet, models: Sequence[int]) -> Mapping[Row, int]:
    """Pieces by kind and item of so many models of each kind, by the places of the kinds.

    Each model has what its kind comes with, but for single models that start with something else.
    """
    pieces: Counter[Row] = Counter()
    for place, (kind, count) in enumerate(zip(datasheet.kinds, models, strict=True)):
        for item in kind.default_items if count else ():
            pieces[place, item] += count
    if not starting_otherwise(datasheet, models):
        return pieces
    found = assess_loadouts(datasheet, Recorded(tuple(models), tuple(sorted(pieces.items(), key=str))))
    return dict(found.nearest) if found.dropped else pieces
