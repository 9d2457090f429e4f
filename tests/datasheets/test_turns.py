"""One import at a time, and nobody publishes beside it, on either database."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection, connections

from datasheets.models import Publication, Release
from datasheets.services import turns
from datasheets.services.publishing import compile_draft, publish, release_in_force
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.turns import importing, publishing
from tests.datasheets.releasing import draft_of, imported

BUSY = "An import is writing the catalogue at this moment. Wait until it is done and try again."


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that an import locks, as for a database that is one."""
    file = tmp_path / "catalogue.import-lock"
    monkeypatch.setattr(turns, "lock_file", lambda: file)
    return file


@contextmanager
def somebody_imports(lock: Path) -> Iterator[None]:
    """Another process in the middle of an import, as this database shows it."""
    if connection.vendor != "postgresql":
        with lock.open("a") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield
        return
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [turns._IMPORT_KEY])
            yield
            cursor.execute("SELECT pg_advisory_unlock(%s)", [turns._IMPORT_KEY])
    finally:
        other.close()


@pytest.mark.django_db(transaction=True)
def test_nobody_publishes_or_compiles_while_somebody_imports(lock: Path) -> None:
    imported()
    draft = draft_of(5)

    with somebody_imports(lock):
        with pytest.raises(CatalogueBusy) as refusal:
            publish(draft, by=None)
        with pytest.raises(CatalogueBusy):
            compile_draft(by=None)

    assert str(refusal.value) == BUSY
    assert Publication.objects.count() == 1
    publish(draft, by=None)
    assert Publication.objects.count() == 2


@pytest.mark.django_db
def test_turn_ends_with_an_import_that_failed(lock: Path) -> None:
    with pytest.raises(ZeroDivisionError), importing():
        raise ZeroDivisionError

    imported()
    publish(draft_of(5), by=None)

    assert Publication.objects.count() == 2


@pytest.mark.django_db
def test_publishers_do_not_refuse_each_other(lock: Path) -> None:
    with lock.open("a") as held:
        fcntl.flock(held, fcntl.LOCK_SH)
        with publishing():
            pass


@pytest.mark.django_db(transaction=True)
def test_publishers_at_the_same_time_end_with_one_release_in_force() -> None:
    imported()
    drafts = [draft_of(limit) for limit in (5, 6, 7)]

    def put(key: int) -> None:
        try:
            publish(Release.objects.defer("content").get(pk=key), by=None)
        finally:
            if connection.vendor == "postgresql":
                connection.close()

    keys = [draft.pk for draft in drafts for _ in range(2)]
    if connection.vendor == "postgresql":
        with ThreadPoolExecutor(len(keys)) as people:
            list(people.map(put, keys))
    else:
        # A database in memory is one connection's; SQLite lets one write after the other anyway.
        list(map(put, keys))

    newest = Publication.objects.latest("id")
    assert release_in_force() == newest.release
    assert newest.release in drafts
    assert {publication.release for publication in Publication.objects.all()} >= set(drafts)
    order = [publication.release_id for publication in Publication.objects.order_by("id")]
    assert all(before != after for before, after in pairwise(order))


@pytest.mark.parametrize(
    ("vendor", "name", "expected"),
    [
        ("sqlite", "file:memorydb_default?mode=memory&cache=shared", None),
        ("sqlite", ":memory:", None),
        ("sqlite", Path("var/quartermaster.sqlite3"), Path("var/quartermaster.sqlite3.import-lock")),
        ("postgresql", "quartermaster", None),
    ],
)
def test_only_a_database_that_is_a_file_has_a_file_to_lock(
    vendor: str, name: object, expected: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "connection", SimpleNamespace(vendor=vendor, settings_dict={"NAME": name}))

    assert turns.lock_file() == expected
