"""A newer package over an older one: what came, went, changed and was renamed, and a crash on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Datasheet, Knowledge
from datasheets.catalogue.entries import EntryRef, changes_between, entries_of
from datasheets.catalogue.identity import EntryKind
from datasheets.identity.keeping import Renamed
from datasheets.models import Release
from datasheets.selectors import current_catalogue
from datasheets.services import import_catalogue
from datasheets.services.importing import ImportOutcome
from datasheets.snapshot import read_catalogue
from datasheets.sources import source_build
from tests.datasheets.older_package import (
    FACTION,
    GONE_SLUG,
    NEW,
    OLD_NAME,
    OLD_SLUG,
    RENAMED,
    TOUGHER,
    older_build,
)


@pytest.fixture(scope="module")
def imported(django_db_setup: None, django_db_blocker: Any) -> Iterator[ImportOutcome]:
    """The import of the older package; it lasts for this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield import_catalogue(older_build())
        transaction.set_rollback(True)


@pytest.fixture
def older(imported: ImportOutcome, db: None) -> CatalogueData:
    """The older catalogue, in a transaction of the test's own."""
    return imported.after


def sheet(data: CatalogueData, slug: str) -> Datasheet:
    """The datasheet of the faction with that slug."""
    found = entries_of(data, "datasheets")[EntryRef("datasheets", f"{FACTION}:{slug}")]
    assert isinstance(found, Datasheet)
    return found


def test_what_the_older_package_lacked_is_known_by_name_and_price(older: CatalogueData) -> None:
    assert sheet(older, NEW).knowledge is Knowledge.PRICED
    assert sheet(older, OLD_SLUG).name == OLD_NAME


def test_an_upgrade_brings_takes_changes_and_keeps_what_was_renamed(older: CatalogueData) -> None:
    newer = source_build().data

    outcome = import_catalogue(source_build())

    assert list(outcome.renamed) == [Renamed(EntryKind.DATASHEET, f"{FACTION}:{OLD_SLUG}", OLD_NAME, "Monolith")]
    after = read_catalogue()
    assert sheet(after, NEW) == sheet(newer, NEW)
    assert sheet(after, NEW).knowledge is Knowledge.FULL
    assert sheet(after, TOUGHER) == sheet(newer, TOUGHER)
    assert sheet(after, TOUGHER).profiles[0].T == sheet(older, TOUGHER).profiles[0].T + 1
    assert len(sheet(after, TOUGHER).options) == 1
    kept = sheet(after, OLD_SLUG)
    assert (kept.name, kept.aliases) == ("Monolith", (OLD_NAME,))
    ids = {each.id for each in after.datasheets}
    assert f"{FACTION}:{GONE_SLUG}" not in ids
    assert f"{FACTION}:{RENAMED}" not in ids


def test_after_an_upgrade_only_the_kept_name_differs_from_a_first_import(older: CatalogueData) -> None:
    import_catalogue(source_build())

    differing = {change.ref for change in changes_between(source_build().data, read_catalogue(), ("datasheets",))}

    assert differing == {
        EntryRef("datasheets", f"{FACTION}:{OLD_SLUG}"),
        EntryRef("datasheets", f"{FACTION}:{RENAMED}"),
    }


def test_the_release_before_an_upgrade_stays_as_it_was(older: CatalogueData) -> None:
    before = current_catalogue()

    outcome = import_catalogue(source_build())

    assert outcome.release is not None
    assert outcome.release.label != before.stamp.label
    assert before.data == older
    assert Release.objects.filter(label=before.stamp.label).count() == 1


class Crash(Exception):
    """The machine stops."""


@pytest.fixture(scope="module")
def written(imported: ImportOutcome, django_db_blocker: Any) -> int:
    """How many writing statements the upgrade sends."""
    with django_db_blocker.unblock():
        return _writes_of(lambda: import_catalogue(source_build()))


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_a_crash_in_the_middle_leaves_tables_and_release_untouched(
    older: CatalogueData, written: int, share: float
) -> None:
    in_force = current_catalogue().stamp
    releases = Release.objects.count()
    assert written > 20

    with pytest.raises(Crash), transaction.atomic(), connection.execute_wrapper(_stopping_after(int(written * share))):
        import_catalogue(source_build())

    assert read_catalogue() == older
    assert current_catalogue().stamp == in_force
    assert Release.objects.count() == releases


def _is_write(sql: str) -> bool:
    return sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))


def _writes_of(work: Any) -> int:
    """How many writing statements ``work`` sends; what it wrote is undone."""
    count = 0

    def counting(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal count
        count += _is_write(sql)
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(counting):
        work()
        transaction.set_rollback(True)
    return count


def _stopping_after(writes: int) -> Any:
    """A wrapper that lets so many writing statements through, and stops the machine at the next."""
    left = writes

    def stopping(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        if _is_write(sql):
            if left == 0:
                raise Crash
            left -= 1
        return execute(sql, params, many, context)

    return stopping
