"""Restores a backup: checked whole before anything is touched, and then all of it or nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.backups import archive, sqlite
from config.backups.archive import BackupFault, Manifest
from config.backups.postgres import Server
from config.embedded.preflight import CannotRun, lock

FINGERPRINT = "catalogue.fingerprint"


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, where the former database was kept, and how many migrations this version has beyond it."""

    manifest: Manifest
    replaced: Path | None
    missing_migrations: int


def restore(source: Path, *, may_overwrite: bool) -> Restored:
    """Put the backup ``source`` in the place of this installation's database. Raises :class:`BackupFault`.

    Where the database has tables already it is replaced only if ``may_overwrite``.
    """
    var: Path = settings.VAR_DIR
    with _nobody_else(var), tempfile.TemporaryDirectory(prefix=".restore-", dir=var) as name:
        folder = Path(name)
        manifest = archive.unpack(source, folder)
        if manifest.database != connection.vendor:
            raise BackupFault(
                f"{source} holds a database of {manifest.database}, and this installation’s is {connection.vendor} "
                "(DATABASE_URL). A backup goes back into the kind of database that it came from."
            )
        known = frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or ())
        unknown = sorted(manifest.migrations - known)
        if unknown:
            raise BackupFault(
                f"{source} was made by a newer version of Quartermaster ({manifest.version}; this is "
                f"{settings.VERSION}): {len(unknown)} of its migrations are not known here, such as "
                f"{'.'.join(unknown[0])}. Install that version first."
            )
        restoring = _into_sqlite if connection.vendor == "sqlite" else _into_postgres
        replaced = restoring(folder / archive.DATABASES[manifest.database], var, may_overwrite)
        # What the catalogue was imported from is known again where the backup says so; else it is imported anew.
        (var / FINGERPRINT).unlink(missing_ok=True)
        for file_name, path in archive.existing(folder, archive.BESIDE).items():
            os.replace(path, var / file_name)
    return Restored(manifest, replaced, len(known - manifest.migrations))


def _into_sqlite(restored: Path, var: Path, may_overwrite: bool) -> Path | None:
    database = Path(settings.DATABASES["default"]["NAME"])
    _want_leave(sqlite.has_tables(database), may_overwrite, str(database))
    fault = sqlite.fault_of(restored)
    if fault:
        raise BackupFault(f"The database in the backup is damaged ({fault}). Nothing was changed.")
    return sqlite.put_in(restored, database)


def _into_postgres(restored: Path, var: Path, may_overwrite: bool) -> None:
    server = Server(settings.DATABASES["default"])
    _want_leave(server.has_tables(), may_overwrite, f"The PostgreSQL database {settings.DATABASES['default']['NAME']}")
    others = server.others()
    if others:
        raise BackupFault(
            f"The database is in use by {others} other {'connection' if others == 1 else 'connections'}. "
            "Stop web server, workers and commands first. Nothing was changed."
        )
    script = restored.with_suffix(".sql")
    server.script_of(restored, script)
    server.put_in(script)


def _want_leave(has_tables: bool, may_overwrite: bool, database: str) -> None:
    if has_tables and not may_overwrite:
        raise BackupFault(
            f"{database} has tables already, and what is in them would be gone. To replace it all the same: "
            "make restore FROM=... OVERWRITE=yes, or manage.py restore --overwrite. Nothing was changed."
        )


@contextmanager
def _nobody_else(var: Path) -> Iterator[None]:
    """Hold the folder, so that no ``make run`` works from it. Raises :class:`BackupFault`."""
    var.mkdir(parents=True, exist_ok=True)
    try:
        held = lock(var)
    except CannotRun as reason:
        raise BackupFault(f"{reason} Nothing was changed.") from reason
    with held:
        yield
