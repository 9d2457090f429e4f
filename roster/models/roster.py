"""A saved roster: its document, the release it stands on, and what was found when it was last judged."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from datasheets.models import Release
from roster.comparing import Legality

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

NAME_LENGTH = 120
MAXIMUM_ROSTERS = 300
"""Rosters one user may keep."""
MAXIMUM_DOCUMENT_BYTES = 400_000
"""The largest roster document that is kept, as JSON; the largest legal army has a tenth of it."""
MAXIMUM_OPEN_LINES = 100
"""Lines not understood that are kept with a roster; a text with more of them is no roster yet."""

LEGALITY_CHOICES = [
    (Legality.LEGAL.value, "legal"),
    (Legality.ILLEGAL.value, "not legal"),
    (Legality.OPEN.value, "cannot say"),
]


class Roster(models.Model):
    """A roster that a user keeps. It stays on the release it was built on until its owner moves it.

    ``uuid`` is the public id. ``document`` is the roster document (R-39). ``open_lines`` are lines of
    the pasted text that were not understood: objects of ``number``, ``text``, ``meaning`` and
    ``unit``; while there are some the roster is not called legal. ``points``, ``is_complete`` and
    ``legality`` are the verdict of its release, as a draft or, once ``is_finished``, as a finished
    roster (R-21). ``version`` counts changes: whoever changes a row names the version they saw.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rosters")
    name = models.CharField(max_length=NAME_LENGTH)
    document = models.JSONField()
    open_lines = models.JSONField(default=list, blank=True)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="rosters")
    faction = models.CharField(max_length=NAME_LENGTH, blank=True)
    battle_size = models.CharField(max_length=NAME_LENGTH, blank=True)
    points = models.IntegerField()
    is_complete = models.BooleanField()
    legality = models.CharField(max_length=8, choices=LEGALITY_CHOICES)
    is_finished = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    references: RelatedManager[RosterReference]

    class Meta:
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="roster_named"),
            models.CheckConstraint(
                condition=Q(legality__in=[value for value, _ in LEGALITY_CHOICES]), name="roster_legality"
            ),
            models.CheckConstraint(condition=Q(points__gte=0), name="roster_points_not_negative"),
            models.CheckConstraint(condition=Q(version__gte=1), name="roster_version_from_one"),
        ]
        indexes = [models.Index(fields=["owner", "-updated_at"], name="roster_by_owner")]

    def __str__(self) -> str:
        return self.name


class RosterReference(models.Model):
    """An entry of the catalogue that a roster uses: which rosters use an entry is one query."""

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="references")
    collection = models.CharField(max_length=40)
    key = models.CharField(max_length=400)

    class Meta:
        ordering = ["roster", "collection", "key"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "collection", "key"], name="roster_reference_once"),
        ]
        indexes = [models.Index(fields=["collection", "key"], name="roster_reference_by_entry")]

    def __str__(self) -> str:
        return f"{self.collection}/{self.key}"
