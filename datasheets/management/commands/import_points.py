"""``manage.py import_points``: price the catalogue by a folder of points manual files, as a draft to be approved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets import import_report
from datasheets.releases import ReleaseDiff
from datasheets.services.importing import InForce
from datasheets.services.manual_import import ManualImport, UnknownManual, forget_manual, import_manual
from datasheets.sources import FindingKind, SourceBuild, SourceFault
from datasheets.tables.rows import DanglingReference, RepeatedRow

UNKNOWN = (FindingKind.MANUAL_UNIT, FindingKind.MANUAL_DETACHMENT, FindingKind.MANUAL_ENHANCEMENT)
"""Findings about names that only the manual knows."""


class Command(BaseCommand):
    """Import a points manual."""

    help = (
        "Read a folder of points manual YAML (as published, or in the project's own shape), price the catalogue"
        " by it, say what changes against the release in force, and compile a draft. A publisher puts it in force"
        " at /admin/, or this command with --publish does."
    )

    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Options of the command."""
        parser.add_argument("path", type=Path, nargs="?", help="The folder that holds the manual's YAML files.")
        parser.add_argument("--dry-run", action="store_true", help="Say what would change, and write nothing.")
        parser.add_argument("--publish", action="store_true", help="Put it in force at once.")
        parser.add_argument("--forget", metavar="VERSION", help="Forget a manual that was given, for later imports.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the manual, then report."""
        if options["forget"]:
            self._forget(options["forget"])
            return
        path: Path | None = options["path"]
        if path is None:
            raise CommandError("Name the folder that holds the manual's YAML files.")
        in_force = InForce.NOW if options["publish"] else InForce.LATER
        try:
            done = import_manual(path, by=None, in_force=in_force, is_dry_run=options["dry_run"])
        except (SourceFault, RepeatedRow, DanglingReference) as fault:
            raise CommandError(f"Nothing was imported from {path}: {fault}") from fault
        if options["verbosity"]:
            for line in _lines(done, options["verbosity"]):
                self.stdout.write(line)

    def _forget(self, version: str) -> None:
        try:
            forget_manual(version, by=None)
        except UnknownManual as unknown:
            raise CommandError(str(unknown)) from unknown
        self.stdout.write(f"Manual {version} is forgotten; the next import_catalogue goes by the newest one left.")


def _lines(done: ManualImport, verbosity: int) -> Iterator[str]:
    given, newest, outcome = done.given, done.newest, done.outcome
    yield f"{given.name} {given.version} of {given.date}: {len(given.lists)} lists."
    if done.taken:
        told = ", ".join(done.taken)
        yield f"{len(done.taken)} lists are not in the folder and keep the prices of {newest.version}: {told}."
    if done.is_older:
        yield (
            f"It is older than {newest.name} {newest.version} of {newest.date}:"
            " the next import_catalogue goes back to that one."
        )
    yield from _change_lines(done.diff, verbosity)
    yield from _unknown_lines(outcome.build, verbosity)
    yield ""
    yield from import_report.outcome_lines(outcome, import_report.compare_with_manual(outcome), verbosity)
    if outcome.draft is not None:
        before, after = done.diff.before.label, done.diff.after.label
        yield f"To be approved: manage.py release_changelog {before} {after}, or /releases/{before}/to/{after}/"


def _change_lines(diff: ReleaseDiff, verbosity: int) -> Iterator[str]:
    counts = ", ".join(f"{topic} {count}" for topic, count in diff.counts.items())
    yield f"Against {diff.before.label}: {counts or 'nothing changes'}."
    for faction in diff.factions:
        if verbosity >= 2:
            yield from (f"  {faction.name}: {change}" for changes in faction.topics.values() for change in changes)
        else:
            yield f"  {faction.name}: {', '.join(f'{topic} {len(each)}' for topic, each in faction.topics.items())}"


def _unknown_lines(build: SourceBuild, verbosity: int) -> Iterator[str]:
    unknown = [finding for finding in build.findings if finding.kind in UNKNOWN]
    yield f"Names that only the manual knows (stored by name and price): {len(unknown)}."
    if verbosity >= 2:
        for finding in unknown:
            yield f"  {finding.subject}"
