"""What abilities and missions of the data package consist of, beside what is known."""

from __future__ import annotations

import difflib
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets.sources.build import FIXTURES
from datasheets.sources.faults import SourceFault
from datasheets.sources.used_words import used_words
from datasheets.sources.vocabulary import FILE, written


class Command(BaseCommand):
    """Compare the vocabulary of the installed package with the known one, or write it."""

    help = (
        "Show which constructs the abilities and missions of the installed data package use that"
        f" fixtures/{FILE} does not name, and which it names and nothing uses. The import stops at the former."
        " Ends with 1 where there is a difference."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take ``--write``."""
        parser.add_argument("--write", action="store_true", help="write the file anew; read the difference first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the difference, or write the file."""
        try:
            text = written(used_words())
        except SourceFault as fault:
            raise CommandError(str(fault), returncode=2) from fault
        path = FIXTURES / FILE
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        if text == known:
            self.stdout.write(f"fixtures/{FILE} names what the package uses, and nothing else.")
            return
        difference = difflib.unified_diff(
            known.splitlines(), text.splitlines(), f"fixtures/{FILE}", "the installed package", lineterm="", n=2
        )
        self.stdout.write("\n".join(difference))
        if not options["write"]:
            raise CommandError("They differ. Look at each new name, then run this with --write.", returncode=1)
        path.write_text(text, encoding="utf-8")
        self.stdout.write(f"fixtures/{FILE} is written.")
