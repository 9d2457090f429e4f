"""``manage.py import_catalogue``: fill the tables from the sources and publish a release."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets import import_report
from datasheets.services import import_catalogue
from datasheets.services.importing import InForce
from datasheets.services.manuals import build_with_newest_manual
from datasheets.sources import SourceFault
from datasheets.tables.rows import DanglingReference, RepeatedRow


class Command(BaseCommand):
    """Import the catalogue."""

    help = (
        "Fill the catalogue from the wh40kdc package, the newest points manual, supplements and corrections,"
        " and publish a release if the content changed. Edits of people lie over the sources, field by field."
        " While work of people waits for a publisher, a draft is compiled and nothing is published."
    )

    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("--dry-run", action="store_true", help="Say what would be written, and write nothing.")
        parser.add_argument(
            "--draft", action="store_true", help="Compile a draft; a publisher puts it in force (see /admin/)."
        )
        parser.add_argument(
            "--publish", action="store_true", help="Put it in force even where unpublished work would come with it."
        )
        parser.add_argument("--json", action="store_true", help="Report as one JSON object.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, then report."""
        if options["draft"] and options["publish"]:
            raise CommandError("A draft is not in force: give either --draft or --publish.")
        in_force = InForce.UNLESS_WORK_WAITS
        if options["draft"] or options["publish"]:
            in_force = InForce.LATER if options["draft"] else InForce.NOW
        try:
            outcome = import_catalogue(build_with_newest_manual(), is_dry_run=options["dry_run"], in_force=in_force)
        except (SourceFault, RepeatedRow, DanglingReference) as fault:
            raise CommandError(f"Nothing was imported: {fault}") from fault
        comparison = import_report.compare_with_manual(outcome)
        if options["json"]:
            report = import_report.as_json(outcome, comparison)
            self.stdout.write(json.dumps(report, indent=2, ensure_ascii=False))
        elif options["verbosity"]:
            for line in import_report.lines(outcome, comparison, options["verbosity"]):
                self.stdout.write(line)
