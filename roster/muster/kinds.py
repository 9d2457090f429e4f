"""Model kinds of a unit under the names their datasheet gives them."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.names import fold_keyword
from roster.document import UnitEntry
from roster.muster.loadouts.identity import ById


def kind_named(datasheet: Datasheet, name: str) -> ModelKind | None:
    """The model kind of that name or alias, singular or plural; a name comes before an alias."""
    place = place_of_kind(datasheet, name)
    return datasheet.kinds[place] if place is not None else None


def place_of_kind(datasheet: Datasheet, name: str) -> int | None:
    """Where the kind of that name or alias stands among the kinds of the datasheet; None if it has none."""
    named = _NAMED.get(datasheet, lambda: _by_name(datasheet))
    place = named.get(name)
    return place if place is not None else named.get(fold_keyword(name))


_NAMED: ById[Datasheet, Mapping[str, int]] = ById(2048)


def _by_name(datasheet: Datasheet) -> Mapping[str, int]:
    """The places of the kinds by their folded names and aliases, and by those as printed; of several, the first."""
    named: dict[str, int] = {}
    names = [(kind.name, place) for place, kind in enumerate(datasheet.kinds)]
    aliases = [(alias, place) for place, kind in enumerate(datasheet.kinds) for alias in kind.aliases]
    for name, place in (*names, *aliases):
        named.setdefault(fold_keyword(name), place)
    for name, _ in (*names, *aliases):
        named.setdefault(name, named[fold_keyword(name)])
    return named


def models_by_place(entry: UnitEntry, datasheet: Datasheet) -> list[int]:
    """Models of the entry by the places of their kinds; those of kinds the datasheet does not have are left out."""
    counts = [0] * len(datasheet.kinds)
    for model in entry.models:
        place = place_of_kind(datasheet, model.kind)
        if place is not None:
            counts[place] += model.count
    return counts


def models_by_kind(entry: UnitEntry, datasheet: Datasheet) -> Mapping[str, int]:
    """Models of the entry by folded kind; a kind the datasheet does not have stands as written."""
    counts: dict[str, int] = {}
    for model in entry.models:
        kind = kind_named(datasheet, model.kind)
        folded = fold_keyword(kind.name if kind is not None else model.kind)
        counts[folded] = counts.get(folded, 0) + model.count
    return counts
