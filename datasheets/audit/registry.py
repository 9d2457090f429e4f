"""The register of audit kinds: what each looks at, how it weighs, what it says and what to do about it.

A kind is a small function over one entry of the catalogue that yields the places where it is wrong;
everything else about it stands once, in its decorator. Ids are public and never change meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from datasheets.catalogue.entries import COLLECTIONS

if TYPE_CHECKING:
    from datasheets.audit.lookup import Lookup

AREAS: Mapping[str, str] = {
    "name": "Names and ids",
    "faction": "Factions",
    "composition": "Composition",
    "profile": "Profiles",
    "keyword": "Keywords",
    "wargear": "Wargear",
    "option": "Wargear options",
    "weapon": "Weapons",
    "transport": "Transports",
    "price": "Prices",
    "detachment": "Detachments",
    "enhancement": "Enhancements",
    "attachment": "Attached units",
    "ally": "Allies",
    "group": "Groups and choices",
    "effect": "Abilities and stratagems",
    "mission": "Missions and terrain",
}
"""What kinds are about, by the first part of their ids, in the order in which reports show them."""

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Param = str | int | tuple[str, ...]

Place = tuple[str | int, ...]
"""Where in an entry, from its field inwards: ``("options", 3, "replaces", 0)``."""


class Severity(StrEnum):
    """What a fault means for those who rely on the catalogue."""

    ERROR = "error"
    """A verdict or a price is wrong or cannot be given, or a choice cannot be made."""
    WARNING = "warning"
    """Probably a mistake, or something the rules leave open; nothing that is judged rests on it alone."""
    ADVICE = "advice"
    """Worth a look."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place in an entry that is wrong: a JSON pointer into it, and the values that the message names."""

    pointer: str
    params: Mapping[str, Param]


def found(*place: str | int, **params: Param) -> Found:
    """What is wrong at ``place``, which is named from the entry inwards: ``found("options", 3, item=...)``."""
    pointer = "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in place)
    return Found(pointer, params)


Entry = Any
"""A value of the collection that a kind is registered for; its function says of which type."""

KindFunction = Callable[[Entry, "Lookup"], Iterator[Found]]


@dataclass(frozen=True, slots=True, eq=False)
class AuditKind:
    """A registered kind of fault. ``message`` and ``hint`` are templates of a found place's params."""

    id: str
    area: str
    collections: tuple[str, ...]
    title: str
    claim: str
    """First line of the function's docstring: what is true of an entry without the fault."""
    severity: Severity
    message: str
    hint: str
    function: KindFunction


_KINDS: dict[str, AuditKind] = {}


def audit_kind(
    identifier: str, *, collection: str | tuple[str, ...], title: str, severity: Severity, message: str, hint: str
) -> Callable[[KindFunction], KindFunction]:
    """Register a kind as ``area/slug`` for one or several collections; ValueError for an id taken or badly formed."""
    area, _, slug = identifier.partition("/")
    if area not in AREAS:
        raise ValueError(f"{identifier}: {area} is no area of the audit.")
    if not SLUG.fullmatch(slug):
        raise ValueError(f"{identifier}: a slug is lower-case words with hyphens.")
    if identifier in _KINDS:
        raise ValueError(f"{identifier} is registered already.")
    collections = (collection,) if isinstance(collection, str) else collection
    for name in collections:
        if name not in COLLECTIONS:
            raise ValueError(f"{identifier}: the catalogue has no collection {name}.")

    def register(function: KindFunction) -> KindFunction:
        claim = (function.__doc__ or "").strip().split("\n")[0]
        if not claim:
            raise ValueError(f"{identifier} does not say what it claims.")
        _KINDS[identifier] = AuditKind(identifier, area, collections, title, claim, severity, message, hint, function)
        return function

    return register


def all_kinds() -> tuple[AuditKind, ...]:
    """Every kind, area by area, by id."""
    import datasheets.audit.kinds  # noqa: F401  (importing the kinds registers them)

    areas = list(AREAS)
    return tuple(sorted(_KINDS.values(), key=lambda kind: (areas.index(kind.area), kind.id)))


def kind_named(identifier: str) -> AuditKind:
    """The kind with this id; KeyError if there is none."""
    all_kinds()
    return _KINDS[identifier]
