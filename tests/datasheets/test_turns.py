"""One import at a time, and nobody publishes beside it, on either database."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from django.db import connection, connections

from datasheets.models import Publication
from datasheets.services import turns
from datasheets.services.publishing import compile_draft, publish
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


@pytest.mark.django_db
def test_nobody_publishes_while_an_import_holds_the_file(lock: Path) -> None:
    imported()
    draft = draft_of(5)

    with lock.open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(CatalogueBusy) as refusal:
            publish(draft, by=None)
        with pytest.raises(CatalogueBusy):
            compile_draft(by=None)

    assert str(refusal.value) == BUSY
    assert Publication.objects.count() == 1


@pytest.mark.django_db
def test_file_is_free_again_after_an_import_that_failed(lock: Path) -> None:
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
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="advisory locks are PostgreSQL's")
def test_nobody_publishes_while_another_connection_imports() -> None:
    imported()
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [turns._IMPORT_KEY])
        with pytest.raises(CatalogueBusy) as refusal:
            publish(draft_of(5), by=None)
    finally:
        other.close()

    assert str(refusal.value) == BUSY


def test_database_in_memory_has_no_file_and_one_on_disk_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("files are SQLite's")
    monkeypatch.setitem(connection.settings_dict, "NAME", "file:memorydb_default?mode=memory&cache=shared")
    assert turns.lock_file() is None
    monkeypatch.setitem(connection.settings_dict, "NAME", Path("var/quartermaster.sqlite3"))
    assert turns.lock_file() == Path("var/quartermaster.sqlite3.import-lock")
