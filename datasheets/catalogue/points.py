"""Prices of units as a points manual prints them: size rows within copy tiers, and paid wargear."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


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
class DetachmentPrice:
    """What the unit costs in an army with ``detachment``, in place of its size rows (R-10).

    ``points`` is None where it costs something else with the detachment and no source says what.
    ``first`` and ``last`` are the copies it is for, as in a tier. ``includes`` are ids of enhancements
    of that detachment whose points are in the price already.
    """

    detachment: str
    models: int
    points: int | None
    first: int = 1
    last: int | None = None
    includes: tuple[str, ...] = ()
    source: str = ""


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
    detachment_prices: tuple[DetachmentPrice, ...] = ()

    def in_army_with(self, detachments: Collection[str]) -> PriceTable:
        """The table as it holds in an army with these detachments.

        Where one of them has prices of its own for the unit, they take the place of the tiers, and
        only they are left among the ``detachment_prices``; else none is.
        """
        for detachment in dict.fromkeys(row.detachment for row in self.detachment_prices):
            if detachment in detachments:
                rows = tuple(row for row in self.detachment_prices if row.detachment == detachment)
                told = [(row, row.points) for row in rows if row.points is not None]
                tiers = tuple(
                    CopyTier(
                        first,
                        last,
                        tuple(
                            SizeRow(row.models, points)
                            for row, points in told
                            if (row.first, row.last) == (first, last)
                        ),
                    )
                    for first, last in dict.fromkeys((row.first, row.last) for row, _ in told)
                )
                return replace(self, tiers=tiers, detachment_prices=rows)
        return replace(self, detachment_prices=()) if self.detachment_prices else self


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
