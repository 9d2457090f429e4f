"""The comparison with the manual finds every kind of difference, both ways."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.sources import SourceBuild
from datasheets.sources.build import FIXTURES
from datasheets.sources.compare import compare_prices
from datasheets.sources.corrections import Corrections, Enhancements, Names, Sizes, read_corrections
from datasheets.sources.manual import Manual, PriceList, Unit

CORRECTIONS = read_corrections(FIXTURES / "corrections")

OPEN = tuple(
    f"adeptus-astartes: adeptus-astartes:captain-on-bike: leader of {name}: the catalogue lacks it"
    for name in ("Bike Squad", "Company Veterans On Bikes")
)
"""The manual's Legends name two units that no list and no package has."""


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
    """What the comparison finds beside what is open."""
    found = compare_prices(data, manual, CORRECTIONS).differences
    assert set(OPEN) <= set(found)
    return tuple(each for each in found if each not in OPEN)


def without(corrections: Corrections, build: SourceBuild) -> tuple[str, ...]:
    """What the comparison finds beside what is open if it knows these corrections only."""
    return tuple(each for each in compare_prices(build.data, build.manual, corrections).differences if each not in OPEN)


def test_everything_a_manual_tells_is_compared(build: SourceBuild) -> None:
    assert build.comparison.by_sort == {
        "prices of units": 3179,
        "detachments": 330,
        "prices of enhancements": 968,
        "Upgrade marks": 968,
        "attachment pairs": 1934,
    }
    assert (build.comparison.rows, build.comparison.differences) == (7379, OPEN)


def test_the_corrected_size_is_the_only_difference_without_its_correction(build: SourceBuild) -> None:
    assert without(structs.replace(CORRECTIONS, sizes=Sizes()), build) == (
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


def test_a_mark_is_found_both_ways(build: SourceBuild) -> None:
    marked = next(each for each in build.data.enhancements if each.id.startswith("orks:war-horde:") and each.prices)
    assert not marked.is_upgrade
    others = tuple(each for each in build.data.enhancements if each is not marked)
    data = replace(build.data, enhancements=(*others, replace(marked, is_upgrade=True)))
    where = f"orks: War Horde: {marked.name}"
    assert differences(data, build.manual) == (
        f"{where}: an Upgrade: the manual lacks it",
        f"{where}: no Upgrade: the catalogue lacks it",
    )


def test_the_corrected_mark_is_the_only_difference_without_its_correction(build: SourceBuild) -> None:
    where = "dark-angels: Darkflight Pursuit: Nightforged Battery (Upgarde)"
    assert without(structs.replace(CORRECTIONS, enhancements=Enhancements()), build) == (
        f"{where}: an Upgrade: the manual lacks it",
        f"{where}: no Upgrade: the catalogue lacks it",
    )


def test_a_pair_the_catalogue_lacks_is_found(build: SourceBuild) -> None:
    pair = next(
        each for each in build.data.attachments if (each.joining, each.bodyguard) == ("orks:warboss", "orks:nobz")
    )
    data = replace(build.data, attachments=tuple(each for each in build.data.attachments if each is not pair))
    assert differences(data, build.manual) == (f"orks: orks:warboss: {pair.role} of Nobz: the catalogue lacks it",)


def test_a_pair_the_manual_lacks_is_found_in_the_lists_where_it_holds(build: SourceBuild) -> None:
    pair = next(
        each for each in build.data.attachments if (each.joining, each.bodyguard) == ("orks:warboss", "orks:nobz")
    )
    more = replace(pair, bodyguard="orks:stormboyz")
    elsewhere = replace(more, bodyguard="orks:kommandos", price_lists=("tyranids",))
    data = replace(build.data, attachments=(*build.data.attachments, more, elsewhere))
    assert differences(data, build.manual) == (
        f"orks: orks:warboss: {pair.role} of orks:stormboyz: the manual lacks it",
    )


def test_a_pair_that_an_enhancement_grants_is_found(build: SourceBuild) -> None:
    granting = next(each for each in build.data.enhancements if each.leader_of and each.prices)
    others = tuple(each for each in build.data.enhancements if each is not granting)
    data = replace(build.data, enhancements=(*others, replace(granting, leader_of=granting.leader_of[1:])))
    (found,) = differences(data, build.manual)
    assert found.startswith(f"enhancement {granting.id}: leader of ")
    assert found.endswith(": the catalogue lacks it")


def test_a_target_that_the_manual_spells_otherwise_is_found_by_its_correction(build: SourceBuild) -> None:
    plain = structs.replace(CORRECTIONS.names, targets=())
    found = without(structs.replace(CORRECTIONS, names=plain), build)
    spelt = {row.name for row in CORRECTIONS.names.targets}
    assert isinstance(CORRECTIONS.names, Names)
    assert {
        each.split(" of ")[1].removesuffix(": the catalogue lacks it") for each in found if "catalogue" in each
    } <= spelt
    assert found
