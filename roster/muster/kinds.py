"""Model kinds of a unit under the names their datasheet gives them."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.catalogue.datasheet import Datasheet, ModelKind
from datasheets.catalogue.names import fold_keyword
from roster.document import UnitEntry


def kind_named(datasheet: Datasheet, name: str) -> ModelKind | None:
    """The model kind of that name or alias, singular or plural; a name comes before an alias."""
    folded = fold_keyword(name)
    for kind in datasheet.kinds:
        if fold_keyword(kind.name) == folded:
            return kind
    for kind in datasheet.kinds:
        if any(fold_keyword(alias) == folded for alias in kind.aliases):
            return kind
    return None


def models_by_kind(entry: UnitEntry, datasheet: Datasheet) -> Mapping[str, int]:
    """Models of the entry by folded kind; a kind the datasheet does not have stands as written."""
    counts: dict[str, int] = {}
    for model in entry.models:
        kind = kind_named(datasheet, model.kind)
        folded = fold_keyword(kind.name if kind is not None else model.kind)
        counts[folded] = counts.get(folded, 0) + model.count
    return counts
