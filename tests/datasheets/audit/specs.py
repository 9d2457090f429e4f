"""Specs of audit kinds as data: a change of a small catalogue in, the exact faults out.

``tests/specs/audit/<area>/<slug>/<name>.yaml`` holds one spec of the kind ``<area>/<slug>``::

    claim: A sergeant cannot give up what nobody carries.
    set:                                        # values at places of entries; absent: the catalogue as it is
      datasheets/sample-legion:squad: {/options/0/replaces/0: "sample-legion:launcher"}
    add: {items: [{id: ..., name: ...}]}        # entries beside those there are
    remove: [items/sample-legion:blade]         # entries taken away
    faults:                                     # exactly these of this kind; absent: none
    - {at: datasheets/sample-legion:squad, pointer: /options/0/replaces/0, params: {...}, says: "..."}
    others: [wargear/nobody-can-take]           # exactly these other kinds find something too; absent: none
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from datasheets.catalogue import CatalogueData
from datasheets.catalogue.entries import COLLECTIONS, ref_of
from tests.yaml_files import read_yaml

SPECS = Path(__file__).resolve().parents[2] / "specs" / "audit"
KEYS = frozenset({"claim", "set", "add", "remove", "faults", "others"})
FAULT_KEYS = frozenset({"at", "pointer", "params", "says"})


@dataclass(frozen=True)
class Spec:
    """One spec file: the kind it is for and what it says."""

    kind: str
    name: str
    content: Mapping[str, Any]  # parsed YAML

    @property
    def faults(self) -> list[Mapping[str, Any]]:
        """The faults it expects."""
        return list(self.content.get("faults", ()))

    @property
    def others(self) -> list[str]:
        """Other kinds that find something too."""
        return list(self.content.get("others", ()))

    @property
    def data(self) -> CatalogueData:
        """The small catalogue with what the spec changes."""
        return changed(self.content)


@cache
def all_specs() -> tuple[Spec, ...]:
    """Every spec, by path. ValueError for one that says something no spec can say."""
    return tuple(_read(path) for path in sorted(SPECS.glob("*/*/*.yaml")))


def _read(path: Path) -> Spec:
    content = read_yaml(path)
    name = path.relative_to(SPECS).as_posix()
    unknown = {*content.keys() - KEYS, *(key for one in content.get("faults", ()) for key in one.keys() - FAULT_KEYS)}
    if unknown:
        raise ValueError(f"{name} cannot say {sorted(unknown)}.")
    if "claim" not in content:
        raise ValueError(f"{name} needs a claim.")
    return Spec(f"{path.parent.parent.name}/{path.parent.name}", path.stem, content)


def folders() -> Iterator[str]:
    """Kinds that have a folder of specs."""
    for folder in sorted(SPECS.glob("*/*")):
        yield f"{folder.parent.name}/{folder.name}"


@cache
def _small() -> Mapping[str, Any]:
    return read_yaml(SPECS / "catalogue.yaml")


@cache
def small_catalogue() -> CatalogueData:
    """The small catalogue as it is."""
    return msgspec.convert(_small(), CatalogueData)


def changed(content: Mapping[str, Any]) -> CatalogueData:
    """The small catalogue with a spec's changes; KeyError or ValueError for a change of what is not there."""
    raw = json.loads(msgspec.json.encode(small_catalogue()))
    places = {
        str(ref_of(name, value)): (name, index)
        for name in COLLECTIONS
        for index, value in enumerate(getattr(small_catalogue(), name))
    }
    for ref, values in content.get("set", {}).items():
        collection, index = places[ref]
        for pointer, value in values.items():
            _put(raw[collection][index], pointer, copy.deepcopy(value))
    for collection, entries in content.get("add", {}).items():
        raw[collection] = [*raw[collection], *copy.deepcopy(entries)]
    gone: dict[str, set[int]] = {}
    for ref in content.get("remove", ()):
        collection, index = places[ref]
        gone.setdefault(collection, set()).add(index)
    for collection, indexes in gone.items():
        raw[collection] = [value for index, value in enumerate(raw[collection]) if index not in indexes]
    return msgspec.convert(raw, CatalogueData)


def _put(entry: Any, pointer: str, value: Any) -> None:
    """Put a value at a JSON pointer of an entry; ``/-`` at its end appends."""
    *way, last = pointer.removeprefix("/").split("/")
    for step in way:
        entry = entry[int(step)] if isinstance(entry, list) else entry[step]
    if isinstance(entry, list):
        if last == "-":
            entry.append(value)
        else:
            entry[int(last)] = value
    elif last in entry:
        entry[last] = value
    else:
        raise KeyError(f"There is no {pointer}.")
