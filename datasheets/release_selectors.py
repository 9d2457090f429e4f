"""Which releases a person may see, how each stands, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from datasheets.models import Publication, Release, Withdrawal
from datasheets.releases import ReleaseDiff, release_diff
from datasheets.selectors import catalogue_with_drafts_of

DIFFS_KEPT = 4
"""How many differences one process keeps; releases never change, so what is kept stays true."""

Person = AbstractBaseUser | AnonymousUser


class ReleaseState(StrEnum):
    """How a release stands."""

    IN_FORCE = "in force"
    FORMER = "former"
    DRAFT = "draft"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class ShownRelease:
    """A release with how it stands. ``published_at`` is when it first came into force, None for a draft."""

    release: Release
    state: ReleaseState
    published_at: datetime | None
    publications: tuple[Publication, ...] = ()
    """Newest first."""
    withdrawal: Withdrawal | None = None

    @property
    def was_in_force(self) -> bool:
        """Whether it ever was."""
        return self.published_at is not None

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What it is made from and what is in it, as names and values."""
        release = self.release
        manual = f"{release.manual_name} {release.manual_version} of {release.manual_date:%Y-%m-%d}"
        counts = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in release.counts.items() if count)
        return (
            ("Compiled", f"{release.compiled_at:%Y-%m-%d %H:%M} UTC by {release.by or 'an import'}"),
            ("Note", release.note or "none"),
            ("Data package", release.upstream),
            ("Points manual", manual),
            ("Corrections", str(release.corrections)),
            ("Supplements", str(release.supplements)),
            ("Edited fields", str(release.overrides)),
            ("Entries", counts),
            ("Content hash (SHA-256)", release.content_hash),
        )


def may_see_drafts(person: Person) -> bool:
    """Drafts are for the people who work on the catalogue."""
    return bool(getattr(person, "is_staff", False) and person.has_perm("datasheets.view_release"))  # type: ignore[union-attr]


def releases_visible_to(person: Person) -> QuerySet[Release]:
    """The releases this person may see, newest first, without their content: visitors see those that were published."""
    releases = Release.objects.defer("content").order_by("-id")
    if may_see_drafts(person):
        return releases
    return releases.filter(pk__in=Publication.objects.values("release_id"))


def release_visible_to(person: Person, label: str) -> ShownRelease | None:
    """One release by its label; None alike for one that does not exist and one that is not for this person."""
    found = releases_visible_to(person).filter(label=label.replace("\0", "�"))[:1]
    return next(iter(shown(found)), None)


def shown(releases: Iterable[Release]) -> tuple[ShownRelease, ...]:
    """These releases with how each stands, in three queries."""
    releases = tuple(releases)
    keys = [release.pk for release in releases]
    current = Publication.objects.order_by("-id").values_list("release_id", flat=True).first()
    publications: dict[int, list[Publication]] = {}
    for publication in Publication.objects.filter(release__in=keys).order_by("-id"):
        publications.setdefault(publication.release_id, []).append(publication)
    withdrawals = {row.release_id: row for row in Withdrawal.objects.filter(release__in=keys).order_by("id")}
    return tuple(
        _shown(release, current, publications.get(release.pk, []), withdrawals.get(release.pk)) for release in releases
    )


def _shown(
    release: Release, current: int | None, publications: list[Publication], withdrawal: Withdrawal | None
) -> ShownRelease:
    held = withdrawal if withdrawal is not None and not withdrawal.is_lifted else None
    if release.pk == current:
        state = ReleaseState.IN_FORCE
    elif held is not None:
        state = ReleaseState.WITHDRAWN
    else:
        state = ReleaseState.FORMER if publications else ReleaseState.DRAFT
    since = publications[-1].published_at if publications else None
    return ShownRelease(release, state, since, tuple(publications), held)


def diff_between(before: Release, after: Release) -> ReleaseDiff:
    """What differs between two releases; who may see them is asked before."""
    return _diff(before.label, after.label, before.content_hash, after.content_hash)


@lru_cache(maxsize=DIFFS_KEPT)
def _diff(before: str, after: str, *hashes: str) -> ReleaseDiff:
    # The hashes guard against a database that was made anew under a running process.
    return release_diff(catalogue_with_drafts_of(before), catalogue_with_drafts_of(after))
