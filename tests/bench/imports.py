"""``python -m tests.bench.imports``: the first import, the next one, and an upgrade from an older package.

Makes installations of its own in folders that are gone afterwards (SQLite). The older package is the
installed one, doctored. Beside each import stands the simpler method: deleting every row and writing
all of them. Nothing is judged: figures are read by people.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from datasheets.services.importing import ImportOutcome
    from datasheets.sources import SourceBuild

Result = TypeVar("Result")


def main() -> None:
    """Prepare and measure."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        os.environ |= {
            "QUARTERMASTER_VAR": folder,
            "DJANGO_SETTINGS_MODULE": "config.settings.base",
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        measure()


def measure() -> None:
    """Import from nothing, again, then an older package and the installed one over it."""
    from datasheets.services import import_catalogue
    from datasheets.sources import build_sources
    from tests.datasheets.older_package import older_build

    def importing(build: SourceBuild) -> Callable[[], ImportOutcome]:
        return lambda: import_catalogue(build)

    build, taken = timed(build_sources)
    print(f"{'reading the sources':42} {taken:6.1f} s")
    first, taken = timed(importing(build))
    print_import("from nothing", first, taken)
    _, rewriting = timed(everything_anew)
    print(f"{'  beside it: all rows deleted and written':42} {rewriting:6.1f} s")
    again, taken = timed(importing(build))
    print_import("the same again", again, taken)
    print(f"{'  the simpler method takes':42} {rewriting / taken:6.1f} times as long")
    older = older_build()
    down, taken = timed(importing(older))
    print_import("an older package over it", down, taken)
    up, taken = timed(importing(build))
    print_import("the installed package over that", up, taken)
    print(f"{'  the simpler method takes':42} {rewriting / taken:6.1f} times as long")
    for renamed in up.renamed:
        print(f"  renamed: {renamed}")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What ``work`` gives, and the seconds it took."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def everything_anew() -> None:
    """The simpler method: every row of the catalogue deleted and created; nothing of it stays."""
    from django.db import transaction

    from datasheets.tables.difference import compare
    from datasheets.tables.rows import Rows
    from datasheets.tables.stored import StoredRows, read_rows
    from datasheets.tables.write import write_difference

    with transaction.atomic():
        stored = read_rows()
        rows = Rows()
        rows.tables = {table: dict(entries) for table, entries in stored.tables.items()}
        nothing = Rows()
        write_difference(stored, nothing, compare(stored, nothing))
        empty = StoredRows()
        write_difference(empty, rows, compare(empty, rows))
        transaction.set_rollback(True)


def print_import(name: str, outcome: ImportOutcome, taken: float) -> None:
    """One line: seconds, and rows created, updated and deleted."""
    tables = outcome.difference.tables
    created = sum(len(table.created) for table in tables)
    updated = sum(len(table.updated) for table in tables)
    deleted = sum(len(table.deleted) for table in tables)
    release = outcome.release.label if outcome.release else "none"
    print(f"{name:42} {taken:6.1f} s  {created:,} created, {updated:,} updated, {deleted:,} deleted; release {release}")


if __name__ == "__main__":
    main()
