"""Entries of New Recruit catalogues: their shape, links followed across files, and who may be chosen how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

MAXIMUM_DEPTH = 12
"""Deeper than any unit's tree; a link that leads back to itself ends here."""

NOT_WARGEAR = frozenset(
    {"crusade", "warlord", "weapon modifications", "specialisms", "battle honours", "detachment", "abilities",
     "battle scars", "codex battle scars", "weapon upgrades", "crusade relics"}
)  # fmt: skip
"""Names of groups and links beside a unit's equipment, lower case."""


class _Loose(msgspec.Struct, frozen=True, rename="camel"):
    pass


class Characteristic(_Loose, frozen=True, rename={"text": "$text"}):
    name: str
    text: object = ""


class Profile(_Loose, frozen=True, rename="camel"):
    name: str
    type_name: str = ""
    id: str = ""
    hidden: bool = False
    characteristics: tuple[Characteristic, ...] = ()

    def values(self) -> dict[str, str]:
        """Its characteristics by name, as printed."""
        return {each.name: str(each.text if each.text is not None else "") for each in self.characteristics}


class Constraint(_Loose, frozen=True):
    type: str
    value: float
    field: str
    scope: str


class Condition(_Loose, frozen=True, rename="camel"):
    type: str
    field: str = ""
    scope: str = ""
    value: object = 0
    child_id: str = ""


class Modifier(_Loose, frozen=True, rename="camel"):
    type: str
    field: str = ""
    value: object = None
    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[object, ...] = ()
    repeats: tuple[object, ...] = ()


class Cost(_Loose, frozen=True):
    name: str
    value: float


class CategoryLink(_Loose, frozen=True):
    name: str


class Link(_Loose, frozen=True, rename="camel"):
    name: str
    target_id: str
    type: str = ""
    hidden: bool = False
    constraints: tuple[Constraint, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    id: str = ""


class Entry(_Loose, frozen=True, rename="camel"):
    """An entry or a group of entries; a group has no ``type``."""

    name: str
    id: str
    type: str = ""
    hidden: bool = False
    profiles: tuple[Profile, ...] = ()
    info_links: tuple[Link, ...] = ()
    entry_links: tuple[Link, ...] = ()
    selection_entries: tuple[Entry, ...] = ()
    selection_entry_groups: tuple[Entry, ...] = ()
    category_links: tuple[CategoryLink, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    costs: tuple[Cost, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    default_selection_entry_id: str | None = None


class Rule(_Loose, frozen=True):
    id: str


class Catalogue(_Loose, frozen=True, rename="camel"):
    name: str
    id: str
    revision: int = 0
    library: bool = False
    shared_selection_entries: tuple[Entry, ...] = ()
    shared_selection_entry_groups: tuple[Entry, ...] = ()
    shared_profiles: tuple[Profile, ...] = ()
    shared_rules: tuple[Rule, ...] = ()
    shared_info_groups: tuple[Rule, ...] = ()
    rules: tuple[Rule, ...] = ()
    selection_entries: tuple[Entry, ...] = ()
    entry_links: tuple[Link, ...] = ()
    catalogue_links: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An entry as it stands in a place: with the link's constraints beside its own."""

    entry: Entry
    constraints: tuple[Constraint, ...]
    link_id: str = ""

    def limit(self, kind: str) -> int | None:
        """``"min"`` or ``"max"`` selections within its place; None where nothing says."""
        told = [
            int(each.value)
            for each in self.constraints
            if each.type == kind and each.field == "selections" and each.scope in ("parent", "self")
        ]
        told = [value for value in told if value >= 0]
        if not told:
            return None
        return max(told) if kind == "min" else min(told)


@dataclass(frozen=True)
class Tree:
    """All catalogues' shared entries and profiles by id."""

    entries: Mapping[str, Entry]
    profiles: Mapping[str, Profile]
    known: frozenset[str]
    """Ids of everything that links may lead to."""

    @classmethod
    def of(cls, catalogues: Iterable[Catalogue]) -> Tree:
        """The index of these catalogues."""
        catalogues = tuple(catalogues)
        entries: dict[str, Entry] = {}
        profiles: dict[str, Profile] = {}
        for catalogue in catalogues:
            for entry in (
                *catalogue.shared_selection_entries,
                *catalogue.shared_selection_entry_groups,
                *catalogue.selection_entries,
            ):
                entries.setdefault(entry.id, entry)
            for profile in catalogue.shared_profiles:
                profiles.setdefault(profile.id, profile)
        others = {
            rule.id for each in catalogues for rule in (*each.shared_rules, *each.shared_info_groups, *each.rules)
        }
        return cls(entries, profiles, frozenset(others | entries.keys() | profiles.keys()))

    def children(self, entry: Entry) -> Iterator[Choice]:
        """Entries and groups within ``entry``, links followed; what is hidden or no equipment is left out."""
        for child in (*entry.selection_entries, *entry.selection_entry_groups):
            if not child.hidden and _is_wargear(child.name):
                yield Choice(child, child.constraints, child.id)
        for link in entry.entry_links:
            target = self.entries.get(link.target_id)
            if target is not None and not link.hidden and not target.hidden and _is_wargear(link.name):
                yield Choice(target, (*link.constraints, *target.constraints), link.id)

    def profiles_of(self, entry: Entry) -> Iterator[Profile]:
        """The profiles on ``entry`` itself, links followed."""
        yield from (profile for profile in entry.profiles if not profile.hidden)
        for link in entry.info_links:
            target = self.profiles.get(link.target_id)
            if link.type == "profile" and target is not None and not link.hidden:
                renamed = [each.value for each in link.modifiers if each.type == "set" and each.field == "name"]
                name = str(renamed[0]) if renamed and not link.modifiers[0].conditions else target.name
                yield msgspec.structs.replace(target, name=name)

    def leads_away(self, entry: Entry) -> bool:
        """Whether something within ``entry`` is in a catalogue that is not at hand."""
        return any(
            link.target_id not in self.known
            for each in self.within(entry)
            for link in (*each.entry_links, *each.info_links)
            if _is_wargear(link.name)
        )

    def within(self, entry: Entry, depth: int = 0) -> Iterator[Entry]:
        """``entry`` and everything within it."""
        yield entry
        if depth < MAXIMUM_DEPTH:
            for choice in self.children(entry):
                yield from self.within(choice.entry, depth + 1)

    def models(self, entry: Entry, depth: int = 0) -> tuple[int, int | None]:
        """Fewest and most models that ``entry`` brings; the most is None where nothing says."""
        if entry.type == "model":
            return 1, 1
        least, most = 0, 0
        unbounded = False
        if depth < MAXIMUM_DEPTH:
            for choice in self.children(entry):
                low, high = self.models(choice.entry, depth + 1)
                if high == 0:
                    continue
                if choice.entry.type:
                    low *= choice.limit("min") or 0
                    times = choice.limit("max")
                    high = None if times is None or high is None else high * times
                least += low
                unbounded = unbounded or high is None
                most += high or 0
        return self._bounded(entry, least, None if unbounded else most, depth)

    @staticmethod
    def _bounded(entry: Entry, least: int, most: int | None, depth: int) -> tuple[int, int | None]:
        if entry.type or depth == 0 or most == 0:
            return least, most
        group = Choice(entry, entry.constraints)
        low, high = group.limit("min"), group.limit("max")
        if high is not None:
            most = high if most is None else min(most, high)
        return max(least, low or 0), most


def _is_wargear(name: str) -> bool:
    told = name.lower()
    return told not in NOT_WARGEAR and "enhancement" not in told and "crusade" not in told
