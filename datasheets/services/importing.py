"""Importing: making the tables hold what the sources have, and publishing the result."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection, transaction

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import content_hash
from datasheets.models import Publication
from datasheets.services.publishing import Published, publish_release
from datasheets.snapshot import read_catalogue
from datasheets.sources import SourceBuild
from datasheets.tables.difference import Difference, applied, compare
from datasheets.tables.gather import gather
from datasheets.tables.spread import spread
from datasheets.tables.stored import read_rows
from datasheets.tables.table import TABLES
from datasheets.tables.write import write_difference


@dataclass(frozen=True)
class ImportOutcome:
    """What an import found and did. ``published`` is None on a dry run.

    ``before`` is what the tables held, ``after`` what they hold now, or would hold.
    """

    build: SourceBuild
    difference: Difference
    before: CatalogueData
    after: CatalogueData
    published: Published | None
    would_publish: bool


def import_catalogue(build: SourceBuild, *, is_dry_run: bool = False) -> ImportOutcome:
    """Make the tables hold what ``build`` has, and publish a release if the content changed.

    One transaction; only rows that differ are written, and what was edited in the admin stays. With
    ``is_dry_run`` nothing is written.
    """
    wanted = spread(build.data)
    with transaction.atomic():
        _lock_tables()
        stored = read_rows()
        difference = compare(stored, wanted)
        before = gather(stored)
        if is_dry_run:
            after = gather(applied(stored, wanted, difference)) if difference.count else before
            return ImportOutcome(build, difference, before, after, None, would_publish=_is_news(after))
        after = before
        if difference.count:
            write_difference(stored, wanted, difference)
            after = read_catalogue()
        published = publish_release(after, upstream=build.upstream, manual=build.stamp)
        return ImportOutcome(build, difference, before, after, published, would_publish=published.is_current_anew)


def _is_news(data: CatalogueData) -> bool:
    """Whether publishing ``data`` would put another release in force."""
    current = Publication.objects.order_by("-id").values_list("release__content_hash", flat=True).first()
    return current != content_hash(data)


def _lock_tables() -> None:
    """Let nobody else write the catalogue until the transaction ends; reading goes on.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(table.model._meta.db_table) for table in TABLES)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
