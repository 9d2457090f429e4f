"""The roster document, ``quartermaster.roster/1``: a roster as plain values, as apps and importers hold it (R-39).

It can say anything a player may write down, legal or not. What a text named and the catalogue does
not know stays as written, with no id. Nothing here imports Django.
"""

from __future__ import annotations

from dataclasses import dataclass

SCHEMA = "quartermaster.roster/1"

ATTACHED_AS = ("leader", "support", "joiner")
"""What a unit can be attached as (19.01)."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Something of the catalogue: its id, or None where ``name`` was not recognised."""

    id: str | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class ItemCount:
    """How many of one item are carried, over all models of the entry."""

    item: Reference
    count: int


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """Models of one kind in a unit; ``kind`` is the model kind's name in the datasheet.

    ``items`` are totals over the ``count`` models.
    """

    kind: str
    count: int
    items: tuple[ItemCount, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """What was chosen for a unit at mustering (a mark): the allegiance of the catalogue, and its choice by name."""

    allegiance: Reference
    choice: str


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """A unit of the roster. ``key`` is unique in the document (``"u1"``).

    ``items`` are carried by the unit without a model kind being named. ``enhancements`` are ids, or
    names not recognised; more than one can be written down, and is then illegal. ``bearer`` and
    ``warlord_model`` name a model kind. ``attached_to`` is the key of the bodyguard unit and
    ``attached_as`` is ``"leader"``, ``"support"`` or ``"joiner"``; both None: it stands alone.
    ``stated_points`` is what the list itself claims; no price is ever computed from it.
    """

    key: str
    datasheet: Reference
    models: tuple[ModelEntry, ...] = ()
    items: tuple[ItemCount, ...] = ()
    enhancements: tuple[Reference, ...] = ()
    bearer: str | None = None
    is_warlord: bool = False
    warlord_model: str | None = None
    attached_to: str | None = None
    attached_as: str | None = None
    stated_points: int | None = None
    choices: tuple[UnitChoice, ...] = ()

    @property
    def model_count(self) -> int:
        """Models in the unit."""
        return sum(entry.count for entry in self.models)


@dataclass(frozen=True, slots=True)
class Embarkation:
    """Units that start the battle inside a transport, by key (18.01)."""

    transport: str
    passengers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SplitPart:
    """A part of a unit that is split; ``key`` is unique among the keys of units and parts."""

    key: str
    models: int


@dataclass(frozen=True, slots=True)
class UnitSplit:
    """The unit with the key ``unit`` is split in two before the battle (01.02.06)."""

    unit: str
    parts: tuple[SplitPart, ...]


@dataclass(frozen=True, slots=True)
class DeploymentPlan:
    """What is declared before the battle (R-23): who starts embarked in what, who in strategic reserves, who is split.

    Passengers and reserves are keys of units, or of parts of units that are split.
    """

    embarked: tuple[Embarkation, ...] = ()
    reserves: tuple[str, ...] = ()
    splits: tuple[UnitSplit, ...] = ()


@dataclass(frozen=True, slots=True)
class RosterDocument:
    """A roster as written down.

    ``faction``: the army faction, the chapter where one is named. ``points_limit`` is set only where
    the limit is another than the battle size's (R-26). ``dispositions`` are those written on the
    list; one is the choice, several are what the detachments offer. ``release`` is the label of the
    release it was built on, None if unknown.
    """

    faction: Reference | None
    battle_size: Reference | None
    detachments: tuple[Reference, ...] = ()
    dispositions: tuple[Reference, ...] = ()
    units: tuple[UnitEntry, ...] = ()
    plan: DeploymentPlan | None = None
    name: str = ""
    points_limit: int | None = None
    stated_points: int | None = None
    release: str | None = None
    schema: str = SCHEMA
