"""Prices as data: what a datasheet costs at every legal size and as which copy, from the manual's figures.

``tests/specs/pricing/<name>.yaml`` holds one datasheet::

    datasheet: necrons:transcendent-ctan
    odd: what is odd about its price
    manual: which list and entry of fixtures/points/v1.5 the figures are from
    prices:                          # for each army that pays something else
    - army: necrons
      detachments: [...]             # default: none
      by_size: {1: [340, 360, 360, 360]}                 # models: points as 1st to 4th copy
      by_models: [{models: {kind: count}, points: [...]}]  # where equal sizes cost different points
    wargear: [{army, items: {item: count}, points}]       # beyond the price without
    enhancements: [{army, detachments, enhancement, points}]
    mixed: [{army, sizes: [10, 9, 5], points: [...]}]     # copies of different sizes
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from datasheets.catalogue.datasheet import CompositionTier, Datasheet
from tests.yaml_files import read_yaml

PRICING = Path(__file__).resolve().parents[1] / "specs" / "pricing"
KEYS = frozenset({"datasheet", "odd", "manual", "prices", "wargear", "enhancements", "mixed"})
PRICE_KEYS = frozenset({"army", "detachments", "by_size", "by_models"})

Models = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class PricingSpec:
    """One file."""

    name: str
    content: Mapping[str, Any]  # parsed YAML

    def priced(self, sheet: Datasheet) -> Iterator[tuple[Mapping[str, Any], Models, list[int]]]:
        """Every army, make-up and the points of its four copies."""
        for row in self.content["prices"]:
            for size, points in row.get("by_size", {}).items():
                yield row, models_of(sheet, size), points
            for written in row.get("by_models", ()):
                yield row, tuple(written["models"].items()), written["points"]


@cache
def pricing_specs() -> tuple[PricingSpec, ...]:
    """Every spec; ValueError for one that says something no spec can say."""
    return tuple(_read(path) for path in sorted(PRICING.glob("*.yaml")))


def _read(path: Path) -> PricingSpec:
    content = read_yaml(path)
    unknown = {*content.keys() - KEYS, *(key for row in content["prices"] for key in row.keys() - PRICE_KEYS)}
    if unknown or not {"datasheet", "odd", "manual"} <= content.keys():
        raise ValueError(f"{path.name}: unknown {sorted(unknown)}, or it does not name datasheet, odd and manual.")
    return PricingSpec(path.stem, content)


def models_of(sheet: Datasheet, size: int) -> Models:
    """A legal make-up of that many models; ValueError where there is none."""
    for tier in sheet.tiers:
        if tier.minimum <= size <= tier.maximum:
            return _filled(tier, size)
    raise ValueError(f"{sheet.id} has no make-up of {size} models.")


def _filled(tier: CompositionTier, size: int) -> Models:
    counts = {count.kind: count.minimum for count in tier.counts}
    for count in tier.counts:
        more = min(size - sum(counts.values()), count.maximum - count.minimum)
        counts[count.kind] += more
    return tuple((kind, number) for kind, number in counts.items() if number)


def legal_sizes(sheet: Datasheet) -> set[int]:
    """Every number of models that some make-up of the datasheet has."""
    return {size for tier in sheet.tiers for size in range(tier.minimum, tier.maximum + 1)}


def legal_models(sheet: Datasheet) -> set[frozenset[tuple[str, int]]]:
    """Every make-up of a datasheet whose make-ups are all fixed numbers."""
    return {
        frozenset((count.kind, count.minimum) for count in tier.counts if count.minimum)
        for tier in sheet.tiers
        if tier.minimum == tier.maximum
    }
