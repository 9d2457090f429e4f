"""Write docs/catalogue-audit.md from the register of audit kinds, or say whether it is up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from datasheets.audit.manual import kinds_as_markdown


class Command(BaseCommand):
    """``generate_audit_docs`` writes the page; with ``--check`` it exits 1 if the page is out of date."""

    help = "Write docs/catalogue-audit.md from the register of audit kinds."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One option: ``--check``."""
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or compare."""
        root = Path(settings.BASE_DIR)
        page = root / "docs" / "catalogue-audit.md"
        text = kinds_as_markdown(_spec_counts(root / "tests" / "specs" / "audit"))
        is_current = page.is_file() and page.read_text(encoding="utf-8") == text
        if is_current:
            self.stdout.write("docs/catalogue-audit.md is up to date.")
        elif options["check"]:
            raise CommandError("docs/catalogue-audit.md is out of date. Run manage.py generate_audit_docs.")
        else:
            page.write_text(text, encoding="utf-8")
            self.stdout.write("docs/catalogue-audit.md written.")


def _spec_counts(folder: Path) -> dict[str, int]:
    """Specs by kind: ``<area>/<slug>/*.yaml``."""
    return {f"{kind.parent.name}/{kind.name}": len(list(kind.glob("*.yaml"))) for kind in sorted(folder.glob("*/*"))}
