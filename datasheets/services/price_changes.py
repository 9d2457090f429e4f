"""What two states of the catalogue ask differently; plain values only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from datasheets.catalogue.catalogue import CatalogueData


@dataclass(frozen=True, slots=True)
class PriceChange:
    """A figure that changed. ``before`` is None for what is new, ``after`` for what went."""

    subject: str
    """What it is the price of, in words."""
    unit: str
    """``"points"`` or ``"DP"``."""
    before: int | None
    after: int | None

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.subject}: new, {self.after} {self.unit}"
        if self.after is None:
            return f"{self.subject}: no longer priced, was {self.before} {self.unit}"
        return f"{self.subject}: {self.before} -> {self.after} {self.unit}"


def price_changes(before: CatalogueData, after: CatalogueData) -> tuple[PriceChange, ...]:
    """Every figure of units, wargear, enhancements and detachments that is not the same in both."""
    old, new = dict(_figures(before)), dict(_figures(after))
    return tuple(
        PriceChange(subject, unit, old.get((subject, unit)), new.get((subject, unit)))
        for subject, unit in sorted(old.keys() | new.keys())
        if old.get((subject, unit)) != new.get((subject, unit))
    )


Figure = tuple[tuple[str, str], int]
"""Subject and unit, and the figure."""


def _figures(data: CatalogueData) -> Iterator[Figure]:
    names = {row.id: row.name for row in data.factions}
    names |= {row.id: row.name for row in data.datasheets}
    names |= {row.id: row.name for row in data.detachments}
    yield from _unit_prices(data, names)
    yield from _detachment_prices(data, names)


def _unit_prices(data: CatalogueData, names: dict[str, str]) -> Iterator[Figure]:
    for table in data.prices:
        block = f" ({table.block})" if table.block else ""
        where = f"{names[table.price_list]}: {names[table.datasheet]}{block}"
        for tier in table.tiers:
            copies = f"copies {tier.first} to {tier.last}" if tier.last else f"copies {tier.first} and more"
            for row in tier.rows:
                kinds = ", ".join(f"{count} {kind}" for kind, count in row.composition)
                size = kinds or f"{row.models} model{'s' if row.models > 1 else ''}"
                yield (f"{where}, {size}, {copies}", "points"), row.points
        for paid in table.wargear:
            yield (f"{where}, {paid.name}", "points"), paid.points
        for added in table.add_ons:
            yield (f"{where}, each added {added.kind}", "points"), added.points


def _detachment_prices(data: CatalogueData, names: dict[str, str]) -> Iterator[Figure]:
    for detachment in data.detachments:
        for offer in detachment.offers:
            if offer.points is not None:
                yield (f"{names[offer.faction]}: {detachment.name}", "DP"), offer.points
    for enhancement in data.enhancements:
        for price in enhancement.prices:
            subject = f"{names[price.faction]}: {names[enhancement.detachment]}, {enhancement.name}"
            yield (subject, "points"), price.points
