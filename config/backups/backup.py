"""Backs up the database and what belongs to it, while the service runs."""

from __future__ import annotations

import tempfile
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.backups import archive, sqlite
from config.backups.archive import BackupFault, Manifest
from config.backups.postgres import Server


def default_target() -> Path:
    """Where a backup goes that nobody named a file for: a new one in ``var/backups``, named by the time (UTC)."""
    folder: Path = settings.VAR_DIR / "backups"
    return folder / f"quartermaster-{timezone.now():%Y%m%d-%H%M%S}.zip"


def back_up(target: Path) -> Manifest:
    """Write a backup to ``target``, which must not exist yet. Raises :class:`BackupFault`."""
    if target.exists():
        raise BackupFault(f"{target} is there already, and no backup is written over another. Name another file.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the backup: where that has room, its parts have.
        folder = tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent)
    except OSError as error:
        raise BackupFault(f"The backup cannot be written to {target.parent}: {error.strerror}.") from error
    with folder as name:
        copy = Path(name) / archive.DATABASES[connection.vendor]
        if connection.vendor == "sqlite":
            sqlite.copy_out(Path(settings.DATABASES["default"]["NAME"]), copy)
            migrations = sqlite.migrations_of(copy)
        else:
            migrations = frozenset(MigrationRecorder(connection).applied_migrations())
            if not migrations:
                raise BackupFault("The database has no tables of Quartermaster to back up. Run: manage.py migrate.")
            Server(settings.DATABASES["default"]).copy_out(copy)
        manifest = Manifest(
            made_at=timezone.now().isoformat(timespec="seconds"),
            version=settings.VERSION,
            database=connection.vendor,
            migrations=migrations,
        )
        archive.write(target, manifest, {copy.name: copy, **archive.existing(settings.VAR_DIR, archive.BESIDE)})
    return manifest
