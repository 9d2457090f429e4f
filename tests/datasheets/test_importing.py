"""Importing writes what differs, once, in one transaction."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef
from datasheets.catalogue.points import SizeRow
from datasheets.services import import_catalogue, importing
from datasheets.services.editing import save_changes, working_entry
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
        group_limits=tuple(
            replace(row, members=tuple(each for each in row.members if each != "ash-wardens:old-kiln"))
            for row in data.group_limits
        ),
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
        "members of groups": (0, 1, 1),
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


def test_failed_import_changes_nothing() -> None:
    import_catalogue(mini_build())
    stray = replace(factions()[1], parent="nobody")
    broken = replace(dearer_squad(), factions=(factions()[0], stray, factions()[2]))

    with pytest.raises(DanglingReference):
        import_catalogue(mini_build(broken))

    assert read_catalogue() == mini_catalogue()
    assert models.Release.objects.count() == 1


STEPS = ["write_difference", "mark_edited", "write_overrides", "write_origins", "write_references", "compile_release"]


@pytest.mark.parametrize("step", STEPS)
def test_crash_in_the_middle_leaves_everything_as_it_was(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import_catalogue(mini_build())
    kiln = EntryRef("datasheets", "ash-wardens:kiln")
    save_changes({kiln: replace(working_entry(kiln).value, name="Oven")}, by=None, reason="")
    before = _everything()
    real = getattr(importing, step)

    def broken(*args: object, **kwargs: object) -> None:
        real(*args, **kwargs)
        raise RuntimeError("the power went")

    monkeypatch.setattr(importing, step, broken)
    changed = dearer_squad()
    changed = replace(changed, datasheets=tuple(replace(row, name=f"{row.name} II") for row in changed.datasheets))
    with pytest.raises(RuntimeError, match="the power went"):
        import_catalogue(mini_build(changed))

    assert _everything() == before


def _everything() -> tuple[object, ...]:
    watched = (models.Override, models.Edit, models.Publication, models.ImportedSources, models.ExternalReference)
    return (
        read_catalogue(),
        [list(model._default_manager.order_by("pk").values_list()) for model in watched],
        list(models.Release.objects.values_list("label", "content_hash")),
        list(models.Datasheet.objects.filter(is_edited=True).values_list("public_id", flat=True)),
    )
