"""Deletes what is kept no longer (R-35)."""

from __future__ import annotations

from django.utils import timezone

from roster.models import CheckBatch


def purge_expired() -> int:
    """Delete the batches whose time is over, with their texts and reports; returns how many batches."""
    _, by_model = CheckBatch.objects.filter(expires_at__lte=timezone.now()).delete()
    return by_model.get("roster.CheckBatch", 0)
