"""The comparison with the manual finds every kind of difference, both ways."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.sources import SourceBuild
from datasheets.sources.compare import compare_prices
from datasheets.sources.correction_rows import SizeRow
from datasheets.sources.manual import Manual, PriceList, Unit

GRETCHIN = SizeRow("orks", "Gretchin", 11, 20, reason="prints the fewest")


def with_list(manual: Manual, changed: PriceList) -> Manual:
    """The manual with one of its lists changed."""
    lists = tuple(changed if each.slug == changed.slug else each for each in manual.lists)
    return structs.replace(manual, lists=lists)


def orks(manual: Manual) -> PriceList:
    """The Orks' list."""
    return next(each for each in manual.lists if each.slug == "orks")


def with_unit(manual: Manual, name: str, changed: Unit) -> Manual:
    """The manual with one of the Orks' units changed."""
    price_list = orks(manual)
    units = tuple(changed if each.name == name else each for each in price_list.units)
    return with_list(manual, structs.replace(price_list, units=units))


def unit_of(manual: Manual, name: str) -> Unit:
    """One of the Orks' units."""
    return next(each for each in orks(manual).units if each.name == name)


def differences(data: CatalogueData, manual: Manual) -> tuple[str, ...]:
    """What the comparison finds."""
    return compare_prices(data, manual, [GRETCHIN]).differences


def test_the_corrected_size_is_the_only_difference_without_its_correction(build: SourceBuild) -> None:
    assert compare_prices(build.data, build.manual).differences == (
        "orks: Gretchin: copies 1 to all, 11 models: 80 points: the catalogue lacks it",
        "orks: Gretchin: copies 1 to all, 20 models: 80 points: the manual lacks it",
    )


def test_another_price_is_found_both_ways(build: SourceBuild) -> None:
    warboss = unit_of(build.manual, "Warboss")
    (tier,) = warboss.tiers
    (row,) = tier.rows
    dearer = structs.replace(tier, rows=(structs.replace(row, points=row.points + 5),))
    manual = with_unit(build.manual, "Warboss", structs.replace(warboss, tiers=(dearer,)))
    assert differences(build.data, manual) == (
        "orks: Warboss: copies 1 to all, 1 models: 100 points: the manual lacks it",
        "orks: Warboss: copies 1 to all, 1 models: 105 points: the catalogue lacks it",
    )


def test_a_unit_the_catalogue_lacks_is_found(build: SourceBuild) -> None:
    warboss = unit_of(build.manual, "Warboss")
    more = structs.replace(
        orks(build.manual), units=(*orks(build.manual).units, structs.replace(warboss, name="Sample Boss"))
    )
    points = warboss.tiers[0].rows[0].points
    assert differences(build.data, with_list(build.manual, more)) == (
        f"orks: Sample Boss: copies 1 to all, 1 models: {points} points: the catalogue lacks it",
    )


def test_a_unit_the_manual_lacks_is_found(build: SourceBuild) -> None:
    fewer = tuple(each for each in orks(build.manual).units if each.name != "Warboss")
    manual = with_list(build.manual, structs.replace(orks(build.manual), units=fewer))
    assert differences(build.data, manual) == ("orks: orks:warboss: the manual lacks it",)


def test_other_detachment_points_are_found(build: SourceBuild) -> None:
    war_horde = next(each for each in orks(build.manual).detachments if each.name == "War Horde")
    assert war_horde.points is not None
    changed = structs.replace(war_horde, points=war_horde.points % 3 + 1)
    detachments = tuple(changed if each is war_horde else each for each in orks(build.manual).detachments)
    manual = with_list(build.manual, structs.replace(orks(build.manual), detachments=detachments))
    told = f"dispositions {', '.join(sorted(war_horde.dispositions))}, tags "
    assert differences(build.data, manual) == tuple(
        sorted(
            (
                f"orks: War Horde: {changed.points} DP, {told}: the catalogue lacks it",
                f"orks: War Horde: {war_horde.points} DP, {told}: the manual lacks it",
            )
        )
    )


def test_an_enhancement_price_the_manual_lacks_is_found(build: SourceBuild) -> None:
    priced = next(each for each in build.data.enhancements if each.id.startswith("orks:war-horde:") and each.prices)
    dropped = tuple(
        structs.replace(
            detachment,
            enhancements=tuple(row for row in detachment.enhancements if row.name != priced.name),
        )
        for detachment in orks(build.manual).detachments
    )
    manual = with_list(build.manual, structs.replace(orks(build.manual), detachments=dropped))
    assert differences(build.data, manual) == ("1 prices of enhancements that the manual lacks",)


def test_a_table_the_manual_never_asked_for_is_found(build: SourceBuild) -> None:
    table = next(each for each in build.data.prices if each.datasheet == "orks:warboss")
    more = replace(build.data, prices=(*build.data.prices, replace(table, price_list="tyranids")))
    assert differences(more, build.manual) == ("tyranids: orks:warboss: the manual lacks it",)
