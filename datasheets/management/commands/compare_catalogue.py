"""``manage.py compare_catalogue``: the catalogue beside another source of the same datasheets."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.entries import EntryRef
from datasheets.catalogue.identity import References
from datasheets.catalogue.origin import Origin, OriginLayer, Origins
from datasheets.crosscheck import SOURCES, UnreadableSource, cross_check
from datasheets.crosscheck.classifying import Kind
from datasheets.crosscheck.grounds import read_grounds
from datasheets.crosscheck.report import LIMIT, CrossReport, as_json, lines
from datasheets.identity.stored import read_references
from datasheets.models import FieldOrigin, ImportedSources, Override
from datasheets.selectors import NoRelease, catalogue_with_drafts_of
from datasheets.services.manuals import stored_manuals
from datasheets.snapshot import read_catalogue
from datasheets.sources import SourceFault, source_build
from datasheets.sources.manual import Manual

TOO_MUCH_UNRESOLVED, UNREADABLE = 1, 2


@dataclass(frozen=True)
class _Subject:
    """What is compared, in words, and what is known of it."""

    words: str
    data: CatalogueData
    references: References
    origins: Origins
    priced: str
    """ISO date of the manual that prices it."""
    manuals: Iterable[Manual] = ()


class Command(BaseCommand):
    """Compare the catalogue with a source."""

    help = (
        "Compare the catalogue with another source, field by field: datacards exported as JSON (gdc), a points manual's"
        " YAML (mfm), New Recruit data as JSON (bsdata). Every difference is newer, corrected here, vocabulary or"
        f" unresolved. Exit code 0 where less than {LIMIT:.0%} of the compared fields is unresolved, 1 otherwise,"
        " 2 where something cannot be read. --json prints one object: source, label, date, catalogue, faction, class,"
        " compared, counts (by class), unresolved_share, limit, is_within_limit, fields (by field: compared and each"
        " class), newer (source, date, count), notes, only_in_catalogue (ids), differences (class, entry, name,"
        " faction, field, detail, ours, theirs, reason, date)."
    )

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("path", type=Path, help="The folder that holds the source's files.")
        parser.add_argument("--source", choices=sorted(SOURCES), required=True, help="What the folder holds.")
        parser.add_argument("--json", action="store_true", help="Report as one JSON object.")
        parser.add_argument("--faction", default="", metavar="F", help="Count and list this faction or chapter only.")
        parser.add_argument(
            "--class",
            dest="kind",
            choices=[kind.value for kind in Kind if kind is not Kind.EQUAL],
            help="List differences of this class only; the counts stay.",
        )
        subjects = parser.add_mutually_exclusive_group()
        subjects.add_argument("--release", metavar="LABEL", help="Compare this release or draft.")
        subjects.add_argument(
            "--sources", action="store_true", help="Compare what the sources make, without the database."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare, then report."""
        try:
            subject = _subject(options)
            grounds = read_grounds(subject.data, subject.origins, subject.priced, subject.manuals)
            faction = grounds.vocabulary.faction(options["faction"]) if options["faction"] else ""
            if faction is None:
                raise CommandError(f'There is no faction "{options["faction"]}".', returncode=UNREADABLE)
            check = cross_check(options["source"], options["path"], subject.data, subject.references, grounds)
        except (NoRelease, SourceFault, UnreadableSource) as fault:
            raise CommandError(str(fault), returncode=UNREADABLE) from fault
        except DatabaseError as error:
            raise CommandError(
                "The database is not set up. Run: make run, or: python manage.py migrate", returncode=UNREADABLE
            ) from error
        report = CrossReport(check, subject.words, faction, Kind(options["kind"]) if options["kind"] else None)
        if not report.outcomes:
            raise CommandError("The source has nothing that the catalogue has too.", returncode=UNREADABLE)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(report), ensure_ascii=False))
        else:
            for line in lines(report, options["verbosity"]):
                self.stdout.write(line)
        if not report.is_within_limit:
            sys.exit(TOO_MUCH_UNRESOLVED)


def _subject(options: dict[str, Any]) -> _Subject:
    if options["sources"]:
        build = source_build()
        return _Subject("what the sources make", build.data, build.external_refs, build.origins, build.stamp.date)
    if options["release"]:
        catalogue = catalogue_with_drafts_of(options["release"])
        words, data, priced = f"release {options['release']}", catalogue.data, catalogue.stamp.manual.date
    else:
        data = read_catalogue()
        last = ImportedSources.objects.first()
        if last is None or not data.datasheets:
            raise NoRelease("There is nothing to compare in the working tables. Run: python manage.py import_catalogue")
        words, priced = "the working tables", last.manual_date.isoformat()
    return _Subject(words, data, read_references().by_kind, _origins(), priced, stored_manuals())


def _origins() -> Origins:
    """What corrections and supplements set, and over them what people did."""
    told: defaultdict[EntryRef, dict[str, Origin]] = defaultdict(dict)
    for row in FieldOrigin.objects.all():
        told[EntryRef(row.collection, row.key)][row.field] = Origin(
            OriginLayer(row.layer), row.source, row.reason, row.replaced
        )
    for edit in Override.objects.all():
        told[EntryRef(edit.collection, edit.key)][edit.field] = Origin(
            OriginLayer.EDIT, "edit", edit.reason, edit.replaced
        )
    return told
