"""Importing writes what differs, once, and leaves edited entries alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.points import CopyTier, SizeRow
from datasheets.services import import_catalogue
from datasheets.services.importing import ImportOutcome
from datasheets.snapshot import read_catalogue
from datasheets.tables.rows import DanglingReference
from datasheets.tables.table import TABLES
from tests.datasheets.builders import factions, mini_build, mini_catalogue, squad

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "TRUNCATE")


def written(outcome: ImportOutcome) -> dict[str, tuple[int, int, int]]:
    """Rows created, updated and deleted by table."""
    return {
        found.table.name: (len(found.created), len(found.updated), len(found.deleted))
        for found in outcome.difference.tables
    }


def dearer_squad() -> CatalogueData:
    """The made-up catalogue with the squad's first size at 85 points instead of 80."""
    data = mini_catalogue()
    table = data.prices[0]
    first = replace(table.tiers[0], rows=(SizeRow(5, 85), *table.tiers[0].rows[1:]))
    return replace(data, prices=(replace(table, tiers=(first, *table.tiers[1:])), *data.prices[1:]))


def without_old_kiln() -> CatalogueData:
    """The made-up catalogue without the Old Kiln and everything that names it."""
    data = mini_catalogue()
    slow_burn = replace(data.detachments[0], excluded_datasheets=("ash-wardens:kiln",))
    return replace(
        data,
        datasheets=tuple(row for row in data.datasheets if row.id != "ash-wardens:old-kiln"),
        prices=tuple(row for row in data.prices if row.datasheet != "ash-wardens:old-kiln"),
        attachments=tuple(row for row in data.attachments if row.joining != "ash-wardens:old-kiln"),
        detachments=(slow_burn, *data.detachments[1:]),
    )


def test_first_import_creates_every_row_and_publishes() -> None:
    outcome = import_catalogue(mini_build())

    assert {name: counts[1:] for name, counts in written(outcome).items()} == dict.fromkeys(
        (table.name for table in TABLES), (0, 0)
    )
    assert outcome.difference.count == sum(table.stored.count() for table in TABLES)
    assert outcome.published is not None
    assert outcome.published.is_new
    assert outcome.published.release.label == "2026.10.1"


def test_second_import_writes_nothing() -> None:
    first = import_catalogue(mini_build())

    with CaptureQueriesContext(
        connection,
    ) as queries:
        second = import_catalogue(mini_build())

    assert [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith(WRITES)] == []
    assert second.difference.count == 0
    assert first.published is not None
    assert second.published is not None
    assert second.published.release == first.published.release
    assert not second.published.is_new
    assert not second.published.is_current_anew


def test_changed_price_updates_one_row_and_publishes_anew() -> None:
    import_catalogue(mini_build())

    outcome = import_catalogue(mini_build(dearer_squad()))

    assert written(outcome) == {"size rows": (0, 1, 0)}
    assert read_catalogue() == dearer_squad()
    assert outcome.published is not None
    assert outcome.published.release.label == "2026.10.2"


def test_earlier_content_comes_into_force_again_as_the_same_release() -> None:
    first = import_catalogue(mini_build())
    import_catalogue(mini_build(dearer_squad()))

    outcome = import_catalogue(mini_build())

    assert first.published is not None
    assert outcome.published is not None
    assert outcome.published.release == first.published.release
    assert not outcome.published.is_new
    assert outcome.published.is_current_anew
    assert models.Release.objects.count() == 2


def test_what_the_sources_no_longer_have_is_deleted() -> None:
    import_catalogue(mini_build())

    outcome = import_catalogue(mini_build(without_old_kiln()))

    assert written(outcome) == {
        "keywords": (0, 0, 1),
        "datasheets": (0, 0, 1),
        "datasheet keywords": (0, 0, 2),
        "datasheets of detachments": (0, 1, 1),
        "price tables": (0, 0, 1),
        "attachments": (0, 0, 1),
    }
    assert read_catalogue() == without_old_kiln()


def test_factions_that_name_each_other_can_go() -> None:
    import_catalogue(mini_build())

    import_catalogue(mini_build(CatalogueData()))

    assert {table.name: table.stored.count() for table in TABLES} == {table.name: 0 for table in TABLES}


def test_keywords_can_trade_places() -> None:
    import_catalogue(mini_build())
    turned = replace(squad(), keywords=tuple(reversed(squad().keywords)))
    data = replace(mini_catalogue(), datasheets=(turned, *mini_catalogue().datasheets[1:]))

    outcome = import_catalogue(mini_build(data))

    assert written(outcome) == {"datasheet keywords": (0, 2, 0)}
    assert read_catalogue() == data


def test_entry_can_go_while_what_named_it_names_another() -> None:
    import_catalogue(mini_build())
    lance, *others = mini_catalogue().items
    focused, *profiles = lance.profiles
    rapid, anti, lethal = focused.keywords
    anti = replace(anti, target="Swarm")
    lance = replace(lance, profiles=(replace(focused, keywords=(rapid, anti, lethal)), *profiles))
    data = replace(mini_catalogue(), items=(lance, *others))
    import_catalogue(mini_build(data))
    assert models.Keyword.objects.filter(name="Swarm").exists()

    outcome = import_catalogue(mini_build())

    assert written(outcome) == {"keywords": (0, 0, 1), "weapon keywords": (0, 1, 0)}
    assert read_catalogue() == mini_catalogue()


def test_dry_run_says_what_would_be_written_and_writes_nothing() -> None:
    import_catalogue(mini_build())

    with CaptureQueriesContext(connection) as queries:
        outcome = import_catalogue(mini_build(dearer_squad()), is_dry_run=True)

    assert [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith(WRITES)] == []
    assert written(outcome) == {"size rows": (0, 1, 0)}
    assert outcome.after == dearer_squad()
    assert outcome.would_publish
    assert outcome.published is None
    assert read_catalogue() == mini_catalogue()
    assert models.Release.objects.count() == 1


def test_dry_run_on_an_empty_database_tells_the_whole_catalogue() -> None:
    outcome = import_catalogue(mini_build(), is_dry_run=True)

    assert outcome.after == mini_catalogue()
    assert models.Keyword.objects.count() == 0
    assert models.Release.objects.count() == 0


def test_edited_price_table_survives_and_is_counted() -> None:
    import_catalogue(mini_build())
    table = models.PriceTable.objects.get(datasheet__public_id="ash-wardens:kiln")
    models.SizeRow.objects.filter(tier__table=table).update(points=75)
    models.PriceTable.objects.filter(pk=table.pk).update(is_edited=True, source="admin")

    outcome = import_catalogue(mini_build(dearer_squad()))

    assert written(outcome) == {"size rows": (0, 1, 0)}
    assert (outcome.difference.edited, outcome.difference.overruled) == (1, 1)
    kiln = next(row for row in read_catalogue().prices if row.datasheet == "ash-wardens:kiln")
    assert kiln.tiers == (CopyTier(1, None, (SizeRow(1, 75),)),)
    assert kiln.source == "admin"
    assert outcome.after == read_catalogue()


def test_edited_entry_equal_to_the_sources_does_not_count_as_differing() -> None:
    import_catalogue(mini_build())
    models.Keyword.objects.filter(name="Infantry").update(is_edited=True)

    outcome = import_catalogue(mini_build())

    assert (outcome.difference.edited, outcome.difference.overruled, outcome.difference.count) == (1, 0, 0)


def test_entry_added_in_the_admin_survives() -> None:
    import_catalogue(mini_build())
    models.Keyword.objects.create(name="Homebrew", is_edited=True)

    outcome = import_catalogue(mini_build())

    assert outcome.difference.count == 0
    assert models.Keyword.objects.filter(name="Homebrew").exists()


def test_what_an_edited_entry_needs_is_kept_when_the_sources_drop_it() -> None:
    import_catalogue(mini_build())
    edited = models.PriceTable.objects.filter(datasheet__public_id="ash-wardens:old-kiln")
    edited.update(is_edited=True)

    outcome = import_catalogue(mini_build(without_old_kiln()))

    assert [(table.name, key) for table, key in outcome.difference.needed] == [
        ("datasheets", ("ash-wardens:old-kiln",)),
        ("keywords", ("Old Kiln",)),
    ]
    assert written(outcome) == {"datasheets of detachments": (0, 1, 1), "attachments": (0, 0, 1)}
    assert edited.count() == 1
    assert "ash-wardens:old-kiln" in {row.id for row in read_catalogue().datasheets}


def test_failed_import_changes_nothing() -> None:
    import_catalogue(mini_build())
    stray = replace(factions()[1], parent="nobody")
    broken = replace(dearer_squad(), factions=(factions()[0], stray, factions()[2]))

    with pytest.raises(DanglingReference):
        import_catalogue(mini_build(broken))

    assert read_catalogue() == mini_catalogue()
    assert models.Release.objects.count() == 1
