"""Publishing: compiling catalogue values into an immutable release and putting it in force."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import content_hash, encode_data
from datasheets.catalogue.points import PointsManual
from datasheets.models import Publication, Release

ATTEMPTS = 5
"""How often a label is looked for again because somebody else took it in between."""


@dataclass(frozen=True, slots=True)
class Published:
    """A release in force. ``is_new``: it was compiled now; ``is_current_anew``: it came into force now."""

    release: Release
    is_new: bool
    is_current_anew: bool


def publish_release(data: CatalogueData, *, upstream: str, manual: PointsManual) -> Published:
    """Put ``data`` in force as a release; equal content is published once and returns as it was.

    Several publishers at the same time end with one release: its content hash is unique.
    """
    name = content_hash(data)
    content = b""
    for _ in range(ATTEMPTS):
        release = Release.objects.filter(content_hash=name).defer("content").first()
        if release is not None:
            return Published(release, is_new=False, is_current_anew=_put_in_force(release))
        content = content or zlib.compress(encode_data(data))
        try:
            with transaction.atomic():
                release = Release.objects.create(
                    label=next_label(manual),
                    content_hash=name,
                    upstream=upstream,
                    manual_name=manual.name,
                    manual_version=manual.version,
                    manual_date=date.fromisoformat(manual.date),
                    content=content,
                    counts=counts_of(data),
                )
                _put_in_force(release)
        except IntegrityError:
            # Somebody published at the same time: the same content, or another one under our label.
            continue
        return Published(release, is_new=True, is_current_anew=True)
    raise IntegrityError(f"No free label for a release of {manual.name} {manual.version} in {ATTEMPTS} attempts.")


def next_label(manual: PointsManual) -> str:
    """The first free label of a release priced by ``manual``: ``"mfm-1.5-r1"``."""
    words = manual.name.split()
    short = "".join(word[0] for word in words) if len(words) > 1 else manual.name
    stem = f"{short}-{manual.version}-r".lower()
    taken = Release.objects.filter(label__startswith=stem).values_list("label", flat=True)
    numbers = [int(label.removeprefix(stem)) for label in taken if label.removeprefix(stem).isdigit()]
    return f"{stem}{max(numbers, default=0) + 1}"


def counts_of(data: CatalogueData) -> dict[str, int]:
    """Entries of each kind, as a release tells them."""
    return {name: len(getattr(data, name)) for name in data.__dataclass_fields__}


def _put_in_force(release: Release) -> bool:
    """Make ``release`` the current one; whether it was another one before."""
    current = Publication.objects.order_by("-id").values_list("release_id", flat=True).first()
    if current == release.pk:
        return False
    Publication.objects.create(release=release)
    return True
