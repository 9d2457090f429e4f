"""Restores a backup of this installation, whole or not at all."""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backups import BackupFault, restore
from config.backups.archive import copy_stream
from config.backups.restore import Restored


class Command(BaseCommand):
    """``manage.py restore FILE [--overwrite]``; ``-`` for standard input."""

    help = "Restores a backup: checks it first, and replaces the database only with --overwrite."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and leave to replace what is there."""
        parser.add_argument("file", help="a file that backup wrote; - for standard input")
        parser.add_argument("--overwrite", action="store_true", help="replace a database that has tables already")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore and say what is to be done next."""
        try:
            if options["file"] == "-":
                with tempfile.NamedTemporaryFile(prefix="quartermaster-restore-", suffix=".zip") as file:
                    copy_stream(sys.stdin.buffer, file)
                    file.flush()
                    restored = restore(Path(file.name), may_overwrite=options["overwrite"])
            else:
                restored = restore(Path(options["file"]).expanduser(), may_overwrite=options["overwrite"])
        except BackupFault as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(_told(restored))


def _told(restored: Restored) -> str:
    manifest = restored.manifest
    told = [f"Restored the {manifest.database} database as of {manifest.made_at} (Quartermaster {manifest.version})."]
    if restored.replaced is not None:
        told.append(f"The database that was there before is {restored.replaced}; delete it when all is well.")
    if restored.missing_migrations:
        told.append(
            f"This version has {restored.missing_migrations} more migrations: make run applies them, "
            "as does manage.py migrate."
        )
    return "\n".join(told)
