"""``manage.py check_list FILE...``: is an army list legal, and why (R-19)."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult, check_text
from roster.interchange.decoding import UnreadableFile, decode_upload
from roster.interchange.limits import MAX_BYTES
from roster.list_report import printable, report_lines
from roster.muster.report import Stage
from roster.presentation import result_as_dict

LEGAL, ILLEGAL, UNSURE = 0, 1, 2
"""Exit codes; over several files the highest. Unsure: no verdict, or a file that could not be read."""

STANDARD_INPUT = "-"


class Command(BaseCommand):
    """Reads list texts, judges them and prints a report a file, for people or as JSON."""

    help = (
        "Check army lists: texts exported by the official app. Exit code 0: all legal, 1: one is illegal, "
        "2: one has no verdict or could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a text file with a list; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object a file, a line each")
        parser.add_argument(
            "--stage",
            choices=[stage.value for stage in Stage],
            default=Stage.FINAL.value,
            help="what the lists are taken as; some checks weigh differently (default: final)",
        )

        parser.add_argument(
            "--release",
            metavar="LABEL",
            help="judge by this release or draft of the data (default: the one in force)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = _catalogue(options["release"])
        stage = Stage(options["stage"])
        try:
            codes = [
                self._check(file, catalogue, stage, as_json=options["json"], is_first=position == 0)
                for position, file in enumerate(options["files"])
            ]
            self.stdout.flush()
        except BrokenPipeError:
            self._end_unheard()
        if max(codes) != LEGAL:
            sys.exit(max(codes))

    def _end_unheard(self) -> NoReturn:
        """Whoever reads the report (``| head``) has gone: end quietly, without a word on what was not said."""
        is_the_process_own = getattr(self.stdout, "_out", None) is sys.stdout
        if is_the_process_own:
            # What is still buffered would be written, and fail again, when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNSURE)

    def _check(self, file: str, catalogue: Catalogue, stage: Stage, *, as_json: bool, is_first: bool) -> int:
        try:
            text = decode_upload(_content(file))
        except UnreadableFile as fault:
            self.stderr.write(printable(f"{_shown(file)}: {fault.message}"))
            return UNSURE
        result = check_text(text, catalogue, stage=stage)
        if as_json:
            self.stdout.write(json.dumps(result_as_dict(result, catalogue, file=_shown(file)), ensure_ascii=False))
        else:
            lines = report_lines(result, catalogue, file=_shown(file))
            self.stdout.write("\n".join(lines if is_first else ["", *lines]))
        return _code(result)


def _shown(file: str) -> str:
    """The name as text: on Unix a file's name is bytes, and some are none in UTF-8."""
    return os.fsencode(file).decode("utf-8", "replace")


def _catalogue(release: str | None) -> Catalogue:
    """The newest release, or the one with that label (R-27)."""
    from datasheets.selectors import NoRelease, catalogue_with_drafts_of, current_catalogue

    try:
        # No label has a NUL, and PostgreSQL looks none up.
        return current_catalogue() if release is None else catalogue_with_drafts_of(release.replace("\0", "�"))
    except NoRelease as error:
        if release is not None:
            raise CommandError(printable(str(error)), returncode=UNSURE) from error
        raise CommandError(
            "No catalogue is published yet. Run: python manage.py import_catalogue", returncode=UNSURE
        ) from error
    except DatabaseError as error:
        raise CommandError(
            "The database is not set up. Run: make run, or: python manage.py migrate", returncode=UNSURE
        ) from error


def _content(file: str) -> bytes:
    """The bytes of a file or of standard input, one more than are allowed at most."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    path = Path(file)
    try:
        if path.is_dir():
            raise UnreadableFile("This is a folder; name the files in it.")
        with path.open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise UnreadableFile("There is no such file.") from error
    except OSError as error:
        raise UnreadableFile(f"The file cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise UnreadableFile("This is no name of a file.") from error


def _code(result: CheckResult) -> int:
    if result.is_legal is None:
        return UNSURE
    return LEGAL if result.is_legal else ILLEGAL
