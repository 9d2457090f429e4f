"""``manage.py audit_catalogue``: what is wrong with the catalogue, or with what it is made from."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from datasheets.audit import all_kinds, audit
from datasheets.audit.listing import as_json, lines
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.selectors import NoRelease, catalogue_with_drafts_of
from datasheets.snapshot import read_catalogue
from datasheets.sources import SourceFault, build_sources

HAS_ERRORS, UNREADABLE = 1, 2

Subject = tuple[str, Callable[[], CatalogueData]]
"""What is audited, in words, and how to get at it."""


class Command(BaseCommand):
    """Audit the catalogue. Exit code 0 without open errors, 1 with some, 2 where it cannot be read."""

    help = (
        "Look for faults in the catalogue: in the working tables, or in what the options name."
        " Exit code 0 where no error is open, 1 where one is, 2 where the catalogue cannot be read."
    )

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("--json", action="store_true", help="Report as one JSON object.")
        parser.add_argument(
            "--kind", action="append", default=[], metavar="ID", help="Look for this kind only; may be repeated."
        )
        subjects = parser.add_mutually_exclusive_group()
        subjects.add_argument("--release", metavar="LABEL", help="Audit this release or draft.")
        subjects.add_argument(
            "--sources", action="store_true", help="Audit what the sources and corrections make, without the database."
        )
        subjects.add_argument("--upstream", action="store_true", help="Audit the sources without corrections.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit, then report."""
        known = {kind.id: kind for kind in all_kinds()}
        unknown = [identifier for identifier in options["kind"] if identifier not in known]
        if unknown:
            raise CommandError(
                f"There is no kind {', '.join(unknown)}; docs/catalogue-audit.md lists them.", returncode=UNREADABLE
            )
        subject, read = _subject(options)
        try:
            data = read()
        except (NoRelease, SourceFault) as fault:
            raise CommandError(str(fault), returncode=UNREADABLE) from fault
        except DatabaseError as error:
            raise CommandError(
                "The database is not set up. Run: make run, or: python manage.py migrate", returncode=UNREADABLE
            ) from error
        if not data.datasheets:
            raise CommandError(
                f"There is nothing to audit in {subject}. Run: python manage.py import_catalogue", returncode=UNREADABLE
            )
        report = audit(data, [known[identifier] for identifier in options["kind"]] or None)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report, subject), ensure_ascii=False))
        else:
            factions = {faction.id: faction.name for faction in data.factions}
            for line in lines(report, subject, factions, options["verbosity"]):
                self.stdout.write(line)
        if report.has_errors:
            sys.exit(HAS_ERRORS)


def _subject(options: dict[str, Any]) -> Subject:
    if options["release"]:
        label = options["release"]
        return f"release {label}", lambda: catalogue_with_drafts_of(label).data
    if options["sources"]:
        return "the sources with corrections", lambda: build_sources().data
    if options["upstream"]:
        return "the sources without corrections", lambda: build_sources(with_corrections=False).data
    return "the working tables", read_catalogue
