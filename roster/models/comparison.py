"""A release compared with another over saved rosters: one row for the comparison, one for each roster (R-34)."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from datasheets.models import Publication, Release
from roster.models.batch import ItemStatus
from roster.models.roster import LEGALITY_CHOICES, Roster

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager


class Purpose(models.TextChoices):
    """What a comparison is for: looking ahead before publishing, or telling owners afterwards."""

    PREVIEW = "preview", "preview before publishing"
    NOTICE = "notice", "notices after publishing"


class ComparisonStatus(models.TextChoices):
    """Where a comparison stands."""

    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    CANCELLED = "cancelled", "cancelled"


class Comparison(models.Model):
    """Saved rosters, each judged by two releases.

    ``release`` is the one that is asked about. A preview compares it with ``base``, the release in
    force when it was begun, for every roster; notices compare it with the release each roster stands
    on, and belong to the ``publication`` that put it in force. ``last_claimed_at`` is when rows of it
    were last taken up; the comparison that waited longest is served next.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="comparisons")
    base = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    publication = models.OneToOneField(
        Publication, on_delete=models.PROTECT, related_name="comparison", null=True, blank=True
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    status = models.CharField(max_length=9, choices=ComparisonStatus.choices, default=ComparisonStatus.RUNNING)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    last_claimed_at = models.DateTimeField(null=True, blank=True)

    rows: RelatedManager[ComparedRoster]

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(purpose__in=Purpose.values), name="comparison_purpose"),
            models.CheckConstraint(condition=Q(status__in=ComparisonStatus.values), name="comparison_status"),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.PREVIEW, base__isnull=False, publication__isnull=True)
                | Q(purpose=Purpose.NOTICE, base__isnull=True, publication__isnull=False),
                name="comparison_base_or_publication",
            ),
            models.CheckConstraint(
                condition=Q(status=ComparisonStatus.RUNNING, ended_at__isnull=True)
                | (~Q(status=ComparisonStatus.RUNNING) & Q(ended_at__isnull=False)),
                name="comparison_ended_or_running",
            ),
            models.UniqueConstraint(
                fields=["release", "base"],
                condition=Q(purpose=Purpose.PREVIEW, status=ComparisonStatus.RUNNING),
                name="comparison_one_preview_running",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} of {self.release_id}"


class ComparedRoster(models.Model):
    """One roster of a comparison: who is judging it, and what changes.

    ``base`` judged it before. ``roster_version`` is the version of the roster that was judged; a
    roster that changed since has no use for the row. ``newly_broken`` and ``newly_held`` are ids of
    checks, ``units`` the units that cost something else: objects of ``at``, ``name``, ``before``,
    ``after`` and ``reason``, the first few. ``dismissed_at`` is when the owner put a notice away.
    """

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="rows")
    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="comparisons")
    base = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")

    status = models.CharField(max_length=8, choices=ItemStatus.choices, default=ItemStatus.PENDING)
    claim_token = models.UUIDField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)

    roster_version = models.PositiveIntegerField(null=True, blank=True)
    is_priced_otherwise = models.BooleanField(null=True, blank=True)
    is_judged_otherwise = models.BooleanField(null=True, blank=True)
    points_before = models.IntegerField(null=True, blank=True)
    points_after = models.IntegerField(null=True, blank=True)
    is_complete_before = models.BooleanField(null=True, blank=True)
    is_complete_after = models.BooleanField(null=True, blank=True)
    over_by = models.IntegerField(null=True, blank=True)
    legality_before = models.CharField(max_length=8, choices=LEGALITY_CHOICES, blank=True)
    legality_after = models.CharField(max_length=8, choices=LEGALITY_CHOICES, blank=True)
    newly_broken = models.JSONField(default=list, blank=True)
    newly_held = models.JSONField(default=list, blank=True)
    units = models.JSONField(default=list, blank=True)
    dismissed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["comparison", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "roster"], name="compared_roster_once"),
            models.CheckConstraint(condition=Q(status__in=ItemStatus.values), name="compared_roster_status"),
            models.CheckConstraint(
                condition=Q(status=ItemStatus.CLAIMED, claim_token__isnull=False, claimed_at__isnull=False)
                | (~Q(status=ItemStatus.CLAIMED) & Q(claim_token__isnull=True)),
                name="compared_roster_only_claimed_holds_token",
            ),
            models.CheckConstraint(
                condition=Q(
                    status=ItemStatus.DONE,
                    finished_at__isnull=False,
                    roster_version__isnull=False,
                    is_priced_otherwise__isnull=False,
                    is_judged_otherwise__isnull=False,
                    points_before__isnull=False,
                    points_after__isnull=False,
                )
                | (~Q(status=ItemStatus.DONE) & Q(is_priced_otherwise__isnull=True, is_judged_otherwise__isnull=True)),
                name="compared_roster_done_has_result",
            ),
            models.CheckConstraint(
                condition=~Q(status=ItemStatus.FAILED) | ~Q(problem=""), name="compared_roster_failed_has_reason"
            ),
        ]
        indexes = [
            models.Index(
                fields=["comparison", "id"], name="compared_roster_pending", condition=Q(status=ItemStatus.PENDING)
            ),
            models.Index(fields=["claimed_at"], name="compared_roster_claimed", condition=Q(status=ItemStatus.CLAIMED)),
        ]

    def __str__(self) -> str:
        return f"{self.roster} in {self.comparison_id}"
