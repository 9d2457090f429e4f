"""Weapons, wargear and the options by which models change what they carry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ItemKind(StrEnum):
    """What an item is."""

    RANGED = "ranged"
    MELEE = "melee"
    WARGEAR = "wargear"


@dataclass(frozen=True, slots=True)
class WeaponKeyword:
    """A weapon ability by name and value: ``Rapid Fire 2``, ``Anti-infantry 4+`` (24)."""

    name: str
    value: str | None = None
    """The number or dice behind the name (``"2"``, ``"D3"``, ``"4+"`` for Anti), None if it has none."""
    target: str | None = None
    """The keyword an Anti ability names."""
    required_targets: tuple[str, ...] = ()
    excluded_targets: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.target:
            return f"{self.name}-{self.target.lower()} {self.value or ''}".rstrip()
        return f"{self.name} {self.value}" if self.value else self.name


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """One line of a weapon. ``range`` in inches, None for melee; dice stay as text (``"D6+1"``).

    ``skill`` is the BS or WS needed (3 for 3+), None where the weapon needs no hit roll.
    """

    name: str
    range: int | None
    attacks: str
    skill: int | None
    strength: str
    armour_penetration: int
    damage: str
    keywords: tuple[WeaponKeyword, ...] = ()
    only_against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A weapon or piece of wargear; ``id`` is ``"<faction id>:<slug>"``, ``"wargear:<slug>"`` without a faction."""

    id: str
    name: str
    kind: ItemKind
    profiles: tuple[WeaponProfile, ...] = ()


@dataclass(frozen=True, slots=True)
class WargearOption:
    """A choice a datasheet offers: models give up ``replaces`` and take one of ``choices``.

    Item ids. An empty ``replaces`` adds; each choice is a bundle taken together. ``kind`` limits it
    to models of that kind. The number of times it can be taken: each model up to ``per_model`` times
    if that is set, else one time per ``per_models`` models if set, else ``limit``; ``limit`` then caps all.
    ``required_faction`` is a faction id: only its armies have the option. ``all_models``: either every
    model it is open to takes it, or none does, and all of them the same choice. A model that takes it
    carries in the end all of ``while_carrying`` and none of ``unless_carrying``, item ids.
    ``maximum_models``: only units of at most so many models have the option.
    """

    id: str
    replaces: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    kind: str | None = None
    per_model: int | None = None
    per_models: int | None = None
    limit: int | None = None
    required_faction: str | None = None
    all_models: bool = False
    while_carrying: tuple[str, ...] = ()
    unless_carrying: tuple[str, ...] = ()
    maximum_models: int | None = None


@dataclass(frozen=True, slots=True)
class ItemBudget:
    """How many of these items a unit may hold: ``count`` per ``per_models`` models, 0 meaning per unit.

    Where ``options`` are named (by id) it is how often a unit may use these options together, and ``items`` is empty.
    """

    items: tuple[str, ...]
    count: int
    per_models: int = 0
    duplicate_limit: int | None = None
    options: tuple[str, ...] = ()
