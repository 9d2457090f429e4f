"""``manage.py export_catalogue``: a collection of the catalogue as a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets.services.spreadsheets import export_sheet
from datasheets.spreadsheets.files import Format
from datasheets.spreadsheets.sheets import SHEETS


class Command(BaseCommand):
    """Export a sheet."""

    help = "Write a collection of the catalogue, as the tables hold it now, to a CSV or XLSX file."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("path", type=Path, help="The file to write.")
        parser.add_argument("--collection", required=True, choices=list(SHEETS), help="Which sheet.")
        parser.add_argument("--format", choices=[each.value for each in Format], help="Else by the file's ending.")
        parser.add_argument("--faction", default="", help="Only what this faction has: its id, such as necrons.")
        parser.add_argument("--force", action="store_true", help="Write over a file that is there.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export, then say where to."""
        path: Path = options["path"]
        if path.exists() and not options["force"]:
            raise CommandError(f"{path.name} is there already: name another file, or add --force.")
        content = export_sheet(options["collection"], format_of(path, options["format"]), faction=options["faction"])
        try:
            path.write_bytes(content)
        except OSError as fault:
            raise CommandError(f"{path.name} cannot be written: {fault.strerror}.") from fault
        if options["verbosity"]:
            self.stdout.write(f"Wrote {options['collection']} to {path.name}: {len(content)} bytes.")


def format_of(path: Path, named: str | None) -> Format:
    """The format that was named, or that the file's ending says."""
    ending = named or path.suffix.lstrip(".").lower()
    if ending not in set(Format):
        raise CommandError(f"{path.name}: name a file that ends in .csv or .xlsx, or say --format.")
    return Format(ending)
