"""Having releases compared over saved rosters: a preview before publishing, notices to owners afterwards."""

from __future__ import annotations

import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from datasheets.bells import ring_on_commit
from datasheets.models import Publication, Release
from roster.models import ComparedRoster, Comparison, ComparisonStatus, ItemStatus, Purpose, Roster
from roster.tasks import compare_rosters

KEPT_FOR_DAYS = 90
"""How long comparisons that have ended are kept, but for the notices of the release in force."""
_ROWS_AT_ONCE = 500

_FOUND = (
    "roster_version",
    "is_priced_otherwise",
    "is_judged_otherwise",
    "points_before",
    "points_after",
    "is_complete_before",
    "is_complete_after",
    "over_by",
    "legality_before",
    "legality_after",
    "newly_broken",
    "newly_held",
    "units",
)


class PreviewRefused(Exception):
    """There is nothing to preview; the message says why."""


def start_preview(release: Release, *, by: AbstractBaseUser | None) -> Comparison:
    """Compare ``release`` with the one in force over every saved roster, in the background.

    One that runs already is returned as it is. What an earlier preview found of rosters that have not
    changed since is taken over. Raises :class:`PreviewRefused` where ``release`` is in force itself.
    """
    current = Publication.objects.order_by("-id").values_list("release_id", flat=True).first()
    if current is None:
        raise PreviewRefused("No release is in force yet, so there is nothing to compare with.")
    if current == release.pk:
        raise PreviewRefused(f"{release.label} is in force already: publishing it changes nothing.")
    running = _running_preview(release.pk, current)
    if running is not None:
        return running
    try:
        with transaction.atomic():
            comparison = Comparison.objects.create(
                purpose=Purpose.PREVIEW,
                release=release,
                base_id=current,
                started_by_id=by.pk if by is not None else None,
            )
            _add_rows(comparison)
    except IntegrityError:
        # Somebody started the same one at the same time.
        running = _running_preview(release.pk, current)
        if running is None:
            raise
        return running
    return comparison


def cancel_comparison(comparison: Comparison) -> bool:
    """Stop a comparison: rosters not judged yet are not judged any more. False where it had ended already."""
    with transaction.atomic():
        is_stopped = Comparison.objects.filter(pk=comparison.pk, status=ComparisonStatus.RUNNING).update(
            status=ComparisonStatus.CANCELLED, ended_at=timezone.now()
        )
        if is_stopped:
            comparison.rows.filter(status=ItemStatus.CLAIMED).update(
                status=ItemStatus.PENDING, claim_token=None, claimed_at=None
            )
    return bool(is_stopped)


def notify_owners() -> Comparison | None:
    """See to it that every roster on another release is compared with the one in force.

    Called by every worker's sweep: a new publication is noticed here, since the catalogue knows no
    rosters. Returns the comparison where there was something to begin.
    """
    publication = Publication.objects.select_related("release").defer("release__content").order_by("-id").first()
    if publication is None:
        return None
    comparison = Comparison.objects.filter(publication=publication).first()
    if comparison is None:
        try:
            with transaction.atomic():
                comparison = Comparison.objects.create(
                    purpose=Purpose.NOTICE, release_id=publication.release_id, publication=publication
                )
        except IntegrityError:
            return None  # another worker noticed it at the same moment
        for older in Comparison.objects.filter(purpose=Purpose.NOTICE, status=ComparisonStatus.RUNNING).exclude(
            pk=comparison.pk
        ):
            cancel_comparison(older)
    return comparison if _add_rows(comparison) else None


def dismiss_notice(roster: Roster) -> bool:
    """Put away what the owner was told about the release in force; it is recorded. False where there was nothing."""
    newest = Publication.objects.order_by("-id").values_list("pk", flat=True).first()
    if newest is None:
        return False
    rows = roster.comparisons.filter(comparison__publication_id=newest, dismissed_at__isnull=True)
    return bool(rows.update(dismissed_at=timezone.now()))


def purge_comparisons() -> int:
    """Delete comparisons that ended long ago, but for the newest notices; returns how many."""
    newest = Publication.objects.order_by("-id").values_list("pk", flat=True).first() or 0
    old = Comparison.objects.filter(ended_at__lt=timezone.now() - datetime.timedelta(days=KEPT_FOR_DAYS))
    _, by_model = old.exclude(publication__pk=newest, publication__isnull=False).delete()
    return by_model.get("roster.Comparison", 0)


def _running_preview(release: int, base: int) -> Comparison | None:
    return Comparison.objects.filter(
        purpose=Purpose.PREVIEW, release_id=release, base_id=base, status=ComparisonStatus.RUNNING
    ).first()


def _add_rows(comparison: Comparison) -> int:
    """Give the comparison a row for every roster it lacks and ring; returns how many rows were added."""
    rosters = Roster.objects.exclude(comparisons__comparison=comparison)
    if comparison.purpose == Purpose.NOTICE:
        rosters = rosters.exclude(release_id=comparison.release_id)
    added = 0
    keys = list(rosters.order_by("pk").values_list("pk", "release_id", "version"))
    for start in range(0, len(keys), _ROWS_AT_ONCE):
        part = keys[start : start + _ROWS_AT_ONCE]
        known = _known_rows(comparison, part)
        rows = []
        for key, release, version in part:
            base = comparison.base_id or release
            found = known.get((key, base, version))
            rows.append(
                ComparedRoster(comparison=comparison, roster_id=key, base_id=base)
                if found is None
                else ComparedRoster(
                    comparison=comparison,
                    roster_id=key,
                    base_id=base,
                    status=ItemStatus.DONE,
                    finished_at=timezone.now(),
                    **{name: getattr(found, name) for name in _FOUND},
                )
            )
        # A roster that another worker added in the meantime keeps its row.
        ComparedRoster.objects.bulk_create(rows, ignore_conflicts=True)
        added += len(rows)
    if added:
        Comparison.objects.filter(pk=comparison.pk, status=ComparisonStatus.FINISHED).update(
            status=ComparisonStatus.RUNNING, ended_at=None
        )
    if added or comparison.status == ComparisonStatus.RUNNING:
        ring_on_commit(compare_rosters.delay, comparison.pk)
    return added


def _known_rows(
    comparison: Comparison, part: list[tuple[int, int, int]]
) -> dict[tuple[int, int, int | None], ComparedRoster]:
    """What was found before, by roster, base and version, for the same release."""
    rows = ComparedRoster.objects.filter(
        Q(roster_id__in=[key for key, _, _ in part]),
        comparison__release_id=comparison.release_id,
        status=ItemStatus.DONE,
        roster_version=F("roster__version"),
    )
    return {(row.roster_id, row.base_id, row.roster_version): row for row in rows.exclude(comparison=comparison)}
