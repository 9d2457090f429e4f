"""Importing: making the tables hold what the sources have, and publishing the result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from django.contrib.auth.models import User
from django.db import connection
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
from datasheets.models import ExternalReference, FieldOrigin, Publication, Release
from datasheets.overlay.laying import Laid, taken_off
from datasheets.services.compiling import Sources, compile_release, remember_sources
from datasheets.services.manuals import store_manual
from datasheets.services.origins import write_origins
from datasheets.services.overlaying import laid_over, mark_edited
from datasheets.services.override_rows import read_overrides, write_overrides
from datasheets.services.publishing import Published, put_in_force, refusal_of
from datasheets.services.roles import who
from datasheets.services.turns import importing
from datasheets.services.waiting import edited_fields, unpublished_work
from datasheets.snapshot import read_catalogue
from datasheets.sources import SourceBuild
from datasheets.sources.manual import Manual
from datasheets.sources.origins import with_kept_ids
from datasheets.tables.difference import Difference, applied, compare
from datasheets.tables.gather import gather
from datasheets.tables.stored import read_rows
from datasheets.tables.table import TABLES
from datasheets.tables.write import write_difference


class InForce(Enum):
    """When the release that an import compiles comes into force."""

    UNLESS_WORK_WAITS = auto()
    """At once, but for work of people that would come into force with it unseen."""
    NOW = auto()
    LATER = auto()
    """When somebody publishes it: it is a draft."""


@dataclass(frozen=True)
class ImportOutcome:
    """What an import found and did. ``published`` is None on a dry run, and where it gave a draft only.

    ``draft`` is then the release compiled, and ``held_back`` why it is not in force, as a sentence.

    ``build`` has the ids that the tables keep for what upstream ``renamed``; ``laid`` is that with the
    edits of people over it, and says which of them wait for a decision. ``before`` is what the tables
    held, ``after`` what they hold now, or would hold.
    """

    build: SourceBuild
    laid: Laid
    difference: Difference
    before: CatalogueData
    after: CatalogueData
    published: Published | None
    would_publish: bool
    renamed: tuple[Renamed, ...]
    references: ReferenceDifference
    draft: Release | None = None
    held_back: str = ""

    @property
    def is_dry_run(self) -> bool:
        """Whether nothing was written."""
        return self.published is None and self.draft is None

    @property
    def release(self) -> Release | None:
        """The release that holds what the tables hold now; None on a dry run."""
        return self.published.release if self.published else self.draft


def import_catalogue(
    build: SourceBuild,
    *,
    is_dry_run: bool = False,
    in_force: InForce = InForce.UNLESS_WORK_WAITS,
    keep_manual: Manual | None = None,
    by: User | None = None,
) -> ImportOutcome:
    """Make the tables hold what ``build`` has, and compile a release if the content changed.

    It comes into force as ``in_force`` says, and never while edits wait for confirmation (R-12). One
    transaction; only rows that differ are written, and edits of people lie over the sources.
    ``keep_manual`` is stored for later imports; ``by`` is who gave it. With ``is_dry_run`` nothing is written.
    """
    with importing():
        _lock_tables()
        if keep_manual is not None and not is_dry_run:
            store_manual(keep_manual)
        stored, references = read_rows(), read_references()
        before = gather(stored)
        overrides = read_overrides()
        kept = keep_ids(build.data, build.external_refs, taken_off(before, overrides), references.by_kind)
        build = replace(build, data=kept.data, findings=tuple(sorted({*build.findings, *kept.findings})))
        laid, wanted = laid_over(build.data, overrides, before)
        difference = compare(stored, wanted)
        after = before
        if difference.count and is_dry_run:
            after = gather(applied(stored, wanted, difference))
        elif difference.count:
            write_difference(stored, wanted, difference)
            after = read_catalogue()
        if not is_dry_run:
            mark_edited(stored, laid.edited)
            write_overrides(overrides, laid.kept)
            write_origins(with_kept_ids(build.origins, kept.upstream_ids))
        changed = compare_references(references, kept.references, build.data, after)
        if is_dry_run:
            return ImportOutcome(build, laid, difference, before, after, None, _is_news(after), kept.renamed, changed)
        write_references(references, changed)
        outcome = ImportOutcome(build, laid, difference, before, after, None, _is_news(after), kept.renamed, changed)
        return _released(outcome, in_force, who(by))


def _released(outcome: ImportOutcome, in_force: InForce, by: str) -> ImportOutcome:
    """Compile what the tables hold now, and put it in force where that may be."""
    work = unpublished_work(outcome.before) if in_force is InForce.UNLESS_WORK_WAITS else None
    sources = Sources.of_build(outcome.build)
    compiled = compile_release(outcome.after, sources, by=by, overrides=edited_fields())
    release = compiled.release
    held_back = None
    if outcome.would_publish:
        asked = "It is a draft, as was asked for." if in_force is InForce.LATER else None
        held_back = refusal_of(release) or work or asked
    remember_sources(sources, release)
    if held_back is not None:
        return replace(outcome, draft=release, held_back=held_back)
    anew = put_in_force(release)
    return replace(outcome, published=Published(release, compiled.is_new, anew))


def _is_news(data: CatalogueData) -> bool:
    """Whether publishing ``data`` would put another release in force."""
    current = Publication.objects.order_by("-id").values_list("release__content_hash", flat=True).first()
    return current != content_hash(data)


def _lock_tables() -> None:
    """Let nobody else write the catalogue until the transaction ends; reading goes on.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        locked: list[type[Model]] = [*(table.model for table in TABLES), ExternalReference, FieldOrigin]
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in locked)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
