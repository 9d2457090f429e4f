"""Write docs/rules-coverage.md from the list of paragraphs and the tests, or say whether it is up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from battle.rules_coverage import citations_in, coverage_as_markdown, faults, sections_in


class Command(BaseCommand):
    """``generate_rules_coverage`` writes the page; with ``--check`` it exits 1 if the page is out of date."""

    help = "Write docs/rules-coverage.md: the paragraphs of the core rules that touch attacks, and their tests."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One option: ``--check``."""
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or compare."""
        root = Path(settings.BASE_DIR)
        sections = sections_in(root / "fixtures" / "rules" / "paragraphs.yaml")
        citations = citations_in(root / "tests" / "battle" / "engine")
        if found := faults(sections, citations):
            raise CommandError("\n".join(found))
        page = root / "docs" / "rules-coverage.md"
        text = coverage_as_markdown(sections, citations)
        if page.is_file() and page.read_text(encoding="utf-8") == text:
            self.stdout.write("docs/rules-coverage.md is up to date.")
        elif options["check"]:
            raise CommandError("docs/rules-coverage.md is out of date. Run manage.py generate_rules_coverage.")
        else:
            page.write_text(text, encoding="utf-8")
            self.stdout.write("docs/rules-coverage.md written.")
