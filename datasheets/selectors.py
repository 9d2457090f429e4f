"""Which catalogue a check reads: the current release or a named one, kept in the process.

Asking costs one small query; the compiled value is decoded once and shared by all threads. While a
check runs nothing touches the database.
"""

from __future__ import annotations

import gc
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from threading import Lock

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from datasheets.catalogue.catalogue import Catalogue, ReleaseStamp
from datasheets.catalogue.encoding import decode_data
from datasheets.catalogue.points import PointsManual
from datasheets.models import Publication, Release

RELEASES_KEPT = 4
"""How many releases one process keeps decoded; the least recently asked for goes first."""


class NoRelease(Exception):
    """There is no such release; the message says what to do."""


class _Kept:
    """Decoded releases by primary key. Releases never change, so what is kept stays true."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._catalogues: OrderedDict[int, Catalogue] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._catalogues)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._catalogues.clear()

    def get(self, release_id: int, content_hash: str, published: datetime) -> Catalogue:
        """The catalogue of a release, decoded by the first thread that asks.

        The hash guards against a database that was made anew under a running process. ``published``
        is when it first came into force, which a draft did not yet when it was decoded.
        """
        moment = published.strftime("%Y-%m-%dT%H:%M:%SZ")
        with self._lock:
            found = self._catalogues.get(release_id)
            if found is None or found.stamp.content_hash != content_hash:
                found = self._catalogues[release_id] = _decoded(Release.objects.get(pk=release_id), moment)
            elif found.stamp.published != moment:
                found = self._catalogues[release_id] = Catalogue(replace(found.stamp, published=moment), found.data)
            self._catalogues.move_to_end(release_id)
            while len(self._catalogues) > self.size:
                self._catalogues.popitem(last=False)
            return found


_KEPT = _Kept(RELEASES_KEPT)


def current_catalogue() -> Catalogue:
    """The catalogue in force; a newer publication is noticed at the next call.

    Raises :class:`NoRelease` where nothing was published yet.
    """
    newest = Publication.objects.order_by("-id").values("release_id")[:1]
    found = _found(Release.objects.filter(pk=Subquery(newest)))
    if found is None:
        raise NoRelease("There is no catalogue yet: run `manage.py import_catalogue` to publish one.")
    return _KEPT.get(*found)


def catalogue_of(label: str) -> Catalogue:
    """The catalogue of the published release with this label; raises :class:`NoRelease` where there is none.

    Drafts are no releases to those who check rosters.
    """
    found = _found(Release.objects.filter(label=label, publications__isnull=False))
    if found is None:
        raise NoRelease(
            f'There is no release "{label}"; /releases/ and `manage.py import_catalogue` name those there are.'
        )
    return _KEPT.get(*found)


def catalogue_with_drafts_of(label: str) -> Catalogue:
    """The catalogue of a release or draft, for those who may see drafts; raises :class:`NoRelease`."""
    found = _found(Release.objects.filter(label=label))
    if found is None:
        raise NoRelease(f'There is no release or draft "{label}"; /admin/ names those there are.')
    return _KEPT.get(*found)


def _found(releases: QuerySet[Release]) -> tuple[int, str, datetime] | None:
    first = Publication.objects.filter(release=OuterRef("pk")).order_by("id").values("published_at")[:1]
    return (
        releases.annotate(since=Coalesce(Subquery(first), F("compiled_at")))
        .values_list("pk", "content_hash", "since")
        .first()
    )


def _decoded(release: Release, published: str) -> Catalogue:
    stamp = ReleaseStamp(
        label=release.label,
        content_hash=release.content_hash,
        published=published,
        upstream=release.upstream,
        manual=PointsManual(release.manual_name, release.manual_version, release.manual_date.isoformat()),
    )
    with _no_collection():
        catalogue = Catalogue(stamp, decode_data(zlib.decompress(bytes(release.content))))
        # Later collections pass over it too: to look through all of it takes longer than a hundred checks of rosters.
        gc.freeze()
        return catalogue


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without the search for cycles: in a release there are none, and looking takes three quarters of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
