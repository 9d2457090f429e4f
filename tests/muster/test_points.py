"""A unit's price by its parts, from the rows of the manual and from nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.catalogue.points import SizeRow
from roster.muster import PriceKind, UnitPrice, check_roster
from roster.muster.points import row_for
from tests.muster.rosters import roster_of
from tests.muster.spec_catalogue import spec_catalogue


def prices(*units: Any, **roster: Any) -> tuple[UnitPrice, ...]:
    """Prices of these units, in the short form of specs."""
    catalogue = spec_catalogue()
    return check_roster(roster_of({"units": units, **roster}, catalogue), catalogue).points.units


def parts(price: UnitPrice) -> list[tuple[str, str, int]]:
    return [(part.kind.value, part.label, part.points) for part in price.parts]


def test_a_size_of_its_own_row() -> None:
    [price] = prices("squad")
    assert (price.points, parts(price)) == (75, [("size", "5 models", 75)])


def test_a_size_between_two_rows_pays_the_larger() -> None:
    [price] = prices({"unit": "squad", "models": {"Sergeant": 1, "Trooper": 5}})
    assert (price.points, parts(price)) == (150, [("size", "6 models, priced as 10", 150)])


@pytest.mark.parametrize(("models", "points"), [(5, 85), (6, 160), (9, 160), (10, 150)])
def test_rows_need_not_ascend(models: int, points: int) -> None:
    [price] = prices({"unit": "jackals", "models": {"Jackals": models}})
    assert price.points == points


@pytest.mark.parametrize(
    ("models", "label", "points"),
    [
        ({"Hunter": 3}, "3 models", 85),
        ({"Hunter": 3, "Hound": 3}, "3 Hunter and 3 Hound", 115),
        ({"Hunter": 6}, "6 Hunter", 170),
        ({"Hunter": 6, "Hound": 0}, "6 Hunter", 170),
        ({"Hunter": 6, "Hound": 6}, "6 Hunter and 6 Hound", 230),
        ({"Hunter": 4, "Hound": 2}, "6 Hunter and 6 Hound", 230),
    ],
)
def test_equal_sizes_are_told_apart_by_composition(models: dict[str, int], label: str, points: int) -> None:
    [price] = prices({"unit": "hunters", "models": models})
    assert parts(price) == [("size", label, points)]


def test_the_third_copy_pays_a_surcharge_of_its_own_part() -> None:
    first, second, third, fourth = prices({"unit": "walker", "times": 4})
    assert [price.points for price in (first, second, third, fourth)] == [100, 100, 110, 110]
    assert [price.copy for price in (first, second, third, fourth)] == [1, 2, 3, 4]
    assert parts(third) == [("size", "1 model", 100), ("copy", "3rd Walker", 10)]
    assert parts(fourth) == [("size", "1 model", 100), ("copy", "4th Walker", 10)]


def test_copies_count_over_all_sizes_in_roster_order() -> None:
    found = prices({"unit": "hunters", "models": {"Hunter": 6}}, "walker", "hunters", "hunters")
    assert [price.points for price in found] == [170, 100, 85, 95]


def test_the_total_does_not_depend_on_which_copy_is_third() -> None:
    large = {"unit": "hunters", "models": {"Hunter": 6}}
    orders = ([large, "hunters", "hunters"], ["hunters", large, "hunters"], ["hunters", "hunters", large])
    assert [sum(price.points or 0 for price in prices(*order)) for order in orders] == [350, 350, 350]


def test_removing_a_copy_takes_the_surcharge_away() -> None:
    assert [price.points for price in prices({"unit": "walker", "times": 3})] == [100, 100, 110]
    assert [price.points for price in prices({"unit": "walker", "times": 2})] == [100, 100]


def test_paid_wargear_is_counted_item_by_item() -> None:
    [price] = prices({"unit": "stalker", "items": {"sample-cannon": 2, "sample-gun": 1}})
    assert (price.points, parts(price)) == (
        170,
        [("size", "1 model", 120), ("wargear", "2 × Sample Cannon", 50)],
    )


def test_paid_wargear_is_known_by_name_too() -> None:
    [price] = prices({"unit": "stalker", "items": {"?Sample cannon": 1}})
    assert parts(price) == [("size", "1 model", 120), ("wargear", "Sample Cannon", 25)]


def test_free_wargear_costs_nothing() -> None:
    [price] = prices({"unit": "stalker", "items": {"sample-gun": 1}})
    assert parts(price) == [("size", "1 model", 120)]


def test_an_unknown_item_leaves_the_price_open_where_items_cost_points() -> None:
    [price] = prices({"unit": "stalker", "items": {"?Sample Canon": 1}})
    assert (price.points, price.missing) == (None, ("Sample Canon is not recognised and may cost points",))


def test_an_unknown_item_changes_nothing_where_no_item_costs_points() -> None:
    [price] = prices({"unit": "walker", "items": {"?Sample Canon": 1}})
    assert (price.points, price.missing) == (100, ())


def test_an_add_on_is_priced_beside_the_size_row() -> None:
    [price] = prices({"unit": "riders", "models": {"Rider": 3, "Buggy": 1}})
    assert (price.points, parts(price)) == (130, [("size", "3 models", 70), ("add_on", "1 × Buggy", 60)])


def test_an_enhancement_is_a_part_of_its_bearer() -> None:
    [price] = prices({"unit": "captain", "enhancements": ["blade"]})
    assert (price.points, parts(price)) == (100, [("size", "1 model", 80), ("enhancement", "Sample Blade", 20)])


def test_an_upgrade_is_paid_each_time() -> None:
    found = prices({"unit": "walker", "times": 3, "enhancements": ["banner"]})
    assert [price.points for price in found] == [110, 110, 120]


def test_the_enhancement_of_the_same_name_has_the_price_of_its_own_detachment() -> None:
    [price] = prices({"unit": "captain", "enhancements": ["line:blade"]}, detachments=["line"])
    assert price.points == 110


def test_the_same_datasheet_costs_what_the_armys_faction_asks() -> None:
    assert [prices("squad", faction=faction)[0].points for faction in ("sample-legion", "sample-reds")] == [75, 80]


def test_every_part_names_its_source() -> None:
    [price] = prices({"unit": "captain", "enhancements": ["blade"]})
    assert [part.source for part in price.parts] == ["Sample Manual v1", "Sample Manual v1"]


@pytest.mark.parametrize(
    ("unit", "missing"),
    [
        ("prototype", "the points manual has no price for Prototype"),
        ({"unit": "squad", "models": "none"}, "the number of models of Squad is not written down"),
        ({"unit": "squad", "models": {"Sergeant": 0}}, "Squad has no models"),
        ({"unit": "veterans", "models": {"Veterans": 4}}, "the points manual has no price for 4 models of Veterans"),
        (
            {"unit": "captain", "enhancements": ["rumour"]},
            "the enhancement Sample Rumour has no price in this army’s faction",
        ),
        ({"unit": "captain", "enhancements": ["?Blede"]}, "the enhancement Blede is not recognised"),
        ("?Sample Wakler", "Sample Wakler is not recognised"),
    ],
)
def test_what_has_no_price_is_named_and_not_guessed(unit: Any, missing: str) -> None:
    [price] = prices(unit)
    assert (price.points, price.missing) == (None, (missing,))


def test_the_total_sums_what_is_known_and_says_that_it_is_not_all() -> None:
    catalogue = spec_catalogue()
    points = check_roster(roster_of({"units": ["captain", "prototype"]}, catalogue), catalogue).points
    assert (points.total, points.is_complete) == (80, False)


def test_the_only_row_prices_a_unit_whose_models_are_not_written_down() -> None:
    [price] = prices({"unit": "veterans", "models": "none"})
    assert parts(price) == [("size", "3 models", 60)]


def test_rows_by_kinds_price_nothing_else() -> None:
    rows = (SizeRow(3, 85, (("Hunter", 3),)), SizeRow(6, 170, (("Hunter", 6),)))
    assert row_for(rows, {"wolf": 3}, 3) is None
    assert row_for(rows, {"hunter": 4}, 4) == rows[1]


def test_kinds_of_parts_are_those_of_the_contract() -> None:
    [price] = prices({"unit": "riders", "models": {"Rider": 3, "Buggy": 1}, "enhancements": ["banner"]})
    assert [part.kind for part in price.parts] == [PriceKind.SIZE, PriceKind.ADD_ON, PriceKind.ENHANCEMENT]


def test_a_detachment_with_a_price_of_its_own_for_a_unit_takes_the_place_of_its_rows() -> None:
    first, second = prices({"unit": "walker", "times": 2}, detachments=["woe"])
    assert (first.points, parts(first)) == (140, [("size", "1 model", 140)])
    assert (second.points, parts(second)) == (160, [("size", "1 model", 140), ("copy", "2nd Walker", 20)])


def test_an_enhancement_within_that_price_is_not_paid_again() -> None:
    [price] = prices({"unit": "walker", "enhancements": ["woe:binding"]}, detachments=["woe"])
    assert (price.points, parts(price)) == (
        140,
        [("size", "1 model", 140), ("enhancement", "Sample Binding, in the unit’s price", 0)],
    )


def test_without_the_detachment_the_unit_costs_what_the_manual_prints() -> None:
    [price] = prices({"unit": "walker", "enhancements": ["woe:binding"]}, detachments=["spear"])
    assert (price.points, parts(price)) == (140, [("size", "1 model", 100), ("enhancement", "Sample Binding", 40)])


def test_a_price_that_nobody_has_told_is_missing_and_not_the_one_without_the_detachment() -> None:
    [price] = prices("walker", detachments=["armour"])
    assert price.points is None
    assert price.missing == ("Walker has another price with a detachment selected here, which is not known",)
