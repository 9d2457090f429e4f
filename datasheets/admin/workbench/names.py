"""What editors type for ids: names, looked for near the entry first, told apart where several are alike."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from datasheets import models
from datasheets.catalogue.names import fold_name

_WITH_ID = re.compile(r"^(?P<name>.*)\[(?P<id>[^\[\]]+)\]\s*$", re.DOTALL)
SHOWN_CHOICES = 4


class Named(StrEnum):
    """The kinds of entries that are named in fields of others."""

    ITEM = "item"
    DATASHEET = "datasheet"
    DETACHMENT = "detachment"
    FACTION = "faction"
    BATTLE_SIZE = "battle size"
    DISPOSITION = "force disposition"
    ENHANCEMENT = "enhancement"


_MODELS: dict[Named, Any] = {
    Named.ITEM: models.Item,
    Named.DATASHEET: models.Datasheet,
    Named.DETACHMENT: models.Detachment,
    Named.FACTION: models.Faction,
    Named.BATTLE_SIZE: models.BattleSize,
    Named.DISPOSITION: models.ForceDisposition,
}


class Unreadable(ValueError):
    """Text that does not say what it should; its message tells the editor what to write."""


class Names:
    """Names and ids of everything an entry of ``faction`` can name.

    ``near`` are ids that come first where a name is not unique: the items a datasheet has already.
    Then comes what belongs to the faction, then wargear of no faction, then the rest.
    """

    def __init__(self, names: Mapping[Named, Mapping[str, str]], faction: str = "", near: Iterable[str] = ()) -> None:
        self.faction = faction
        self._names = {kind: dict(names.get(kind, {})) for kind in Named}
        self._near = set(near)
        self._by_name: dict[Named, defaultdict[str, list[str]]] = {}
        for kind, entries in self._names.items():
            folded: defaultdict[str, list[str]] = defaultdict(list)
            for entry, name in entries.items():
                folded[fold_name(name)].append(entry)
            self._by_name[kind] = folded

    def add(self, kind: Named, entry: str, name: str) -> None:
        """Know an entry that is made with this very save."""
        self._names[kind][entry] = name
        self._by_name[kind][fold_name(name)].append(entry)
        self._near.add(entry)

    def put_near(self, entries: Iterable[str]) -> None:
        """Let ``entries``, and no others, be those of the entry that is edited."""
        self._near = set(entries)

    def all(self, kind: Named) -> Mapping[str, str]:
        """Names by id."""
        return self._names[kind]

    def label(self, kind: Named, entry: str) -> str:
        """What stands for ``entry`` in a field: its name, with the id where the name alone is not enough."""
        name = self._names[kind].get(entry)
        if name is None:
            return f"[{entry}]"
        return name if self._nearest(kind, name) == [entry] else f"{name} [{entry}]"

    def id_of(self, kind: Named, text: str) -> str:
        """The id that ``text`` means; raises :class:`Unreadable` where it is none or several."""
        text = text.strip()
        given = _WITH_ID.match(text)
        if given:
            if given["id"] in self._names[kind]:
                return given["id"]
            raise Unreadable(f'There is no {kind} with the id "{given["id"]}".')
        if text in self._names[kind]:
            return text
        found = self._nearest(kind, text)
        if not found:
            raise Unreadable(f'There is no {kind} called "{text}". Pick one of the names offered while you type.')
        if len(found) > 1:
            shown = ", ".join(f"{self._names[kind][entry]} [{entry}]" for entry in found[:SHOWN_CHOICES])
            more = f" or one of {len(found) - SHOWN_CHOICES} more" if len(found) > SHOWN_CHOICES else ""
            raise Unreadable(f'"{text}" is the name of {len(found)}: write {shown}{more}.')
        return found[0]

    def _nearest(self, kind: Named, name: str) -> list[str]:
        found = self._by_name[kind].get(fold_name(name), [])
        if len(found) < 2:
            return found
        best = min(self.distance(entry) for entry in found)
        return [entry for entry in found if self.distance(entry) == best]

    def distance(self, entry: str) -> int:
        """How far from the entry being edited: 0 its own, 1 its faction's, 2 of no faction, 3 another's."""
        owner = entry.partition(":")[0]
        if entry in self._near:
            return 0
        if owner == self.faction:
            return 1
        return 2 if owner == "wargear" else 3


def stored_names(faction: str = "", near: Iterable[str] = ()) -> Names:
    """Every name in the tables: one query for each kind."""
    names = {kind: dict(model._default_manager.values_list("public_id", "name")) for kind, model in _MODELS.items()}
    return Names(names, faction, near)
