"""``manage.py import_spreadsheet``: edits of the catalogue from a CSV or XLSX file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets.management.commands.export_catalogue import format_of
from datasheets.services.refusals import CatalogueBusy
from datasheets.services.roles import NotAllowed, Right, require
from datasheets.services.spreadsheets import SheetOutcome, import_sheet
from datasheets.spreadsheets.files import LARGEST_FILE_BYTES, Format
from datasheets.spreadsheets.sheets import SHEETS


class Command(BaseCommand):
    """Import a sheet."""

    help = (
        "Edit the catalogue from a spreadsheet that export_catalogue wrote: rows that are left out change nothing."
        " Every row is taken, as one change in the history, or none is."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("path", type=Path, help="The file to read.")
        parser.add_argument("--collection", required=True, choices=list(SHEETS), help="Which sheet.")
        parser.add_argument("--format", choices=[each.value for each in Format], help="Else by the file's ending.")
        parser.add_argument("--dry-run", action="store_true", help="Say what would change, and write nothing.")
        parser.add_argument("--user", help="Whose edit it is: a username. Needed unless --dry-run.")
        parser.add_argument("--reason", default="", help="Why, for the history. Needed unless --dry-run.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, then report."""
        user = _user(options)
        path: Path = options["path"]
        try:
            with path.open("rb") as file:
                content = file.read(LARGEST_FILE_BYTES + 1)
        except OSError as fault:
            raise CommandError(f"{path.name} cannot be read: {fault.strerror}.") from fault
        try:
            outcome = import_sheet(
                options["collection"],
                content,
                format_of(path, options["format"]),
                by=user,
                reason=options["reason"],
                is_dry_run=options["dry_run"],
            )
        except CatalogueBusy as fault:
            raise CommandError(f"Nothing was imported: {fault}") from fault
        if options["verbosity"]:
            for line in _lines(outcome):
                self.stdout.write(line)
        if outcome.refused:
            told = "\n".join(str(row) for row in outcome.refused)
            raise CommandError(f"Nothing was imported; to be put right: {len(outcome.refused)}.\n{told}")


def _user(options: dict[str, Any]) -> User | None:
    if options["dry_run"] and not options["user"]:
        return None
    if not options["user"] or not options["reason"]:
        raise CommandError("Say whose edit it is and why: --user NAME --reason TEXT. Or look only, with --dry-run.")
    user = User.objects.filter(username=options["user"], is_active=True).first()
    if user is None:
        raise CommandError(f'There is no user "{options["user"]}" who may sign in.')
    try:
        require(user, Right.EDIT)
    except NotAllowed as fault:
        raise CommandError(str(fault)) from fault
    return user


def _lines(outcome: SheetOutcome) -> Iterator[str]:
    written = outcome.change_id is not None
    yield from (f"Row {cell.row}: {cell}" for cell in outcome.cells)
    for ref, fields in outcome.merged.items():
        yield f"{ref}: {', '.join(fields)} changed since the export and stay as they are now."
    entries = len({cell.ref for cell in outcome.cells})
    changes = f"{len(outcome.cells)} cells of {entries} entries, of {outcome.entries} in the file"
    if written:
        yield f"Changed {changes}. It is change {outcome.change_id} in the history, and can be undone there."
    elif not outcome.refused:
        yield f"Would change {changes}." if outcome.is_dry_run else "The file says what the catalogue says already."
