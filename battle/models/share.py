"""A person's share of the workers: when a part of theirs was last taken up."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class WorkShare(models.Model):
    """Whose part was last claimed when: the person who was served longest ago is served next (R-34)."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="work_share")
    last_claimed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.person)
