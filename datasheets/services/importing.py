"""Importing: making the tables hold what the sources have, and publishing the result."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import connection, transaction
from django.db.models import Model

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import content_hash
from datasheets.identity.keeping import Renamed, keep_ids
from datasheets.identity.stored import (
    ReferenceDifference,
    compare_references,
    read_references,
    write_references,
)
from datasheets.models import ExternalReference, Publication
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

    ``build`` has the ids that the tables keep for what upstream ``renamed``. ``before`` is what the
    tables held, ``after`` what they hold now, or would hold.
    """

    build: SourceBuild
    difference: Difference
    before: CatalogueData
    after: CatalogueData
    published: Published | None
    would_publish: bool
    renamed: tuple[Renamed, ...]
    references: ReferenceDifference


def import_catalogue(build: SourceBuild, *, is_dry_run: bool = False) -> ImportOutcome:
    """Make the tables hold what ``build`` has, and publish a release if the content changed.

    One transaction; only rows that differ are written, and what was edited in the admin stays. With
    ``is_dry_run`` nothing is written.
    """
    with transaction.atomic():
        _lock_tables()
        stored, references = read_rows(), read_references()
        before = gather(stored)
        kept = keep_ids(build.data, build.external_refs, before, references.by_kind)
        build = replace(build, data=kept.data, findings=tuple(sorted({*build.findings, *kept.findings})))
        wanted = spread(build.data)
        difference = compare(stored, wanted)
        after = before
        if difference.count and is_dry_run:
            after = gather(applied(stored, wanted, difference))
        elif difference.count:
            write_difference(stored, wanted, difference)
            after = read_catalogue()
        changed = compare_references(references, kept.references, build.data, after)
        if is_dry_run:
            return ImportOutcome(build, difference, before, after, None, _is_news(after), kept.renamed, changed)
        write_references(references, changed)
        published = publish_release(after, upstream=build.upstream, manual=build.stamp)
        anew = published.is_current_anew
        return ImportOutcome(build, difference, before, after, published, anew, kept.renamed, changed)


def _is_news(data: CatalogueData) -> bool:
    """Whether publishing ``data`` would put another release in force."""
    current = Publication.objects.order_by("-id").values_list("release__content_hash", flat=True).first()
    return current != content_hash(data)


def _lock_tables() -> None:
    """Let nobody else write the catalogue until the transaction ends; reading goes on.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        locked: list[type[Model]] = [*(table.model for table in TABLES), ExternalReference]
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in locked)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
