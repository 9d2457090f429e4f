"""Whose turn it is to write the catalogue: one import at a time, and no publication while one runs."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction

from datasheets.services.refusals import CatalogueBusy
from datasheets.tables.table import TABLES

_IMPORT_KEY, _PUBLISH_KEY = 7_311_402_593, 7_311_402_594
"""The numbers of the advisory locks, on PostgreSQL."""


@contextmanager
def importing() -> Iterator[None]:
    """A transaction that nobody else imports or publishes beside; waits until its turn has come."""
    with _file_lock(fcntl.LOCK_EX), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_IMPORT_KEY])
        yield


@contextmanager
def publishing() -> Iterator[None]:
    """A transaction beside which nobody imports and nobody else publishes.

    Raises :class:`~datasheets.services.refusals.CatalogueBusy` while somebody imports, and waits
    while somebody publishes.
    """
    with _file_lock(fcntl.LOCK_SH | fcntl.LOCK_NB), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_try_advisory_xact_lock_shared(%s)", [_IMPORT_KEY])
                if not cursor.fetchone()[0]:
                    raise _busy()
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PUBLISH_KEY])
        yield


def hold_tables_still() -> None:
    """Let nobody write the catalogue until the transaction ends; SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(table.model._meta.db_table) for table in TABLES)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE MODE")


def lock_file() -> Path | None:
    """The file that importers lock where SQLite keeps the catalogue; None where nobody else could open it."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(f"{name}.import-lock")


@contextmanager
def _file_lock(operation: int) -> Iterator[None]:
    # SQLite lets one connection write and the others wait, so that it cannot say who is at work.
    # The lock ends with the process, however that ends.
    path = lock_file()
    if path is None:
        yield
        return
    with path.open("a") as file:
        try:
            fcntl.flock(file, operation)
        except BlockingIOError as error:
            raise _busy() from error
        yield


def _busy() -> CatalogueBusy:
    return CatalogueBusy("An import is writing the catalogue at this moment. Wait until it is done and try again.")
