"""Manuals given by hand: read in every shape, completed from the newest one, kept and chosen by date."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest

from datasheets.models import StoredManual
from datasheets.services import newest_manual, read_manual_folder, store_manual
from datasheets.services.manuals import completed, own_manual, stored_manuals
from datasheets.sources.build import FIXTURES
from datasheets.sources.corrected_manual import corrected_lists
from datasheets.sources.correction_rows import SizeRow
from datasheets.sources.corrections import Corrections, Sizes
from datasheets.sources.field_manual import write_manual
from datasheets.sources.manual import Detachment, Manual, PriceList, Row, Tier, Unit
from datasheets.sources.origins import Ledger


def manual(version: str, published: date, *slugs: str) -> Manual:
    """A manual with one unit and one detachment in each list."""
    lists = tuple(
        PriceList(
            slug=slug,
            name=slug.title(),
            detachments=(Detachment("Slow Burn", points=1),),
            units=(Unit("Kiln", tiers=(Tier("1+", (Row(11, 80),)),), source=""),),
        )
        for slug in slugs
    )
    return Manual("Field Manual", version, published, lists)


def test_own_shape_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = manual("2.0", date(2027, 1, 1), "orks", "necrons")
    write_manual(written, tmp_path)

    assert read_manual_folder(tmp_path) == written


def test_published_shape_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "orks.yaml").write_text(
        'name: Orks\nslug: orks\nversion: "2.0"\nfirstSeen: 2027-01-01\ndetachments: []\nunits:\n'
        '  - name: Gretchin\n    pricing:\n      - range: "[1,2]"\n        label: all\n'
        "        costs: [{ models: 10, points: 40 }]\n"
        '      - range: "[3,)"\n        label: more\n        costs: [{ models: 10, points: 50 }]\n'
    )

    read = read_manual_folder(tmp_path)

    assert (read.version, read.date) == ("2.0", date(2027, 1, 1))
    assert read.lists[0].units[0].tiers == (Tier("1-2", (Row(10, 40),)), Tier("3+", (Row(10, 50),)))


def test_missing_lists_are_taken_over_and_say_where_they_are_from() -> None:
    older = manual("1.0", date(2026, 1, 1), "orks", "necrons")
    newer = manual("2.0", date(2027, 1, 1), "orks")

    whole, taken = completed(newer, older)

    assert taken == ("necrons",)
    assert [(each.slug, each.units[0].source, each.detachments[0].source) for each in whole.lists] == [
        ("orks", "", ""),
        ("necrons", "Field Manual 1.0", "Field Manual 1.0"),
    ]
    assert (whole.version, whole.date) == ("2.0", date(2027, 1, 1))


def test_whole_manual_takes_nothing_over() -> None:
    newer = manual("2.0", date(2027, 1, 1), "orks")

    assert completed(newer, newer) == (newer, ())


@pytest.mark.django_db
def test_without_others_the_newest_manual_is_that_of_the_fixtures() -> None:
    assert newest_manual() == own_manual()
    assert FIXTURES.joinpath("points", f"v{own_manual().version}").is_dir()


@pytest.mark.django_db
def test_stored_manual_comes_back_equal_and_newest_first() -> None:
    first, second = manual("1.0", date(2020, 1, 1), "orks"), manual("2.0", date(2021, 1, 1), "orks")
    store_manual(first)
    store_manual(second)

    assert stored_manuals() == (second, first)
    assert newest_manual() == own_manual()


@pytest.mark.django_db
def test_later_manual_is_the_newest_and_the_same_version_replaces_it() -> None:
    store_manual(manual("9.0", date(2999, 1, 1), "orks"))
    corrected = msgspec.structs.replace(manual("9.0", date(2999, 1, 2), "orks", "necrons"))
    store_manual(corrected)

    assert newest_manual() == corrected
    assert StoredManual.objects.count() == 1


def test_size_correction_for_a_row_that_is_not_printed_is_left_out_and_told() -> None:
    fits = SizeRow(price_list="orks", unit="Kiln", models=11, covers=20, reason="it spans", source="a manual")
    stale = SizeRow(price_list="orks", unit="Kiln", models=12, covers=20, reason="it spans", source="a manual")
    ledger = Ledger()

    corrections = Corrections(sizes=Sizes(rows=(fits, stale)))
    _, fitting = corrected_lists(ledger, manual("1.0", date(2026, 1, 1), "orks").lists, corrections, "1.0")

    assert fitting.sizes.rows == (fits,)
    assert [(each.kind.value, each.subject, each.text) for each in ledger.findings] == [
        (
            "correction-gone",
            "corrections/sizes.yaml#2",
            "orks has no row of 12 models for Kiln. Nothing is changed there; correct the row, or remove it.",
        )
    ]
