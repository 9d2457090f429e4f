"""Write docs/muster-checks.md from the register of checks, or say whether it is up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from roster.muster.manual import checks_as_markdown


class Command(BaseCommand):
    """``generate_muster_docs`` writes the page; with ``--check`` it exits 1 if the page is out of date."""

    help = "Write docs/muster-checks.md from the register of muster checks."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One option: ``--check``."""
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or compare."""
        root = Path(settings.BASE_DIR)
        page = root / "docs" / "muster-checks.md"
        text = checks_as_markdown(_spec_counts(root / "tests" / "specs" / "muster"))
        is_current = page.is_file() and page.read_text(encoding="utf-8") == text
        if is_current:
            self.stdout.write("docs/muster-checks.md is up to date.")
        elif options["check"]:
            raise CommandError("docs/muster-checks.md is out of date. Run manage.py generate_muster_docs.")
        else:
            page.write_text(text, encoding="utf-8")
            self.stdout.write("docs/muster-checks.md written.")


def _spec_counts(folder: Path) -> dict[str, int]:
    """Specs by check id: ``<rule>/<slug>/*.yaml``."""
    return {
        f"{check.parent.name}/{check.name}": len(list(check.glob("*.yaml"))) for check in sorted(folder.glob("*/*"))
    }
