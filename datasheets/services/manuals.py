"""Points manuals: reading a folder of them, keeping what was given by hand, choosing the newest."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
from django.utils import timezone

from datasheets.identity.keeping import keep_ids
from datasheets.identity.stored import read_references
from datasheets.models import StoredManual
from datasheets.snapshot import read_catalogue
from datasheets.sources import FindingKind, SourceBuild, build_sources
from datasheets.sources.build import FIXTURES, MANUAL_VERSION
from datasheets.sources.faults import SourceFault
from datasheets.sources.field_manual import convert_field_manual
from datasheets.sources.manual import Detachment, Manual, PriceList, Unit, read_manual

Entry = TypeVar("Entry", Detachment, Unit)

_DECODER = msgspec.json.Decoder(Manual)


def read_manual_folder(folder: Path) -> Manual:
    """The manual in ``folder``, in the project's own shape or in either shape it is published in.

    Raises :class:`~datasheets.sources.faults.SourceFault` where it cannot be read.
    """
    if folder.exists() and not folder.is_dir():
        raise SourceFault(f"{folder.name}: is a file; give the folder that holds the manual's YAML files.")
    if (folder / "manual.yaml").exists():
        return read_manual(folder)
    return convert_field_manual(folder)


def own_manual() -> Manual:
    """The newest manual of the project's fixtures."""
    return read_manual(FIXTURES / "points" / MANUAL_VERSION)


def stored_manuals() -> tuple[Manual, ...]:
    """The manuals given by hand, newest first."""
    contents = StoredManual.objects.order_by("-date", "-stored_at").values_list("content", flat=True)
    return tuple(_DECODER.decode(zlib.decompress(content)) for content in contents)


def newest_manual() -> Manual:
    """The manual with the newest date; of two of one date, one that was given by hand."""
    return max((*stored_manuals(), own_manual()), key=lambda manual: manual.date)


def store_manual(manual: Manual) -> None:
    """Keep ``manual``, so that later imports know it; the same version replaces what was kept."""
    StoredManual.objects.update_or_create(
        name=manual.name,
        version=manual.version,
        defaults={
            "date": manual.date,
            "content": zlib.compress(msgspec.json.encode(manual)),
            "stored_at": timezone.now(),
        },
    )


def completed(manual: Manual, other: Manual) -> tuple[Manual, tuple[str, ...]]:
    """``manual`` with the lists that it lacks and ``other`` has, and the slugs of these.

    What is taken over says in its source which manual it is of.
    """
    own = {price_list.slug for price_list in manual.lists}
    taken = tuple(price_list for price_list in other.lists if price_list.slug not in own)
    label = f"{other.name} {other.version}"
    lists = (*manual.lists, *(_of_source(price_list, label) for price_list in taken))
    return msgspec.structs.replace(manual, lists=lists), tuple(price_list.slug for price_list in taken)


def _of_source(price_list: PriceList, label: str) -> PriceList:
    return msgspec.structs.replace(
        price_list,
        detachments=tuple(_sourced(row, label) for row in price_list.detachments),
        units=tuple(_sourced(row, label) for row in price_list.units),
    )


def _sourced(row: Entry, label: str) -> Entry:
    return msgspec.structs.replace(row, source=row.source or label)


def build_with(manual: Manual, others: Iterable[Manual] = ()) -> SourceBuild:
    """The sources priced by ``manual``; raises :class:`~datasheets.sources.faults.SourceFault`.

    Corrections of entries that upstream has renamed follow them, as far as the tables know them (R-06).
    """
    others = tuple(others)
    build = build_sources(manual=manual, others=others)
    if all(finding.kind is not FindingKind.CORRECTION_GONE for finding in build.findings):
        return build
    kept = keep_ids(build.data, build.external_refs, read_catalogue(), read_references().by_kind)
    if not kept.upstream_ids:
        return build
    return build_sources(manual=manual, others=others, renamed=kept.upstream_ids)


def build_with_newest_manual() -> SourceBuild:
    """The sources priced by the newest manual there is."""
    stored = stored_manuals()
    newest = max((*stored, own_manual()), key=lambda manual: manual.date)
    return build_with(newest, stored)
