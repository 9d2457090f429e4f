"""Which catalogue a check reads: the current release or a named one, kept in the process.

Asking costs one small query; the compiled value is decoded once and shared by all threads. While a
check runs nothing touches the database.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from threading import Lock

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

    def get(self, release_id: int, content_hash: str) -> Catalogue:
        """The catalogue of a release, decoded by the first thread that asks.

        The hash guards against a database that was made anew under a running process.
        """
        with self._lock:
            found = self._catalogues.get(release_id)
            if found is None or found.stamp.content_hash != content_hash:
                found = self._catalogues[release_id] = _decoded(Release.objects.get(pk=release_id))
            self._catalogues.move_to_end(release_id)
            while len(self._catalogues) > self.size:
                self._catalogues.popitem(last=False)
            return found


_KEPT = _Kept(RELEASES_KEPT)


def current_catalogue() -> Catalogue:
    """The catalogue in force; a newer publication is noticed at the next call.

    Raises :class:`NoRelease` where nothing was published yet.
    """
    found = Publication.objects.order_by("-id").values_list("release_id", "release__content_hash").first()
    if found is None:
        raise NoRelease("There is no catalogue yet: run `manage.py import_catalogue` to publish one.")
    return _KEPT.get(*found)


def catalogue_of(label: str) -> Catalogue:
    """The catalogue of the release with this label; raises :class:`NoRelease` where there is none."""
    found = Release.objects.filter(label=label).values_list("pk", "content_hash").first()
    if found is None:
        raise NoRelease(
            f'There is no release "{label}"; /admin/ and `manage.py import_catalogue` name those there are.'
        )
    return _KEPT.get(*found)


def _decoded(release: Release) -> Catalogue:
    stamp = ReleaseStamp(
        label=release.label,
        content_hash=release.content_hash,
        published=release.published_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        upstream=release.upstream,
        manual=PointsManual(release.manual_name, release.manual_version, release.manual_date.isoformat()),
    )
    return Catalogue(stamp, decode_data(zlib.decompress(bytes(release.content))))
