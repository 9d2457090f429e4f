"""How people call what ids stand for, in either of two releases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from datasheets.catalogue.catalogue import CatalogueData

NAMED = ("factions", "battle_sizes", "dispositions", "items", "datasheets", "detachments", "enhancements")
_KEYS = ("id", "name", "kind", "datasheet", "item", "faction", "keyword", "detachment", "battle_size", "transport")
_UNSAID = frozenset({"source", "basis"})


class Names:
    """The names of two states of the catalogue; where both have one, the later counts."""

    def __init__(self, before: CatalogueData, after: CatalogueData) -> None:
        self._names: dict[str, str] = {}
        self._factions: dict[str, str] = {}
        for data in (before, after):
            self._names.update({row.id: row.name for name in NAMED for row in getattr(data, name)})
            self._factions.update({row.id: row.name for row in data.factions})
            self._factions.update({sheet.id: sheet.faction for sheet in data.datasheets})

    def name(self, key: str) -> str:
        """What an id stands for; the text itself where it is no id."""
        return self._names.get(key, key)

    def faction_of(self, key: str) -> str:
        """The id of the faction whose entry this is, empty for those of nobody or of everybody."""
        known = self._factions.get(key)
        if known is not None and key.count(":"):
            return known
        head = key.partition(":")[0].partition("|")[0]
        return head if head in self._factions else ""

    def told(self, value: Any) -> str:
        """A value in words: ids by name, several values in a row, entries by what names them."""
        match value:
            case None | () | "":
                return "none"
            case bool():
                return "yes" if value else "no"
            case Enum():
                return str(value.value)
            case str():
                return self.name(value)
            case tuple():
                return ", ".join(self.told(each) for each in value)
        if is_dataclass(value):
            return self._told_entry(value)
        return str(value)

    def _told_entry(self, value: Any) -> str:
        own = key_of(value)
        rest = [
            f"{words(field.name)} {self.told(content)}"
            for field in fields(value)
            if (content := getattr(value, field.name)) not in (None, (), "", False)
            and field.name not in _UNSAID
            and field.name != (own[0] if own else "")
            and not is_dataclass(content)
        ]
        head = [self.told(own[1])] if own else []
        return " ".join([*head, f"({', '.join(rest)})" if rest and head else ", ".join(rest)]).strip()


def key_of(value: Any) -> tuple[str, Any] | None:
    """The field by which an entry is known among its like, and its value; None where it has none."""
    return next(
        ((name, getattr(value, name)) for name in _KEYS if getattr(value, name, None) not in (None, "", ())), None
    )


def keyed(values: Iterable[Any]) -> dict[Any, Any] | None:
    """Entries by what they are known by; None where that is not one for each."""
    found: dict[Any, Any] = {}
    for value in values:
        key = key_of(value) if is_dataclass(value) else None
        if key is None or key[1] in found:
            return None
        found[key[1]] = value
    return found


_LABELS = {
    "armour_penetration": "AP",
    "minimum_models": "fewest models",
    "maximum_models": "most models",
    "not_offered": "offered",
}


def words(field: str) -> str:
    """A field's name as people say it."""
    return _LABELS.get(field) or (field if len(field) <= 2 else field.replace("_", " ").removeprefix("is "))
