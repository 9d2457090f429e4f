"""Compiling: catalogue values into an immutable release, which is a draft until it is published."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import content_hash, encode_data
from datasheets.catalogue.points import PointsManual
from datasheets.models import ImportedSources, Release
from datasheets.sources import SourceBuild

ATTEMPTS = 5
"""How often a label is looked for again because somebody else took it in between."""


class NothingImported(Exception):
    """The tables were never filled, so there is nothing to compile."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a release is made from; the numbers count entries of corrections and supplements."""

    upstream: str
    manual: PointsManual
    corrections: int = 0
    supplements: int = 0

    @classmethod
    def of_build(cls, build: SourceBuild) -> Sources:
        """Those of a build."""
        return cls(build.upstream, build.stamp, build.corrections, build.supplements)

    @classmethod
    def of_tables(cls) -> Sources:
        """Those that the tables were last filled from; raises :class:`NothingImported`."""
        last = ImportedSources.objects.first()
        if last is None:
            raise NothingImported("Nothing was imported yet, so there is nothing to compile: run import_catalogue.")
        manual = PointsManual(last.manual_name, last.manual_version, last.manual_date.isoformat())
        return cls(last.upstream, manual, last.corrections, last.supplements)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A release, and whether it was compiled now or was there with this content already."""

    release: Release
    is_new: bool


def compile_release(
    data: CatalogueData, sources: Sources, *, by: str = "", note: str = "", overrides: int = 0
) -> Compiled:
    """``data`` as a release; equal content is stored once and returns as it was, whoever compiles it.

    Several compilers at the same time end with one release: its content hash is unique.
    """
    name = content_hash(data)
    content = b""
    for _ in range(ATTEMPTS):
        release = Release.objects.filter(content_hash=name).defer("content").first()
        if release is not None:
            return Compiled(release, is_new=False)
        content = content or zlib.compress(encode_data(data))
        try:
            with transaction.atomic():
                release = Release.objects.create(
                    label=next_label(sources.manual),
                    content_hash=name,
                    by=by,
                    note=note,
                    upstream=sources.upstream,
                    manual_name=sources.manual.name,
                    manual_version=sources.manual.version,
                    manual_date=date.fromisoformat(sources.manual.date),
                    corrections=sources.corrections,
                    supplements=sources.supplements,
                    overrides=overrides,
                    content=content,
                    counts=counts_of(data),
                )
        except IntegrityError:
            # Somebody compiled at the same time: the same content, or another one under our label.
            continue
        return Compiled(release, is_new=True)
    raise IntegrityError(f"No free label for a release of {sources.manual.name} in {ATTEMPTS} attempts.")


def next_label(manual: PointsManual) -> str:
    """The first free label of a release priced by ``manual``: year, month and a number, ``"2026.09.2"``."""
    stem = f"{date.fromisoformat(manual.date):%Y.%m}."
    taken = Release.objects.filter(label__startswith=stem).values_list("label", flat=True)
    numbers = [int(label.removeprefix(stem)) for label in taken if label.removeprefix(stem).isdigit()]
    return f"{stem}{max(numbers, default=0) + 1}"


def counts_of(data: CatalogueData) -> dict[str, int]:
    """Entries of each kind, as a release tells them."""
    return {name: len(getattr(data, name)) for name in data.__dataclass_fields__}


def remember_sources(sources: Sources, release: Release) -> None:
    """Keep that the tables were filled from ``sources`` and gave ``release``; nothing where that is known."""
    values = {
        "release_id": release.pk,
        "upstream": sources.upstream,
        "manual_name": sources.manual.name,
        "manual_version": sources.manual.version,
        "manual_date": date.fromisoformat(sources.manual.date),
        "corrections": sources.corrections,
        "supplements": sources.supplements,
    }
    last = ImportedSources.objects.first()
    if last is None or any(getattr(last, name) != value for name, value in values.items()):
        ImportedSources.objects.create(**values)
