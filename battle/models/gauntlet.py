"""A gauntlet: targets that a roster is measured against again and again."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

MOST_GAUNTLETS = 50
"""Gauntlets one person may keep."""


class Gauntlet(models.Model):
    """Units as a scenario names them, each with how common it is.

    ``owner`` is None for those that come with the service. ``weights`` has a number for each entry of ``units``,
    or nothing where all count alike; ``reasons`` a sentence for each, why it stands here, or nothing.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="gauntlets"
    )
    name = models.CharField(max_length=120)
    about = models.TextField(blank=True)
    units = models.JSONField()
    weights = models.JSONField(default=list, blank=True)
    reasons = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "slug"]
        constraints = [
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="gauntlet_named"),
        ]
        indexes = [models.Index(fields=["owner", "name"], name="gauntlet_by_owner")]

    def __str__(self) -> str:
        return self.name
