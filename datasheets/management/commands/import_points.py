"""``manage.py import_points``: price the catalogue by a folder of points manual files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from datasheets import import_report
from datasheets.services import import_catalogue, newest_manual, read_manual_folder, store_manual
from datasheets.services.importing import ImportOutcome
from datasheets.services.manuals import build_with, completed, stored_manuals
from datasheets.services.price_changes import price_changes
from datasheets.sources import FindingKind, SourceBuild, SourceFault
from datasheets.sources.manual import Manual
from datasheets.tables.rows import DanglingReference, RepeatedRow

UNKNOWN = (FindingKind.MANUAL_UNIT, FindingKind.MANUAL_DETACHMENT, FindingKind.MANUAL_ENHANCEMENT)
"""Findings about names that only the manual knows."""


class Command(BaseCommand):
    """Import a points manual."""

    help = (
        "Read a folder of points manual YAML (as published, or in the project's own shape), price the catalogue"
        " by it and publish a release named after it."
    )

    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("path", type=Path, help="The folder that holds the manual's YAML files.")
        parser.add_argument("--dry-run", action="store_true", help="Say what would change, and write nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the manual, then report."""
        path: Path = options["path"]
        try:
            given = read_manual_folder(path)
            newest = newest_manual()
            manual, taken = completed(given, newest)
            build = build_with(manual, stored_manuals())
            with transaction.atomic():
                if not options["dry_run"]:
                    store_manual(manual)
                outcome = import_catalogue(build, is_dry_run=options["dry_run"])
        except (SourceFault, RepeatedRow, DanglingReference) as fault:
            raise CommandError(f"Nothing was imported from {path}: {fault}") from fault
        if options["verbosity"]:
            for line in self._lines(given, newest, taken, outcome, options["verbosity"]):
                self.stdout.write(line)

    def _lines(
        self, given: Manual, newest: Manual, taken: tuple[str, ...], outcome: ImportOutcome, verbosity: int
    ) -> Iterator[str]:
        yield f"{given.name} {given.version} of {given.date}: {len(given.lists)} lists."
        if taken:
            told = ", ".join(taken)
            yield f"{len(taken)} lists are not in the folder and keep the prices of {newest.version}: {told}."
        if given.date < newest.date:
            yield (
                f"It is older than {newest.name} {newest.version} of {newest.date}:"
                " the next import_catalogue goes back to that one."
            )
        yield from _change_lines(outcome, verbosity)
        yield from _unknown_lines(outcome.build, verbosity)
        yield ""
        yield from import_report.outcome_lines(outcome, import_report.compare_with_manual(outcome), verbosity)


def _change_lines(outcome: ImportOutcome, verbosity: int) -> Iterator[str]:
    changes = price_changes(outcome.before, outcome.after)
    new = sum(change.before is None for change in changes)
    gone = sum(change.after is None for change in changes)
    yield f"Prices: {len(changes) - new - gone} changed, {new} new, {gone} no longer there."
    if verbosity >= 2:
        for change in changes:
            yield f"  {change}"


def _unknown_lines(build: SourceBuild, verbosity: int) -> Iterator[str]:
    unknown = [finding for finding in build.findings if finding.kind in UNKNOWN]
    yield f"Names that only the manual knows (stored by name and price): {len(unknown)}."
    if verbosity >= 2:
        for finding in unknown:
            yield f"  {finding.subject}"
