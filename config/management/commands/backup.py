"""Backs up this installation into one file, while it runs."""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backups import BackupFault, back_up
from config.backups.archive import copy_stream
from config.backups.backup import default_target


class Command(BaseCommand):
    """``manage.py backup [FILE]``: a new file, in ``var/backups`` unless named; ``-`` for standard output."""

    help = "Backs up the database and what belongs to it into one file, while the service runs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", nargs="?", default="", help="a new file; - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up and say where to."""
        try:
            if options["file"] == "-":
                with tempfile.TemporaryDirectory(prefix="quartermaster-backup-") as folder:
                    target = Path(folder) / "backup.zip"
                    back_up(target)
                    with target.open("rb") as file:
                        copy_stream(file, sys.stdout.buffer)
                    sys.stdout.buffer.flush()
                return
            target = Path(options["file"]).expanduser() if options["file"] else default_target()
            manifest = back_up(target)
        except BackupFault as fault:
            raise CommandError(str(fault)) from fault
        size = target.stat().st_size / 1_000_000
        self.stdout.write(
            f"Backed up the {manifest.database} database to {target} ({size:.1f} MB). "
            "It holds password hashes and keys: keep it as you keep those, and on another machine."
        )
