"""Rows that workers claim: taken, given back and freed by conditional update, whatever the rows are about (R-34).

A row has ``status`` (of the values of :class:`Standing`), ``claim_token``, ``claimed_at``, ``attempts``,
``finished_at`` and ``problem``. None is locked: a claim or a result counts only where the update found the
row as it was expected.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet, TextChoices
from django.utils import timezone

MAXIMUM_ATTEMPTS = 3

Rows = QuerySet[Any]


class Standing(TextChoices):
    """Where a row stands. An app may word the same values in its own way."""

    PENDING = "pending", "waiting"
    CLAIMED = "claimed", "being worked on"
    DONE = "done", "done"
    FAILED = "failed", "given up"


def take(rows: Rows, keys: Sequence[int]) -> uuid.UUID | None:
    """Claim those of these rows that still wait; the token of the claim, None where nothing was left."""
    token = uuid.uuid4()
    is_ours = rows.filter(pk__in=keys, status=Standing.PENDING).update(
        status=Standing.CLAIMED, claim_token=token, claimed_at=timezone.now(), attempts=F("attempts") + 1
    )
    return token if is_ours else None


def held(rows: Rows, token: uuid.UUID) -> Rows:
    """The rows that this claim still holds."""
    return rows.filter(status=Standing.CLAIMED, claim_token=token)


def close(rows: Rows, status: str, **found: object) -> int:
    """Store what was found of held rows and end the claim, in one update; returns how many were still held."""
    return rows.update(status=status, claim_token=None, finished_at=timezone.now(), **found)


def let_wait(rows: Rows) -> int:
    """Let claimed rows wait again; returns how many."""
    return rows.update(status=Standing.PENDING, claim_token=None, claimed_at=None)


def free_stale(rows: Rows, *, lease: datetime.timedelta, problem: str) -> int:
    """Take claims older than the lease from workers that died; returns how many rows wait again.

    A row that was begun :data:`MAXIMUM_ATTEMPTS` times is given up instead, for this ``problem``.
    """
    stale = rows.filter(status=Standing.CLAIMED, claimed_at__lt=timezone.now() - lease)
    close(stale.filter(attempts__gte=MAXIMUM_ATTEMPTS), Standing.FAILED, problem=problem)
    return let_wait(stale.filter(attempts__lt=MAXIMUM_ATTEMPTS))
