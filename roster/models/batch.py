"""A batch of lists checked together: one row for the batch, one for each list. The rows are the truth (R-34)."""

from __future__ import annotations

import datetime
import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

MAXIMUM_LISTS = 300
KEPT_FOR_DAYS = 30


def end_of_keeping() -> datetime.datetime:
    """When a batch created now is deleted (R-35)."""
    return timezone.now() + datetime.timedelta(days=KEPT_FOR_DAYS)


class CheckBatch(models.Model):
    """Lists that one person handed in together, all judged by one release of the catalogue.

    ``uuid`` is the public id. ``skipped`` names what was in the upload and is no list (folders,
    files an operating system leaves behind): objects of ``name`` and ``reason``. ``last_claimed_at``
    is when a list of it was last taken up; the batch that waited longest is served next.
    ``event_profile`` is the profile of the event as it was when the lists were handed in: it judges
    them, whatever becomes of the event.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="check_batches")
    name = models.CharField(max_length=120, blank=True)
    release = models.CharField(max_length=200)
    event = models.ForeignKey(
        "roster.Event", on_delete=models.SET_NULL, null=True, blank=True, related_name="check_batches"
    )
    event_profile = models.JSONField(null=True, blank=True)
    total = models.PositiveSmallIntegerField()
    skipped = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(default=end_of_keeping)
    last_claimed_at = models.DateTimeField(null=True, blank=True)

    items: RelatedManager[CheckBatchItem]

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "check batches"
        constraints = [
            models.CheckConstraint(
                condition=Q(total__gte=1, total__lte=MAXIMUM_LISTS), name="check_batch_total_within_bounds"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=models.F("created_at")), name="check_batch_expires_after_creation"
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-created_at"], name="check_batch_by_owner"),
            models.Index(fields=["expires_at"], name="check_batch_by_expiry"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.uuid)

    @property
    def event_name(self) -> str:
        """The event the lists are checked for, by the name it had; empty for none."""
        return str(self.event_profile.get("name", "")) if isinstance(self.event_profile, dict) else ""


class ItemStatus(models.TextChoices):
    """Where a list stands: waiting, being checked, checked, or given up for a stated reason."""

    PENDING = "pending", "waiting"
    CLAIMED = "claimed", "being checked"
    DONE = "done", "checked"
    FAILED = "failed", "not checked"


class CheckBatchItem(models.Model):
    """One list of a batch: what was handed in, who is checking it, and what was found.

    ``filename`` is for showing only and never used as a path. ``claim_token`` belongs to the worker
    that is checking the list: only its holder may store a result. ``attempts`` counts claims.
    ``problem`` is the first thing wrong, in one sentence: the first broken check, why the text was
    refused, or why the list was given up. ``is_legal`` of a list that was read follows R-19.
    """

    batch = models.ForeignKey(CheckBatch, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField()
    filename = models.CharField(max_length=255)
    text = models.TextField(blank=True)

    status = models.CharField(max_length=8, choices=ItemStatus.choices, default=ItemStatus.PENDING)
    claim_token = models.UUIDField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)

    is_readable = models.BooleanField(null=True, blank=True)
    is_legal = models.BooleanField(null=True, blank=True)
    faction = models.CharField(max_length=120, blank=True)
    battle_size = models.CharField(max_length=120, blank=True)
    stated_points = models.IntegerField(null=True, blank=True)
    computed_points = models.IntegerField(null=True, blank=True)
    broken_checks = models.PositiveIntegerField(null=True, blank=True)
    unknown_lines = models.PositiveIntegerField(null=True, blank=True)
    problem = models.TextField(blank=True)
    result = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["batch", "position"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "position"], name="check_batch_item_position"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MAXIMUM_LISTS),
                name="check_batch_item_position_within_bounds",
            ),
            models.CheckConstraint(condition=Q(status__in=ItemStatus.values), name="check_batch_item_status"),
            models.CheckConstraint(
                condition=Q(status=ItemStatus.CLAIMED, claim_token__isnull=False, claimed_at__isnull=False)
                | (~Q(status=ItemStatus.CLAIMED) & Q(claim_token__isnull=True)),
                name="check_batch_item_only_claimed_holds_token",
            ),
            models.CheckConstraint(
                condition=Q(
                    status=ItemStatus.DONE, result__isnull=False, is_readable__isnull=False, finished_at__isnull=False
                )
                | Q(status=ItemStatus.FAILED, result__isnull=True, is_legal__isnull=True, finished_at__isnull=False)
                | Q(
                    status__in=(ItemStatus.PENDING, ItemStatus.CLAIMED),
                    result__isnull=True,
                    is_legal__isnull=True,
                    finished_at__isnull=True,
                ),
                name="check_batch_item_done_has_result",
            ),
            models.CheckConstraint(
                condition=Q(is_legal__isnull=True) | Q(is_readable=True),
                name="check_batch_item_legality_of_what_was_read",
            ),
            models.CheckConstraint(
                condition=~Q(status=ItemStatus.FAILED) | ~Q(problem=""), name="check_batch_item_failed_has_reason"
            ),
        ]
        indexes = [
            models.Index(
                fields=["batch", "position"], name="check_batch_item_pending", condition=Q(status=ItemStatus.PENDING)
            ),
            models.Index(
                fields=["claimed_at"], name="check_batch_item_claimed", condition=Q(status=ItemStatus.CLAIMED)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.filename}"
