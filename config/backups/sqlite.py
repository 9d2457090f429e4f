"""Backup and restore of the embedded database, a file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from config.backups.archive import BackupFault

REPLACED = ".replaced"
"""What a database is called that a restored one took the place of: one step back by hand."""
_LOG_SUFFIXES = ("-wal", "-shm", "-journal")


def copy_out(database: Path, target: Path) -> None:
    """A copy of ``database`` as of one moment, checked. Whoever reads or writes it meanwhile is not kept waiting.

    Raises :class:`BackupFault`.
    """
    if not database.is_file():
        raise BackupFault(f"There is no database {database} to back up. make run makes one.")
    try:
        with (
            closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=20)) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            source.backup(copy)  # in one step: as of one moment, and never begun anew because somebody wrote
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
    except sqlite3.Error as error:
        raise BackupFault(f"The database {database} cannot be copied: {error}.") from error
    fault = fault_of(target)
    if fault:
        raise BackupFault(f"The database {database} is damaged ({fault}), so no backup was made of it.")


def fault_of(database: Path) -> str:
    """What is wrong with the file as a database, empty where it is sound."""
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            [(said,)] = connection.execute("PRAGMA integrity_check(1)").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return "" if said == "ok" else str(said)


def migrations_of(database: Path) -> frozenset[tuple[str, str]]:
    """App and name of the migrations that were applied. Raises :class:`BackupFault` where it never had any."""
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            return frozenset(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.Error as error:
        raise BackupFault(f"The database has no tables of Quartermaster ({error}).") from error


def has_tables(database: Path) -> bool:
    """Whether there is anything that could be lost; a file that is no database counts as something."""
    if not database.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone())
    except sqlite3.Error:
        return True


def put_in(restored: Path, database: Path) -> Path | None:
    """Let ``restored``, on the same disk, take the place of ``database``; the path of the replaced one, if any.

    At every moment one of the two stands there whole. Raises :class:`BackupFault` where somebody has
    the database open.
    """
    kept = None
    try:
        if database.exists():
            _settle(database)
            kept = database.with_name(database.name + REPLACED)
            kept.unlink(missing_ok=True)
            os.link(database, kept)
            _belong_as(database, restored)
        for suffix in _LOG_SUFFIXES:
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        os.replace(restored, database)
        _sync_folder(database.parent)
    except OSError as error:
        raise BackupFault(f"{error.filename or database} cannot be written ({error.strerror}).") from error
    return kept


def _belong_as(former: Path, new: Path) -> None:
    """Give ``new`` the owner and the rights of ``former``: an administrator may restore for the service's user."""
    had = former.stat()
    new.chmod(had.st_mode & 0o777)
    if (had.st_uid, had.st_gid) != (new.stat().st_uid, new.stat().st_gid):
        os.chown(new, had.st_uid, had.st_gid)


def _settle(database: Path) -> None:
    """Bring all of the log into the file, so that none is left to be read into another database.

    SQLite leaves the log for a file only where nobody else has the database open. A file that is no
    database has no log.
    """
    try:
        with closing(sqlite3.connect(database, timeout=1)) as connection:
            [(mode,)] = connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.OperationalError as error:
        raise BackupFault(
            f"The database {database} is in use ({error}). Stop the service, its workers and commands first. "
            "Nothing was changed."
        ) from error
    except sqlite3.DatabaseError:
        return
    if mode != "delete":
        raise BackupFault(f"The database {database} is in use. Stop the service first. Nothing was changed.")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
