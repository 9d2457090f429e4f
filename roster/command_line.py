"""What the commands that read lists have in common: files, releases, exit codes, and readers who go away."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import NoReturn

from django.core.management.base import CommandError, OutputWrapper
from django.db import DatabaseError

from datasheets.catalogue import Catalogue
from roster.checking import CheckResult
from roster.interchange.decoding import UnreadableFile
from roster.interchange.limits import MAX_BYTES
from roster.list_report import printable
from roster.muster import Stage

LEGAL, ILLEGAL, UNSURE = 0, 1, 2
"""Exit codes; over several files the highest. Unsure: no verdict, or a file that could not be read (R-19)."""

STANDARD_INPUT = "-"


def add_list_arguments(parser: ArgumentParser, *, files: str, taken: str, event: str) -> None:
    """The arguments of a command that judges lists or rosters.

    ``files`` says what a file holds, ``taken`` what is taken as a stage ("the lists"), ``event`` what is done
    for an event.
    """
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"{files}; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object a file, a line each")
    parser.add_argument(
        "--stage",
        choices=[stage.value for stage in Stage],
        help=f"what {taken} are taken as; some checks weigh differently (default: final, with --event: event)",
    )
    parser.add_argument(
        "--event",
        metavar="FILE.json|SLUG",
        help=f"{event} for an event too: a profile in a file, or a stored event by its slug",
    )
    parser.add_argument(
        "--release",
        metavar="LABEL",
        help="judge by this release or draft of the data (default: the one in force)",
    )


def end_unheard(out: OutputWrapper) -> NoReturn:
    """Whoever reads the report (``| head``) has gone: end quietly, without a word on what was not said."""
    is_the_process_own = getattr(out, "_out", None) is sys.stdout
    if is_the_process_own:
        # What is still buffered would be written, and fail again, when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(UNSURE)


def shown(file: str) -> str:
    """The name, or any argument, as text: on Unix it is bytes, and some are none in UTF-8."""
    return os.fsencode(file).decode("utf-8", "replace")


def catalogue_for(release: str | None) -> Catalogue:
    """The newest release, or the one with that label (R-27); CommandError where there is none."""
    from datasheets.selectors import NoRelease, catalogue_with_drafts_of, current_catalogue

    try:
        # No label has a NUL, and PostgreSQL looks none up.
        return current_catalogue() if release is None else catalogue_with_drafts_of(shown(release).replace("\0", "�"))
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


def content_of(file: str, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file or of standard input, one more than ``most`` at most; UnreadableFile says why not."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(most + 1)
    path = Path(file)
    try:
        if path.is_dir():
            raise UnreadableFile("This is a folder; name the files in it.")
        with path.open("rb") as opened:
            return opened.read(most + 1)
    except FileNotFoundError as error:
        raise UnreadableFile("There is no such file.") from error
    except OSError as error:
        raise UnreadableFile(f"The file cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise UnreadableFile("This is no name of a file.") from error


def exit_code_of(result: CheckResult) -> int:
    """The exit code of one list."""
    if result.is_legal is None:
        return UNSURE
    return LEGAL if result.is_legal else ILLEGAL
