"""A points manual that somebody handed in: looked at and taken in the background, one row for it all (R-34)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from datasheets.leases import Standing
from datasheets.models.release import WHO_LENGTH, Release


class Step(models.TextChoices):
    """What is to be done with the files: say what they would change, or, after a yes, compile a draft."""

    LOOK = "look", "compare with the release in force"
    TAKE = "take", "compile a draft"


class ManualUpload(models.Model):
    """The files of a manual, the step they are at, who works on it, and what was found.

    ``by`` is who asked for the step, ``by_name`` who handed the files in. ``files`` is a compressed
    JSON object of names and texts, empty once nobody needs it any more. ``found`` is what the look
    found, as the page shows it, and ``release`` the draft that came of it. ``problem`` says in one
    sentence why the step was given up.
    """

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=WHO_LENGTH)
    created_at = models.DateTimeField(default=timezone.now)
    names = models.JSONField(default=list)
    files = models.BinaryField()
    step = models.CharField(max_length=4, choices=Step.choices, default=Step.LOOK)
    found = models.JSONField(null=True, blank=True)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    status = models.CharField(max_length=8, choices=Standing.choices, default=Standing.PENDING)
    claim_token = models.UUIDField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "points manual handed in"
        verbose_name_plural = "points manuals handed in"
        constraints = [
            models.CheckConstraint(condition=Q(step__in=Step.values), name="manual_upload_step"),
            models.CheckConstraint(condition=Q(status__in=Standing.values), name="manual_upload_status"),
            models.CheckConstraint(
                condition=Q(status=Standing.CLAIMED, claim_token__isnull=False, claimed_at__isnull=False)
                | (~Q(status=Standing.CLAIMED) & Q(claim_token__isnull=True)),
                name="manual_upload_claimed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{len(self.names)} files of {self.by_name}, {self.created_at:%Y-%m-%d %H:%M} UTC"
