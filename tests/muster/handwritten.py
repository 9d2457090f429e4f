"""Handwritten rosters: the short form of ``rosters.py``, with the names that datasheets print.

Units, detachments, enhancements and items stand by name; an id (with a colon) is taken as it is. A unit's
name is looked for in the army faction and its lineage, then everywhere; an item's on the unit's datasheet,
then everywhere (a test may give a unit what its datasheet does not offer). A unit of which no items are
written carries what its models come with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.names import fold_name
from roster.document import RosterDocument
from roster.muster.loadouts import as_added
from tests.muster.rosters import roster_of

Spec = Mapping[str, Any]  # parsed YAML


def handwritten_roster(spec: Spec, catalogue: Catalogue) -> RosterDocument:
    """The roster document of a handwritten roster. LookupError for a name that nothing or too much bears."""
    faction = spec["faction"]
    lineage = tuple(catalogue.lineage(faction))
    detachments = [_id_of(name, lineage, catalogue.detachments, "detachment") for name in spec.get("detachments", ())]
    units = [
        _unit({"unit": unit} if isinstance(unit, str) else unit, lineage, detachments, catalogue)
        for unit in spec["units"]
    ]
    return roster_of({**spec, "detachments": detachments, "units": units}, catalogue)


def _id_of(name: str, lineage: Iterable[str], entries: Mapping[str, Any], what: str) -> str:
    if ":" in name:
        return name
    # The manual prints some names without what stands in brackets behind them: Pyresoul (Psychic).
    wanted = fold_name(name)
    namesakes = [key for key, entry in entries.items() if wanted in _names(entry.name)]
    for faction in lineage:
        own = [key for key in namesakes if key.startswith(f"{faction}:")]
        if len(own) == 1:
            return own[0]
    if len(namesakes) != 1:
        raise LookupError(f"{len(namesakes)} entries are the {what} {name!r}: {namesakes}.")
    return namesakes[0]


@cache
def _names(printed: str) -> tuple[str, str]:
    return fold_name(printed), fold_name(printed.partition(" (")[0])


def _unit(spec: Spec, lineage: tuple[str, ...], detachments: list[str], catalogue: Catalogue) -> Spec:
    unit = {**spec, "unit": _id_of(spec["unit"], lineage, catalogue.datasheets, "unit")}
    datasheet = catalogue.datasheets.get(unit["unit"])
    if "items" in unit:
        unit["items"] = _items(unit["items"], datasheet, catalogue)
    if datasheet is not None and "items" not in unit and unit.get("models") != "none":
        models = unit.get("models") or _smallest(datasheet)
        carried = _as_added(models, datasheet)
        unit["models"] = {
            kind: _model(written, carried.get(kind, {}), datasheet, catalogue) for kind, written in models.items()
        }
    if "enhancements" in unit:
        of_these = {
            key: entry for key, entry in catalogue.enhancements.items() if key.rpartition(":")[0] in detachments
        }
        unit["enhancements"] = [_id_of(name, (), of_these, "enhancement") for name in unit["enhancements"]]
    return unit


def _smallest(datasheet: Datasheet) -> Spec:
    if datasheet.tiers:
        return {row.kind: row.minimum for row in datasheet.tiers[0].counts if row.minimum}
    return {kind.name: kind.minimum for kind in datasheet.kinds if kind.minimum}


def _as_added(models: Spec, datasheet: Datasheet) -> dict[str, dict[str, int]]:
    """What each kind comes with, of those written with a number alone."""
    counts = [count if isinstance(count := models.get(kind.name, 0), int) else 0 for kind in datasheet.kinds]
    carried: dict[str, dict[str, int]] = {}
    for (place, item), number in as_added(datasheet, counts).items():
        if place is not None:
            carried.setdefault(datasheet.kinds[place].name, {})[item] = number
    return carried


def _model(written: int | Spec, carried: dict[str, int], datasheet: Datasheet, catalogue: Catalogue) -> Spec:
    if not isinstance(written, int):
        return {**written, "items": _items(written.get("items", {}), datasheet, catalogue)}
    return {"count": written, "items": carried}


def _items(spec: Spec, datasheet: Datasheet | None, catalogue: Catalogue) -> Spec:
    return {_item(name, datasheet, catalogue): count for name, count in spec.items()}


def _item(name: str, datasheet: Datasheet | None, catalogue: Catalogue) -> str:
    if ":" in name:
        return name
    for key in datasheet.items if datasheet else ():
        if fold_name(catalogue.items[key].name) == fold_name(name):
            return key
    namesakes = sorted(key for key, item in catalogue.items.items() if fold_name(item.name) == fold_name(name))
    if not namesakes:
        raise LookupError(f"No item is called {name!r}.")
    return namesakes[0]
