"""Write docs/effects-coverage.md from the sources and the judged effects, or say whether it is up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from battle.effects_coverage import page_of
from datasheets.sources import source_catalogue


class Command(BaseCommand):
    """``generate_effects_coverage`` writes the page; with ``--check`` it exits 1 if the page is out of date."""

    help = "Write docs/effects-coverage.md: how far abilities are carried into attacks (R-31)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One option: ``--check``."""
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or compare."""
        root = Path(settings.BASE_DIR)
        text = page_of(source_catalogue())
        page = root / "docs" / "effects-coverage.md"
        if page.is_file() and page.read_text(encoding="utf-8") == text:
            self.stdout.write("docs/effects-coverage.md is up to date.")
        elif options["check"]:
            raise CommandError("docs/effects-coverage.md is out of date. Run manage.py generate_effects_coverage.")
        else:
            page.write_text(text, encoding="utf-8")
            self.stdout.write("docs/effects-coverage.md written.")
