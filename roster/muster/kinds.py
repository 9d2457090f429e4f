"""Model kinds of a unit under the names their datasheet gives them."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.names import fold_keyword
from roster.document import UnitEntry
from roster.muster.loadouts.identity import ById


def kind_named(datasheet: Datasheet, name: str) -> ModelKind | None:
    """The model kind of that name or alias, singular or plural; a name comes before an alias."""
    return _NAMED.get(datasheet, lambda: _by_name(datasheet)).get(fold_keyword(name))


_NAMED: ById[Datasheet, Mapping[str, ModelKind]] = ById(2048)


def _by_name(datasheet: Datasheet) -> Mapping[str, ModelKind]:
    """The kinds by their folded names and aliases; of several, the first."""
    named: dict[str, ModelKind] = {}
    for kind in datasheet.kinds:
        named.setdefault(fold_keyword(kind.name), kind)
    for kind in datasheet.kinds:
        for alias in kind.aliases:
            named.setdefault(fold_keyword(alias), kind)
    return named


def models_by_kind(entry: UnitEntry, datasheet: Datasheet) -> Mapping[str, int]:
    """Models of the entry by folded kind; a kind the datasheet does not have stands as written."""
    counts: dict[str, int] = {}
    for model in entry.models:
        kind = kind_named(datasheet, model.kind)
        folded = fold_keyword(kind.name if kind is not None else model.kind)
        counts[folded] = counts.get(folded, 0) + model.count
    return counts
