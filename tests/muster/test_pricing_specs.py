"""Datasheets with odd prices cost what the manual asks, at every legal size and as every copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet
from roster.document import ItemCount, ModelEntry, Reference, RosterDocument, UnitEntry
from roster.muster import check_roster
from tests.muster.pricing_specs import Models, PricingSpec, legal_models, legal_sizes, models_of, pricing_specs

COPIES = 4
LEAST = 20
"""So many datasheets with an odd price are proven at least."""


def each_spec() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("spec", pricing_specs(), ids=lambda spec: spec.name)


def _unit(
    sheet: Datasheet, models: Models, items: Mapping[str, int] | None = None, enhancements: Sequence[str] = ()
) -> UnitEntry:
    """A unit that carries what its models come with, and these items beside."""
    kinds = {kind.name: kind for kind in sheet.kinds}
    carried = {item: count for kind, count in models for item in kinds[kind].default_items}
    carried.update(items or {})
    return UnitEntry(
        key="",
        datasheet=Reference(sheet.id, sheet.name),
        models=tuple(ModelEntry(kind, count) for kind, count in models),
        items=tuple(ItemCount(Reference(item, ""), count) for item, count in carried.items()),
        enhancements=tuple(Reference(each, "") for each in enhancements),
    )


def _points(
    catalogue: Catalogue, army: str, units: Sequence[UnitEntry], detachments: Sequence[str] = ()
) -> list[int | None]:
    document = RosterDocument(
        faction=Reference(army, ""),
        battle_size=Reference("onslaught", ""),
        detachments=tuple(Reference(detachment, "") for detachment in detachments),
        units=tuple(
            UnitEntry(f"u{number}", unit.datasheet, unit.models, unit.items, unit.enhancements)
            for number, unit in enumerate(units, 1)
        ),
    )
    return [price.points for price in check_roster(document, catalogue).points.units]


@each_spec()
def test_four_copies_cost_what_the_manual_asks(spec: PricingSpec, catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets[spec.content["datasheet"]]
    for row, models, points in spec.priced(sheet):
        found = _points(catalogue, row["army"], [_unit(sheet, models)] * COPIES, row.get("detachments", ()))
        assert found == points, (row["army"], row.get("detachments"), models)


@each_spec()
def test_copies_of_different_sizes_count_together(spec: PricingSpec, catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets[spec.content["datasheet"]]
    for row in spec.content.get("mixed", ()):
        units = [_unit(sheet, models_of(sheet, size)) for size in row["sizes"]]
        assert _points(catalogue, row["army"], units) == row["points"]
        assert sum(_points(catalogue, row["army"], units[::-1])) == sum(row["points"])  # type: ignore[arg-type]


@each_spec()
def test_paid_wargear_costs_its_points_for_each_item(spec: PricingSpec, catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets[spec.content["datasheet"]]
    models = models_of(sheet, min(legal_sizes(sheet)))
    for row in spec.content.get("wargear", ()):
        (bare,) = _points(catalogue, row["army"], [_unit(sheet, models, {})])
        (armed,) = _points(catalogue, row["army"], [_unit(sheet, models, row["items"])])
        assert bare is not None
        assert armed == bare + row["points"], row


@each_spec()
def test_enhancements_cost_what_their_detachment_asks(spec: PricingSpec, catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets[spec.content["datasheet"]]
    models = models_of(sheet, min(legal_sizes(sheet)))
    for row in spec.content.get("enhancements", ()):
        units = [_unit(sheet, models), _unit(sheet, models, enhancements=[row["enhancement"]])]
        bare, bearing = (_points(catalogue, row["army"], [unit], row["detachments"])[0] for unit in units)
        assert bare is not None
        assert bearing == bare + row["points"], row


def test_twenty_datasheets_with_odd_prices_are_proven() -> None:
    assert len({spec.content["datasheet"] for spec in pricing_specs()}) >= LEAST


@each_spec()
def test_every_legal_size_and_copy_is_listed(spec: PricingSpec, catalogue: Catalogue) -> None:
    sheet = catalogue.datasheets[spec.content["datasheet"]]
    for row in spec.content["prices"]:
        listed: list[Any] = [*row.get("by_size", {}).values(), *(each["points"] for each in row.get("by_models", ()))]
        assert {len(points) for points in listed} == {COPIES}
        if "by_models" in row:
            made = [frozenset(each["models"].items()) for each in row["by_models"]]
            assert sorted(map(sorted, made)) == sorted(map(sorted, legal_models(sheet)))
            assert {tier.minimum == tier.maximum for tier in sheet.tiers} == {True}
        else:
            assert set(row["by_size"]) == legal_sizes(sheet)
