"""Differences between releases are told field by field, in the words of the people who play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import Attachment, AttachmentRole
from datasheets.catalogue.catalogue import CatalogueData, ReleaseStamp
from datasheets.catalogue.entries import EntryRef, entries_of, with_entries
from datasheets.catalogue.points import CopyTier, PaidItem, SizeRow
from datasheets.releases import ReleaseDiff, Topic, changelog, release_diff
from datasheets.sources.build import FIXTURES, build_sources
from datasheets.sources.manual import read_manual
from tests.datasheets.builders import MANUAL, mini_catalogue


def catalogue_of(data: CatalogueData, label: str) -> Catalogue:
    return Catalogue(ReleaseStamp(label, label * 4, "2026-10-01T00:00:00Z", "builders 1", MANUAL), data)


def diff_of(before: CatalogueData, after: CatalogueData) -> ReleaseDiff:
    return release_diff(catalogue_of(before, "2026.10.1"), catalogue_of(after, "2026.10.2"))


def told(before: CatalogueData, after: CatalogueData) -> list[tuple[str, str, str]]:
    """Topic, faction and sentence of every difference."""
    return [(change.topic.value, change.faction, str(change)) for change in diff_of(before, after).changes]


def changed(collection: str, key: str, **fields: Any) -> CatalogueData:
    """The made-up catalogue with fields of one entry set."""
    ref = EntryRef(collection, key)
    value = entries_of(mini_catalogue(), collection)[ref]
    return with_entries(mini_catalogue(), {ref: replace(value, **fields)})


def with_tiers(*tiers: CopyTier) -> CatalogueData:
    table = next(ref.key for ref in entries_of(mini_catalogue(), "prices") if "cinder-squad" in ref.key)
    return changed("prices", table, tiers=tiers, wargear=(), add_ons=())


def one_size(first: int, last: int | None, points: int) -> CopyTier:
    return CopyTier(first, last, (SizeRow(3, points),))


def price_of(before: list[CopyTier], after: list[CopyTier]) -> list[str]:
    return [change.difference for change in diff_of(with_tiers(*before), with_tiers(*after)).changes]


def test_nothing_differs_between_equal_releases() -> None:
    diff = diff_of(mini_catalogue(), mini_catalogue())

    assert diff.changes == ()
    assert changelog(diff).endswith("\nNothing that a roster could notice.\n")


def test_price_of_a_size_is_told_with_its_further_copies() -> None:
    assert price_of([one_size(1, 2, 80), one_size(3, None, 90)], [one_size(1, 2, 90), one_size(3, None, 100)]) == [
        "3 models 80 -> 90 points (third and further copies 90 -> 100)"
    ]


def test_dearer_further_copies_are_told_alone_where_the_first_costs_the_same() -> None:
    assert price_of([one_size(1, None, 80)], [one_size(1, 2, 80), one_size(3, None, 90)]) == [
        "3 models, third and further copies 80 -> 90 points"
    ]


def test_one_change_for_all_copies_is_told_once_whatever_their_tiers_were() -> None:
    assert price_of([one_size(1, 1, 80), one_size(2, None, 80)], [one_size(1, None, 85)]) == [
        "3 models 80 -> 85 points"
    ]


def test_price_of_the_first_copy_alone_says_so() -> None:
    assert price_of([one_size(1, None, 80)], [one_size(1, 1, 75), one_size(2, None, 80)]) == [
        "3 models, first copy 80 -> 75 points"
    ]


def test_sizes_that_come_and_go_are_told_as_such() -> None:
    six = CopyTier(1, None, (SizeRow(6, 150),))

    assert price_of([one_size(1, None, 80)], [six]) == [
        "3 models no longer priced, was 80 points",
        "6 models new, 150 points",
    ]


def test_price_of_wargear_is_told_per_item() -> None:
    key = next(ref.key for ref in entries_of(mini_catalogue(), "prices") if "cinder-squad" in ref.key)
    before, after = (changed("prices", key, wargear=(PaidItem("Long Lance", points),)) for points in (5, 10))

    assert [str(change) for change in diff_of(before, after).changes] == [
        "Cinder Squad (Battleline): each Long Lance 5 -> 10 points"
    ]


def test_stat_is_told_by_its_letter() -> None:
    squad = next(sheet for sheet in mini_catalogue().datasheets if sheet.profiles)
    profile = squad.profiles[0]
    data = changed("datasheets", squad.id, profiles=(replace(profile, T=profile.T + 1), *squad.profiles[1:]))

    (change,) = diff_of(mini_catalogue(), data).changes

    assert (change.topic, change.before, change.after, change.delta) == (Topic.STATS, profile.T, profile.T + 1, 1)
    assert change.what.endswith("T")


def test_weapon_is_told_under_its_faction() -> None:
    weapon = next(item for item in mini_catalogue().items if item.profiles)
    profile = weapon.profiles[0]
    data = changed("items", weapon.id, profiles=(replace(profile, damage="9"), *weapon.profiles[1:]))

    (change,) = diff_of(mini_catalogue(), data).changes

    assert (change.topic, change.faction, change.before, change.after) == (
        Topic.STATS,
        weapon.id.partition(":")[0],
        profile.damage,
        "9",
    )


def test_new_unit_and_gone_unit_are_told_with_their_prices() -> None:
    data = mini_catalogue()
    fewer = replace(
        data,
        datasheets=tuple(sheet for sheet in data.datasheets if sheet.id != "ash-wardens:kiln"),
        prices=tuple(table for table in data.prices if table.datasheet != "ash-wardens:kiln"),
    )
    price = next(table for table in data.prices if table.datasheet == "ash-wardens:kiln").tiers[0].rows[0]
    size = f"{price.models} model{'' if price.models == 1 else 's'}"

    assert told(fewer, data)[:2] == [
        ("new", "ash-wardens", "Kiln: datasheet"),
        ("prices", "ash-wardens", f"Kiln: {size} new, {price.points} points"),
    ]
    assert told(data, fewer)[:2] == [
        ("gone", "ash-wardens", "Kiln: datasheet"),
        ("prices", "ash-wardens", f"Kiln: {size} no longer priced, was {price.points} points"),
    ]


def test_unit_that_became_legends_is_told_once() -> None:
    data = changed("datasheets", "ash-wardens:kiln", is_legends=True)

    assert told(mini_catalogue(), data) == [("legends", "ash-wardens", "Kiln: now Legends")]
    assert told(data, mini_catalogue()) == [("legends", "ash-wardens", "Kiln: no longer Legends")]


def test_detachment_points_are_told_in_each_faction_that_has_it() -> None:
    detachment = mini_catalogue().detachments[0]
    offer = detachment.offers[0]
    assert offer.points is not None
    data = changed(
        "detachments", detachment.id, offers=(replace(offer, points=offer.points + 1), *detachment.offers[1:])
    )

    assert told(mini_catalogue(), data) == [
        ("detachments", offer.faction, f"{detachment.name}: {offer.points} -> {offer.points + 1} DP")
    ]


def test_enhancement_price_names_its_detachment() -> None:
    enhancement = mini_catalogue().enhancements[0]
    price = enhancement.prices[0]
    data = changed(
        "enhancements", enhancement.id, prices=(replace(price, points=price.points + 5), *enhancement.prices[1:])
    )
    detachment = next(row for row in mini_catalogue().detachments if row.id == enhancement.detachment)

    assert told(mini_catalogue(), data) == [
        (
            "prices",
            price.faction,
            f"{enhancement.name} ({detachment.name}): {price.points} -> {price.points + 5} points",
        )
    ]


def test_pair_that_may_be_attached_is_told_by_both_names() -> None:
    row = Attachment("ash-wardens:kiln", "ash-wardens:old-kiln", AttachmentRole.LEADER)
    data = replace(mini_catalogue(), attachments=(*mini_catalogue().attachments, row))

    assert told(mini_catalogue(), data) == [("attachments", "ash-wardens", "Kiln: may now join Old Kiln as leader")]


def test_keyword_that_came_is_told_by_itself() -> None:
    kiln = next(sheet for sheet in mini_catalogue().datasheets if sheet.id == "ash-wardens:kiln")
    data = changed("datasheets", kiln.id, keywords=(*kiln.keywords, "Walker"))

    assert told(mini_catalogue(), data) == [("units", "ash-wardens", "Kiln: keywords now also Walker")]


def test_what_older_manuals_asked_and_where_a_row_is_from_is_no_news() -> None:
    kiln = changed("datasheets", "ash-wardens:kiln", source="another file")
    data = replace(kiln, past_prices=())

    assert told(mini_catalogue(), data) == []


def test_unit_that_is_no_longer_offered_is_told_with_the_reason_once() -> None:
    one, other = (changed("datasheets", "ash-wardens:kiln", not_offered=f"Manual {each} lacks it.") for each in "12")

    assert told(mini_catalogue(), one) == [
        ("others", "ash-wardens", "Kiln: offered yes -> no (Manual 1 lacks it.)"),
    ]
    assert told(one, other) == []


def test_what_belongs_to_no_faction_stands_last() -> None:
    sizes = mini_catalogue().battle_sizes
    data = replace(mini_catalogue(), battle_sizes=(replace(sizes[0], unit_limit=9), *sizes[1:]))
    data = with_entries(data, {EntryRef("datasheets", "ash-wardens:kiln"): None})
    data = replace(data, prices=tuple(row for row in data.prices if row.datasheet != "ash-wardens:kiln"))

    diff = diff_of(mini_catalogue(), data)

    assert [faction.name for faction in diff.factions] == ["Ash Wardens", "All factions"]
    assert diff.faction("") == diff.factions[-1]
    assert diff.faction("ash-wardens") == diff.factions[0]
    assert diff.faction("nobody") is None


def test_changelog_is_markdown_that_shows_names_as_they_are() -> None:
    data = changed("datasheets", "ash-wardens:kiln", name="Kiln *of* [Ash]")

    written = changelog(diff_of(mini_catalogue(), data))

    assert written.splitlines() == [
        "# Release 2026.10.2: what changed since 2026.10.1",
        "",
        "- 2026.10.1: Field Manual 1.0 of 2026-10-01, builders 1",
        "- 2026.10.2: Field Manual 1.0 of 2026-10-01, builders 1",
        "",
        "Other 1.",
        "",
        "## Ash Wardens",
        "",
        "### Other",
        "",
        r"- Kiln \*of\* \[Ash\]: name Kiln → Kiln \*of\* \[Ash\]",
    ]


@pytest.fixture(scope="module")
def manuals() -> tuple[Catalogue, Catalogue]:
    """The real sources priced by two manuals."""
    builds = [build_sources(manual=read_manual(FIXTURES / "points" / version)) for version in ("v1.1", "v1.5")]
    first, second = (
        Catalogue(ReleaseStamp(build.stamp.version, "", "", build.upstream, build.stamp), build.data)
        for build in builds
    )
    return first, second


def test_two_manuals_differ_as_they_print(manuals: tuple[Catalogue, Catalogue]) -> None:
    diff = release_diff(*manuals)
    marines = diff.faction("adeptus-astartes")
    assert marines is not None

    sentences = [str(change) for change in marines.topics[Topic.PRICES]]

    assert "Gladiator Reaper: 1 model 160 -> 165 points (third and further copies 170 -> 175)" in sentences
    assert "Outrider Squad: each added Invader ATV no longer priced, was 60 points" in sentences
    assert [str(change) for change in marines.topics[Topic.NEW] if "Tacticus Firestorm Force" in change.subject] == [
        "Tacticus Firestorm Force: detachment"
    ]


def test_diff_with_nothing_tells_of_everything(manuals: tuple[Catalogue, Catalogue]) -> None:
    empty = Catalogue(manuals[0].stamp, CatalogueData())

    everything, everyday = release_diff(empty, manuals[1]), release_diff(*manuals)

    assert len(everything.changes) > 5_000
    assert len(everyday.changes) > 1_000


def test_every_difference_of_two_manuals_has_a_sentence_of_its_own(manuals: tuple[Catalogue, Catalogue]) -> None:
    for faction in release_diff(*manuals).factions:
        for topic, changes in faction.topics.items():
            sentences = [(str(change), change.ref) for change in changes]
            assert len(set(sentences)) == len(sentences), (faction.id, topic)
