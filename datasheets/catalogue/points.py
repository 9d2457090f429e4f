"""Prices of units as a points manual prints them: size rows within copy tiers, and paid wargear."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PointsManual:
    """The manual that prices come from: every page and report names it and its date (R-02)."""

    name: str
    version: str
    date: str
    """ISO date."""


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A price for a unit of ``models`` models; ``composition`` where the row names kinds instead.

    A size between two rows pays the next larger one (manual, Starting Strength).
    """

    models: int
    points: int
    composition: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CopyTier:
    """The rows for copies ``first`` to ``last`` of one datasheet name in an army; last None: no end."""

    first: int
    last: int | None
    rows: tuple[SizeRow, ...]


@dataclass(frozen=True, slots=True)
class PaidItem:
    """Wargear that costs points, per item taken. ``items`` are the item ids it stands for."""

    name: str
    points: int
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddOn:
    """Models added beside the unit's size row (an Invader ATV among Outriders), priced per model."""

    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class PriceTable:
    """What a datasheet costs in one price list.

    ``price_list`` is a faction id; ``allied`` marks the block for guests in another faction's army.
    ``tiers`` empty means: the manual prints no price that is known here.
    """

    datasheet: str
    price_list: str
    tiers: tuple[CopyTier, ...]
    wargear: tuple[PaidItem, ...] = ()
    add_ons: tuple[AddOn, ...] = ()
    allied: bool = False
    block: str = ""
    is_legends: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class PastPrice:
    """A price an older manual (or the package) printed: it explains why a list states another figure.

    For an enhancement ``first_copy`` is 1 and ``models`` 0; for paid wargear (``item`` is its name as
    printed) likewise. ``allied`` marks the block for guests in another faction's army.
    """

    manual: str
    subject: str
    """Datasheet or enhancement id."""
    price_list: str
    first_copy: int
    models: int
    points: int
    item: str = ""
    allied: bool = False
